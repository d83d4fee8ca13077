import { createMemory } from "../memory.ts";
import type { LogRow } from "#storage/database.ts";
import { writeSafely } from "#storage/write-safely.ts";
import { db, secrets } from "#work/phone.ts";
import { technicalPath } from "./technical-path.ts";

/** What somebody needs who looks for a fault: nothing that was typed, and nobody's name. */

const LINES_MAX = 500;

type Event = "start" | "unlocked" | "locked" | "online" | "offline" | "not written";

export const note = (event: Event) => append(event);

/** Only the kind of a fault: its message may quote what was typed. */
const noteFault = (error: unknown) => append(`fault ${error instanceof Error ? error.name : "unknown"}`);

interface Exchange {
  readonly method: string;
  readonly address: string;
  readonly status: number;
}

/** What changes something, and what fails; all that is merely read would push it out of the log. */
export function noteExchange({ method, address, status }: Exchange) {
  if (method !== "GET" || status >= 400) append(`${method} ${technicalPath(address)} ${status}`);
}

function append(line: string) {
  // A phone that knows nobody, or was wiped, keeps nothing.
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

/** Of the screen that shows them, the newest first. */
export const logLines = createMemory<readonly LogRow[]>([]);
export const readLog = async () => logLines.set((await db.log.toArray()).toReversed());

/** For as long as the page lives. */
export function noteFaults() {
  note("start");
  window.addEventListener("error", ({ error }) => noteFault(error));
  window.addEventListener("unhandledrejection", ({ reason }) => noteFault(reason));
}
