import { Button, Tooltip } from "@mantine/core";
import type { Case } from "@leitstand/contract/cases/case";
import { IconButton } from "@leitstand/ui/icon-button";
import { IconX } from "@tabler/icons-react";
import { useLocale, useTranslations } from "use-intl";
import { useNow } from "#shared/text/now.ts";
import { formatClockOrDay } from "#shared/text/time.ts";
import styles from "./sheet-head.module.css";

interface SheetHeadProps {
  readonly dispatchCase: Case | undefined;
  readonly restoredAt: number | undefined;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

export function CaseFormHead({ dispatchCase, restoredAt, onDiscard, onClose }: SheetHeadProps) {
  const t = useTranslations("case-form");
  const locale = useLocale();
  const now = useNow();
  return (
    <header className={styles["head"]}>
      <h2 id="case-form.title">
        {dispatchCase === undefined ? t("new") : t("edit", { name: dispatchCase.display_name })}
        {dispatchCase !== undefined && <code>{dispatchCase.natural_id}</code>}
      </h2>
      <div role="status" className={styles["notices"]}>
        {restoredAt !== undefined && (
          <>
            <p className={styles["notice"]}>{t("restored", { time: formatClockOrDay(restoredAt, now, locale) })}</p>
            <Button size="compact-xs" variant="default" onClick={onDiscard}>
              {t("discard_draft")}
            </Button>
          </>
        )}
        {dispatchCase?.is_redacted === true && <p className={styles["notice"]}>{t("redacted")}</p>}
        {dispatchCase?.finalized === true && <p className={styles["notice"]}>{t("finalized")}</p>}
      </div>
      <Tooltip label={t("close_hint")}>
        <IconButton label={t("close")} tabIndex={-1} onClick={onClose}>
          <IconX size={17} />
        </IconButton>
      </Tooltip>
    </header>
  );
}
