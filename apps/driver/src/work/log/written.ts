import { createResettableStore } from "../memory.ts";
import { logDiagnosticEvent } from "./log.ts";

/** Whether the last tap could not be stored, and has not happened. */
export const hasWriteFailed = createResettableStore(false);

/** Thrown when storing has failed; the screen shows that already. */
export class LocalWriteFailedError extends Error {}

/** Runs a write; a failed one is shown on the screen, because the tap has not happened. */
export async function runAndReportWrite<T>(write: () => Promise<T>): Promise<T> {
  try {
    const answer = await write();
    hasWriteFailed.set(false);
    return answer;
  } catch (cause) {
    hasWriteFailed.set(true);
    logDiagnosticEvent("not written");
    throw new LocalWriteFailedError("not written", { cause });
  }
}
