import { Modal } from "@mantine/core";
import { useTranslations } from "use-intl";
import { userSessionStore } from "#shared/api/session.ts";
import { useStore } from "@leitstand/app/store";
import { SignInForm } from "./sign-in-form.tsx";
import { signOut } from "./sign-out.ts";

/** Dialog over the unchanged page, so that typing goes on where it was interrupted. Only its button signs out. */
export function SessionEndedDialog() {
  const t = useTranslations("session");
  const ended = useStore(userSessionStore);
  if (!ended) return null;
  return (
    <Modal
      opened
      onClose={signOut}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t("ended")}
      closeButtonProps={{ "aria-label": t("sign_out") }}
      centered
    >
      <p>{t("ended_hint")}</p>
      <SignInForm short_code={ended.short_code} email={ended.email} />
    </Modal>
  );
}
