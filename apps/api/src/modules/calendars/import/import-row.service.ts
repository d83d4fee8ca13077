import type { CalendarImportRow } from "@leitstand/contract/board/calendar-imports";
import type { Static } from "@leitstand/contract/core/schema";
import { Problem } from "#platform/problem";
import { dayOf } from "../recurrence/local-time";
import type { Plan } from "./plan-events.service";
import type { TenantClock } from "./tenant-clock.service";

type Row = Static<typeof CalendarImportRow>;
/** Renders a refusal in the language of the caller. */
export type TellError = (refusal: Problem) => NonNullable<Row["error"]>;

interface Telling {
  readonly clock: TenantClock;
  readonly errorOf: TellError;
  /** Ids by the key of each event that was written. */
  readonly created: ReadonlyMap<string, string>;
}

/** Answer for one event of a file. */
export function importRow(plan: Plan, telling: Telling): Row {
  const { event, reason, refusal } = plan;
  const id = plan.status === "WOULD_CREATE" ? telling.created.get(event.key) : undefined;
  return {
    line: event.line,
    uid: event.uid,
    recurrence_id: event.replaces,
    summary: event.summary,
    status: id === undefined ? plan.status : "CREATED",
    reason,
    error: refusal === null ? null : telling.errorOf(refusal),
    event_id: id ?? plan.event_id,
    ...timesOf(plan, telling.clock),
  };
}

function timesOf({ event: { read }, planned }: Plan, clock: TenantClock) {
  const nothing = { start_at: null, end_at: null, start_date: null, end_date: null, all_day: null };
  const times = planned?.draft ?? (read instanceof Problem ? undefined : read);
  if (!times) return { ...nothing, recurrence: null, exclusions: [] };
  return {
    start_at: momentText(clock.momentAt(times.start_local)),
    end_at: momentText(clock.momentAt(times.end_local)),
    start_date: dayOf(times.start_local),
    end_date: dayOf(times.end_local),
    all_day: times.all_day,
    recurrence: times.recurrence,
    exclusions: [...(planned?.excluded ?? [])],
  };
}

const momentText = (moment: Date) => `${moment.toISOString().slice(0, 19)}+00:00`;
