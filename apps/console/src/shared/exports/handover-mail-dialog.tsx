import {
  HANDOVER_DOWNLOADS_MAX,
  HANDOVER_LINK_DAYS,
  HANDOVER_RECIPIENTS_MAX,
  type HandoverConfirmationRequest,
  type HandoverMode,
  handoverModes,
} from "@leitstand/contract/board/emails";
import type { Case } from "@leitstand/contract/cases/case";
import { InlineFault } from "@leitstand/ui/states";
import { Button, Modal, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { api, queryClient } from "#shared/api/api.ts";
import { useSendsHandoverAttachments } from "#shared/api/me.ts";
import { useFaultText } from "#shared/api/faults.ts";
import { useReturnFocus } from "#shared/screen/return-focus.ts";
import { showToast } from "#shared/screen/toasts.tsx";
import { useLanguage } from "#shared/text/i18n.tsx";
import { withLazyTexts } from "#shared/text/later-texts.tsx";
import { exportTexts } from "./export-texts.ts";
import styles from "./exports.module.css";
import { LabelledChoice } from "./labelled-choice.tsx";

/** Dialog that mails the confirmation of a handover to people outside of the company. */
export const HandoverMailDialog = withLazyTexts(HandoverMailDialogContent, exportTexts);

interface DialogProps {
  readonly dispatchCase: Pick<Case, "id" | "natural_id">;
  /** Address that the field begins with. */
  readonly recipient?: string | undefined;
  readonly onClose: () => void;
}

type HandoverMailInput = Pick<HandoverConfirmationRequest, "recipients" | "mode" | "message" | "language">;

function HandoverMailDialogContent({ dispatchCase, recipient, onClose }: DialogProps) {
  const t = useTranslations("exports");
  const textOf = useFaultText();
  useReturnFocus();
  const sending = useMutation({
    mutationFn: (mail: HandoverMailInput) => api.sendCargoHandoverConfirmation({ id: dispatchCase.id, ...mail }),
    onSuccess: (_sent, { recipients }) => {
      showToast(t("mail_sent", { to: recipients.join(", ") }));
      // The live stream has no events about mails.
      void queryClient.invalidateQueries({ queryKey: ["case", dispatchCase.id], exact: true });
      onClose();
    },
  });
  return (
    <Modal
      opened
      centered
      onClose={onClose}
      title={t("mail_title", { id: dispatchCase.natural_id })}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <MailForm recipient={recipient} isSending={sending.isPending} onSend={(mail) => sending.mutate(mail)}>
        <InlineFault>{sending.error ? textOf(sending.error).message : undefined}</InlineFault>
        <div className={styles["choices"]}>
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit" loading={sending.isPending}>
            {t("send")}
          </Button>
        </div>
      </MailForm>
    </Modal>
  );
}

interface MailFormProps {
  readonly recipient: string | undefined;
  readonly isSending: boolean;
  readonly onSend: (mail: HandoverMailInput) => void;
  readonly children: ReactNode;
}

function MailForm({ recipient = "", isSending, onSend, children }: MailFormProps) {
  const t = useTranslations("exports");
  const [to, setTo] = useState(recipient);
  const [text, setText] = useState("");
  const [language, setLanguage] = useState<"de" | "en">(useLanguage());
  const [mode, setMode] = useState<HandoverMode>("LINK");
  const [isChecked, setChecked] = useState(false);
  const recipients = splitMailRecipients(to);
  const fault = findRecipientsFault(recipients);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const message = text.trim();
    if (fault === undefined && !isSending)
      onSend({ recipients, mode, language, ...(message === "" ? {} : { message }) });
  };
  return (
    <form onSubmit={submit} className={styles["dialog"]} noValidate>
      {useSendsHandoverAttachments() && (
        <LabelledChoice
          label={t("mode")}
          value={mode}
          onChange={setMode}
          data={handoverModes.map((value) => ({ value, label: t(`modes.${value}`) }))}
        />
      )}
      <p>{t(`mail_hint.${mode}`, { days: HANDOVER_LINK_DAYS, downloads: HANDOVER_DOWNLOADS_MAX })}</p>
      <Textarea
        label={t("recipients")}
        description={t("recipients_hint", { count: HANDOVER_RECIPIENTS_MAX })}
        autosize
        minRows={1}
        maxRows={5}
        value={to}
        onChange={(event) => setTo(event.target.value)}
        error={
          isChecked &&
          fault &&
          t(`recipients_fault.${fault.rule}`, { which: fault.which, count: HANDOVER_RECIPIENTS_MAX })
        }
        data-autofocus
      />
      <Textarea
        label={t("message")}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={1000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <LabelledChoice label={t("language")} value={language} onChange={setLanguage} data={LANGUAGE_OPTIONS} />
      {children}
    </form>
  );
}

const LANGUAGE_OPTIONS = [
  { value: "de", label: "Deutsch" },
  { value: "en", label: "English" },
] satisfies { value: "de" | "en"; label: string }[];

/** Addresses in a text, separated by white space, commas or semicolons; each once. */
export const splitMailRecipients = (text: string): string[] => [
  ...new Set(text.split(/[\s,;]+/).filter((one) => one !== "")),
];

/**
 * The first rule that the recipients break, checked before the server does: the form of an address, and their number.
 */
export function findRecipientsFault(recipients: readonly string[]) {
  if (recipients.length === 0) return { rule: "missing", which: "" } as const;
  if (recipients.length > HANDOVER_RECIPIENTS_MAX) return { rule: "many", which: "" } as const;
  const wrong = recipients.filter((one) => !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(one));
  return wrong.length > 0 ? ({ rule: "form", which: wrong.join(", ") } as const) : undefined;
}
