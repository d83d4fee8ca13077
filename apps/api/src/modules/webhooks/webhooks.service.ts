import { randomUUID } from "node:crypto";
import type { Webhook, WebhookCreateRequest, WebhookUpdateRequest } from "@leitstand/contract/board/webhook";
import { webhookDeliveryLimits } from "@leitstand/contract/board/webhook";
import type { Static } from "@leitstand/contract/core/schema";
import type { Principal } from "#platform/access/principal";
import { selectServiceAccountRoles } from "#platform/access/principals";
import type { Database, Tx } from "#platform/database/database";
import { checkReferencedIdsExist } from "#platform/database/references";
import { sql } from "#platform/database/sql";
import type { SharedServices } from "#platform/http/handler";
import { notFound, problem } from "#platform/problem";
import { checkCallerHoldsGrantsOfUser } from "#modules/roles/index";
import { makeWebhookDeliveriesDue, holdWaitingWebhookDeliveries, deleteWebhookDeliveryBatch } from "./deliveries.sql";
import { findInvisibleEventType } from "./event-selection.service";
import { createWebhookSecret } from "./webhook-signature.service";
import {
  countWebhooks,
  insertWebhook,
  lockBranchesOfWebhook,
  lockWebhookCursor,
  lockWebhook,
  removeUnusedWebhookCursor,
  removeWebhook,
  selectServiceAccountId,
  selectWebhook,
  selectWebhooks,
  startWebhookRecovery,
  updateWebhookSecret,
  updateWebhookSwitchedOff,
  updateWebhook,
} from "./webhooks.sql";

interface WebhookCaller {
  readonly principal: Principal;
  readonly now: Date;
}

const HOUR_MS = 3_600_000;
const DELETION_BATCH_SIZE = 5_000;

export const listWebhooks = selectWebhooks;

export async function getWebhook(tx: Tx, id: string): Promise<Webhook> {
  const webhook = await selectWebhook(tx, id);
  if (!webhook) throw notFound("webhook", id);
  return webhook;
}

export async function createWebhook(
  tx: Tx,
  principal: Principal,
  { sealing, ...draft }: Static<typeof WebhookCreateRequest> & Pick<SharedServices, "sealing">,
) {
  const [id, secret] = [randomUUID(), createWebhookSecret()];
  await lockWebhookCursor(tx);
  if ((await countWebhooks(tx)).count >= webhookDeliveryLimits.webhooks_max)
    throw problem("LIMIT_EXCEEDED", { limit: webhookDeliveryLimits.webhooks_max });
  await checkWebhookSubscription(tx, principal, draft);
  const sealed_secret = sealing.seal(secret, "webhook", tx.tenantId, id);
  return { ...(await insertWebhook(tx, { ...draft, id, sealed_secret })), secret };
}

export async function changeWebhook(
  tx: Tx,
  { principal, now }: WebhookCaller,
  change: Static<typeof WebhookUpdateRequest> & { readonly id: string },
) {
  const before = await lockExistingWebhook(tx, change.id);
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
    await checkWebhookSubscription(tx, principal, after);
  const changed = await updateWebhook(tx, before, change);
  if (!changed) {
    const { lock_version } = change;
    throw problem("LOCK_VERSION_CONFLICT", { lock_version, current_lock_version: before.lock_version });
  }
  if (!changed.active) await holdWaitingWebhookDeliveries(tx, change.id, now);
  return changed;
}

/**
 * Deletes the deliveries of a webhook in short statements: there may be hundreds of thousands. It is switched off first,
 * so that nothing more is made or sent, and a webhook whose deletion was cut short is seen to be off.
 */
export async function deleteDeliveriesOfWebhook(db: Database, { tenant_id }: Pick<Principal, "tenant_id">, id: string) {
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) => db.transaction(tenant_id, work);
  if ((await inTenant((tx) => updateWebhookSwitchedOff(tx, id))) === 0) throw notFound("webhook", id);
  while ((await inTenant((tx) => deleteWebhookDeliveryBatch(tx, id, DELETION_BATCH_SIZE))) === DELETION_BATCH_SIZE);
}

export async function deleteWebhook(tx: Tx, id: string) {
  await lockWebhookCursor(tx);
  await removeWebhook(tx, id);
  await removeUnusedWebhookCursor(tx);
}

/** Rotates the secret. The former one signs beside the new one for a day; the one before that signs no more. */
export async function rotateWebhookSecret(
  tx: Tx,
  { id, now, sealing }: { readonly id: string; readonly now: Date } & Pick<SharedServices, "sealing">,
) {
  const secret = createWebhookSecret();
  const until = new Date(now.getTime() + webhookDeliveryLimits.overlap_hours * HOUR_MS);
  const sealed_secret = sealing.seal(secret, "webhook", tx.tenantId, id);
  const webhook = await updateWebhookSecret(tx, { id, until, sealed_secret });
  if (!webhook) throw notFound("webhook", id);
  return { ...webhook, secret };
}

export async function recoverWebhook(tx: Tx, { id, since: text, now }: { id: string; since: string; now: Date }) {
  const since = new Date(text);
  const min = new Date(now.getTime() - webhookDeliveryLimits.undelivered_days * 24 * HOUR_MS);
  if (since < min || since > now)
    throw problem("TIME_OUT_OF_RANGE", { field: "since", min: min.toISOString(), max: now.toISOString() });
  if (!(await lockExistingWebhook(tx, id)).active) throw problem("FIELD_COMBINATION_INVALID", { fields: "active" });
  await makeWebhookDeliveriesDue(tx, { id, since, now });
  return startWebhookRecovery(tx, { id, since });
}

export async function lockExistingWebhook(tx: Tx, id: string): Promise<Webhook> {
  const webhook = await lockWebhook(tx, id);
  if (!webhook) throw notFound("webhook", id);
  return webhook;
}

type RequestedSubscription = Pick<
  Static<typeof WebhookCreateRequest>,
  "service_account_user_id" | "event_types" | "branch_ids"
>;

/**
 * Checks a subscription. A webhook sends what its account sees, so the caller must hold all of the account's grants.
 */
async function checkWebhookSubscription(
  tx: Tx,
  principal: Principal,
  { service_account_user_id: accountId, event_types, branch_ids }: RequestedSubscription,
) {
  if (!(await selectServiceAccountId(tx, accountId)))
    throw problem("REFERENCE_NOT_FOUND", { field: "service_account_user_id", id: accountId });
  if (branch_ids) lockBranchesOfWebhook(tx, branch_ids);
  await checkReferencedIdsExist(tx, [{ field: "branch_ids", table: sql`branches`, ids: branch_ids ?? [] }]);
  await checkCallerHoldsGrantsOfUser(tx, principal, accountId);
  const [account] = await selectServiceAccountRoles(tx, tx.tenantId, [accountId]);
  if (!account || findInvisibleEventType(account, event_types) !== undefined)
    throw problem("FIELD_COMBINATION_INVALID", { fields: "service_account_user_id, event_types" });
}
