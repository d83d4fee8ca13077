/** Log for finding faults: it contains no typed text and no names. */
import { createResettableStore } from "../memory.ts";
import type { DiagnosticLogRow } from "#storage/database.ts";
import { writeWithOneRetry } from "#storage/write-safely.ts";
import { driverDb, phoneSecrets } from "#work/phone.ts";
import { pathWithoutIds } from "./technical-path.ts";

const LOG_LINES_MAX = 500;

type LogEvent = "start" | "unlocked" | "locked" | "online" | "offline" | "not written";

export const logDiagnosticEvent = (event: LogEvent) => appendLine(event);

/** Logs only the name of an error: its message may quote typed text. */
const logFault = (error: unknown) => appendLine(`fault ${error instanceof Error ? error.name : "unknown"}`);

interface LoggedExchange {
  readonly method: string;
  readonly address: string;
  readonly status: number;
}

/** Logs requests that change something, and failed ones; all reads would push these out of the log. */
export function logApiExchange({ method, address, status }: LoggedExchange) {
  if (method !== "GET" || status >= 400) appendLine(`${method} ${pathWithoutIds(address)} ${status}`);
}

function appendLine(line: string) {
  // A phone that has not signed in, or was wiped, stores no log.
  if (phoneSecrets.get() === null) return;
  void storeLine(line).catch(() => undefined);
}

async function storeLine(line: string) {
  await writeWithOneRetry(driverDb, () =>
    driverDb.transaction("rw", driverDb.log, async () => {
      const id = await driverDb.log.add({ at: Date.now(), line });
      await driverDb.log
        .where("id")
        .belowOrEqual(id - LOG_LINES_MAX)
        .delete();
    }),
  );
}

/** Lines for the log screen, the newest first. */
export const diagnosticLogLines = createResettableStore<readonly DiagnosticLogRow[]>([]);
export const readDiagnosticLog = async () => diagnosticLogLines.set((await driverDb.log.toArray()).toReversed());

/** Logs faults for as long as the page lives. */
export function logUncaughtFaults() {
  logDiagnosticEvent("start");
  window.addEventListener("error", ({ error }) => logFault(error));
  window.addEventListener("unhandledrejection", ({ reason }) => logFault(reason));
}
