import type { MessageAwaitingAttachment } from "#platform/background/attached-messages";
import type { QueryRunner, Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";

const MESSAGES_SHOWN_MAX = 200;

/** Selects the newest messages of one tenant, or of all. A push message shows the number of its phone. */
export const selectNewestOutboxMessages = <Message>(
  rows: QueryRunner,
  { after, tenant_id }: { after: number; tenant_id: string | null },
) =>
  rows.many<Message>(sql`
    select message.id, message.seq, tenant.name as tenant_name, message.channel, coalesce(phone.called, message.recipient) as recipient, message.subject,
      message.body, message.attachment_id is not null as has_attachment, message.purpose, message.status, message.created_at
    from outbox_messages message join tenants tenant on tenant.id = message.tenant_id
    left join lateral (
      select coalesce(device.phone_number, device.name, device.natural_id) as called from devices device
      where message.channel = 'PUSH' and device.tenant_id = message.tenant_id
        and (device.id::text = message.recipient or device.push_token = message.recipient)
      order by device.id::text = message.recipient desc limit 1) phone on true
    where message.seq > ${after} and (${tenant_id}::uuid is null or message.tenant_id = ${tenant_id}::uuid)
    order by message.seq desc limit ${MESSAGES_SHOWN_MAX}`);

/** Selects which attachment a message has, of one tenant or of any. */
export const selectAttachmentOfMessage = (
  rows: QueryRunner,
  { seq, tenant_id }: { seq: string; tenant_id: string | null },
) =>
  rows.maybe<MessageAwaitingAttachment>(sql`
    select tenant_id, purpose, attachment_id from outbox_messages
    where seq = ${seq}::bigint and attachment_id is not null and (${tenant_id}::uuid is null or tenant_id = ${tenant_id}::uuid)`);

/** Active tenants with a user of this e-mail address; five at most are tried. */
export const selectTenantsByEmail = (rows: QueryRunner, email: string) =>
  rows.many<{ id: string }>(sql`
    select tenant.id from tenants tenant join users person on person.tenant_id = tenant.id
    where tenant.active and person.kind = 'PERSON' and lower(person.email) = lower(${email})
    order by tenant.created_at, tenant.id limit 5`);

export const revokeToken = (tx: Tx, id: string) =>
  tx.run(sql`
    update tokens set revoked_at = now(), updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id} and revoked_at is null`);
