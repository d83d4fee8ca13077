/** Reads everything stored for a case, and computes from the model what should be stored. */
import { sql } from "#platform/database/sql";
import type { StoredCaseHistoryRow } from "#modules/case-states/facts/case-snapshot";
import type { SingleCaseTestWorld } from "#modules/case-states/case-testkit";

export const selectStoredCaseStateSql = (id: string) => sql`
  select json_build_object(
    'case', json_build_object('state', job.state, 'finalized', job.finalized, 'lock_version', job.lock_version,
      'plan_lock_version', job.plan_lock_version, 'branch_id', job.branch_id, 'not_before', job.not_before,
      'postponed_until', job.postponed_until, 'finish_reason', job.finish_reason,
      'source', data.it -> 'source_address', 'target', data.it -> 'target_address', 'handover', data.it -> 'handover',
      'needs_backoffice', coalesce((data.it ->> 'needs_backoffice')::boolean, false), 'finalized_at', job.finalized_at is not null),
    'links', (select coalesce(json_agg(json_build_object('tour_id', tour_id, 'state', state, 'bucket', bucket,
        'accepted_at', accepted_at, 'eta', eta, 'started_at', started_at, 'arrived_at', arrived_at, 'loaded_at', loaded_at,
        'arrived_at_destination', arrived_at_destination_at, 'finished_at', finished_at, 'forwarded_to', forwarded_to,
        'last_actor', last_actor, 'closed', closed_at is not null) order by tour_id), '[]') from case_links where case_id = job.id),
    'history', (select coalesce(json_agg(json_build_object('tour_id', tour_id, 'transition', transition, 'old_state', old_state,
        'new_state', new_state, 'old_case_state', old_case_state, 'new_case_state', new_case_state, 'reason', reason,
        'forwarded_to', forwarded_to, 'undone', undone, 'actor_kind', actor_kind, 'lock_version', lock_version,
        'takes_back', undoes is not null) order by lock_version, tour_id nulls first, seq), '[]') from case_history where case_id = job.id),
    'events', (select count(*) from events where type = 'case action' and payload ->> 'case_id' = job.id::text)) as stored
  from cases job cross join lateral (select coalesce(job.funeral_data, job.rsa_data) as it) data where job.id = ${id}`;

/** Expected rows; `changes` counts the actions that were carried out, each of which was announced exactly once. */
export function expectedStoredCaseRows({ case: job, links, history }: SingleCaseTestWorld, changes: number) {
  const { state, finalized, lock_version, plan_lock_version, branch_id, not_before, postponed_until } = job;
  const { finish_reason, source, target, handover, needs_backoffice } = job;
  const times = { not_before, postponed_until, finalized_at: finalized };
  const data = { finish_reason, source, target, handover, needs_backoffice };
  return {
    case: { state, finalized, lock_version, plan_lock_version, branch_id, ...times, ...data },
    links: links
      .map(({ device_received_at: _received, ...link }) => ({ ...link, closed: link.bucket !== "open" }))
      .sort((one, other) => (one.tour_id < other.tour_id ? -1 : 1)),
    history: history.toSorted(compareHistory).map((row) => ({
      tour_id: row.tour_id,
      transition: row.transition,
      old_state: row.old_state,
      new_state: row.new_state,
      old_case_state: row.old_case_state,
      new_case_state: row.new_case_state,
      reason: row.reason,
      forwarded_to: row.forwarded_to,
      undone: row.undone,
      actor_kind: row.actor_kind,
      lock_version: row.lock_version,
      takes_back: row.undoes !== null,
    })),
    events: changes,
  };
}

/** Sorts history by version and tour: no order is promised among the rows that one change wrote for several tours. */
const compareHistory = (one: StoredCaseHistoryRow, other: StoredCaseHistoryRow) =>
  one.lock_version - other.lock_version || (one.tour_id ?? "").localeCompare(other.tour_id ?? "");

const TIMESTAMP_PATTERN = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
/** Object with times in one spelling. */
export const withNormalizedTimes = (stored: object): unknown =>
  JSON.parse(JSON.stringify(stored), (_key, value: unknown) =>
    typeof value === "string" && TIMESTAMP_PATTERN.test(value) ? Date.parse(value) : value,
  );
