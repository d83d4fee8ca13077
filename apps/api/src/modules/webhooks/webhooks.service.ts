import { randomUUID } from "node:crypto";
import type { Webhook, WebhookCreateRequest, WebhookUpdateRequest } from "@leitstand/contract/board/webhook";
import { webhookRules } from "@leitstand/contract/board/webhook";
import type { Static } from "@leitstand/contract/core/schema";
import type { Principal } from "#platform/access/principal";
import { selectAccounts } from "#platform/access/principals";
import type { Database, Tx } from "#platform/database/database";
import { checkReferences } from "#platform/database/references";
import { sql } from "#platform/database/sql";
import type { Services } from "#platform/http/handler";
import { notFound, problem } from "#platform/problem";
import { checkHoldsAllGrantsOf } from "#modules/roles/index";
import { hastenDeliveries, holdDeliveries, removeSomeDeliveries } from "./deliveries.sql";
import { findUnseen } from "./event-selection.service";
import { newSecret } from "./webhook-signature.service";
import {
  countWebhooks,
  insertWebhook,
  lockBranches,
  lockCursor,
  lockWebhook,
  removeUnusedCursor,
  removeWebhook,
  selectServiceAccount,
  selectWebhook,
  selectWebhooks,
  updateRecovery,
  updateSecret,
  updateWebhook,
} from "./webhooks.sql";

interface Caller {
  readonly principal: Principal;
  readonly now: Date;
}

const HOUR_MS = 3_600_000;
const DELETED_AT_ONCE = 5_000;

export const listWebhooks = selectWebhooks;

export async function getWebhook(tx: Tx, id: string): Promise<Webhook> {
  const webhook = await selectWebhook(tx, id);
  if (!webhook) throw notFound("webhook", id);
  return webhook;
}

export async function createWebhook(
  tx: Tx,
  principal: Principal,
  { sealing, ...draft }: Static<typeof WebhookCreateRequest> & Pick<Services, "sealing">,
) {
  const [id, secret] = [randomUUID(), newSecret()];
  await lockCursor(tx);
  if ((await countWebhooks(tx)).count >= webhookRules.webhooks_max)
    throw problem("LIMIT_EXCEEDED", { limit: webhookRules.webhooks_max });
  await checkSubscription(tx, principal, draft);
  const sealed_secret = sealing.seal(secret, "webhook", tx.tenantId, id);
  return { ...(await insertWebhook(tx, { ...draft, id, sealed_secret })), secret };
}

export async function changeWebhook(
  tx: Tx,
  { principal, now }: Caller,
  change: Static<typeof WebhookUpdateRequest> & { readonly id: string },
) {
  const before = await lockOne(tx, change.id);
  const after = { ...before, ...change };
  if (after.active && after.branch_ids?.length === 0)
    throw problem("FIELD_COMBINATION_INVALID", { fields: "active, branch_ids" });
  // Changing any of these could send the account's events to the caller's own address.
  if (
    change.url !== undefined ||
    change.service_account_user_id !== undefined ||
    change.event_types !== undefined ||
    change.branch_ids !== undefined
  )
    await checkSubscription(tx, principal, after);
  const changed = await updateWebhook(tx, before, change);
  if (!changed) {
    const { lock_version } = change;
    throw problem("LOCK_VERSION_CONFLICT", { lock_version, current_lock_version: before.lock_version });
  }
  if (!changed.active) await holdDeliveries(tx, change.id, now);
  return changed;
}

/** Deletes the deliveries of a webhook in short statements: there may be hundreds of thousands. */
export async function deleteDeliveries(db: Database, { tenant_id }: Principal, id: string) {
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) => db.transaction(tenant_id, work);
  await inTenant((tx) => lockOne(tx, id));
  while ((await inTenant((tx) => removeSomeDeliveries(tx, id, DELETED_AT_ONCE))) === DELETED_AT_ONCE);
}

export async function deleteWebhook(tx: Tx, id: string) {
  await lockCursor(tx);
  await removeWebhook(tx, id);
  await removeUnusedCursor(tx);
}

/** Rotates the secret. The former one signs beside the new one for a day; the one before that signs no more. */
export async function rotateSecret(
  tx: Tx,
  { id, now, sealing }: { readonly id: string; readonly now: Date } & Pick<Services, "sealing">,
) {
  const secret = newSecret();
  const until = new Date(now.getTime() + webhookRules.overlap_hours * HOUR_MS);
  const sealed_secret = sealing.seal(secret, "webhook", tx.tenantId, id);
  const webhook = await updateSecret(tx, { id, until, sealed_secret });
  if (!webhook) throw notFound("webhook", id);
  return { ...webhook, secret };
}

export async function recoverWebhook(tx: Tx, { id, since: text, now }: { id: string; since: string; now: Date }) {
  const since = new Date(text);
  const min = new Date(now.getTime() - webhookRules.undelivered_days * 24 * HOUR_MS);
  if (since < min || since > now)
    throw problem("TIME_OUT_OF_RANGE", { field: "since", min: min.toISOString(), max: now.toISOString() });
  if (!(await lockOne(tx, id)).active) throw problem("FIELD_COMBINATION_INVALID", { fields: "active" });
  await hastenDeliveries(tx, { id, since, now });
  return updateRecovery(tx, { id, since });
}

export async function lockOne(tx: Tx, id: string): Promise<Webhook> {
  const webhook = await lockWebhook(tx, id);
  if (!webhook) throw notFound("webhook", id);
  return webhook;
}

type Subscription = Pick<Static<typeof WebhookCreateRequest>, "service_account_user_id" | "event_types" | "branch_ids">;

/**
 * Checks a subscription. A webhook sends what its account sees, so the caller must hold all of the account's grants.
 */
async function checkSubscription(
  tx: Tx,
  principal: Principal,
  { service_account_user_id: accountId, event_types, branch_ids }: Subscription,
) {
  if (!(await selectServiceAccount(tx, accountId)))
    throw problem("REFERENCE_NOT_FOUND", { field: "service_account_user_id", id: accountId });
  if (branch_ids) lockBranches(tx, branch_ids);
  await checkReferences(tx, [{ field: "branch_ids", table: sql`branches`, ids: branch_ids ?? [] }]);
  await checkHoldsAllGrantsOf(tx, principal, accountId);
  const [account] = await selectAccounts(tx, tx.tenantId, [accountId]);
  if (!account || findUnseen(account, event_types) !== undefined)
    throw problem("FIELD_COMBINATION_INVALID", { fields: "service_account_user_id, event_types" });
}
