import { useQuery } from "@tanstack/react-query";
import type { Case } from "@leitstand/contract/cases/case";
import { useTranslations } from "use-intl";
import type { ChangeView } from "#shared/state/board-view.ts";
import { CaseComments } from "./case-comments.tsx";
import { CaseData } from "./case-data.tsx";
import { CaseFiles } from "../files/case-files.tsx";
import { CaseHead } from "./case-head.tsx";
import { CaseHistory } from "./case-history.tsx";
import { CaseLinks } from "./case-links.tsx";
import { CaseMails } from "./case-mails.tsx";
import { CaseMenu } from "../actions/case-menu.tsx";
import { CaseProgress } from "./case-progress.tsx";
import { CaseTodos } from "./case-todos.tsx";
import styles from "./case-inspector.module.css";
import common from "../inspector.module.css";
import { InspectorFrame, InspectorStates } from "../inspector-frame.tsx";
import { caseQuery } from "#live/store.ts";
import { useCaseActions } from "../actions/use-case-actions.ts";

/** Interval in milliseconds for reading a case with mails under way: the live stream has no events about mails. */
const MAILS_READ_MS = 5_000;
const isMailing = (looked: Case | undefined) =>
  looked?.handover_mails?.some(({ state }) => state === "PENDING") ?? false;

export function CaseInspector({ id, onView }: { id: string; onView: ChangeView }) {
  const query = useQuery({ ...caseQuery(id), refetchInterval: ({ state }) => isMailing(state.data) && MAILS_READ_MS });
  return query.data === undefined ? (
    <InspectorFrame natural_id={undefined} onView={onView}>
      <InspectorStates query={query}>{() => null}</InspectorStates>
    </InspectorFrame>
  ) : (
    <InspectedCase query={query} job={query.data} onView={onView} />
  );
}

interface InspectedCaseProps {
  readonly query: ReturnType<typeof useQuery<Case>>;
  readonly job: Case;
  readonly onView: ChangeView;
}

function InspectedCase({ query, job, onView }: InspectedCaseProps) {
  const t = useTranslations("inspector");
  const actions = useCaseActions(job);
  return (
    <InspectorFrame
      natural_id={job.natural_id}
      isRefreshing={query.isFetching}
      menu={<CaseMenu dispatchCase={job} actions={actions} onView={onView} />}
      onView={onView}
    >
      <InspectorStates query={query}>
        {() => (
          <>
            <CaseHead job={job} />
            <CaseProgress job={job} actions={actions} onView={onView} />
            {job.is_redacted && <p className={`${common["note"]} ${styles["redacted"]}`}>{t("redacted")}</p>}
            <CaseTodos job={job} />
            <CaseData job={job} />
            <CaseComments id={job.id} />
            <CaseFiles job={job} />
            <CaseMails dispatchCase={job} />
            <CaseLinks job={job} onView={onView} />
            <CaseHistory job={job} />
          </>
        )}
      </InspectorStates>
    </InspectorFrame>
  );
}
