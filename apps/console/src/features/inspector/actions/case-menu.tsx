import type { Case } from "@leitstand/contract/cases/case";
import { Menu } from "@mantine/core";
import { useTranslations } from "use-intl";
import type { ChangeView } from "#shared/state/board-view.ts";
import { useBoardAge } from "#live/clash/board-age.tsx";
import { useGrants } from "#shared/api/me.ts";
import styles from "../inspector.module.css";
import { LinkMenu } from "./link-menu.tsx";
import type { CaseActions } from "./use-case-actions.ts";

interface CaseMenuProps {
  readonly job: Case;
  readonly actions: CaseActions;
  readonly onView: ChangeView;
}

export function CaseMenu({ job, actions, onView }: CaseMenuProps) {
  const t = useTranslations("inspector");
  const may = useGrants();
  const age = useBoardAge();
  return (
    <LinkMenu>
      {age !== undefined && <Menu.Label>{age}</Menu.Label>}
      {may("updateCase") && !job.is_redacted && (
        <Menu.Item onClick={() => onView({ form: job.id })}>{t("edit")}</Menu.Item>
      )}
      {job.state.actions.includes("CANCEL") && (
        <Menu.Item className={styles["grave"] as string} onClick={() => actions.begin({ action: "CANCEL" })}>
          {t("whole.CANCEL")}
        </Menu.Item>
      )}
    </LinkMenu>
  );
}
