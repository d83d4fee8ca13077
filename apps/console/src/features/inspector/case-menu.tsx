import type { Case } from "@leitstand/contract/case";
import { Menu } from "@mantine/core";
import { IconDotsVertical } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import type { ChangeView } from "#shared/board-view.ts";
import { useGrants } from "#shared/me.ts";
import { say } from "#shared/toasts.tsx";
import styles from "./inspector.module.css";
import type { CaseActions } from "./use-case-actions.ts";

interface CaseMenuProps {
  readonly job: Case;
  readonly actions: CaseActions;
  readonly onView: ChangeView;
}

export function CaseMenu({ job, actions, onView }: CaseMenuProps) {
  const t = useTranslations("inspector");
  const may = useGrants();
  const copyLink = () => void navigator.clipboard.writeText(window.location.href).then(() => say(t("link_copied")));
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className={styles["icon"]} aria-label={t("menu")}>
          <IconDotsVertical size={18} stroke={1.8} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {may("updateCase") && !job.is_redacted && (
          <Menu.Item onClick={() => onView({ form: job.id })}>{t("edit")}</Menu.Item>
        )}
        <Menu.Item onClick={copyLink}>{t("copy_link")}</Menu.Item>
        {job.state.actions.includes("CANCEL") && (
          <>
            <Menu.Divider />
            <Menu.Item className={styles["grave"]} onClick={() => actions.begin({ action: "CANCEL" })}>
              {t("whole.CANCEL")}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
