import type { CaseUpdateRequest } from "@leitstand/contract/cases/case";
import type { RsaData } from "@leitstand/contract/cases/rsa-data";
import { caseIndexColumnsOf } from "./case-columns";
import { isPresentAndNotEmpty } from "./case-faults";
import { type CaseBeforeChange, isSameJson } from "./case-plan";

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

/** Value in the case of a field that partners know. */
const partnerFieldValue = (
  dispatchCase: Pick<CaseWithEditableData, "rsa_data" | "not_before" | "due_at">,
  field: PartnerField,
): unknown => (field === "not_before" || field === "due_at" ? dispatchCase[field] : dispatchCase.rsa_data?.[field]);

const isUnchangedByPartner = (dispatchCase: CaseWithEditableData, data: PartnerData, field: PartnerField): boolean => {
  const [wanted, found] = [data[field], partnerFieldValue(dispatchCase, field)];
  if (typeof wanted === "string" && typeof found === "string") return Date.parse(wanted) === Date.parse(found);
  return isSameJson(wanted, found);
};

/** Fields of a request that differ from the case; those in `late` no longer belong to the partner. */
export function compareCaseWithPartnerData(dispatchCase: CaseWithEditableData, data: PartnerData) {
  const sent = partnerReportableFields.filter(
    (field) => data[field] !== undefined && !isUnchangedByPartner(dispatchCase, data, field),
  );
  return {
    changed: sent.filter((field) => mayPartnerChange(field, dispatchCase)),
    late: sent.filter((field) => !mayPartnerChange(field, dispatchCase)),
  };
}

/** Case as an edit that takes these fields from the partner, and leaves all others as they are. */
export function applyPartnerDataToCase(
  dispatchCase: CaseWithEditableData,
  data: PartnerData,
  fields: readonly PartnerField[],
): CaseUpdateRequest {
  const takes = (field: PartnerField) => fields.includes(field);
  const taken = partnerRsaFields.filter(takes).map((field) => [field, data[field]] as const);
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
