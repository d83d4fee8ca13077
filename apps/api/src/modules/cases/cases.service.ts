import type { CaseCreateRequest, CaseUpdateRequest } from "@leitstand/contract/cases/case";
import type { Tx } from "#platform/database/database";
import { announceEvent } from "#platform/events/events";
import { type Principal, type Scope, scopeOfGrant } from "#platform/access/principal";
import { refuseUndialableNumbers, type UndialableNumber } from "#platform/undialable";
import { notFound, problem } from "#platform/problem";
import { scopeReachesBranch } from "#platform/access/scope";
import { listTodoTemplatesForCase } from "#modules/todo-templates/index";
import type { TourLeavingBranch } from "#modules/tours/index";
import { caseIndexColumnsOf } from "./case-columns";
import {
  caseTypeOfTenantType,
  type CaseDraft,
  findCaseDataFault,
  isCaseDataComplete,
  keepFieldsSetByCrew,
  withEmptyRoadsideDataIfMissing,
} from "./case-data";
import {
  changesCasePlacesOrTimes,
  changesClosedCaseBeyondPapers,
  type CaseBeforeChange,
  findReplacedHandover,
  isSameTime,
} from "./case-plan";
import { requireApprovalAllowed, refuseIfOnTour } from "./changes/case-approval.service";
import { editorKindOf, refuseStaleVersion } from "./changes/case-edit.service";
import { rescheduleCaseTimers } from "./changes/case-timers.service";
import {
  announceCase,
  announceCases,
  type CaseEventSummary,
  getCaseAnswer,
  type CaseReader,
} from "./case-reader.service";
import { queueCaseEventForPartner } from "./partner-news.service";
import {
  deleteLinksOfPlannedTour,
  insertCase,
  insertCaseEditHistory,
  insertCaseTodosFromTemplates,
  lockCaseForChange,
  selectCaseIdsOfTour,
  selectCaseReferenceCheck,
  updateCase,
} from "./cases.sql";

export async function createCase(tx: Tx, reader: CaseReader, request: CaseCreateRequest) {
  const { principal, scope, now } = reader;
  const draft = withEmptyRoadsideDataIfMissing({ ...request, branch_id: branchOfNewCase(scope, request) });
  await checkCaseReferences(tx, referenceScope(principal, scope), draft);
  checkCaseTypeOfTenant(principal, request, "createCase");
  if (draft.approved)
    await requireApprovalAllowed(tx, principal, {
      branch_id: draft.branch_id ?? null,
      created_by: principal.subject_id,
    });
  checkCaseData(draft, now);
  const { id } = await insertCase(tx, {
    ...draft,
    ...caseIndexColumnsOf(draft),
    rsa_data: draft.rsa_data && { ...draft.rsa_data, status: "open" },
    state: initialCaseState(draft),
    created_by: principal.subject_id,
  });
  const todos = await listTodoTemplatesForCase(tx, todoTemplateFactsOf(draft));
  if (todos.length > 0) await insertCaseTodosFromTemplates(tx, id, todos);
  const news = await announceCase(tx, id, { change: "created" });
  queueCaseEventForPartner(tx, news, "created");
  if (news.external_id !== null) announceExternalId(tx, news);
  return getCaseAnswer(tx, reader, id);
}

interface CaseEditor extends CaseReader {
  readonly undialable: readonly UndialableNumber[];
}

export async function changeCase(tx: Tx, editor: CaseEditor, { id, ...request }: CaseUpdateRequest & { id: string }) {
  const { principal, scope, now, undialable } = editor;
  const current = await lockCaseForChange(tx, scope, id);
  if (!current) throw notFound("case", id);
  // A branch that is left out stays as it is: editing a text must not move the case.
  const branch_id = request.branch_id === undefined ? current.branch_id : request.branch_id;
  const sent = keepFieldsSetByCrew({ ...request, branch_id }, current);
  const change = current.state === "create" ? withEmptyRoadsideDataIfMissing(sent) : sent;
  if (branch_id !== current.branch_id && !scopeReachesBranch(scope, branch_id))
    throw problem("BRANCH_ACCESS_DENIED", { branch_id });
  await checkCaseReferences(tx, referenceScope(principal, scope), { ...withoutUnchangedParent(change, current), id });
  refuseStaleVersion(current, change.lock_version);
  refuseUndialableNumbers(undialable, principal.tenant_country, current);
  if (current.finalized && changesClosedCaseBeyondPapers(current, change))
    throw problem("CASE_FINALIZED", { case_id: id });
  checkCaseTypeOfTenant(principal, change, "updateCase");
  if (change.approved !== current.approved)
    await requireApprovalAllowed(tx, principal, change.approved ? current : { ...current, created_by: null });
  if (current.approved && !change.approved) await refuseIfOnTour(tx, id);
  if (change.data_type !== current.data_type) throw problem("FIELD_COMBINATION_INVALID", { fields: "data_type" });
  checkCaseData(change, now);
  if (current.funeral_data && !change.funeral_data)
    throw problem("FIELD_COMBINATION_INVALID", { fields: "data_type,funeral_data" });
  const state = caseStateAfterEdit(current, change);
  await writeCaseEdit(tx, editor, { current, change, state });
  return getCaseAnswer(tx, editor, id);
}

