import { FaultPanel } from "@leitstand/ui/states";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { useFaultText } from "#shared/api/faults.ts";
import styles from "./lone-page.module.css";

/** Page shown when a page itself has failed: what happened, and a button to try again. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  const t = useTranslations("faults");
  const textOf = useFaultText();
  // An open page may need files of an earlier release, which the server no longer has after an update.
  const isOld = /dynamically imported module|module script failed/i.test(String(error));
  const texts = isOld
    ? { title: t("old_page"), message: t("old_page_hint"), code: "CONSOLE", traceId: undefined }
    : textOf(error);
  return (
    <main className={styles["page"]}>
      <h1 className="visually-hidden">Leitstand</h1>
      <FaultPanel
        texts={{ ...texts, retry: isOld ? t("reload") : t("retry"), copy: t("copy") }}
        onRetry={isOld ? () => window.location.reload() : reset}
      />
    </main>
  );
}
