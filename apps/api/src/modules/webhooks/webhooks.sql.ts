import type { Static } from "@leitstand/contract/core/schema";
import type { Webhook, WebhookCreateRequest, WebhookUpdateRequest } from "@leitstand/contract/board/webhook";
import type { Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";

const webhookColumns = sql`id, created_at, updated_at, lock_version, url, description, service_account_user_id, event_types, branch_ids, active,
  disabled_reason, failing_since, recovering_since, case when previous_secret_until > now() then previous_secret_until end as previous_secret_until`;

export const selectWebhooks = (tx: Tx) =>
  tx.many<Webhook>(
    sql`select ${webhookColumns} from webhooks where tenant_id = ${tx.tenantId} order by created_at, id`,
  );

export const selectWebhook = (tx: Tx, id: string) =>
  tx.maybe<Webhook>(sql`select ${webhookColumns} from webhooks where tenant_id = ${tx.tenantId} and id = ${id}`);

/**
 * Locks a webhook until the commit, so that changes of it follow each other and the sender sees it before or after
 * them.
 */
export const lockWebhook = (tx: Tx, id: string) =>
  tx.maybe<Webhook>(
    sql`select ${webhookColumns} from webhooks where tenant_id = ${tx.tenantId} and id = ${id} for update`,
  );

/**
 * Locks the tenant's cursor until the commit, so that webhooks are counted one after the other. The first webhook
 * begins at the present, after the last event that has a position; nodes of the previous release read on from `xid` and
 * `id`.
 */
export const lockWebhookCursor = (tx: Tx) =>
  tx.run(sql`
    insert into webhook_cursors (tenant_id, position, xid, id, timeline)
    select ${tx.tenantId}, coalesce((
        select position from event_positions where tenant_id = ${tx.tenantId} order by position desc limit 1), 0),
      coalesce(newest.xid, '0'::xid8), coalesce(newest.id, 0), event_log_timeline()
    from (select 1) present left join lateral (
      select xid, id from events where tenant_id = ${tx.tenantId} and xid < pg_snapshot_xmin(pg_current_snapshot())
      order by xid desc, id desc limit 1) newest on true
    on conflict (tenant_id) do update set tenant_id = excluded.tenant_id`);

export const countWebhooks = (tx: Tx) =>
  tx.one<{ count: number }>(sql`select count(*) as count from webhooks where tenant_id = ${tx.tenantId}`);

interface WebhookDraft extends Static<typeof WebhookCreateRequest> {
  readonly id: string;
  readonly sealed_secret: Buffer;
}

export const insertWebhook = (tx: Tx, draft: WebhookDraft) =>
  tx.one<Webhook>(sql`
    insert into webhooks (tenant_id, id, url, description, service_account_user_id, event_types, branch_ids, active, sealed_secret)
    values (${tx.tenantId}, ${draft.id}, ${draft.url}, ${draft.description ?? null}, ${draft.service_account_user_id}, ${draft.event_types}::text[],
      ${draft.branch_ids ?? null}::uuid[], ${draft.active ?? true}, ${draft.sealed_secret})
    returning ${webhookColumns}`);

/**
 * Updates a webhook; undefined when it has another lock version by now. One that is switched on starts without
 * failures.
 */
export const updateWebhook = (
  tx: Tx,
  before: Webhook,
  change: Static<typeof WebhookUpdateRequest> & { readonly id: string },
) => {
  const after = { ...before, ...change };
  return tx.maybe<Webhook>(sql`
    update webhooks set url = ${after.url}, description = ${after.description}, service_account_user_id = ${after.service_account_user_id},
      event_types = ${after.event_types}::text[], branch_ids = ${after.branch_ids}::uuid[], active = ${after.active},
      disabled_reason = case when not ${after.active}::boolean then disabled_reason end,
      failing_since = case when active or not ${after.active}::boolean then failing_since end,
      recovering_since = case when ${after.active}::boolean then recovering_since end,
      lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${change.id} and lock_version = ${change.lock_version}
    returning ${webhookColumns}`);
};

export const updateWebhookSecret = (
  tx: Tx,
  { id, sealed_secret, until }: { id: string; sealed_secret: Buffer; until: Date },
) =>
  tx.maybe<Webhook>(sql`
    update webhooks set sealed_previous_secret = sealed_secret, previous_secret_until = ${until}, sealed_secret = ${sealed_secret},
      lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id}
    returning ${webhookColumns}`);

export const startWebhookRecovery = (tx: Tx, { id, since }: { id: string; since: Date }) =>
  tx.one<Webhook>(sql`
    update webhooks set recovering_since = least(recovering_since, ${since}), recovered_position = 0, recovered_id = 0
    where tenant_id = ${tx.tenantId} and id = ${id}
    returning ${webhookColumns}`);

/** Switches a webhook off as its owner does: without a reason, so that no deliveries are kept for it. */
export const updateWebhookSwitchedOff = (tx: Tx, id: string) =>
  tx.run(sql`
    update webhooks set active = false, disabled_reason = null, recovering_since = null, lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id}`);

export const removeWebhook = (tx: Tx, id: string) =>
  tx.run(sql`delete from webhooks where tenant_id = ${tx.tenantId} and id = ${id}`);

/** Deletes the cursor of a tenant without webhooks, so that its log is not read. */
export const removeUnusedWebhookCursor = (tx: Tx) =>
  tx.run(sql`
    delete from webhook_cursors where tenant_id = ${tx.tenantId}
      and not exists (select 1 from webhooks where tenant_id = ${tx.tenantId})`);

export const selectServiceAccountId = (tx: Tx, id: string) =>
  tx.maybe<{ id: string }>(sql`
    select id from users where tenant_id = ${tx.tenantId} and id = ${id} and kind = 'SERVICE_ACCOUNT'`);

/** Locks branches until the commit: a deletion of one waits, and then finds the webhook. */
export const lockBranchesOfWebhook = (tx: Tx, ids: readonly string[]) =>
  tx.runBeforeNext(
    sql`select id from branches where tenant_id = ${tx.tenantId} and id = any(${ids}::uuid[]) order by id for key share`,
  );

/** Removes a branch from webhooks, which are locked in the order of their ids, as by the reader of their events. */
export const removeBranchFromWebhooks = (tx: Tx, branchId: string) =>
  tx.many<{ id: string; is_without: boolean }>(sql`
    with locked as (
      select id from webhooks where tenant_id = ${tx.tenantId} and branch_ids @> array[${branchId}::uuid] order by id for no key update)
    update webhooks set branch_ids = array_remove(branch_ids, ${branchId}::uuid), lock_version = lock_version + 1, updated_at = now()
    from locked where webhooks.tenant_id = ${tx.tenantId} and webhooks.id = locked.id
    returning webhooks.id, branch_ids = '{}' as is_without`);
