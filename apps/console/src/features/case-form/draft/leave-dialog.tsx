import { Button, Modal } from "@mantine/core";
import { useTranslations } from "use-intl";
import styles from "./leave-dialog.module.css";

interface LeaveDialogProps {
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
  readonly onStay: () => void;
}

/** Dialog on leaving a form with unsaved text: keep the draft, discard it, or stay. */
export function LeaveDialog({ onKeep, onDiscard, onStay }: LeaveDialogProps) {
  const t = useTranslations("case-form");
  return (
    <Modal opened centered onClose={onStay} title={t("leave")} closeButtonProps={{ "aria-label": t("stay") }}>
      <p className={styles["leave"]}>{t("leave_hint")}</p>
      <div className={styles["choices"]}>
        <Button size="xs" variant="subtle" onClick={onDiscard}>
          {t("discard")}
        </Button>
        <Button size="xs" variant="default" onClick={onStay}>
          {t("stay")}
        </Button>
        <Button size="xs" onClick={onKeep} data-autofocus>
          {t("keep")}
        </Button>
      </div>
    </Modal>
  );
}
