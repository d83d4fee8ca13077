import type { HandoverMode } from "@leitstand/contract/board/emails";
import type { QueryRunner, Tx } from "#platform/database/database";
import { tenantSettingSql } from "#platform/access/tenant-settings";
import type { RetentionRule } from "#platform/database/retention";
import { emptySql, type Sql, sql } from "#platform/database/sql";

export interface HandoverLinkDraft {
  readonly id: string;
  readonly case_id: string;
  /** History row of the confirmed handover. */
  readonly history_id: string;
  readonly mode: HandoverMode;
  /** Null for an attachment, which needs no link. */
  readonly secret_hash: string | null;
  readonly recipients: Buffer;
  /** Ids of the mails, by which the case shows the state of each mail. */
  readonly message_ids: readonly string[];
  readonly language: "de" | "en";
  readonly user_id: string | null;
  readonly expires_at: Date;
  readonly downloads: number;
}

export const insertHandoverLink = (tx: Tx, link: HandoverLinkDraft) =>
  tx.run(sql`
    insert into handover_links (tenant_id, id, case_id, history_id, mode, secret_hash, recipients, message_ids, language, user_id, expires_at,
      downloads_left)
    values (${tx.tenantId}, ${link.id}, ${link.case_id}, ${link.history_id}, ${link.mode}, ${link.secret_hash}, ${link.recipients},
      ${link.message_ids}::uuid[], ${link.language}, ${link.user_id}, ${link.expires_at}, ${link.downloads})`);

/** Facts about a link for its page. `holds`: what was confirmed still holds. */
export interface HandoverLinkOnPage {
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

/**
 * Whether what a link confirms still holds: the handover was not undone, and the office has not taken it out of the
 * case. Recipients who were told of its end are never shown another one.
 */
const handoverHolds = sql`(link.corrected_at is null and exists (
  select 1 from case_history h join cases confirmed on confirmed.tenant_id = h.tenant_id and confirmed.id = h.case_id
  where h.tenant_id = link.tenant_id and h.case_id = link.case_id and h.id = link.history_id and not h.undone
    and coalesce(confirmed.funeral_data, confirmed.rsa_data) ->> 'handover' is not null))`;

/** Whether confirmations may be sent as attachments. */
export const selectMayAttachHandovers = (tx: Tx) =>
  tx.one<{ may_attach: boolean }>(
    sql`select ${tenantSettingSql(sql`tenants`, "handover_attachments")} as may_attach from tenants where id = ${tx.tenantId}`,
  );

/** Finds a link in all tenants: the secret alone identifies it. Links of a closed tenant are not found. */
export const selectHandoverLinkBySecret = (rows: QueryRunner, secretHash: string, now: Date) =>
  rows.maybe<HandoverLinkOnPage>(sql`${linkPageColumns(now)} where link.secret_hash = ${secretHash}`);

/** Link for making an attachment, in the tenant of its message. */
export const selectHandoverLinkById = (
  rows: QueryRunner,
  { tenant_id, id }: Pick<HandoverLinkOnPage, "tenant_id" | "id">,
  now: Date,
) =>
  rows.maybe<HandoverLinkOnPage>(sql`${linkPageColumns(now)} where link.tenant_id = ${tenant_id} and link.id = ${id}`);

const linkPageColumns = (now: Date): Sql => sql`
    select link.tenant_id, link.id, link.case_id, link.history_id, c.natural_id, tenant.name as company, link.language,
      ${handoverHolds} as holds,
      link.expires_at > ${now} and link.downloads_left > 0 as is_open
    from handover_links link
    join cases c on c.tenant_id = link.tenant_id and c.id = link.case_id
    join tenants tenant on tenant.id = link.tenant_id and tenant.active`;

/** Uses up a download; 0 for a link that has none left, has expired, or whose handover holds no more. */
export const consumeHandoverDownload = (tx: Tx, id: string, now: Date) =>
  tx.run(sql`
    update handover_links link set downloads_left = downloads_left - 1, updated_at = now()
    where link.tenant_id = ${tx.tenantId} and link.id = ${id} and link.expires_at > ${now} and link.downloads_left > 0
      and ${handoverHolds}`);

/** Returns the download of a document that could not be made. */
export const restoreHandoverDownload = (tx: Tx, id: string) =>
  tx.run(sql`
    update handover_links set downloads_left = downloads_left + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id}`);

export interface OutdatedHandoverLink {
  readonly tenant_id: string;
  readonly id: string;
  readonly case_id: string;
  readonly natural_id: string;
  readonly company: string;
  readonly language: "de" | "en";
  readonly mode: HandoverMode;
  readonly recipients: Buffer;
  readonly expires_at: string;
}
export const CORRECTION_BATCH_SIZE = 100;

/**
 * Links and attachments whose handover holds no more since they were sent, and that were not corrected yet; those that
 * follow the link `after`, in the order of their end.
 */
export const selectOutdatedHandoverLinks = (rows: QueryRunner, now: Date, after?: OutdatedHandoverLink) =>
  rows.many<OutdatedHandoverLink>(sql`
    select link.tenant_id, link.id, link.case_id, c.natural_id, tenant.name as company, link.language, link.mode,
      link.recipients, link.expires_at
    from handover_links link
    join cases c on c.tenant_id = link.tenant_id and c.id = link.case_id
    join tenants tenant on tenant.id = link.tenant_id
    where link.corrected_at is null and link.expires_at > ${now} and not ${handoverHolds}
      ${after === undefined ? emptySql : sql`and (link.expires_at, link.id) > (${after.expires_at}::timestamptz, ${after.id}::uuid)`}
    order by link.expires_at, link.id limit ${CORRECTION_BATCH_SIZE}`);

/** Marks a link as corrected and stores the mails of the correction with it; 0 when it was marked already. */
export const markHandoverLinkCorrected = (
  tx: Tx,
  id: string,
  { now, message_ids }: { now: Date; message_ids: readonly string[] },
) =>
  tx.run(sql`
    update handover_links set corrected_at = ${now}, message_ids = message_ids || ${message_ids}::uuid[], lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id} and corrected_at is null`);

/** Deletes links a month after they expire. */
export const handoverLinkRetention: RetentionRule = { table: sql`handover_links`, column: sql`expires_at`, days: 30 };
