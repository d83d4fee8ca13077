import type { DriverDatabase } from "#storage/database.ts";
import { readOutboxEntries } from "./write.ts";

/** Whether the start of a tour is still unsent: for a tour that has not begun the server keeps no positions. */
export async function isShiftStartUnsent(db: DriverDatabase, deviceKey: CryptoKey): Promise<boolean> {
  const entries = await readOutboxEntries(db, deviceKey);
  return entries.some(
    ({ content, status }) => status !== "sent" && (content.op === "startTour" || content.op === "createAndStartTour"),
  );
}
