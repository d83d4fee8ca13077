import { createMemory } from "../memory.ts";
import type { LogRow } from "#storage/database.ts";
import { writeSafely } from "#storage/write-safely.ts";
import { db, secrets } from "#work/phone.ts";
import { technicalPath } from "./technical-path.ts";

/** Log for finding faults: it contains no typed text and no names. */

const LINES_MAX = 500;

type Event = "start" | "unlocked" | "locked" | "online" | "offline" | "not written";

export const note = (event: Event) => append(event);

/** Logs only the name of an error: its message may quote typed text. */
const noteFault = (error: unknown) => append(`fault ${error instanceof Error ? error.name : "unknown"}`);

interface Exchange {
  readonly method: string;
  readonly address: string;
  readonly status: number;
}

/** Logs requests that change something, and failed ones; all reads would push these out of the log. */
export function noteExchange({ method, address, status }: Exchange) {
  if (method !== "GET" || status >= 400) append(`${method} ${technicalPath(address)} ${status}`);
}

function append(line: string) {
  // A phone that has not signed in, or was wiped, stores no log.
  if (secrets.get() === null) return;
  void keep(line).catch(() => undefined);
}

async function keep(line: string) {
  await writeSafely(db, () =>
    db.transaction("rw", db.log, async () => {
      const id = await db.log.add({ at: Date.now(), line });
      await db.log
        .where("id")
        .belowOrEqual(id - LINES_MAX)
        .delete();
    }),
  );
}

/** Lines for the log screen, the newest first. */
export const logLines = createMemory<readonly LogRow[]>([]);
export const readLog = async () => logLines.set((await db.log.toArray()).toReversed());

/** Logs faults for as long as the page lives. */
export function noteFaults() {
  note("start");
  window.addEventListener("error", ({ error }) => noteFault(error));
  window.addEventListener("unhandledrejection", ({ reason }) => noteFault(reason));
}
