import type { CaseUpdateRequest } from "@leitstand/contract/cases/case";
import type { RsaData } from "@leitstand/contract/cases/rsa-data";
import { caseIndexColumnsOf } from "./case-columns";
import { isPresentAndNotEmpty } from "./case-faults";
import { type CaseBeforeChange, fieldMapOf, isSameJson } from "./case-plan";

/** Case with everything that an edit writes. */
export interface CaseWithEditableData extends CaseBeforeChange {
  readonly brand_id: string | null;
  readonly display_name: string;
  readonly description: string | null;
  readonly contact: CaseUpdateRequest["contact"];
  readonly finish_reason: string | null;
  /** For each open link, whether its crew has accepted. */
  readonly open_links_accepted: readonly boolean[];
}

/** Fields that a partner may report about a case; an absent field stays, null empties it. */
export type PartnerData = Partial<Pick<RsaData, PartnerRsaField>> & {
  readonly not_before?: string | null | undefined;
  readonly due_at?: string | null | undefined;
};
const partnerRsaFields = [
  "service",
  "customer",
  "member",
  "vehicle",
  "damage",
  "insurance",
  "arc",
  "trailer",
  "additional_persons",
  "source_address",
  "target_address",
] as const satisfies readonly (keyof RsaData)[];
type PartnerRsaField = (typeof partnerRsaFields)[number];
export const partnerReportableFields = [...partnerRsaFields, "not_before", "due_at"] as const;
export type PartnerField = (typeof partnerReportableFields)[number];

const planFields: ReadonlySet<string> = new Set<PartnerField>([
  "source_address",
  "target_address",
  "not_before",
  "due_at",
]);
const statesBeforeArrival: ReadonlySet<string> = new Set(["create", "open", "reserved", "alarmed", "onTheWay"]);

/**
 * Whether the partner may still change a field: the service until the crew has accepted, places and times until it has
 * arrived. People, vehicle and papers stay the partner's to the end.
 */
function mayPartnerChange(field: PartnerField, { state, open_links_accepted }: CaseWithEditableData): boolean {
  if (planFields.has(field)) return statesBeforeArrival.has(state);
  return field === "service" ? statesBeforeArrival.has(state) && !open_links_accepted.includes(true) : true;
}

/** Data that a partner sent last: what the case has taken over, and what came too late for that. */
export interface SentPartnerData {
  readonly accepted: PartnerData;
  readonly refused: PartnerData;
}
/** Request of a partner with what was sent before it, which is unknown (null) for cases of earlier releases. */
export interface PartnerRequest {
  readonly data: PartnerData;
  readonly sentBefore: SentPartnerData | null;
}

/** Value in the case of a field that partners know. */
const partnerFieldValue = (
  dispatchCase: Pick<CaseWithEditableData, "rsa_data" | "not_before" | "due_at">,
  field: PartnerField,
): unknown => (field === "not_before" || field === "due_at" ? dispatchCase[field] : dispatchCase.rsa_data?.[field]);

/** Data that the partner sent last and the case has taken over; where that is unknown, all that the case has now. */
const acceptedBefore = (dispatchCase: CaseWithEditableData, { sentBefore }: PartnerRequest): PartnerData =>
  sentBefore?.accepted ??
  Object.fromEntries(partnerReportableFields.map((field) => [field, partnerFieldValue(dispatchCase, field)]));

const isSameValue = (one: unknown, other: unknown): boolean =>
  typeof one === "string" && typeof other === "string" ? Date.parse(one) === Date.parse(other) : isSameJson(one, other);

/** Whether a field was sent before with the same value; an absent field was not sent, unlike null. */
const isSentAgain = (data: PartnerData, before: PartnerData | undefined, field: PartnerField): boolean =>
  before?.[field] !== undefined && isSameValue(data[field], before[field]);

/** Whether a part names something, and nothing that differs from another one, which may have more fields. */
function isContainedIn(part: unknown, whole: unknown): boolean {
  if (!isObject(part) || !isObject(whole)) return false;
  const [named, found] = [fieldMapOf(part), fieldMapOf(whole)];
  return (
    named.size > 0 &&
    [...named].every(([key, value]) => isSameJson(value, found.get(key)) || isContainedIn(value, found.get(key)))
  );
}
const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Whether the partner asks for no change: the field is as it was sent before, whatever others have made of it since, or
 * the case has it already. Where nothing is known of before, fields that others have added to a part stay, too.
 */
function isUnchangedByPartner(dispatchCase: CaseWithEditableData, request: PartnerRequest, field: PartnerField) {
  const { data, sentBefore } = request;
  const found = partnerFieldValue(dispatchCase, field);
  return (
    isSentAgain(data, acceptedBefore(dispatchCase, request), field) ||
    isSameValue(valueForCase(dispatchCase, request, field), found) ||
    (sentBefore === null && isContainedIn(data[field], found))
  );
}

