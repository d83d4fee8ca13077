import type { DriverDatabase } from "#storage/database.ts";
import { readEntries } from "./write.ts";

/** Of a tour that has not begun for the server it keeps no position. */
export async function isStartWaiting(db: DriverDatabase, deviceKey: CryptoKey): Promise<boolean> {
  const entries = await readEntries(db, deviceKey);
  return entries.some(
    ({ content, status }) => status !== "sent" && (content.op === "startTour" || content.op === "createAndStartTour"),
  );
}
