import type { HandoverMode } from "@leitstand/contract/board/emails";
import type { Rows, Tx } from "#platform/database/database";
import { settingOf } from "#platform/access/tenant-settings";
import type { Retention } from "#platform/database/retention";
import { type Sql, sql } from "#platform/database/sql";

export interface LinkDraft {
  readonly id: string;
  readonly case_id: string;
  /** The row of the history by which the handover holds. */
  readonly history_id: string;
  readonly mode: HandoverMode;
  /** Null for an attachment: nothing is fetched. */
  readonly secret_hash: string | null;
  readonly recipients: Buffer;
  /** The mails, by which the case tells what became of them. */
  readonly message_ids: readonly string[];
  readonly language: "de" | "en";
  readonly user_id: string | null;
  readonly expires_at: Date;
  readonly downloads: number;
}

export const insertLink = (tx: Tx, link: LinkDraft) =>
  tx.run(sql`
    insert into handover_links (tenant_id, id, case_id, history_id, mode, secret_hash, recipients, message_ids, language, user_id, expires_at,
      downloads_left)
    values (${tx.tenantId}, ${link.id}, ${link.case_id}, ${link.history_id}, ${link.mode}, ${link.secret_hash}, ${link.recipients},
      ${link.message_ids}::uuid[], ${link.language}, ${link.user_id}, ${link.expires_at}, ${link.downloads})`);

/** What a page says of a link. `holds`: its handover was not undone. */
export interface ShownLink {
  readonly tenant_id: string;
  readonly id: string;
  readonly case_id: string;
  readonly history_id: string;
  readonly natural_id: string;
  readonly company: string;
  readonly language: "de" | "en";
  readonly holds: boolean;
  readonly is_open: boolean;
}

/** Whether confirmations may go out as attachments. */
export const selectMayAttach = (tx: Tx) =>
  tx.one<{ may_attach: boolean }>(
    sql`select ${settingOf(sql`tenants`, "handover_attachments")} as may_attach from tenants where id = ${tx.tenantId}`,
  );

/** Across tenants: the secret alone says whose it is. Of a company that is closed nothing is found. */
export const selectLink = (rows: Rows, secretHash: string, now: Date) =>
  rows.maybe<ShownLink>(sql`${shown(now)} where link.secret_hash = ${secretHash}`);

/** By what an attachment is made; the tenant is the one whose message it is. */
export const selectLinkById = (rows: Rows, { tenant_id, id }: Pick<ShownLink, "tenant_id" | "id">, now: Date) =>
  rows.maybe<ShownLink>(sql`${shown(now)} where link.tenant_id = ${tenant_id} and link.id = ${id}`);

const shown = (now: Date): Sql => sql`
    select link.tenant_id, link.id, link.case_id, link.history_id, c.natural_id, tenant.name as company, link.language,
      exists (select 1 from case_history h where h.tenant_id = link.tenant_id and h.case_id = link.case_id
        and h.id = link.history_id and not h.undone) as holds,
      link.expires_at > ${now} and link.downloads_left > 0 as is_open
    from handover_links link
    join cases c on c.tenant_id = link.tenant_id and c.id = link.case_id
    join tenants tenant on tenant.id = link.tenant_id and tenant.active`;

/** How many links were taken a download from: none that is used up, out of date, or whose handover was undone. */
export const takeDownload = (tx: Tx, id: string, now: Date) =>
  tx.run(sql`
    update handover_links link set downloads_left = downloads_left - 1, updated_at = now()
    where link.tenant_id = ${tx.tenantId} and link.id = ${id} and link.expires_at > ${now} and link.downloads_left > 0
      and exists (select 1 from case_history h where h.tenant_id = link.tenant_id and h.case_id = link.case_id
        and h.id = link.history_id and not h.undone)`);

/** Of a document that could not be made. */
export const giveBackDownload = (tx: Tx, id: string) =>
  tx.run(sql`
    update handover_links set downloads_left = downloads_left + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id}`);

export interface OutdatedLink {
  readonly tenant_id: string;
  readonly id: string;
  readonly case_id: string;
  readonly natural_id: string;
  readonly company: string;
  readonly language: "de" | "en";
  readonly mode: HandoverMode;
  readonly recipients: Buffer;
}
const PIECE = 100;

/** Links and attachments whose handover was undone since they were sent, and not corrected yet. */
export const selectOutdated = (rows: Rows, now: Date) =>
  rows.many<OutdatedLink>(sql`
    select link.tenant_id, link.id, link.case_id, c.natural_id, tenant.name as company, link.language, link.mode,
      link.recipients
    from handover_links link
    join case_history h on h.tenant_id = link.tenant_id and h.case_id = link.case_id and h.id = link.history_id and h.undone
    join cases c on c.tenant_id = link.tenant_id and c.id = link.case_id
    join tenants tenant on tenant.id = link.tenant_id
    where link.corrected_at is null and link.expires_at > ${now} order by link.expires_at limit ${PIECE}`);

/** How many there were that nobody had marked; the mails of the correction belong to the link from now on. */
export const markCorrected = (
  tx: Tx,
  id: string,
  { now, message_ids }: { now: Date; message_ids: readonly string[] },
) =>
  tx.run(sql`
    update handover_links set corrected_at = ${now}, message_ids = message_ids || ${message_ids}::uuid[], lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id} and corrected_at is null`);

/** A month longer than they open anything. */
export const handoverLinkRetention: Retention = { table: sql`handover_links`, column: sql`expires_at`, days: 30 };
