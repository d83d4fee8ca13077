import { Case } from "@leitstand/contract/cases/case";
import type { EventPayload } from "@leitstand/contract/board/events";
import type { Tx } from "#platform/database/database";
import { announceEvent, type EventAudience } from "#platform/events/events";
import { type Principal, type Scope, scopeOfGrant } from "#platform/access/principal";
import { notFound } from "#platform/problem";
import { markTourPlansOutdated } from "#modules/tour-plans/index";
import { type CrewCaseAccess, hasCrewScope } from "#modules/visibility/index";
import type { Sql } from "#platform/database/sql";
import type { AvailableActions } from "#modules/case-states/index";
import {
  type CaseAnswerOptions,
  type LinkedCasesReach,
  caseAnswersJsonSql,
  mayReadRestrictedFieldsSql,
  selectCaseAccess,
  selectCaseAnswer,
  selectCaseAnswersInOrder,
  selectCaseAnswerRegardlessOfScope,
  wasCasePassedOnBy,
} from "./case-answer.sql";
import { fillInOfferedActions } from "./case-actions.service";
import {
  type CaseSummaryWithAudienceRow,
  lockCaseShared,
  selectCaseEventSummaryRow,
  selectCaseEventSummaryRows,
} from "./cases.sql";

/** Caller who reads a case, with the scope of the operation's grant; every handler's call is one. */
export interface CaseReader {
  readonly principal: Principal;
  readonly scope: Scope;
  readonly now: Date;
  /** Linked cases that are told in place of those in the scope, where that is wider than what the caller may read. */
  readonly linkedCases?: LinkedCasesReach;
  /** Actions on the cases, where the caller of this module has computed them already. */
  readonly offered?: ReadonlyMap<string, AvailableActions>;
}

/** Grants of users who work on cases and may therefore read restricted fields; reading cases alone is not enough. */
const RESTRICTED_FIELD_GRANTS = ["updateCase", "receiveAction", "createCase"];

const restrictedScopesOf = (principal: Principal): Scope[] =>
  RESTRICTED_FIELD_GRANTS.flatMap((grant) => scopeOfGrant(principal, grant) ?? []);

/** Condition that a caller may read the restricted fields of a case. */
export const mayReadRestrictedCondition = (principal: Principal, dispatchCase: Sql): Sql =>
  mayReadRestrictedFieldsSql(restrictedScopesOf(principal), dispatchCase);

const caseAnswerOptionsOf = (
  { principal, scope, linkedCases }: CaseReader,
  associations: boolean,
): CaseAnswerOptions => ({
  scope,
  linkedCases,
  restrictedScopes: restrictedScopesOf(principal),
  associations,
});

/** Case as this caller sees it, with the actions that this caller may perform now. Throws RESOURCE_NOT_FOUND. */
export const getCaseAnswer = (tx: Tx, reader: CaseReader, id: string): Promise<Case> =>
  getCase(tx, reader, { id, include_associations: true });

export async function getCase(
  tx: Tx,
  reader: CaseReader,
  { id, include_associations = true }: { id: string; include_associations?: boolean | undefined },
): Promise<Case> {
  const found = await selectCaseAnswer(tx, caseAnswerOptionsOf(reader, include_associations), id);
  if (!found) throw notFound("case", id);
  await fillInOfferedActions(tx, reader, [found]);
  return found;
}

/** Case after an action as its author may still see it, which ends the author's transaction. */
export async function readCaseAnswerAfterAction(tx: Tx, reader: CaseReader, id: string): Promise<Case> {
  const left = await selectCaseAnswerRegardlessOfScope(tx, caseAnswerOptionsOf(reader, true), id);
  await fillInOfferedActions(tx, reader, [left]);
  return left;
}

interface UnabridgedCaseAnswer {
  readonly id: string;
  readonly is_redacted: boolean;
}
/** Whether an answer is a whole case. A stub is not: it contains nothing that its reader must not know. */
const isUnabridgedCaseAnswer = (answer: unknown): answer is UnabridgedCaseAnswer =>
  answer !== null && typeof answer === "object" && "is_redacted" in answer && "natural_id" in answer && "id" in answer;

interface AnswerAroundCase {
  readonly case: UnabridgedCaseAnswer;
}
/** Whether an answer tells of a case beside others of its fields, as one to a club's report does. */
const isAnswerAroundCase = (answer: unknown): answer is AnswerAroundCase =>
  answer !== null && typeof answer === "object" && "case" in answer && isUnabridgedCaseAnswer(answer.case);

/**
 * Answer to a request that is repeated under its key: the case as it was answered the first time, while the caller may
 * still read all of that; else the case as the caller reads it now, and undefined where they may not read it any more.
 * Answers without a case stay unchanged, as do those about cases that a program has passed on: they remain within its
 * reach, see widenScopeOfProgram.
 */
export async function refreshRepeatedCaseAnswer(tx: Tx, reader: CaseReader, answer: unknown): Promise<unknown> {
  if (isUnabridgedCaseAnswer(answer)) return refreshUnabridgedAnswer(tx, reader, answer);
  if (!isAnswerAroundCase(answer) || reader.principal.kind === "SERVICE") return answer;
  const refreshed = await refreshUnabridgedAnswer(tx, reader, answer.case);
  return refreshed && { ...answer, case: refreshed };
}

