import type { QueryRunner, Tx } from "#platform/database/database";
import { createRecordset } from "#platform/database/recordset";
import { type Sql, sql, withPlanForEachRun } from "#platform/database/sql";
import type { EventWithAudience, WebhookSubscription } from "./subscription";

/** Due delivery with its address, and the present subscription of its webhook. */
export interface DueWebhookDelivery extends EventWithAudience, Omit<WebhookSubscription, "id"> {
  readonly tenant_id: string;
  readonly id: string;
  readonly webhook_id: string;
  readonly sequence: number;
  readonly occurred_at: string;
  readonly data: string;
  readonly attempts: number;
  readonly url: string;
  readonly sealed_secret: Buffer;
  /** Null once the previous secret has expired. */
  readonly sealed_previous_secret: Buffer | null;
}

interface DueDeliveryQuery {
  readonly tenantId: string;
  /** Node that sends; it sends nothing for a tenant that another node owns, and nothing for an inactive one. */
  readonly owner: string;
  /** Webhooks that have enough deliveries in memory. */
  readonly busy: readonly string[];
  /** Deliveries that are being sent. */
  readonly sending: readonly string[];
  readonly limit: number;
  readonly now: Date;
}

/**
 * Deliveries of each webhook that have been due longest, up to `limit` each; a webhook that is switched off gets tests
 * alone.
 */
export const selectDueWebhookDeliveries = (
  rows: QueryRunner,
  { tenantId, owner, busy, sending, limit, now }: DueDeliveryQuery,
) =>
  rows.many<DueWebhookDelivery>(
    withPlanForEachRun(sql`
    select due.*, webhook.id as webhook_id, webhook.service_account_user_id, webhook.event_types, webhook.branch_ids, webhook.url, webhook.sealed_secret,
      case when webhook.previous_secret_until > ${now} then webhook.sealed_previous_secret end as sealed_previous_secret
    from webhook_cursors own join tenants tenant on tenant.id = own.tenant_id and tenant.active
    join webhooks webhook on webhook.tenant_id = own.tenant_id
    cross join lateral (
      select delivery.tenant_id, delivery.id, delivery.type, delivery.event_id as sequence, delivery.occurred_at, delivery.audience, delivery.data, delivery.attempts
      from webhook_deliveries delivery
      where delivery.tenant_id = webhook.tenant_id and delivery.webhook_id = webhook.id and delivery.status = 'PENDING' and delivery.due_at <= ${now}
        and delivery.id <> all(${sending}::uuid[]) and (webhook.active or delivery.type = 'test')
      order by delivery.due_at, delivery.event_id limit ${limit}) due
    where own.tenant_id = ${tenantId} and own.owner = ${owner} and own.owned_until > ${now} and webhook.id <> all(${busy}::uuid[])`),
  );

/** Gives up deliveries that the account no longer sees, or the webhook does not subscribe to. */
export const giveUpWebhookDeliveries = (
  rows: QueryRunner,
  tenantId: string,
  { ids, now }: { ids: readonly string[]; now: Date },
) =>
  rows.run(sql`
    update webhook_deliveries set status = 'FAILED', due_at = null, last_error = 'NOT_VISIBLE', ended_at = ${now}, updated_at = now()
    where tenant_id = ${tenantId} and id = any(${ids}::uuid[]) and status = 'PENDING'`);

export interface WebhookDeliveryOutcomeRow {
  readonly tenant_id: string;
  readonly id: string;
  /** Number of attempts before this one; a delivery that was sent again by hand in the meantime starts over. */
  readonly attempts_before: number;
  readonly status: "PENDING" | "DELIVERED" | "FAILED";
  readonly at: string;
  readonly due_at: string | null;
  readonly last_status: number | null;
  readonly last_error: string | null;
}
const outcomeRecordset = createRecordset<WebhookDeliveryOutcomeRow>("new", {
  tenant_id: "uuid",
  id: "uuid",
  attempts_before: "int",
  status: "text",
  at: "timestamptz",
  due_at: "timestamptz",
  last_status: "int",
  last_error: "text",
});

