import type { Case } from "@leitstand/contract/cases/case";
import type { CaseStateUpdate } from "@leitstand/contract/cases/case-notes";

/** Entry in the history of a case as it is shown: one for each thing that was done, the newest first. */
export interface CaseHistoryEntry {
  readonly id: string;
  /** Message key of the sentence that describes the entry. */
  readonly transition: string;
  /** State of the case or the link afterwards. */
  readonly state: string;
  readonly leaves: boolean;
  readonly tour_id: string | undefined;
  readonly tour: string | undefined;
  readonly who: string | undefined;
  readonly actor_kind: CaseStateUpdate["actor_kind"] | undefined;
  readonly at: string;
  /** Time when it reached the server, if that was noticeably later: the phone was offline. */
  readonly received_at: string | undefined;
  readonly reason: string | undefined;
  /** How the deceased was identified. */
  readonly identity: CaseStateUpdate["identity"];
  readonly is_undone: boolean;
}

const OFFLINE_DELAY_MS = 60_000;

/**
 * History entries of a case, the newest first. Rows of one request with the same transition and tour become one entry.
 */
export function caseHistoryEntriesOf(dispatchCase: Case, rows: readonly CaseStateUpdate[]): CaseHistoryEntry[] {
  const seen = new Set<string>();
  const entries = rows.flatMap((row): CaseHistoryEntry[] => {
    const key = `${row.group_id} ${row.transition} ${row.tour_id}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [historyEntryOf(row)];
  });
  return [creationEntry(dispatchCase), ...entries].toReversed();
}

const creationEntry = (dispatchCase: Case): CaseHistoryEntry => ({
  id: "created",
  transition: "CREATE",
  state: "create",
  leaves: false,
  tour_id: undefined,
  tour: undefined,
  who: dispatchCase.created_by?.name,
  actor_kind: undefined,
  at: dispatchCase.created_at,
  received_at: undefined,
  reason: undefined,
  identity: null,
  is_undone: false,
});

function historyEntryOf(row: CaseStateUpdate): CaseHistoryEntry {
  const isLate = Date.parse(row.received_at) - Date.parse(row.occurred_at) > OFFLINE_DELAY_MS;
  return {
    id: row.id,
    transition: row.transition,
    state: row.new_state ?? row.new_case_state,
    leaves: row.new_bucket === "unassigned" || row.new_bucket === "forwarded" || row.undoes !== null,
    tour_id: row.tour_id ?? undefined,
    tour: row.tour_natural_id ?? undefined,
    who: row.actor?.name,
    actor_kind: row.actor_kind,
    at: row.occurred_at,
    received_at: isLate ? row.received_at : undefined,
    reason: row.reason ?? undefined,
    identity: row.identity,
    is_undone: row.undone,
  };
}
