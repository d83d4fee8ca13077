import type { Rows } from "#platform/database";
import { sql } from "#platform/sql";

const SHOWN_MAX = 200;

/** The newest messages of all tenants; only a demonstration asks. */
export const selectMessages = <Message>(rows: Rows, after: number) =>
  rows.many<Message>(sql`
    select message.id, message.seq, tenant.name as tenant_name, message.channel, message.recipient, message.subject,
      message.body, message.purpose, message.status, message.created_at
    from outbox_messages message join tenants tenant on tenant.id = message.tenant_id
    where message.seq > ${after} order by message.seq desc limit ${SHOWN_MAX}`);
