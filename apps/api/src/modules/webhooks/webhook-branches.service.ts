import type { Tx } from "#platform/database/database";
import { switchWebhookOffInTransaction } from "./switch-off.service";
import { removeBranchFromWebhooks } from "./webhooks.sql";

/**
 * Removes a branch from webhooks. One that is left without a branch is switched off, because it was never meant for all
 * of them.
 */
export async function removeBranchFromAllWebhooks(tx: Tx, branchId: string, now: Date): Promise<void> {
  for (const { id, is_without } of await removeBranchFromWebhooks(tx, branchId))
    if (is_without) await switchWebhookOffInTransaction(tx, { id, reason: "NO_BRANCH", now });
}
