import type { QueryRunner } from "#platform/database/database";
import { sql } from "#platform/database/sql";

/** Selects how a company's mails name their sender, and where answers to them go. */
export const selectMailSender = (rows: QueryRunner, tenantId: string) =>
  rows.one<{ name: string; address: string | null; reply_to: string | null }>(sql`
    select coalesce(email ->> 'sender_name', name) as name, email ->> 'sender_address' as address,
      coalesce(email ->> 'reply_to', case when email ->> 'sender_address' is null then contact_mail end) as reply_to
    from tenants where id = ${tenantId}`);
