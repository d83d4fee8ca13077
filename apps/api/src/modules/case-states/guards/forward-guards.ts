import type { CaseActionRefusal } from "../facts/case-decision";
import { createCaseActionRefusal } from "../facts/case-decision";
import { type ResolvedActionRequest, openLinksOf } from "../facts/case-request";
import type { StoredCaseHistoryRow, SnapshotLink } from "../facts/case-snapshot";
import { isHistoryRowWrittenByActor } from "../facts/undo";

/** Newest FORWARD of a link that was not rolled back yet. */
export const findForwardHistoryRow = ({ snapshot, tour_id }: ResolvedActionRequest): StoredCaseHistoryRow | undefined =>
  snapshot.history.findLast((row) => row.tour_id === tour_id && row.transition === "FORWARD" && !row.undone);

/**
 * Link that took the case over, while it still has it: on the named tour, or on the tour that took it from the pool.
 */
export function findLinkAfterForward(
  { snapshot, tour_id }: ResolvedActionRequest,
  forward: StoredCaseHistoryRow,
): SnapshotLink | undefined {
  const named = snapshot.links.find((link) => link.tour_id === forward.forwarded_to);
  if (named !== undefined) return named.bucket === "unassigned" ? undefined : named;
  const takers = snapshot.history
    .filter((row) => row.transition === "ASSIGN" && row.tour_id !== tour_id && row.lock_version > forward.lock_version)
    .map((row) => row.tour_id);
  return openLinksOf(snapshot).findLast((link) => takers.includes(link.tour_id));
}

/** Refuses a rollback once the new tour has accepted the case, and onto a tour that no longer drives. */
export function findForwardRollbackFault(
  request: ResolvedActionRequest,
  notAllowed: CaseActionRefusal,
): CaseActionRefusal | undefined {
  const { snapshot, actor, now, tour, link } = request;
  const forward = findForwardHistoryRow(request);
  if (forward === undefined || link?.bucket !== "forwarded") return notAllowed;
  if (tour?.status === "FINISHED")
    return createCaseActionRefusal("TOUR_STATUS_CONFLICT", { status: "FINISHED", required: "STARTED" });
  const successor = findLinkAfterForward(request, forward);
  const waits = successor === undefined || (isWaitingLink(successor) && successor.accepted_at === null);
  const others =
    snapshot.case.data_type === "ROADSIDE" && openLinksOf(snapshot).some((link) => link.tour_id !== successor?.tour_id);
  if (!waits || others) return notAllowed;
  const age = now.getTime() - Date.parse(forward.received_at);
  const own = isHistoryRowWrittenByActor(actor, forward) && age <= snapshot.settings.driver_undo_seconds * 1000;
  return actor.kind === "V" && !own ? notAllowed : undefined;
}

const isWaitingLink = ({ bucket, state }: SnapshotLink) =>
  bucket === "open" && (state === "ASSIGNED" || state === "alarmed" || state === "reserved");
