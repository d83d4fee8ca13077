import type { Tx } from "#platform/database/database";
import { revokeSessionTokens } from "#platform/access/token-changes";
import { blockUsers, updateSyncedUsers } from "#modules/accounts/index";
import { voidPasswordLinks, voidPinTokens } from "#modules/auth/index";

/**
 * Brings drivers up to date. Links to set a password that were mailed to an earlier address become void, and PIN tokens,
 * which are the proof of an earlier number.
 */
export async function updateDrivers(tx: Tx, rows: Parameters<typeof updateSyncedUsers>[1], now: Date) {
  const updated = await updateSyncedUsers(tx, rows);
  const idsOf = (changed: typeof updated) => changed.map(({ id }) => id);
  voidPasswordLinks(tx, idsOf(updated.filter(({ has_new_email }) => has_new_email)));
  await voidPinTokens(tx, idsOf(updated.filter(({ has_new_phone_number }) => has_new_phone_number)), now);
  return updated;
}

/** Blocks drivers, and ends their sessions for good: once they are unblocked, they have to sign in again. */
export async function blockDrivers(tx: Tx, ids: readonly string[], now: Date) {
  const blocked = await blockUsers(tx, ids);
  for (const { id } of blocked) await revokeSessionTokens(tx, { user_id: id, kinds: ["USER"], now });
  return blocked;
}
