import { setImmediate } from "node:timers/promises";
import { CALENDAR_IMPORT_EVENTS_MAX } from "@leitstand/contract/operation/limits";
import { Problem, problem } from "#platform/problem";
import { type ReadEvent, readEvent, replacedDay } from "./ics-event.service";
import { digestOf, type IcsIdentity, identityOf, keyOf } from "./ics-identity.service";
import { cutIcs, type IcsPart } from "./ics-parts";
import { TenantClock } from "./tenant-clock.service";

/** Event of a file, read as far as possible. */
export interface FileEvent extends IcsIdentity {
  readonly line: number;
  readonly key: string;
  readonly digest: Buffer;
  readonly replaces: string | null;
  /** Times of the event, or the reason why it is refused. */
  readonly read: ReadEvent | Problem;
}
export interface ReadFile {
  readonly clock: TenantClock;
  readonly events: readonly FileEvent[];
}

/** Events read before other requests have their turn. */
const AT_A_TIME = 50;

export async function readFile(
  { ics, event_type }: { readonly ics: string; readonly event_type: string },
  tenant: { readonly timezone: string; readonly now: Date },
): Promise<ReadFile> {
  const file = cutIcs(ics);
  if (typeof file === "string") throw problem("FILE_CONTENT_INVALID", { reason: file });
  if (file.events.length > CALENDAR_IMPORT_EVENTS_MAX)
    throw problem("LIMIT_EXCEEDED", { limit: CALENDAR_IMPORT_EVENTS_MAX, of: "import_events" });
  const clock = new TenantClock(file.zones, tenant);
  const days = file.events.map((part) => settle(() => replacedDay(part, clock)));
  const replaced = daysBySeries(file.events, days);
  const events: FileEvent[] = [];
  for (const [index, part] of file.events.entries()) {
    if (index % AT_A_TIME === AT_A_TIME - 1) await setImmediate();
    const day = days[index] ?? null;
    events.push(fileEvent(part, { clock, event_type, day, replaced: replaced.get(keyOf(part, null)) ?? [] }));
  }
  return { clock, events };
}

interface Beside {
  readonly clock: TenantClock;
  readonly event_type: string;
  readonly day: string | Problem | null;
  readonly replaced: readonly string[];
}

function fileEvent(part: IcsPart, { clock, event_type, day, replaced }: Beside): FileEvent {
  const replaces = day instanceof Problem ? null : day;
  const others = replaces === null ? replaced : [];
  const read = day instanceof Problem ? day : settle(() => readEvent(part, clock));
  return {
    ...identityOf(part),
    line: part.line,
    key: keyOf(part, replaces),
    digest: digestOf(part, { event_type, replaced: others }),
    replaces,
    read: read instanceof Problem ? read : { ...read, left_out: [...read.left_out, ...others] },
  };
}

/** Days of each series that other events of the file replace, in order. */
function daysBySeries(parts: readonly IcsPart[], days: readonly (string | Problem | null)[]) {
  const bySeries = new Map<string, Set<string>>();
  for (const [index, part] of parts.entries()) {
    const day = days[index];
    if (typeof day !== "string") continue;
    const key = keyOf(part, null);
    const known = bySeries.get(key);
    if (known) known.add(day);
    else bySeries.set(key, new Set([day]));
  }
  return new Map([...bySeries].map(([key, known]) => [key, [...known].sort()]));
}

/** Answers a refusal instead of throwing it; all other errors are thrown. */
export function settle<T>(work: () => T): T | Problem {
  try {
    return work();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
