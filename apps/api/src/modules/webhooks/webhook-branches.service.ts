import type { Tx } from "#platform/database/database";
import { switchOffIn } from "./switch-off.service";
import { removeBranchFromWebhooks } from "./webhooks.sql";

/** A webhook that is left without any branch is switched off: nobody has asked for it to be called for all of them. */
export async function forgetBranchInWebhooks(tx: Tx, branchId: string, now: Date): Promise<void> {
  for (const { id, is_without } of await removeBranchFromWebhooks(tx, branchId))
    if (is_without) await switchOffIn(tx, { id, reason: "NO_BRANCH", now });
}
