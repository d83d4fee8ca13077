import { useQuery } from "@tanstack/react-query";
import type { Case } from "@leitstand/contract/cases/case";
import { useTranslations } from "use-intl";
import type { ChangeBoardView } from "#shared/state/board-view.ts";
import { CaseComments } from "./case-comments.tsx";
import { CaseDataSection } from "./case-data.tsx";
import { CaseFiles } from "../files/case-files.tsx";
import { InspectedCaseHead } from "./case-head.tsx";
import { CaseHistory } from "./case-history.tsx";
import { RelatedCases } from "./related-cases.tsx";
import { CaseMails } from "./case-mails.tsx";
import { CaseMenu } from "../actions/case-menu.tsx";
import { CaseToursAndActions } from "./case-tours-and-actions.tsx";
import { CaseTodos } from "./case-todos.tsx";
import styles from "./case-inspector.module.css";
import common from "../inspector.module.css";
import { InspectorFrame, InspectorLoadStates } from "../inspector-frame.tsx";
import { caseQuery } from "#live/store.ts";
import { useCaseActions } from "../actions/use-case-actions.ts";

/** Interval in milliseconds for reading a case with mails under way: the live stream has no events about mails. */
const MAILS_POLL_MS = 5_000;
const hasMailUnderWay = (looked: Case | undefined) =>
  looked?.handover_mails?.some(({ state }) => state === "PENDING") ?? false;

export function CaseInspector({ id, onView }: { id: string; onView: ChangeBoardView }) {
  const query = useQuery({
    ...caseQuery(id),
    refetchInterval: ({ state }) => hasMailUnderWay(state.data) && MAILS_POLL_MS,
  });
  return query.data === undefined ? (
    <InspectorFrame natural_id={undefined} onView={onView}>
      <InspectorLoadStates query={query}>{() => null}</InspectorLoadStates>
    </InspectorFrame>
  ) : (
    <InspectedCase query={query} dispatchCase={query.data} onView={onView} />
  );
}

interface InspectedCaseProps {
  readonly query: ReturnType<typeof useQuery<Case>>;
  readonly dispatchCase: Case;
  readonly onView: ChangeBoardView;
}

function InspectedCase({ query, dispatchCase, onView }: InspectedCaseProps) {
  const t = useTranslations("inspector");
  const actions = useCaseActions(dispatchCase);
  return (
    <InspectorFrame
      natural_id={dispatchCase.natural_id}
      isRefreshing={query.isFetching}
      menu={<CaseMenu dispatchCase={dispatchCase} actions={actions} onView={onView} />}
      onView={onView}
    >
      <InspectorLoadStates query={query}>
        {() => (
          <>
            <InspectedCaseHead dispatchCase={dispatchCase} />
            <CaseToursAndActions dispatchCase={dispatchCase} actions={actions} onView={onView} />
            {dispatchCase.is_redacted && <p className={`${common["note"]} ${styles["redacted"]}`}>{t("redacted")}</p>}
            <CaseTodos dispatchCase={dispatchCase} />
            <CaseDataSection dispatchCase={dispatchCase} />
            <CaseComments dispatchCase={dispatchCase} />
            <CaseFiles dispatchCase={dispatchCase} />
            <CaseMails dispatchCase={dispatchCase} />
            <RelatedCases dispatchCase={dispatchCase} onView={onView} />
            <CaseHistory dispatchCase={dispatchCase} />
          </>
        )}
      </InspectorLoadStates>
    </InspectorFrame>
  );
}
