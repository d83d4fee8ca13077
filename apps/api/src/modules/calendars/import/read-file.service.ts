import { setImmediate } from "node:timers/promises";
import { CALENDAR_IMPORT_EVENTS_MAX } from "@leitstand/contract/operation/limits";
import { Problem, problem } from "#platform/problem";
import { type ImportedEventTimes, readIcsEventTimes, readReplacedSeriesDay } from "./ics-event.service";
import { computeIcsEventDigest, type IcsIdentity, icsIdentityOf, computeIcsEventKey } from "./ics-identity.service";
import { parseIcsComponents, type IcsComponent } from "./ics-parts";
import { IcsToTenantTimeConverter } from "./tenant-clock.service";

/** Event of a file, read as far as possible. */
export interface IcsImportEvent extends IcsIdentity {
  readonly line: number;
  readonly key: string;
  readonly digest: Buffer;
  readonly replaces: string | null;
  /** Times of the event, or the reason why it is refused. */
  readonly read: ImportedEventTimes | Problem;
}
export interface ParsedIcsImport {
  readonly clock: IcsToTenantTimeConverter;
  readonly events: readonly IcsImportEvent[];
}

/** Events read before other requests have their turn. */
const EVENTS_PER_TURN = 50;

export async function parseIcsImport(
  { ics, event_type }: { readonly ics: string; readonly event_type: string },
  tenant: { readonly timezone: string; readonly now: Date },
): Promise<ParsedIcsImport> {
  const file = parseIcsComponents(ics);
  if (typeof file === "string") throw problem("FILE_CONTENT_INVALID", { reason: file });
  if (file.events.length > CALENDAR_IMPORT_EVENTS_MAX)
    throw problem("LIMIT_EXCEEDED", { limit: CALENDAR_IMPORT_EVENTS_MAX, of: "import_events" });
  const clock = new IcsToTenantTimeConverter(file.zones, tenant);
  const days = file.events.map((part) => resultOrProblem(() => readReplacedSeriesDay(part, clock)));
  const replaced = replacedDaysBySeries(file.events, days);
  const events: IcsImportEvent[] = [];
  for (const [index, part] of file.events.entries()) {
    if (index % EVENTS_PER_TURN === EVENTS_PER_TURN - 1) await setImmediate();
    const day = days[index] ?? null;
    events.push(
      readFileEvent(part, { clock, event_type, day, replaced: replaced.get(computeIcsEventKey(part, null)) ?? [] }),
    );
  }
  return { clock, events };
}

interface FileEventContext {
  readonly clock: IcsToTenantTimeConverter;
  readonly event_type: string;
  readonly day: string | Problem | null;
  readonly replaced: readonly string[];
}

function readFileEvent(part: IcsComponent, { clock, event_type, day, replaced }: FileEventContext): IcsImportEvent {
  const replaces = day instanceof Problem ? null : day;
  const others = replaces === null ? replaced : [];
  const read = day instanceof Problem ? day : resultOrProblem(() => readIcsEventTimes(part, clock));
  return {
    ...icsIdentityOf(part),
    line: part.line,
    key: computeIcsEventKey(part, replaces),
    digest: computeIcsEventDigest(part, { event_type, replaced: others }),
    replaces,
    read: read instanceof Problem ? read : { ...read, left_out: [...read.left_out, ...others] },
  };
}

/** Days of each series that other events of the file replace, in order. */
function replacedDaysBySeries(parts: readonly IcsComponent[], days: readonly (string | Problem | null)[]) {
  const bySeries = new Map<string, Set<string>>();
  for (const [index, part] of parts.entries()) {
    const day = days[index];
    if (typeof day !== "string") continue;
    const key = computeIcsEventKey(part, null);
    const known = bySeries.get(key);
    if (known) known.add(day);
    else bySeries.set(key, new Set([day]));
  }
  return new Map([...bySeries].map(([key, known]) => [key, [...known].sort()]));
}

/** Returns a refusal instead of throwing it; all other errors are thrown. */
export function resultOrProblem<T>(work: () => T): T | Problem {
  try {
    return work();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