/** Writes an edit that was accepted, announces it, and moves a case that is complete now out of `create`. */
export async function writeCaseEdit(
  tx: Tx,
  { principal, now }: CaseReader,
  { current, change, state }: { current: CaseBeforeChange; change: CaseUpdateRequest; state: string },
) {
  const { id, lock_version } = current;
  const status = current.finalized ? "finished" : "open";
  await updateCase(tx, {
    ...change,
    ...caseIndexColumnsOf(change),
    rsa_data: change.rsa_data && { ...change.rsa_data, status },
    id,
    state,
    plan_changed: changesCasePlacesOrTimes(current, change),
  });
  const handover = findReplacedHandover(current, change);
  if (state !== current.state || handover) {
    const { user_id, device_id } = principal;
    const actor = { actor_kind: editorKindOf(principal, "updateCase"), user_id, device_id };
    insertCaseEditHistory(tx, {
      ...actor,
      case_id: id,
      transition: "EDIT",
      reason: null,
      old_state: current.state,
      new_state: state,
      lock_version: lock_version + 1,
      handover,
      now,
    });
  }
  const { not_before } = caseIndexColumnsOf(change);
  if (!isSameTime(current.not_before, not_before)) await rescheduleCaseTimers(tx, id, { not_before, now });
  const news = await announceCase(tx, id, { change: "updated", former_branch_id: current.branch_id });
  queueCaseEventForPartner(tx, news, "updated");
  if (news.external_id !== current.external_id) announceExternalId(tx, news);
}

/** Branch of a new case: without one in the request, the only one that the caller works for. */
function branchOfNewCase(scope: Scope, { branch_id }: CaseCreateRequest): string | null {
  const only = scope.all || scope.branch_ids.length !== 1 ? null : (scope.branch_ids[0] ?? null);
  const wanted = branch_id === undefined ? only : branch_id;
  if (!scopeReachesBranch(scope, wanted)) throw problem("BRANCH_ACCESS_DENIED", { branch_id: wanted });
  return wanted;
}

/** Scope for references, which may name everything that the caller sees, not only what the caller may change. */
const referenceScope = (principal: Principal, scope: Scope) => scopeOfGrant(principal, "getCases") ?? scope;

const withoutUnchangedParent = (change: CaseUpdateRequest, current: CaseBeforeChange): CaseUpdateRequest =>
  change.parent_id === current.parent_id ? { ...change, parent_id: null } : change;

async function checkCaseReferences(tx: Tx, scope: Scope, draft: CaseDraft & { id?: string }) {
  const { branch_id, brand_id, parent_id, required_skill_ids } = draft;
  if (!branch_id && !brand_id && !parent_id && !required_skill_ids?.length) return;
  const found = await selectCaseReferenceCheck(tx, scope, draft);
  const missing = (field: string, id: string | null | undefined) => problem("REFERENCE_NOT_FOUND", { field, id });
  if (!found.branch_found) throw missing("branch_id", branch_id);
  if (!found.brand_found) throw missing("brand_id", brand_id);
  if (!found.parent_found) throw missing("parent_id", parent_id);
  if (found.missing_skill_id !== null) throw missing("required_skill_ids", found.missing_skill_id);
}

function checkCaseTypeOfTenant({ tenant_type }: Principal, { data_type }: CaseDraft, action: string) {
  if (caseTypeOfTenantType(tenant_type) !== data_type) throw problem("ACTION_NOT_AVAILABLE", { action, tenant_type });
}

export function checkCaseData(draft: CaseDraft, now: Date) {
  const fault = findCaseDataFault(draft, now);
  if (fault) throw problem(fault.code, fault.args);
}

function initialCaseState(draft: CaseDraft): string {
  if (draft.data_type === "FUNERAL") return "OPEN";
  return draft.approved && isCaseDataComplete(draft) ? "open" : "create";
}

/** State after an edit. Saving an approved, complete roadside case opens it; no other edit changes a state. */
export function caseStateAfterEdit({ state, finalized }: CaseBeforeChange, change: CaseUpdateRequest): string {
  if (change.data_type === "FUNERAL" || finalized) return state;
  if (state === "create") return initialCaseState(change);
  if (!change.approved) throw problem("FIELD_COMBINATION_INVALID", { fields: "approved,state" });
  return state;
}

function todoTemplateFactsOf({ data_type, funeral_data, rsa_data }: CaseDraft) {
  const deceased = funeral_data?.cargo_deceased;
  return {
    data_type,
    cargo_type: funeral_data?.cargo_type,
    transport_type: funeral_data?.transport_type,
    service_key: rsa_data?.service?.key,
    infectious: deceased?.infectious ?? false,
    police: deceased?.police ?? false,
  };
}

function announceExternalId(tx: Tx, { summary, external_id, audience }: CaseEventSummary) {
  const { case_id, natural_id, lock_version } = summary;
  announceEvent(tx, {
    type: "case external id",
    audience,
    payload: { case_id, natural_id, external_id, lock_version },
  });
}

/** Removes a planned tour from the cases that name it, before it is deleted, and announces them. */
export async function deletePlannedTourFromCases(tx: Tx, { tour_id, former_branch_id }: TourLeavingBranch) {
  const ids = await deleteLinksOfPlannedTour(tx, tour_id);
  await announceCases(tx, ids, { change: "updated", former_branch_id });
}

/** Announces all cases of a tour that has moved to another branch to the offices of both. */
export const announceCasesOfMovedTour = async (tx: Tx, { tour_id, former_branch_id }: TourLeavingBranch) =>
  announceCases(tx, await selectCaseIdsOfTour(tx, tour_id), { change: "updated", former_branch_id });
