/** The shift as screens show it: the fetched one, with the steps on this phone since. */
import type { Case } from "@leitstand/contract/cases/case";
import type { AnswerOf } from "@leitstand/contract/operation/operation";
import type { Operations } from "@leitstand/contract/operations";
import { applyOutboxToCase, linkOfTour } from "#outbox/fold.ts";
import { outboxChainOfCase, idOfTourStartedBy, type OutboxEntry } from "#outbox/outbox-row.ts";
import type { ShiftStart } from "#shared/route.ts";

export type DriverMessage = AnswerOf<Operations["getCriticalMessages"]>[number];
export type DriverTour = AnswerOf<Operations["getTour"]>;

/** Data of the shift on the driver's phone; steps since the fetch are in the entries of the outbox. */
export interface ShiftState {
  /** False until a shift was fetched, or found on the phone. */
  readonly isKnown: boolean;
  readonly tours: readonly DriverTour[];
  readonly cases: readonly Case[];
  readonly entries: readonly OutboxEntry[];
  /** Messages without an acknowledgement. */
  readonly messages: readonly DriverMessage[];
}

/** Messages that have not been read on this phone either. */
export const unreadMessages = ({ messages, entries }: ShiftState): readonly DriverMessage[] => {
  const read = new Set(
    entries.flatMap(({ content }) => (content.op === "acknowledgeCriticalMessage" ? [content.body.id] : [])),
  );
  return messages.filter(({ id }) => !read.has(id));
};

/** The tour with the driver's unsent changes. */
function applyOutboxToTour(tour: DriverTour, entries: readonly OutboxEntry[]): DriverTour {
  return entries.reduce((shown, { content, status }) => {
    if (status === "refused" || status === "held") return shown;
    if (content.op === "startTour" && content.body.id === tour.id) return { ...shown, status: "STARTED" };
    if (content.op === "updateTourStartedSubState" && content.body.id === tour.id)
      return { ...shown, started_sub_state: content.body.started_sub_state };
    return shown;
  }, tour);
}

/** Tours that have not begun, the earliest first; those without a time come last. */
export const plannedTours = ({ tours }: ShiftState): readonly DriverTour[] =>
  tours.filter(({ status }) => status === "SCHEDULED").toSorted((a, b) => startTimeOf(a) - startTimeOf(b));
const startTimeOf = ({ scheduled_start_at: at }: DriverTour) => (at === null ? Number.MAX_VALUE : Date.parse(at));

/** The planned vehicle of a tour; of several, the phone does not know in which one it is. */
export const onlyVehicleIdOf = ({
  vehicle_device_associations: [first, ...others],
}: Pick<DriverTour, "vehicle_device_associations">): string | undefined =>
  others.length === 0 ? first?.vehicle.id : undefined;

export const findRunningTour = ({ tours, entries }: ShiftState): DriverTour | undefined =>
  tours.map((tour) => applyOutboxToTour(tour, entries)).find(({ status }) => status === "STARTED");

/** Chain of a refused start of the same tour: the driver decides on it before the tour may begin again. */
export const chainOfRefusedStart = ({ entries }: ShiftState, start: ShiftStart | undefined): string | undefined =>
  start?.by === "tour"
    ? entries.find((entry) => entry.status === "refused" && idOfTourStartedBy(entry) === start.id)?.chain
    : undefined;

/** Whether the driver works: neither on a break nor off duty, as a tour is whose end was refused. */
export const isAtWork = ({ started_sub_state }: Pick<DriverTour, "started_sub_state">) =>
  started_sub_state !== "ON_A_BREAK" && started_sub_state !== "OFF_DUTY";

/** Whether the shift is ending, and waits for all else to arrive. */
export const isShiftEnding = ({ entries }: ShiftState, tour: DriverTour) =>
  entries.some(
    ({ content, status }) =>
      content.op === "finishTour" && content.body.id === tour.id && (status === "waiting" || status === "sent"),
  );

export function caseWithOutboxApplied({ cases, entries }: ShiftState, id: string, tour_id: string): Case | undefined {
  const known = cases.find((one) => one.id === id);
  const chain = outboxChainOfCase(id);
  return (
    known &&
    applyOutboxToCase(
      known,
      entries.filter((entry) => entry.chain === chain),
      tour_id,
    )
  );
}

/** Cases of the tour in the order of driving. */
export function casesOfTour(known: ShiftState, tour_id: string, bucket: "open" | "finished"): Case[] {
  return known.cases
    .flatMap(({ id }) => caseWithOutboxApplied(known, id, tour_id) ?? [])
    .filter((shown) => linkOfTour(shown, tour_id)?.bucket === bucket)
    .toSorted((a, b) => (linkOfTour(a, tour_id)?.position ?? 0) - (linkOfTour(b, tour_id)?.position ?? 0));
}
