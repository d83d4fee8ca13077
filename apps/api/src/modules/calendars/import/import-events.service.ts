import type { calendarImportOperations } from "@leitstand/contract/board/calendar-imports";
import type { AnswerOf, BodyOf } from "@leitstand/contract/operation/operation";
import { listToursDuringAbsence } from "../absence-tours.service";
import { requireExistingCalendar, checkCalendarEventQuota, type CalendarWriteCall } from "../calendar-events.service";
import { selectTimezoneAndDefaultCalendar } from "../calendar-events.sql";
import { checkCalendarResource } from "../calendar-resource.service";
import { insertDefaultCalendar } from "../calendars.sql";
import { toIcsImportAnswerRow, type RenderRefusal } from "./import-row.service";
import { type EventImportPlan, planEventImports } from "./plan-events.service";
import { parseIcsImport } from "./read-file.service";
import { writePlannedCalendarEvents } from "./write-events.service";

type ImportOperation = (typeof calendarImportOperations)["importCalendarEvents"];
type ImportRequest = BodyOf<ImportOperation>;
interface CalendarImportCall extends CalendarWriteCall {
  readonly errorOf: RenderRefusal;
}

/** Imports all events of a file, those that are not refused, or none; a dry run answers the same and writes nothing. */
export async function importIcsEvents(
  call: CalendarImportCall,
  request: ImportRequest,
): Promise<AnswerOf<ImportOperation>> {
  const { tx, now } = call;
  const { resource_type, resource_id, event_type, calendar_id, dry_run, skip_refused = false } = request;
  const { timezone, default_calendar_id } = await selectTimezoneAndDefaultCalendar(tx);
  const resource = await checkCalendarResource(call, { type: resource_type, id: resource_id });
  await requireExistingCalendar(tx, calendar_id);
  const { clock, events } = await parseIcsImport(request, { timezone, now });
  const common = { now, timezone, event_type, ...resource };
  const plans = await planEventImports(tx, events, { common, keepsSummaries: request.keep_summaries === true });
  const creatable = plans.filter(({ planned }) => planned !== null);
  const isApplied = !dry_run && (skip_refused || plans.every(({ refusal }) => refusal === null));
  const written = isApplied && creatable.length > 0;
  const calendar = calendar_id ?? default_calendar_id ?? (written ? (await insertDefaultCalendar(tx)).id : "");
  await checkCalendarEventQuota(tx, creatable.length);
  const created = written ? await writePlannedCalendarEvents(tx, creatable, calendar) : new Map<string, string>();
  const times = creatable.flatMap(({ planned }) => planned?.stored.occurrences ?? []);
  return {
    applied: isApplied,
    ...countImportOutcomes(plans, isApplied),
    timezone,
    ...(await listToursDuringAbsence(call, { event_type, ...resource, times })),
    events: plans.map((plan) => toIcsImportAnswerRow(plan, { clock, errorOf: call.errorOf, created })),
  };
}

function countImportOutcomes(plans: readonly EventImportPlan[], isApplied: boolean) {
  const count = (...statuses: readonly EventImportPlan["status"][]) =>
    plans.filter(({ status }) => statuses.includes(status)).length;
  const creatable = count("WOULD_CREATE");
  return {
    created: isApplied ? creatable : 0,
    creatable: isApplied ? 0 : creatable,
    unchanged: count("UNCHANGED"),
    differing: count("DIFFERS"),
    skipped: count("SKIPPED"),
    refused: count("REFUSED"),
  };
}