async function refreshUnabridgedAnswer(tx: Tx, reader: CaseReader, answer: UnabridgedCaseAnswer) {
  const access = await selectCaseAccess(tx, caseAnswerOptionsOf(reader, false), answer.id);
  if (access?.whole && (answer.is_redacted || access.restricted)) return answer;
  if (await isCaseOfProgram(tx, reader.principal, answer.id)) return answer;
  // A crew whose link has ended still learns what became of it.
  if (!access || (!access.redacted && !hasCrewScope(reader.scope))) return undefined;
  return {
    ...additionalAnswerFields(answer),
    ...(await readCaseAnswerAfterAction({ ...tx, readAtCommit: tx.maybe }, reader, answer.id)),
  };
}

/** Whether the caller is a program that has passed the case on, as it has where it finished the case. */
const isCaseOfProgram = async (tx: Tx, { kind, user_id, subject_id }: Principal, case_id: string) =>
  kind === "SERVICE" && wasCasePassedOnBy(tx, { case_id, partner_user_id: user_id ?? subject_id });

/**
 * Fields of an answer beside the case, such as the warnings of an action: they concern the caller's own request, and
 * stay.
 */
const additionalAnswerFields = (answer: UnabridgedCaseAnswer) =>
  Object.fromEntries(Object.entries(answer).filter(([field]) => !Object.hasOwn(Case.properties, field)));

/**
 * SQL expression that turns the rows of a relation (columns `id`, `place`) into one JSON array of case answers without
 * their actions; for statements that count rows as well.
 */
export const caseAnswersFor = (
  tx: Tx,
  reader: CaseReader,
  { wanted, associations }: { wanted: Sql; associations: boolean },
): Sql => caseAnswersJsonSql(tx.tenantId, caseAnswerOptionsOf(reader, associations), wanted);

/** Answers of cases that the caller may read, in the order of their ids and without their actions. */
export const listCaseAnswers = async (
  tx: Tx,
  reader: CaseReader,
  { ids, associations }: { ids: readonly string[]; associations: boolean },
): Promise<Case[]> =>
  ids.length === 0 ? [] : selectCaseAnswersInOrder(tx, caseAnswerOptionsOf(reader, associations), ids);

export interface CaseEventSummary {
  readonly summary: Omit<EventPayload<"case update">, "change">;
  readonly external_id: string | null;
  readonly audience: EventAudience;
}

/**
 * Locks the case before a transaction changes a row beside it and announces the change: otherwise the event could show
 * the case as it was before a concurrent action, and follow the event of that action in the log.
 */
export const shareLockCaseBeforeEvent = (tx: Tx, id: string) => lockCaseShared(tx, id);

/**
 * Summary of a case for events at this point of the transaction, and their audience; crews are included by the given
 * access.
 */
export async function getCaseEventSummary(
  tx: Tx,
  id: string,
  access: CrewCaseAccess = "redacted",
): Promise<CaseEventSummary> {
  return toCaseEventSummary(await selectCaseEventSummaryRow(tx, id, access));
}

const toCaseEventSummary = ({ summary, external_id, ...audience }: CaseSummaryWithAudienceRow): CaseEventSummary => ({
  summary,
  external_id,
  audience,
});

const openTourIdsOf = (links: CaseEventSummary["summary"]["tour_case_states"]) =>
  links.flatMap(({ tour_id, bucket }) => (bucket === "open" ? [tour_id] : []));

interface CaseAnnouncement {
  readonly change: "created" | "updated";
  /** Branch that the case or one of its tours had before: its office is told that the case has left. */
  readonly former_branch_id?: string | null;
}

/** Announces the present state of a case to all who see it, or saw it before this change. */
export async function announceCase(tx: Tx, id: string, announcement: CaseAnnouncement): Promise<CaseEventSummary> {
  const news = withFormerBranch(await getCaseEventSummary(tx, id), announcement);
  announceSummaries(tx, [news], announcement);
  return news;
}

/** Announces each of these cases, which are locked, and marks the plans of all their tours together. */
export async function announceCases(tx: Tx, ids: readonly string[], announcement: CaseAnnouncement): Promise<void> {
  if (ids.length === 0) return;
  const rows = await selectCaseEventSummaryRows(tx, ids, "redacted");
  const news = rows.map((row) => withFormerBranch(toCaseEventSummary(row), announcement));
  announceSummaries(tx, news, announcement);
}

function withFormerBranch(
  { audience, ...about }: CaseEventSummary,
  { former_branch_id = null }: CaseAnnouncement,
): CaseEventSummary {
  const branches = [...(audience.branch_ids ?? []), ...(former_branch_id === null ? [] : [former_branch_id])];
  return { ...about, audience: { ...audience, branch_ids: [...new Set(branches)] } };
}

function announceSummaries(tx: Tx, all: readonly CaseEventSummary[], { change }: CaseAnnouncement) {
  for (const { summary, audience } of all)
    announceEvent(tx, { type: "case update", audience, payload: { ...summary, change } });
  markTourPlansOutdated(
    tx,
    all.flatMap(({ summary }) => openTourIdsOf(summary.tour_case_states)),
  );
}
