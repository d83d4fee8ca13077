import type { Case } from "@leitstand/contract/cases/case";
import type { AlarmTone } from "#device/device.ts";
import { linkOfTour } from "#outbox/fold.ts";
import { outboxChainOfCase } from "#outbox/outbox-row.ts";
import type { TourLink } from "#outbox/state-before.ts";
import { casesOfTour, type ShiftState } from "#work/shown-shift.ts";

/** Case that the crew has to answer, and until when; afterwards the alarm goes on to the next channel. */
export interface CaseAlarm {
  /** Key of the alarm: as long as it is the same, the bell rings once. */
  readonly key: string;
  readonly dispatchCase: Case;
  readonly link: TourLink;
  readonly answer_until: number;
  readonly tone: AlarmTone;
}

/** Alarms without an answer on this phone, the most urgent first; `now` by the server's clock. */
export function findPendingAlarms(known: ShiftState, tour_id: string, now: number): CaseAlarm[] {
  const refused = new Set(known.entries.flatMap(({ chain, status }) => (status === "refused" ? [chain] : [])));
  return casesOfTour(known, tour_id, "open")
    .filter(({ id }) => !refused.has(outboxChainOfCase(id)))
    .flatMap((dispatchCase) => alarmOfCase(dispatchCase, linkOfTour(dispatchCase, tour_id)) ?? [])
    .filter(({ answer_until }) => answer_until > now)
    .toSorted((a, b) => a.answer_until - b.answer_until);
}

function alarmOfCase(dispatchCase: Case, link: TourLink | undefined): CaseAlarm | undefined {
  if (!link?.answer_until || link.accepted_at !== null || !link.actions.includes("ACCEPT")) return undefined;
  return {
    key: `${dispatchCase.id} ${link.tour_id} ${link.answer_until}`,
    dispatchCase,
    link,
    answer_until: Date.parse(link.answer_until),
    tone: dispatchCase.data_type === "FUNERAL" ? "soft" : "alarm",
  };
}

/**
 * Longest time to answer, in milliseconds. A reserved case is alarmed long after it was assigned: then the time runs
 * from when it was seen.
 */
const ALARM_MS_MAX = 15 * 60_000;

/** Share of the time to answer that is left, from 1 to 0. */
export function shareOfTimeLeft(
  { answer_until, link }: CaseAlarm,
  { now, seen }: { now: number; seen: number },
): number {
  const assigned = Date.parse(link.assigned_at);
  const began = answer_until - assigned > ALARM_MS_MAX ? seen : assigned;
  const share = (answer_until - now) / Math.max(1, answer_until - began);
  return Math.min(1, Math.max(0, share));
}
