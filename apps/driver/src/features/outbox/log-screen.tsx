import "./outbox.css";
import { useStore } from "@leitstand/app/store";
import { IconCopy } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { PrimaryButton, ScreenLayout } from "#shared/screen.tsx";
import { diagnosticLogLines, readDiagnosticLog } from "#work/log/log.ts";

/** Log of the app for finding faults; it contains no personal data. */
export function DiagnosticLogScreen() {
  const t = useTranslations("outbox");
  const lines = useStore(diagnosticLogLines);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => void readDiagnosticLog(), []);
  const text = lines.map(({ at, line }) => `${new Date(at).toISOString()} ${line}`).join("\n");
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <ScreenLayout
      title={t("log")}
      hasBack
      primary={
        <PrimaryButton icon={<IconCopy size={28} aria-hidden />} onClick={copy}>
          {isCopied ? t("copied") : t("copy")}
        </PrimaryButton>
      }
    >
      <p className="hint">{t("log_hint")}</p>
      <pre className="card log">{text}</pre>
    </ScreenLayout>
  );
}
