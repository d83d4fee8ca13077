import type { Case } from "@leitstand/contract/cases/case";
import { Menu } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl";
import type { ChangeBoardView } from "#shared/state/board-view.ts";
import { useBoardOutdatedText } from "#live/clash/board-age.tsx";
import { currentLanguage } from "#shared/text/texts.ts";
import { useHasGrant } from "#shared/api/me.ts";
import { runExport } from "#shared/exports/run-export.tsx";
import styles from "../inspector.module.css";
import { HandoverMailDialogLoader, hasRecordedHandover } from "./handover-mail.tsx";
import { InspectorMenu } from "./link-menu.tsx";
import type { CaseActions } from "./use-case-actions.ts";

interface CaseMenuProps {
  readonly dispatchCase: Case;
  readonly actions: CaseActions;
  readonly onView: ChangeBoardView;
}

export function CaseMenu({ dispatchCase, actions, onView }: CaseMenuProps) {
  const t = useTranslations("inspector");
  const may = useHasGrant();
  const age = useBoardOutdatedText();
  const [isMailing, setMailing] = useState(false);
  return (
    <>
      <InspectorMenu>
        {age !== undefined && <Menu.Label>{age}</Menu.Label>}
        {may("updateCase") && !dispatchCase.is_redacted && (
          <Menu.Item onClick={() => onView({ form: dispatchCase.id })}>{t("edit")}</Menu.Item>
        )}
        {may("exportCase") && (
          <Menu.Item onClick={() => exportCaseSheet(dispatchCase, t("export_case", { id: dispatchCase.natural_id }))}>
            {t("export_as", { format: "PDF" })}
          </Menu.Item>
        )}
        {hasRecordedHandover(dispatchCase) && may("sendCargoHandoverConfirmation") && (
          <Menu.Item onClick={() => setMailing(true)}>{t("mail_handover")}</Menu.Item>
        )}
        {dispatchCase.state.actions.includes("CANCEL") && (
          <Menu.Item className={styles["grave"] as string} onClick={() => actions.begin({ action: "CANCEL" })}>
            {t("whole.CANCEL")}
          </Menu.Item>
        )}
      </InspectorMenu>
      {isMailing && <HandoverMailDialogLoader dispatchCase={dispatchCase} onClose={() => setMailing(false)} />}
    </>
  );
}

const exportCaseSheet = ({ id }: Case, title: string) =>
  void runExport({
    key: `case ${id}`,
    title,
    ask: (client, options) => client.exportCase({ id, language: currentLanguage() }, options),
  });
