import type { Client } from "@leitstand/client/client";
import { ApiProblem } from "@leitstand/client/problem";
import { type Consequence, consequenceOf } from "#outbox/refusal.ts";
import type { DriverDatabase } from "#storage/database.ts";
import type { NamedLink } from "./notice.ts";

interface SendOptions {
  readonly db: DriverDatabase;
  readonly client: Pick<Client, "confirmReceipt">;
  /** What to add to this phone's clock, as learnt from answers. */
  readonly clockOffset: () => number;
}

/** The dispatcher sees that a crew can know of a case, whether or not anybody has looked at it. */
export const keepReceipt = (db: DriverDatabase, { case_id, tour_id }: NamedLink) =>
  db.receipts.add({ case_id, tour_id, at: Date.now() });

const RECEIPTS_MAX = 100;

/** Sends what was kept; answers what stands in the way of the rest. */
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
    // What was refused is not asked again: the app tells of every case that it fetches.
    await db.receipts.bulkDelete(rows.map(({ seq }) => seq));
  }
}

function consequenceOfFault(error: unknown): Consequence {
  if (error instanceof ApiProblem) return consequenceOf(error);
  throw error;
}
