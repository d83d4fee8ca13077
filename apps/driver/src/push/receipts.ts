import type { Client } from "@leitstand/client/client";
import { ApiProblem } from "@leitstand/client/problem";
import { type Consequence, consequenceOf } from "#outbox/refusal.ts";
import type { DriverDatabase } from "#storage/database.ts";
import type { NamedLink } from "./notice.ts";

interface SendOptions {
  readonly db: DriverDatabase;
  readonly client: Pick<Client, "confirmReceipt">;
  /** Milliseconds to add to this phone's clock, as known from answers. */
  readonly clockOffset: () => number;
}

/** Stores that a case has reached this phone. It tells the dispatcher that the crew can know of it, read or not. */
export const keepReceipt = (db: DriverDatabase, { case_id, tour_id }: NamedLink) =>
  db.receipts.add({ case_id, tour_id, at: Date.now() });

const RECEIPTS_MAX = 100;

/** Sends stored receipts; returns what prevents the rest. */
export async function sendReceipts({ db, client, clockOffset }: SendOptions): Promise<"done" | Consequence> {
  for (;;) {
    const rows = await db.receipts.orderBy("seq").limit(RECEIPTS_MAX).toArray();
    if (rows.length === 0) return "done";
    const receipts = rows.map(({ case_id, tour_id, at }) => ({
      case_id,
      tour_id,
      received_at: new Date(at + clockOffset()).toISOString(),
    }));
    const consequence = await client.confirmReceipt({ receipts }).then(() => undefined, consequenceOfFault);
    if (consequence !== undefined && consequence !== "refused") return consequence;
    // Refused receipts are not sent again: the app sends one for every case that it fetches.
    await db.receipts.bulkDelete(rows.map(({ seq }) => seq));
  }
}

function consequenceOfFault(error: unknown): Consequence {
  if (error instanceof ApiProblem) return consequenceOf(error);
  throw error;
}
