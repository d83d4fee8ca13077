import type { calendarImportOperations } from "@leitstand/contract/board/calendar-imports";
import type { AnswerOf, BodyOf } from "@leitstand/contract/operation/operation";
import { toursHitBy } from "../absence-tours.service";
import { checkCalendar, checkRoom, type WritingCall } from "../calendar-events.service";
import { selectTimezone } from "../calendar-events.sql";
import { checkResource } from "../calendar-resource.service";
import { makeDefaultCalendar } from "../calendars.sql";
import { importRow, type TellError } from "./import-row.service";
import { type Plan, planEvents } from "./plan-events.service";
import { readFile } from "./read-file.service";
import { writeEvents } from "./write-events.service";

type ImportOperation = (typeof calendarImportOperations)["importCalendarEvents"];
type Request = BodyOf<ImportOperation>;
interface ImportCall extends WritingCall {
  readonly errorOf: TellError;
}

/** Imports all events of a file, those that are not refused, or none; a dry run answers the same and writes nothing. */
export async function importEvents(call: ImportCall, request: Request): Promise<AnswerOf<ImportOperation>> {
  const { tx, now } = call;
  const { resource_type, resource_id, event_type, calendar_id, dry_run, skip_refused = false } = request;
  const { timezone, default_calendar_id } = await selectTimezone(tx);
  const resource = await checkResource(call, { type: resource_type, id: resource_id });
  await checkCalendar(tx, calendar_id);
  const { clock, events } = await readFile(request, { timezone, now });
  const common = { now, timezone, event_type, ...resource };
  const plans = await planEvents(tx, events, { common, keepsSummaries: request.keep_summaries === true });
  const creatable = plans.filter(({ planned }) => planned !== null);
  await checkRoom(tx, creatable.length);
  const isApplied = !dry_run && (skip_refused || plans.every(({ refusal }) => refusal === null));
  const written = isApplied && creatable.length > 0;
  const calendar = calendar_id ?? default_calendar_id ?? (written ? (await makeDefaultCalendar(tx)).id : "");
  const created = written ? await writeEvents(tx, creatable, calendar) : new Map<string, string>();
  const times = creatable.flatMap(({ planned }) => planned?.stored.occurrences ?? []);
  return {
    applied: isApplied,
    ...countsOf(plans, isApplied),
    timezone,
    ...(await toursHitBy(call, { event_type, ...resource, times })),
    events: plans.map((plan) => importRow(plan, { clock, errorOf: call.errorOf, created })),
  };
}

function countsOf(plans: readonly Plan[], isApplied: boolean) {
  const count = (...statuses: readonly Plan["status"][]) =>
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
