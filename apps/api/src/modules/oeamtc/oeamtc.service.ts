import type { OeamtcCase, OeamtcCaseRequest, OeamtcCaseUpdateRequest } from "@leitstand/contract/partners/oeamtc";
import type { Tx } from "#platform/database/database";
import { type Principal, type Scope, scopeOfGrant } from "#platform/access/principal";
import { notFound, problem } from "#platform/problem";
import { addCaseComment } from "#modules/case-notes/index";
import {
  getCaseAnswer,
  isPartnerCaseAutoApproved,
  applyPartnerChange,
  createCase,
  type PartnerData,
  partnerReportableFields,
  type CaseReader,
} from "#modules/cases/index";
import { describeTooLatePartnerFields } from "./late-fields";
import {
  insertPartnerCase,
  isCaseExternalIdFree,
  queueLockOfCaseRow,
  recordPartnerRequest,
  lockPartnerExternalId,
  type PartnerCase,
  type PartnerCaseViewer,
  selectBranchByExternalId,
  selectBranchOfPostalCode,
  selectCaseIdByPartnerExternalId,
  selectPartnerCase,
} from "./oeamtc.sql";

/** Creates the case, or updates the one that the caller has passed on before. */
export async function createOrUpdatePartnerCase(
  tx: Tx,
  reader: CaseReader,
  request: OeamtcCaseRequest,
): Promise<OeamtcCase> {
  const partner = partnerUserIdOf(reader.principal);
  lockPartnerExternalId(tx, partner, request.external_id);
  const known = await selectCaseIdByPartnerExternalId(tx, partner, request.external_id);
  if (known === undefined) return createPartnerCase(tx, reader, { ...request, partner });
  const viewer = partnerCaseViewerOf(reader);
  const passed = await lockPartnerCaseIfVisible(tx, known.case_id, viewer);
  // A person whose case has been moved out of the person's scope learns no more of it than of any other taken id.
  if (!passed) throw problem("RESOURCE_ALREADY_EXISTS", { field: "external_id" });
  return mergePartnerUpdate(tx, widenScopeOfProgram(reader, viewer), { passed, request });
}

export async function updatePartnerCase(
  tx: Tx,
  reader: CaseReader,
  { id, ...request }: OeamtcCaseUpdateRequest & { id: string },
): Promise<OeamtcCase> {
  const viewer = partnerCaseViewerOf(reader);
  const passed = await lockPartnerCase(tx, id, viewer);
  if (request.external_id !== undefined && request.external_id !== passed.external_id)
    throw problem("FIELD_COMBINATION_INVALID", { fields: "external_id" });
  return mergePartnerUpdate(tx, widenScopeOfProgram(reader, viewer), { passed, request });
}

/** Locks a case that a partner has passed on, and reads it; refuses one that the viewer may not see as not found. */
export async function lockPartnerCase(tx: Tx, id: string, viewer: PartnerCaseViewer): Promise<PartnerCase> {
  const passed = await lockPartnerCaseIfVisible(tx, id, viewer);
  if (!passed) throw notFound("case", id);
  return passed;
}

function lockPartnerCaseIfVisible(tx: Tx, id: string, viewer: PartnerCaseViewer): Promise<PartnerCase | undefined> {
  queueLockOfCaseRow(tx, id);
  return selectPartnerCase(tx, id, viewer);
}

/**
 * Viewer whom the caller is: a program sees the cases that it has passed on, wherever the dispatcher has moved them
 * since; people see those within their scope.
 */
export const partnerCaseViewerOf = ({ principal, scope }: CaseReader): PartnerCaseViewer =>
  principal.kind === "SERVICE" ? { partner_user_id: partnerUserIdOf(principal) } : { scope };

/**
 * Gives a program the scope of the whole tenant, once it is known that it has passed the case on; people keep theirs. Of
 * the cases linked to it the program is told no more than before.
 */
export const widenScopeOfProgram = <R extends CaseReader>(reader: R, viewer: PartnerCaseViewer): R =>
  "scope" in viewer
    ? reader
    : {
        ...reader,
        scope: wholeTenantScope,
        linkedCases: {
          passed_on_by: viewer.partner_user_id,
          scope: scopeOfGrant(reader.principal, "getCases"),
        },
      };
const wholeTenantScope: Scope = { all: true, branch_ids: [], driver: null };
/** Id of the user who passes cases on; only people and programs do so, and both are users. */
const partnerUserIdOf = ({ user_id, subject_id }: Principal) => user_id ?? subject_id;

async function createPartnerCase(
  tx: Tx,
  reader: CaseReader,
  request: OeamtcCaseRequest & { partner: string },
): Promise<OeamtcCase> {
  const { external_id, partner, partner_version = null } = request;
  const data = partnerDataOf(request);
  const { not_before, due_at, ...rsa_data } = data;
  const branch_id = await findBranchForPartnerCase(tx, request);
  const found = await createCase(tx, reader, {
    approved: await isPartnerCaseAutoApproved(tx),
    data_type: "ROADSIDE",
    branch_id,
    ...((await isCaseExternalIdFree(tx, external_id)) ? { external_id } : {}),
    not_before,
    due_at,
    rsa_data,
  });
  await insertPartnerCase(tx, {
    case_id: found.id,
    partner_user_id: partner,
    external_id,
    partner_version,
    sent_data: { accepted: data, refused: {} },
  });
  return { case: found, created: true, ignored_fields: [] };
}

async function findBranchForPartnerCase(
  tx: Tx,
  { branch_external_id, source_address }: OeamtcCaseRequest,
): Promise<string | null> {
  if (branch_external_id !== undefined) {
    const named = await selectBranchByExternalId(tx, branch_external_id);
    if (!named) throw problem("REFERENCE_NOT_FOUND", { field: "branch_external_id" });
    return named.id;
  }
  const zip = source_address?.zip_code?.replaceAll(/\s/g, "") ?? "";
  return zip === "" ? null : ((await selectBranchOfPostalCode(tx, zip))?.id ?? null);
}

const partnerDataOf = (request: OeamtcCaseUpdateRequest): PartnerData =>
  Object.fromEntries(
    partnerReportableFields.flatMap((field) => (request[field] === undefined ? [] : [[field, request[field]]])),
  );

async function mergePartnerUpdate(
  tx: Tx,
  reader: CaseReader,
  { passed, request }: { passed: PartnerCase; request: OeamtcCaseUpdateRequest },
): Promise<OeamtcCase> {
  const { case_id } = passed;
  const { partner_version } = request;
  const { newlyLate, ignored, sent } = await applyPartnerChange(tx, reader, {
    id: case_id,
    data: partnerDataOf(request),
    sentBefore: passed.sent_data,
    isNewer: isNewerPartnerVersion(passed.partner_version, partner_version),
  });
  if (sent) recordPartnerRequest(tx, { case_id, partner_version: partner_version ?? null, sent_data: sent });
  if (newlyLate.length > 0)
    await addCaseComment(tx, reader, { id: case_id, text: describeTooLatePartnerFields(passed, request, newlyLate) });
  const branch = request.branch_external_id;
  const ignored_fields =
    branch !== undefined && branch !== passed.branch_external_id ? [...ignored, "branch_external_id"] : [...ignored];
  return { case: await getCaseAnswer(tx, reader, case_id), created: false, ignored_fields };
}

const isNewerPartnerVersion = (stored: number | null, sent: number | undefined) =>
  stored === null || sent === undefined || sent > stored;
