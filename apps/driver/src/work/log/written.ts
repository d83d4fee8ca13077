import { createMemory } from "../memory.ts";
import { note } from "./log.ts";

/** Whether the last tap could not be stored, and has not happened. */
export const isNotWritten = createMemory(false);

/** Thrown when storing has failed; the screen shows that already. */
export class NotWrittenError extends Error {}

/** Runs a write; a failed one is shown on the screen, because the tap has not happened. */
export async function written<T>(write: () => Promise<T>): Promise<T> {
  try {
    const answer = await write();
    isNotWritten.set(false);
    return answer;
  } catch (cause) {
    isNotWritten.set(true);
    note("not written");
    throw new NotWrittenError("not written", { cause });
  }
}
