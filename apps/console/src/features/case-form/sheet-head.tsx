import { ActionIcon, Tooltip } from "@mantine/core";
import type { Case } from "@leitstand/contract/case";
import { IconX } from "@tabler/icons-react";
import { useLocale, useTranslations } from "use-intl";
import { clock } from "#shared/time.ts";
import styles from "./case-form.module.css";

interface SheetHeadProps {
  readonly job: Case | undefined;
  readonly restoredAt: number | undefined;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

export function SheetHead({ job, restoredAt, onDiscard, onClose }: SheetHeadProps) {
  const t = useTranslations("case-form");
  const locale = useLocale();
  return (
    <header className={styles["head"]}>
      <h2 id="case-form.title">
        {job === undefined ? t("new") : t("edit", { name: job.display_name })}
        {job !== undefined && <code>{job.natural_id}</code>}
      </h2>
      <div role="status" className={styles["notices"]}>
        {restoredAt !== undefined && (
          <p className={styles["notice"]}>
            {t("restored", { time: clock(restoredAt, locale) })} ·{" "}
            <button type="button" tabIndex={-1} onClick={onDiscard}>
              {t("discard")}
            </button>
          </p>
        )}
        {job?.is_redacted === true && <p className={styles["notice"]}>{t("redacted")}</p>}
        {job?.finalized === true && <p className={styles["notice"]}>{t("finalized")}</p>}
      </div>
      <Tooltip label={t("close_hint")}>
        <ActionIcon variant="subtle" color="gray" tabIndex={-1} aria-label={t("close")} onClick={onClose}>
          <IconX size={17} />
        </ActionIcon>
      </Tooltip>
    </header>
  );
}