/**
 * Writes many outcomes in one commit, because a commit for each would cost more than the delivery itself. What got
 * through is delivered also where the webhook was switched off in the meantime, so that it is not recovered.
 */
export const updateWebhookDeliveryOutcomes = (rows: QueryRunner, outcomes: readonly WebhookDeliveryOutcomeRow[]) =>
  rows.run(
    withPlanForEachRun(sql`
    update webhook_deliveries delivery set status = new.status, attempts = new.attempts_before + 1, due_at = new.due_at, last_attempt_at = new.at,
      last_status = new.last_status, last_error = new.last_error, updated_at = now(),
      delivered_at = case new.status when 'DELIVERED' then new.at end, ended_at = case new.status when 'FAILED' then new.at end
    from ${outcomeRecordset(outcomes)}
    where delivery.tenant_id = new.tenant_id and delivery.id = new.id and delivery.attempts = new.attempts_before
      and (delivery.status = 'PENDING' or delivery.status = 'HELD' and new.status = 'DELIVERED')`),
  );

export interface WebhookIdentifier {
  readonly tenant_id: string;
  readonly id: string;
}
const webhookKeyRecordset = createRecordset<WebhookIdentifier>("named", { tenant_id: "uuid", id: "uuid" });

/** Named webhooks that meet a condition, locked in the order of their ids, as by the reader of their events. */
const lockedWebhooksQuery = (named: readonly WebhookIdentifier[], condition: Sql) => sql`
  select hook.tenant_id, hook.id from webhooks hook join ${webhookKeyRecordset(named)} on hook.tenant_id = named.tenant_id and hook.id = named.id
  where ${condition} order by hook.tenant_id, hook.id for no key update of hook`;
const isLockedWebhook = sql`webhooks.tenant_id = locked.tenant_id and webhooks.id = locked.id`;

/** Clears the failure mark of webhooks with a successful delivery. */
export const clearWebhookFailures = (rows: QueryRunner, webhooks: readonly WebhookIdentifier[]) =>
  rows.run(sql`
    with locked as (${lockedWebhooksQuery(webhooks, sql`hook.failing_since is not null`)})
    update webhooks set failing_since = null from locked where ${isLockedWebhook}`);

/** Marks webhooks without a successful delivery as failing; answers those that have failed since `before`. */
export const markWebhooksFailing = (
  rows: QueryRunner,
  webhooks: readonly WebhookIdentifier[],
  { now, before }: { now: Date; before: Date },
) =>
  rows.many<WebhookIdentifier & { readonly is_over: boolean }>(sql`
    with locked as (${lockedWebhooksQuery(webhooks, sql`hook.active`)})
    update webhooks set failing_since = coalesce(failing_since, ${now}) from locked where ${isLockedWebhook}
    returning webhooks.tenant_id, webhooks.id, webhooks.failing_since <= ${before} as is_over`);

export interface SwitchedOffWebhook {
  readonly url: string;
  readonly description: string | null;
  readonly failing_since: string | null;
  readonly language: string;
  readonly timezone: string;
}

/** Switches a webhook off; undefined when it is off already. */
export const markWebhookSwitchedOff = (tx: Tx, { id, reason }: { id: string; reason: string }) =>
  tx.maybe<SwitchedOffWebhook>(sql`
    update webhooks set active = false, disabled_reason = ${reason}, recovering_since = null, lock_version = webhooks.lock_version + 1, updated_at = now()
    from tenants tenant
    where webhooks.tenant_id = ${tx.tenantId} and webhooks.id = ${id} and webhooks.active and tenant.id = webhooks.tenant_id
    returning webhooks.url, webhooks.description, webhooks.failing_since, tenant.language, tenant.timezone`);

/** Administrators who get the mail. */
export const selectAdministratorsToMail = (tx: Tx) =>
  tx.many<{ id: string; email: string }>(sql`
    select distinct person.id, person.email from users person
    join role_associations held on held.tenant_id = person.tenant_id and held.user_id = person.id
    join roles role on role.tenant_id = held.tenant_id and role.id = held.role_id and role.role_type = 'ADMINISTRATOR'
    where person.tenant_id = ${tx.tenantId} and person.email is not null and not person.blocked order by person.id limit 10`);
