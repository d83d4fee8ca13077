import type { OeamtcCaseUpdateRequest } from "@leitstand/contract/partners/oeamtc";
import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { caseInScopeCondition, tourInScopeCondition } from "#modules/visibility/index";
import { toJsonParameter, type Sql, sql } from "#platform/database/sql";

/**
 * Locks an external id, so that the second of two concurrent requests about a new case finds the one that the first has
 * created.
 */
export const lockPartnerExternalId = (tx: Tx, partner_user_id: string, external_id: string) =>
  tx.runBeforeNext(
    sql`select pg_advisory_xact_lock(hashtextextended(${`partner job ${tx.tenantId} ${partner_user_id} ${external_id}`}, 0))`,
  );

export const selectCaseIdByPartnerExternalId = (tx: Tx, partner_user_id: string, external_id: string) =>
  tx.maybe<{ case_id: string }>(sql`
    select case_id from partner_cases
    where tenant_id = ${tx.tenantId} and partner_user_id = ${partner_user_id} and external_id = ${external_id}`);

/**
 * Locks the case before it is read, as a statement of its own, because a statement that waits for a lock sees other
 * rows as they were before.
 */
export const queueLockOfCaseRow = (tx: Tx, id: string) =>
  tx.runBeforeNext(sql`select 1 from cases where tenant_id = ${tx.tenantId} and id = ${id} for no key update`);

export const queueLockOfTourRow = (tx: Tx, id: string) =>
  tx.runBeforeNext(sql`select 1 from tours where tenant_id = ${tx.tenantId} and id = ${id} for no key update`);

/** Data that a partner sent last: what the case has taken over, and what came too late for that. */
interface SentPartnerData {
  readonly accepted: OeamtcCaseUpdateRequest;
  readonly refused: OeamtcCaseUpdateRequest;
}

/** Case that a partner has passed on, with the facts that the partner's requests need. */
export interface PartnerCase {
  readonly case_id: string;
  readonly natural_id: string;
  readonly external_id: string;
  readonly partner_version: number | null;
  /** Null for a case of an earlier release, which did not keep it. */
  readonly sent_data: SentPartnerData | null;
  readonly last_callback_at: string | null;
  readonly branch_external_id: string | null;
  readonly language: string;
  readonly timezone: string;
  readonly finalized: boolean;
  readonly lock_version: number;
  /** Tour that has the case now, and the state of its link. */
  readonly tour_id: string | null;
  readonly link_state: string | null;
}

/** Caller who may see a case of the partner: the program that passed it on, or a user with the scope of their grant. */
export type PartnerCaseViewer = { readonly partner_user_id: string } | { readonly scope: Scope };

export const selectPartnerCase = (tx: Tx, id: string, viewer: PartnerCaseViewer) =>
  tx.maybe<PartnerCase>(sql`
    select passed.case_id, c.natural_id, passed.external_id, passed.partner_version, passed.sent_data, passed.last_callback_at,
      (select branch.external_id from branches branch where branch.tenant_id = c.tenant_id and branch.id = c.branch_id) as branch_external_id,
      tenant.language, tenant.timezone, c.finalized, c.lock_version, link.tour_id, link.state as link_state
    from partner_cases passed join cases c on c.tenant_id = passed.tenant_id and c.id = passed.case_id
    join tenants tenant on tenant.id = c.tenant_id
    left join case_links link on link.tenant_id = c.tenant_id and link.case_id = c.id and link.bucket = 'open'
    where passed.tenant_id = ${tx.tenantId} and passed.case_id = ${id} and ${partnerCaseVisibleCondition(viewer)}`);

const partnerCaseVisibleCondition = (viewer: PartnerCaseViewer): Sql =>
  "scope" in viewer
    ? caseInScopeCondition(viewer.scope, sql`c`)
    : sql`passed.partner_user_id = ${viewer.partner_user_id}`;

/** Whether the action with this id has finished the case before, on whichever tour had it then. */
export const wasCaseFinishedByAction = async (tx: Tx, { case_id, action_id }: { case_id: string; action_id: string }) =>
  (
    await tx.one<{ known: boolean }>(sql`
      select exists (select 1 from case_history past where past.tenant_id = ${tx.tenantId} and past.case_id = ${case_id}
        and past.action_id = ${action_id} and past.transition = 'FINISH') as known`)
  ).known;