/** Value that the case gets. A part is replaced as a whole, but for the damage, which crews describe as well. */
const valueForCase = (dispatchCase: CaseWithEditableData, request: PartnerRequest, field: PartnerField): unknown =>
  field === "damage" ? mergeDamage(dispatchCase, request) : request.data[field];

/**
 * Damage in which only those fields change that the partner has changed. What others have written into fields that the
 * partner does not name stays, above all what the crew has found.
 */
function mergeDamage(dispatchCase: CaseWithEditableData, request: PartnerRequest): unknown {
  const wanted = request.data.damage;
  const [theirs, before, ours] = [
    fieldMapOf(wanted ?? {}),
    fieldMapOf(acceptedBefore(dispatchCase, request).damage ?? {}),
    fieldMapOf(dispatchCase.rsa_data?.damage ?? {}),
  ];
  const belongsToOthers = (key: string) =>
    isSameJson(theirs.get(key), before.get(key)) || (!theirs.has(key) && !isSameJson(ours.get(key), before.get(key)));
  const merged = [...new Set([...ours.keys(), ...theirs.keys()])]
    .map((key) => [key, belongsToOthers(key) ? ours.get(key) : theirs.get(key)] as const)
    .filter(([, value]) => value !== undefined);
  return merged.length > 0 ? Object.fromEntries(merged) : wanted;
}

/**
 * Compares a request with what the partner sent before and with the case: the fields that change, and those in `late`,
 * which no longer belong to the partner. `newlyLate` leaves out what was refused before; `sent` is to be remembered.
 */
export function compareCaseWithPartnerData(dispatchCase: CaseWithEditableData, request: PartnerRequest) {
  const { data, sentBefore } = request;
  const sentFields = partnerReportableFields.filter((field) => data[field] !== undefined);
  const different = sentFields.filter((field) => !isUnchangedByPartner(dispatchCase, request, field));
  const late = different.filter((field) => !mayPartnerChange(field, dispatchCase));
  const unsentFields = partnerReportableFields.filter((field) => data[field] === undefined);
  const acceptedFields = sentFields.filter((field) => !late.includes(field));
  const sent: SentPartnerData = {
    accepted: { ...acceptedBefore(dispatchCase, request), ...pickFields(data, acceptedFields) },
    refused: { ...pickFields(sentBefore?.refused ?? {}, unsentFields), ...pickFields(data, late) },
  };
  return {
    changed: different.filter((field) => !late.includes(field)),
    late,
    newlyLate: late.filter((field) => !isSentAgain(data, sentBefore?.refused, field)),
    sent,
  };
}

const pickFields = (data: PartnerData, fields: readonly PartnerField[]): PartnerData =>
  Object.fromEntries(fields.map((field) => [field, data[field]]));

/** Case as an edit that takes these fields from the partner, and leaves all others as they are. */
export function applyPartnerDataToCase(
  dispatchCase: CaseWithEditableData,
  request: PartnerRequest,
  fields: readonly PartnerField[],
): CaseUpdateRequest {
  const { data } = request;
  const takes = (field: PartnerField) => fields.includes(field);
  const taken = partnerRsaFields
    .filter(takes)
    .map((field) => [field, valueForCase(dispatchCase, request, field)] as const);
  const rsa_data: RsaData = { ...dispatchCase.rsa_data, ...Object.fromEntries(taken) };
  const { branch_id, brand_id, parent_id, external_id, description, contact, finish_reason } = dispatchCase;
  return {
    approved: dispatchCase.approved,
    data_type: dispatchCase.data_type,
    required_skill_ids: [...dispatchCase.required_skill_ids],
    branch_id,
    brand_id,
    parent_id,
    external_id,
    description,
    contact,
    finish_reason,
    display_name: hasManualDisplayName(dispatchCase) ? dispatchCase.display_name : null,
    not_before: takes("not_before") ? data.not_before : manuallySetTimeOf(dispatchCase, "not_before"),
    due_at: takes("due_at") ? data.due_at : manuallySetTimeOf(dispatchCase, "due_at"),
    rsa_data,
    lock_version: dispatchCase.lock_version,
  };
}

const hasManualDisplayName = (dispatchCase: CaseWithEditableData) =>
  isPresentAndNotEmpty(dispatchCase.display_name) &&
  dispatchCase.display_name !== caseIndexColumnsOf({ ...dispatchCase, display_name: null }).display_name;

/** Time of the case; one that only follows from the time frame of the place is dropped with the place. */
function manuallySetTimeOf(dispatchCase: CaseWithEditableData, field: "not_before" | "due_at"): string | null {
  const frame = dispatchCase.rsa_data?.source_address?.timeframe;
  const framed = field === "not_before" ? frame?.from : frame?.to;
  const own = dispatchCase[field];
  return own !== null && isPresentAndNotEmpty(framed) && Date.parse(framed) === Date.parse(own) ? null : own;
}
