import { setImmediate } from "node:timers/promises";
import type { calendarImportOperations } from "@leitstand/contract/board/calendar-imports";
import { CALENDAR_IMPORT_SERIES_MAX } from "@leitstand/contract/operation/limits";
import type { AnswerOf } from "@leitstand/contract/operation/operation";
import type { Tx } from "#platform/database/database";
import { Problem, problem } from "#platform/problem";
import { type KnownEvent, selectKnownEvents } from "./import-events.sql";
import { type PlanCommon, type PlannedEvent, planEvent } from "./plan-event.service";
import { type FileEvent, settle } from "./read-file.service";

type ImportOperation = (typeof calendarImportOperations)["importCalendarEvents"];

/** Event of a file, with what is to be done with it. */
export interface Plan {
  readonly event: FileEvent;
  readonly status: AnswerOf<ImportOperation>["events"][number]["status"];
  readonly reason: "CANCELLED" | "PAST" | null;
  readonly refusal: Problem | null;
  readonly event_id: string | null;
  readonly planned: PlannedEvent | null;
}

interface Planning {
  readonly common: PlanCommon;
  readonly keepsSummaries: boolean;
}
type KnownEvents = ReadonlyMap<string, KnownEvent>;

/** Events looked up at a time: the database ends transactions that are idle for long. */
const SLICE = 25;

export async function planEvents(tx: Tx, events: readonly FileEvent[], planning: Planning): Promise<Plan[]> {
  const plans: Plan[] = [];
  const met = new Map<string, FileEvent>();
  let series = 0;
  for (let start = 0; start < events.length; start += SLICE) {
    const slice = events.slice(start, start + SLICE);
    const known = await knownOf(tx, slice, planning.common);
    for (const event of slice) {
      const plan = planOne(event, { ...planning, known }, met.get(event.key));
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

/** Stored events that these events, and the series they belong to, were imported as before. */
async function knownOf(tx: Tx, events: readonly FileEvent[], { user_id, vehicle_id }: PlanCommon) {
  const keys = events.flatMap((event) => (event.replaces === null ? [event.key] : [event.key, seriesOf(event)]));
  const known = await selectKnownEvents(tx, user_id ?? vehicle_id ?? "", keys);
  return new Map(known.map((event) => [event.ical_uid, event]));
}

const idle = { reason: null, refusal: null, event_id: null, planned: null };

function planOne(
  event: FileEvent,
  { known, common, keepsSummaries }: Planning & { readonly known: KnownEvents },
  twin: FileEvent | undefined,
): Plan {
  const before = known.get(event.key);
  if (before) {
    const isSame = before.ical_digest.equals(event.digest);
    return { ...idle, event, status: isSame ? "UNCHANGED" : "DIFFERS", event_id: before.id };
  }
  // A series that was imported before still has the day: an event that replaces it now would stand beside it.
  const series = event.replaces === null ? undefined : known.get(seriesOf(event));
  if (series && !event.is_cancelled) return { ...idle, event, status: "DIFFERS", event_id: series.id };
  if (twin?.digest.equals(event.digest)) return { ...idle, event, status: "UNCHANGED" };
  if (twin) return refused(event, problem("RESOURCE_ALREADY_EXISTS", { field: "UID" }));
  if (event.is_cancelled) return { ...idle, event, status: "SKIPPED", reason: "CANCELLED" };
  if (event.read instanceof Problem) return refused(event, event.read);
  const { read } = event;
  const note = keepsSummaries && !event.is_private ? event.summary : null;
  const planned = settle(() => planEvent(read, note, common));
  if (planned instanceof Problem) return refused(event, planned);
  if (!planned) return { ...idle, event, status: "SKIPPED", reason: "PAST" };
  return { ...idle, event, status: "WOULD_CREATE", planned };
}

/** Key of the series of an event that replaces a day; the key of such an event ends with that day. */
const seriesOf = ({ key }: FileEvent) => key.slice(0, -" 2026-11-23".length);
const refused = (event: FileEvent, refusal: Problem): Plan => ({ ...idle, event, status: "REFUSED", refusal });
