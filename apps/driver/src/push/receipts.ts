import type { Client } from "@leitstand/client/client";
import { ApiProblem } from "@leitstand/client/problem";
import { serverTimeOfStamp } from "#outbox/clock-offset.ts";
import { type RefusalConsequence, consequenceOfRefusal } from "#outbox/refusal.ts";
import type { DriverDatabase } from "#storage/database.ts";
import type { CaseAndTourIdsInUrl } from "./notice.ts";

interface SendReceiptsOptions {
  readonly db: DriverDatabase;
  readonly client: Pick<Client, "confirmReceipt">;
  /** Milliseconds to add to this phone's clock, as an answer has told; null while none has. */
  readonly clockOffset: () => number | null;
}

/** Stores that a case has reached this phone. It tells the dispatcher that the crew can know of it, read or not. */
export const storeCaseReceipt = (db: DriverDatabase, { case_id, tour_id }: CaseAndTourIdsInUrl) =>
  db.receipts.add({ case_id, tour_id, at: Date.now() });

const RECEIPTS_PER_REQUEST = 100;

/** Sends stored receipts; returns what prevents the rest. */
export async function sendCaseReceipts({
  db,
  client,
  clockOffset,
}: SendReceiptsOptions): Promise<"done" | RefusalConsequence> {
  for (;;) {
    const rows = await db.receipts.orderBy("seq").limit(RECEIPTS_PER_REQUEST).toArray();
    if (rows.length === 0) return "done";
    const offset = clockOffset();
    if (offset === null) return "again";
    const clock = { now: Date.now(), offset };
    const receipts = rows.map(({ case_id, tour_id, at }) => ({
      case_id,
      tour_id,
      received_at: new Date(serverTimeOfStamp({ at, offset: null }, clock)).toISOString(),
    }));
    const consequence = await client.confirmReceipt({ receipts }).then(() => undefined, consequenceOfFault);
    if (consequence !== undefined && consequence !== "refused") return consequence;
    // Refused receipts are not sent again: the app sends one for every case that it fetches.
    await db.receipts.bulkDelete(rows.map(({ seq }) => seq));
  }
}

function consequenceOfFault(error: unknown): RefusalConsequence {
  if (error instanceof ApiProblem) return consequenceOfRefusal(error);
  throw error;
}
