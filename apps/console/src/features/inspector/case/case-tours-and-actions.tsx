import type { Case } from "@leitstand/contract/cases/case";
import { Button } from "@mantine/core";
import { useRef } from "react";
import { useTranslations } from "use-intl";
import type { ChangeBoardView } from "#shared/state/board-view.ts";
import { useShortcuts } from "#shared/screen/shortcuts.ts";
import { BoardOutdatedNote } from "#live/clash/board-age.tsx";
import { ActionForm } from "../actions/action-form.tsx";
import { ActionFaultNote, ActionWarningsNote } from "../actions/action-notes.tsx";
import { CaseSuggestions } from "../suggestions/case-suggestions.tsx";
import styles from "./case-tours-and-actions.module.css";
import common from "../inspector.module.css";
import { LinkCard } from "./link-card.tsx";
import { InspectorSection } from "../section.tsx";
import type { CaseActions } from "../actions/use-case-actions.ts";

interface CaseToursAndActionsProps {
  readonly dispatchCase: Case;
  readonly actions: CaseActions;
  readonly onView: ChangeBoardView;
}

/** Tours of a case with their next actions; without a tour, those that could take it. */
export function CaseToursAndActions({ dispatchCase, actions, onView }: CaseToursAndActionsProps) {
  const t = useTranslations("inspector");
  const suggestions = useRef<HTMLDivElement>(null);
  const links = (dispatchCase.tour_case_states ?? []).toSorted(
    (one, other) => bucketRank(one.bucket) - bucketRank(other.bucket),
  );
  const current = links.filter(({ bucket, actions: offered }) => bucket === "open" || offered.some(advancesCase));
  const past = links.filter((link) => !current.includes(link));
  const { fault } = actions;
  // A tour that has lost the case is folded away, and with it would be the note on an action that came too late.
  const isLate = fault?.stale === "gone" && past.some(({ tour_id }) => tour_id === fault.request.tour_id);
  const actionsOfPast = isLate ? { ...actions, fault: undefined } : actions;
  const isAssignable = dispatchCase.state.actions.includes("ASSIGN");
  const leaving = links.find(({ actions: offered }) => offered.includes("UNASSIGN"));
  useShortcuts({
    assign: () => suggestions.current?.querySelector<HTMLElement>("button[data-assign]")?.focus(),
    unassign: () => leaving && actions.begin({ action: "UNASSIGN", tour_id: leaving.tour_id }),
  });
  return (
    <>
      <ActionWarningsNote remarks={actions.remarks} />
      {isLate && <ActionFaultNote fault={fault} actions={actions} />}
      {current.map((link) => (
        <LinkCard key={link.tour_id} dispatchCase={dispatchCase} link={link} actions={actions} onView={onView} />
      ))}
      {isAssignable && (
        <div ref={suggestions}>
          <CaseSuggestions
            dispatchCase={dispatchCase}
            actions={actions}
            isFirstNeed={current.length === 0}
            onView={onView}
          />
        </div>
      )}
      <WholeCaseActions dispatchCase={dispatchCase} actions={actions} />
      {past.length > 0 && (
        <InspectorSection name="past_links" title={t("past_links")} count={past.length} isOpen={false}>
          {past.map((link) => (
            <LinkCard
              key={link.tour_id}
              dispatchCase={dispatchCase}
              link={link}
              actions={actionsOfPast}
              onView={onView}
            />
          ))}
        </InspectorSection>
      )}
    </>
  );
}

const bucketRank = (bucket: string) => (bucket === "open" ? 0 : 1);
const advancesCase = (action: string) => action !== "ASSIGN" && action !== "UNDO";

/** Actions on the case as a whole, without a tour. */
function WholeCaseActions({ dispatchCase, actions }: Omit<CaseToursAndActionsProps, "onView">) {
  const t = useTranslations("inspector");
  const offered = (["DELIVER", "CANCEL"] as const).filter((action) => dispatchCase.state.actions.includes(action));
  const { open, fault, busy } = actions;
  const own = open !== undefined && open.tour_id === undefined ? open : undefined;
  // The note on an action that the case no longer offers stays.
  if (offered.length === 0 && (fault === undefined || fault.request.tour_id !== undefined)) return null;
  return (
    <div className={styles["whole"]}>
      <div className={common["buttons"]}>
        {offered.map((action) => (
          <Button
            key={action}
            variant="default"
            size="compact-xs"
            aria-expanded={own?.action === action}
            loading={busy?.action === action && busy.tour_id === undefined}
            onClick={() => actions.begin({ action })}
          >
            {t(`whole.${action}`)}
          </Button>
        ))}
        <BoardOutdatedNote />
      </div>
      {own && (
        <ActionForm key={own.action} dispatchCase={dispatchCase} link={undefined} request={own} actions={actions} />
      )}
      {fault?.request !== own && fault?.request.tour_id === undefined && (
        <ActionFaultNote fault={fault} actions={actions} />
      )}
    </div>
  );
}
