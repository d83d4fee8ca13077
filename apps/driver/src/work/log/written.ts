import { createMemory } from "../memory.ts";
import { note } from "./log.ts";

/** True: what was tapped last could not be written down, and has not happened. */
export const isNotWritten = createMemory(false);

/** The screen knows of it already. */
export class NotWrittenError extends Error {}

/** What cannot be written has not happened, and the screen says so. */
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
