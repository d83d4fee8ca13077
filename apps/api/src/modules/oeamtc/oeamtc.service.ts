import type { OeamtcCase, OeamtcCaseRequest, OeamtcCaseUpdateRequest } from "@leitstand/contract/partners/oeamtc";
import type { Tx } from "#platform/database/database";
import type { Principal, Scope } from "#platform/access/principal";
import { notFound, problem } from "#platform/problem";
import { addComment } from "#modules/case-notes/index";
import {
  getCaseAnswer,
  isApprovedOnArrival,
  applyPartnerChange,
  createCase,
  type PartnerData,
  partnerFields,
  type CaseReader,
} from "#modules/cases/index";
import { tellLateFields } from "./late-fields";
import {
  hasComment,
  insertPartnerCase,
  isNumberFree,
  lockCaseRow,
  lockJob,
  type PartnerCase,
  type Reach,
  selectBranchByExternalId,
  selectBranchOfZip,
  selectCaseOfPartner,
  selectPartnerCase,
  updateVersion,
} from "./oeamtc.sql";

/** Creates the case, or updates the one that the caller has passed on before. */
export async function passOn(tx: Tx, reader: CaseReader, request: OeamtcCaseRequest): Promise<OeamtcCase> {
  const partner = partnerOf(reader.principal);
  lockJob(tx, partner, request.external_id);
  const known = await selectCaseOfPartner(tx, partner, request.external_id);
  if (known === undefined) return create(tx, reader, { ...request, partner });
  lockCaseRow(tx, known.case_id);
  const passed = await selectPartnerCase(tx, known.case_id, { partner_user_id: partner });
  if (!passed) throw notFound("case", known.case_id);
  return merge(tx, { ...reader, scope: everywhere }, { passed, request });
}

export async function updatePartnerCase(
  tx: Tx,
  reader: CaseReader,
  { id, ...request }: OeamtcCaseUpdateRequest & { id: string },
): Promise<OeamtcCase> {
  lockCaseRow(tx, id);
  const reach = reachOf(reader);
  const passed = await selectPartnerCase(tx, id, reach);
  if (!passed) throw notFound("case", id);
  if (request.external_id !== undefined && request.external_id !== passed.external_id)
    throw problem("FIELD_COMBINATION_INVALID", { fields: "external_id" });
  return merge(tx, readerWithin(reader, reach), { passed, request });
}

/**
 * Condition for reachable cases: a program reaches those that it has passed on, wherever the dispatcher has moved them
 * since; people reach those that they see.
 */
export const reachOf = ({ principal, scope }: CaseReader): Reach =>
  principal.kind === "SERVICE" ? { partner_user_id: partnerOf(principal) } : { scope };
export const readerWithin = <R extends CaseReader>(reader: R, reach: Reach): R =>
  "scope" in reach ? reader : { ...reader, scope: everywhere };
const everywhere: Scope = { all: true, branch_ids: [], driver: null };
/** Id of the user who passes cases on; only people and programs do so, and both are users. */
const partnerOf = ({ user_id, subject_id }: Principal) => user_id ?? subject_id;

async function create(
  tx: Tx,
  reader: CaseReader,
  request: OeamtcCaseRequest & { partner: string },
): Promise<OeamtcCase> {
  const { external_id, partner, partner_version = null } = request;
  const { not_before, due_at, ...rsa_data } = partnerData(request);
  const branch_id = await branchFor(tx, request);
  const found = await createCase(tx, reader, {
    approved: await isApprovedOnArrival(tx),
    data_type: "ROADSIDE",
    branch_id,
    ...((await isNumberFree(tx, external_id)) ? { external_id } : {}),
    not_before,
    due_at,
    rsa_data,
  });
  await insertPartnerCase(tx, { case_id: found.id, partner_user_id: partner, external_id, partner_version });
  return { case: found, created: true, ignored_fields: [] };
}

async function branchFor(tx: Tx, { branch_external_id, source_address }: OeamtcCaseRequest): Promise<string | null> {
  if (branch_external_id !== undefined) {
    const named = await selectBranchByExternalId(tx, branch_external_id);
    if (!named) throw problem("REFERENCE_NOT_FOUND", { field: "branch_external_id" });
    return named.id;
  }
  const zip = source_address?.zip_code?.replaceAll(/\s/g, "") ?? "";
  return zip === "" ? null : ((await selectBranchOfZip(tx, zip))?.id ?? null);
}

const partnerData = (request: OeamtcCaseUpdateRequest): PartnerData =>
  Object.fromEntries(partnerFields.flatMap((field) => (request[field] === undefined ? [] : [[field, request[field]]])));

async function merge(
  tx: Tx,
  reader: CaseReader,
  { passed, request }: { passed: PartnerCase; request: OeamtcCaseUpdateRequest },
): Promise<OeamtcCase> {
  const { case_id } = passed;
  const { partner_version } = request;
  const isNewer = isNewerThan(passed.partner_version, partner_version);
  const data = partnerData(request);
  const { late, ignored } = await applyPartnerChange(tx, reader, { id: case_id, data, isNewer });
  if (isNewer && partner_version !== undefined) updateVersion(tx, case_id, partner_version);
  if (late.length > 0) await tellDesk(tx, reader, { case_id, text: tellLateFields(passed.language, request, late) });
  const branch = request.branch_external_id;
  const ignored_fields =
    branch !== undefined && branch !== passed.branch_external_id ? [...ignored, "branch_external_id"] : [...ignored];
  return { case: await getCaseAnswer(tx, reader, case_id), created: false, ignored_fields };
}

const isNewerThan = (stored: number | null, sent: number | undefined) =>
  stored === null || sent === undefined || sent > stored;

async function tellDesk(tx: Tx, reader: CaseReader, { case_id, text }: { case_id: string; text: string }) {
  if (await hasComment(tx, { case_id, user_id: partnerOf(reader.principal), text })) return;
  await addComment(tx, reader, { id: case_id, text });
}
