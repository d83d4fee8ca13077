import type { Tx } from "#platform/database/database";
import { announceEvent, type EventAudience } from "#platform/events/events";
import { queueEventForPartner } from "#modules/queued-events/index";
import type { SnapshotLink } from "#modules/case-states/index";
import { type TourWithCrew } from "#modules/case-snapshots/index";
import { markTourPlansOutdated } from "#modules/tour-plans/index";
import type { AppliedCaseChange } from "#modules/cases/index";

/**
 * Announces a change to all users who see the case, before or after it, and to tours whose lists of cases have changed.
 * A crew is notified of the end of its own link, and after that only of work that it finished.
 */
export function announceCaseChange(tx: Tx, applied: AppliedCaseChange) {
  const { snapshot, change, metadata, after } = applied;
  const mainRow = mainHistoryRowOf(after.history.slice(-change.history.length));
  const crewsOf = (links: typeof after.links) => links.flatMap(({ tour_id }) => snapshot.crews.get(tour_id) ?? []);
  const offices = [...crewsOf(after.links), snapshot.case, change.case].map(({ branch_id }) => branch_id);
  announceEvent(tx, {
    type: "case action",
    audience: audienceOfToursAndBranches(
      crewsOf(after.links.filter((link) => shouldCrewReceiveChange(applied, link))),
      offices,
    ),
    payload: {
      case_id: snapshot.case.id,
      natural_id: snapshot.natural_id,
      display_name: snapshot.display_name,
      branch_id: change.case.branch_id,
      state: change.case.state,
      finalized: change.case.finalized,
      lock_version: change.case.lock_version,
      action: mainRow?.transition ?? "",
      tour_id: mainRow?.tour_id ?? null,
      history_id: mainRow?.id ?? "",
      tour_case_states: after.links.map(toLinkEventPayload),
      actor_kind: metadata.actor.kind,
      occurred_at: change.occurred_at,
    },
  });
  for (const tour of listToursWithChangedBuckets(applied)) announceTour(tx, tour);
  // A crew may have another stop before this one now, or another place and time; so may other crews of the case.
  const openBefore = snapshot.links.filter(({ bucket }) => bucket === "open");
  markTourPlansOutdated(
    tx,
    [...openBefore, ...change.links].map(({ tour_id }) => tour_id),
  );
}

const toLinkEventPayload = ({
  tour_id,
  state,
  bucket,
  accepted_at,
  started_at,
  arrived_at,
  loaded_at,
  ...link
}: SnapshotLink) => ({
  tour_id,
  state,
  bucket,
  accepted_at,
  started_at,
  arrived_at,
  loaded_at,
  arrived_at_destination_at: link.arrived_at_destination,
  finished_at: link.finished_at,
});

/**
 * History row that describes the change: the first one; for a case that was moved to another tour, the row of its new
 * link.
 */
function mainHistoryRowOf<Row extends { readonly transition: string }>(rows: readonly Row[]): Row | undefined {
  const [first, ...others] = rows;
  return first?.transition === "UNASSIGN" ? (others.find(({ transition }) => transition === "ASSIGN") ?? first) : first;
}

/**
 * Whether the crew of a link is notified of the change: like `crewAccessCondition` for redacted cases, and also crews that
 * worked on the case until now.
 */
function shouldCrewReceiveChange(
  { snapshot, change }: AppliedCaseChange,
  { tour_id, bucket }: Pick<SnapshotLink, "tour_id" | "bucket">,
): boolean {
  if (bucket === "open") return true;
  if (snapshot.links.some((link) => link.tour_id === tour_id && link.bucket === "open")) return true;
  const age = Date.parse(change.received_at) - Date.parse(snapshot.closed_at.get(tour_id) ?? "");
  return bucket === "finished" && age < DAY_MS;
}
const DAY_MS = 86_400_000;

/** Queues the event that the decision has for the partner, with the state after the change. */
export function queuePartnerEvent(tx: Tx, { snapshot, change }: AppliedCaseChange) {
  if (change.partner_event === null) return;
  const { id: case_id } = snapshot.case;
  const mainRow = mainHistoryRowOf(change.history);
  const tour_id = mainRow?.tour_id ?? null;
  queueEventForPartner(tx, {
    type: change.partner_event,
    case_id,
    tour_id,
    payload: {
      case_id,
      natural_id: snapshot.natural_id,
      tour_id,
      action: mainRow?.transition ?? null,
      state: change.case.state,
      finalized: change.case.finalized,
      finish_reason: change.case.finish_reason,
      lock_version: change.case.lock_version,
      occurred_at: change.occurred_at,
    },
  });
}

/** Tours that have the case in another list than before. */
function listToursWithChangedBuckets({ snapshot, change }: AppliedCaseChange): TourWithCrew[] {
  const before = new Map(snapshot.links.map(({ tour_id, bucket }) => [tour_id, bucket]));
  const moved = change.links.filter(({ tour_id, bucket }) => before.get(tour_id) !== bucket);
  return moved.flatMap(({ tour_id }) => snapshot.crews.get(tour_id) ?? []);
}

function announceTour(tx: Tx, tour: TourWithCrew) {
  const { id, status, started_sub_state, branch_id } = tour;
  const { natural_id, lock_version } = tour.crew;
  announceEvent(tx, {
    type: "tour update",
    audience: audienceOfToursAndBranches([tour], []),
    payload: { tour_id: id, natural_id, status, started_sub_state, branch_id, lock_version, change: "updated" },
  });
}

function audienceOfToursAndBranches(
  tours: readonly TourWithCrew[],
  branches: readonly (string | null)[],
): EventAudience {
  const known = [...branches, ...tours.map(({ branch_id }) => branch_id)].filter((id) => id !== null);
  return {
    branch_ids: [...new Set(known)],
    user_ids: [...new Set(tours.flatMap(({ crew }) => crew.user_ids))],
    device_ids: [...new Set(tours.flatMap(({ crew }) => crew.devices.map(({ id }) => id)))],
  };
}
