import { setImmediate } from "node:timers/promises";
import type { calendarImportOperations } from "@leitstand/contract/board/calendar-imports";
import { CALENDAR_IMPORT_SERIES_MAX } from "@leitstand/contract/operation/limits";
import type { AnswerOf } from "@leitstand/contract/operation/operation";
import type { Tx } from "#platform/database/database";
import { Problem, problem } from "#platform/problem";
import { type PreviouslyImportedEvent, selectPreviouslyImportedEvents } from "./import-events.sql";
import { type IcsImportContext, type PlannedCalendarEvent, planImportedEvent } from "./plan-event.service";
import { type IcsImportEvent, resultOrProblem } from "./read-file.service";

type ImportOperation = (typeof calendarImportOperations)["importCalendarEvents"];

/** Event of a file, with what is to be done with it. */
export interface EventImportPlan {
  readonly event: IcsImportEvent;
  readonly status: AnswerOf<ImportOperation>["events"][number]["status"];
  readonly reason: "CANCELLED" | "PAST" | null;
  readonly refusal: Problem | null;
  readonly event_id: string | null;
  readonly planned: PlannedCalendarEvent | null;
}

interface ImportPlanning {
  readonly common: IcsImportContext;
  readonly keepsSummaries: boolean;
}
type KnownEventsByKey = ReadonlyMap<string, PreviouslyImportedEvent>;

/** Events looked up at a time: the database ends transactions that are idle for long. */
const LOOKUP_BATCH_SIZE = 25;

export async function planEventImports(
  tx: Tx,
  events: readonly IcsImportEvent[],
  planning: ImportPlanning,
): Promise<EventImportPlan[]> {
  const plans: EventImportPlan[] = [];
  const met = new Map<string, IcsImportEvent>();
  let series = 0;
  for (let start = 0; start < events.length; start += LOOKUP_BATCH_SIZE) {
    const slice = events.slice(start, start + LOOKUP_BATCH_SIZE);
    const known = await findPreviouslyImported(tx, slice, planning.common);
    for (const event of slice) {
      const plan = planEventImport(event, { ...planning, known }, met.get(event.key));
      if (!met.has(event.key)) met.set(event.key, event);
      plans.push(plan);
      if (plan.planned === null || plan.planned.draft.recurrence === null) continue;
      series++;
      if (series > CALENDAR_IMPORT_SERIES_MAX)
        throw problem("LIMIT_EXCEEDED", { limit: CALENDAR_IMPORT_SERIES_MAX, of: "import_series" });
      // Computing the occurrences of a series takes long: other requests have their turn in between.
      await setImmediate();
    }
  }
  return plans;
}

/** Stored events from earlier imports of these events, and of the series they belong to. */
async function findPreviouslyImported(
  tx: Tx,
  events: readonly IcsImportEvent[],
  { user_id, vehicle_id }: IcsImportContext,
) {
  const keys = events.flatMap((event) => (event.replaces === null ? [event.key] : [event.key, seriesKeyOf(event)]));
  const known = await selectPreviouslyImportedEvents(tx, user_id ?? vehicle_id ?? "", keys);
  return new Map(known.map((event) => [event.ical_uid, event]));
}

const emptyPlan = { reason: null, refusal: null, event_id: null, planned: null };

function planEventImport(
  event: IcsImportEvent,
  { known, common, keepsSummaries }: ImportPlanning & { readonly known: KnownEventsByKey },
  twin: IcsImportEvent | undefined,
): EventImportPlan {
  const before = known.get(event.key);
  if (before) {
    const isSame = before.ical_digest.equals(event.digest);
    return { ...emptyPlan, event, status: isSame ? "UNCHANGED" : "DIFFERS", event_id: before.id };
  }
  // A series that was imported before still has the day: an event that replaces it now would be listed in addition to
  // it.
  const series = event.replaces === null ? undefined : known.get(seriesKeyOf(event));
  if (series && !event.is_cancelled) return { ...emptyPlan, event, status: "DIFFERS", event_id: series.id };
  if (twin?.digest.equals(event.digest)) return { ...emptyPlan, event, status: "UNCHANGED" };
  if (twin) return refusedPlan(event, problem("RESOURCE_ALREADY_EXISTS", { field: "UID" }));
  if (event.is_cancelled) return { ...emptyPlan, event, status: "SKIPPED", reason: "CANCELLED" };
  if (event.read instanceof Problem) return refusedPlan(event, event.read);
  const { read } = event;
  const note = keepsSummaries && !event.is_private ? event.summary : null;
  const planned = resultOrProblem(() => planImportedEvent(read, note, common));
  if (planned instanceof Problem) return refusedPlan(event, planned);
  if (!planned) return { ...emptyPlan, event, status: "SKIPPED", reason: "PAST" };
  return { ...emptyPlan, event, status: "WOULD_CREATE", planned };
}

/** Key of the series of an event that replaces a day; the key of such an event ends with that day. */
const seriesKeyOf = ({ key }: IcsImportEvent) => key.slice(0, -" 2026-11-23".length);
const refusedPlan = (event: IcsImportEvent, refusal: Problem): EventImportPlan => ({
  ...emptyPlan,
  event,
  status: "REFUSED",
  refusal,
});
