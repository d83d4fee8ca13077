import type { LinkReceiptsRequest } from "@leitstand/contract/cases/link-receipts";
import type { Scope } from "#platform/access/principal";
import { refuseFutureTime } from "#platform/clock";
import type { Tx } from "#platform/database/database";
import { announceCase } from "./case-reader.service";
import { markLinksReceived } from "./link-receipts.sql";

/** Stores that the phone has these cases, and notifies dispatchers of those that were new. */
export async function confirmLinkReceipts(
  tx: Tx,
  scope: Scope,
  { receipts, now }: LinkReceiptsRequest & { readonly now: Date },
) {
  for (const { received_at } of receipts) refuseFutureTime("receipts.received_at", received_at, now);
  const confirmed = await markLinksReceived(tx, scope, receipts);
  for (const case_id of new Set(confirmed.map((link) => link.case_id)))
    await announceCase(tx, case_id, { change: "updated" });
  return { accepted: confirmed.length, ignored: receipts.length - confirmed.length };
}
