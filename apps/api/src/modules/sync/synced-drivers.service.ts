import type { Tx } from "#platform/database/database";
import { revokeSessionTokens } from "#platform/access/token-changes";
import { blockUsers, updateSyncedUsers } from "#modules/accounts/index";
import { voidPasswordLinks } from "#modules/auth/index";

/** Brings drivers up to date. Links to set a password that were mailed to an earlier address become void. */
export async function updateDrivers(tx: Tx, rows: Parameters<typeof updateSyncedUsers>[1]) {
  const updated = await updateSyncedUsers(tx, rows);
  const moved = updated.filter(({ has_new_email }) => has_new_email);
  voidPasswordLinks(
    tx,
    moved.map(({ id }) => id),
  );
  return updated;
}

/** Blocks drivers, and ends their sessions for good: once they are unblocked, they have to sign in again. */
export async function blockDrivers(tx: Tx, ids: readonly string[], now: Date) {
  const blocked = await blockUsers(tx, ids);
  for (const { id } of blocked) await revokeSessionTokens(tx, { user_id: id, kinds: ["USER"], now });
  return blocked;
}