/** Whether no other case has this external id. */
export const isCaseExternalIdFree = async (tx: Tx, external_id: string) =>
  !(
    await tx.one<{ taken: boolean }>(sql`
      select exists (select 1 from cases where tenant_id = ${tx.tenantId} and external_id = ${external_id}) as taken`)
  ).taken;

interface PartnerCaseRow {
  readonly case_id: string;
  readonly partner_user_id: string;
  readonly external_id: string;
  readonly partner_version: number | null;
  readonly sent_data: SentPartnerData;
}
export const insertPartnerCase = (tx: Tx, row: PartnerCaseRow) =>
  tx.run(sql`
    insert into partner_cases (case_id, partner_user_id, external_id, partner_version, sent_data)
    values (${row.case_id}, ${row.partner_user_id}, ${row.external_id}, ${row.partner_version}, ${toJsonParameter(row.sent_data)})`);

/** Remembers a request for comparisons with the next one; without a version the newest one stays. */
export const recordPartnerRequest = (
  tx: Tx,
  { case_id, partner_version, sent_data }: Pick<PartnerCaseRow, "case_id" | "partner_version" | "sent_data">,
) =>
  tx.runBeforeNext(sql`
    update partner_cases set partner_version = coalesce(${partner_version}::bigint, partner_version),
      sent_data = ${toJsonParameter(sent_data)}, updated_at = now()
    where tenant_id = ${tx.tenantId} and case_id = ${case_id}`);

export const recordPartnerCallbackTime = (tx: Tx, case_id: string, now: Date) =>
  tx.runAtCommit(sql`
    update partner_cases set last_callback_at = ${now}, updated_at = now()
    where tenant_id = ${tx.tenantId} and case_id = ${case_id}`);

export const selectBranchByExternalId = (tx: Tx, external_id: string) =>
  tx.maybe<{ id: string }>(
    sql`select id from branches where tenant_id = ${tx.tenantId} and external_id = ${external_id}`,
  );

/**
 * Branch of an area that contains the postal code; of several the first by title. Codes of other lengths never match.
 */
export const selectBranchOfPostalCode = (tx: Tx, zip: string) =>
  tx.maybe<{ id: string }>(sql`
    select area.branch_id as id from areas area
    where area.tenant_id = ${tx.tenantId} and area.branch_id is not null and exists (
      select 1 from jsonb_to_recordset(area.zip_ranges) as range ("from" text, "to" text)
      where length(range."from") = length(${zip}::text) and range."from" collate "C" <= ${zip}::text and range."to" collate "C" >= ${zip}::text)
    order by area.title, area.id limit 1`);

export interface TourIdAndNaturalId {
  readonly id: string;
  readonly natural_id: string;
}
export const selectTourNaturalIdInScope = (tx: Tx, scope: Scope, id: string) =>
  tx.maybe<TourIdAndNaturalId>(sql`
    select tour.id, tour.natural_id from tours tour
    where tour.tenant_id = ${tx.tenantId} and tour.id = ${id} and ${tourInScopeCondition(scope, sql`tour`)}`);

/** The only open case that a partner has passed on and that is on this tour; undefined if none or several are. */
export async function selectOnlyPartnerCaseOfTour(tx: Tx, scope: Scope, tour_id: string) {
  const found = await tx.many<Pick<PartnerCase, "case_id" | "last_callback_at">>(sql`
    select link.case_id, passed.last_callback_at from case_links link
    join tours tour on tour.tenant_id = link.tenant_id and tour.id = link.tour_id
    join cases c on c.tenant_id = link.tenant_id and c.id = link.case_id
    join partner_cases passed on passed.tenant_id = link.tenant_id and passed.case_id = link.case_id
    where link.tenant_id = ${tx.tenantId} and link.tour_id = ${tour_id} and link.bucket = 'open'
      and ${tourInScopeCondition(scope, sql`tour`)} and ${caseInScopeCondition(scope, sql`c`)}
    limit 2`);
  return found.length === 1 ? found[0] : undefined;
}
