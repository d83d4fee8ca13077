import type { CalendarImportRow } from "@leitstand/contract/board/calendar-imports";
import type { Static } from "@leitstand/contract/core/schema";
import { Problem } from "#platform/problem";
import { dayOfLocalTime } from "../recurrence/local-time";
import type { EventImportPlan } from "./plan-events.service";
import type { IcsToTenantTimeConverter } from "./tenant-clock.service";

type ImportAnswerRow = Static<typeof CalendarImportRow>;
/** Renders a refusal in the language of the caller. */
export type RenderRefusal = (refusal: Problem) => NonNullable<ImportAnswerRow["error"]>;

interface ImportRowContext {
  readonly clock: IcsToTenantTimeConverter;
  readonly errorOf: RenderRefusal;
  /** Ids by the key of each event that was written. */
  readonly created: ReadonlyMap<string, string>;
}

/** Answer for one event of a file. */
export function toIcsImportAnswerRow(plan: EventImportPlan, telling: ImportRowContext): ImportAnswerRow {
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
    ...importedTimesOf(plan, telling.clock),
  };
}

function importedTimesOf({ event: { read }, planned }: EventImportPlan, clock: IcsToTenantTimeConverter) {
  const nothing = { start_at: null, end_at: null, start_date: null, end_date: null, all_day: null };
  const times = planned?.draft ?? (read instanceof Problem ? undefined : read);
  if (!times) return { ...nothing, recurrence: null, exclusions: [] };
  return {
    start_at: formatUtcMoment(clock.momentAt(times.start_local)),
    end_at: formatUtcMoment(clock.momentAt(times.end_local)),
    start_date: dayOfLocalTime(times.start_local),
    end_date: dayOfLocalTime(times.end_local),
    all_day: times.all_day,
    recurrence: times.recurrence,
    exclusions: [...(planned?.excluded ?? [])],
  };
}

const formatUtcMoment = (moment: Date) => `${moment.toISOString().slice(0, 19)}+00:00`;
