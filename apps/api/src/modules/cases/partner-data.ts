import type { CaseUpdateRequest } from "@leitstand/contract/cases/case";
import type { RsaData } from "@leitstand/contract/cases/rsa-data";
import { columnsOf } from "./case-columns";
import { isGiven } from "./case-faults";
import { type CurrentCase, isSame } from "./case-plan";

/** Case with everything that an edit writes. */
export interface WholeCase extends CurrentCase {
  readonly brand_id: string | null;
  readonly display_name: string;
  readonly description: string | null;
  readonly contact: CaseUpdateRequest["contact"];
  readonly finish_reason: string | null;
  /** For each open link, whether its crew has accepted. */
  readonly open_links_accepted: readonly boolean[];
}

/** Fields that a partner may report about a case; an absent field stays, null empties it. */
export type PartnerData = Partial<Pick<RsaData, RsaField>> & {
  readonly not_before?: string | null | undefined;
  readonly due_at?: string | null | undefined;
};
const rsaFields = [
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
type RsaField = (typeof rsaFields)[number];
export const partnerFields = [...rsaFields, "not_before", "due_at"] as const;
export type PartnerField = (typeof partnerFields)[number];

const ofPlan: ReadonlySet<string> = new Set<PartnerField>(["source_address", "target_address", "not_before", "due_at"]);
const onTheWay: ReadonlySet<string> = new Set(["create", "open", "reserved", "alarmed", "onTheWay"]);

/**
 * Whether the partner may still change a field: the service until the crew has accepted, places and times until it has
 * arrived. People, vehicle and papers stay the partner's to the end.
 */
function mayPartnerChange(field: PartnerField, { state, open_links_accepted }: WholeCase): boolean {
  if (ofPlan.has(field)) return onTheWay.has(state);
  return field === "service" ? onTheWay.has(state) && !open_links_accepted.includes(true) : true;
}

/** Value in the case of a field that partners know. */
export const valueOf = (job: Pick<WholeCase, "rsa_data" | "not_before" | "due_at">, field: PartnerField): unknown =>
  field === "not_before" || field === "due_at" ? job[field] : job.rsa_data?.[field];

const stands = (job: WholeCase, data: PartnerData, field: PartnerField): boolean => {
  const [wanted, found] = [data[field], valueOf(job, field)];
  if (typeof wanted === "string" && typeof found === "string") return Date.parse(wanted) === Date.parse(found);
  return isSame(wanted, found);
};

/** Fields of a request that differ from the case; those in `late` no longer belong to the partner. */
export function compareWithPartner(job: WholeCase, data: PartnerData) {
  const sent = partnerFields.filter((field) => data[field] !== undefined && !stands(job, data, field));
  return {
    changed: sent.filter((field) => mayPartnerChange(field, job)),
    late: sent.filter((field) => !mayPartnerChange(field, job)),
  };
}

/** Case as an edit that takes these fields from the partner, and leaves all others as they are. */
export function withPartnerData(job: WholeCase, data: PartnerData, fields: readonly PartnerField[]): CaseUpdateRequest {
  const takes = (field: PartnerField) => fields.includes(field);
  const taken = rsaFields.filter(takes).map((field) => [field, data[field]] as const);
  const rsa_data: RsaData = { ...job.rsa_data, ...Object.fromEntries(taken) };
  const { branch_id, brand_id, parent_id, external_id, description, contact, finish_reason } = job;
  return {
    approved: job.approved,
    data_type: job.data_type,
    required_skill_ids: [...job.required_skill_ids],
    branch_id,
    brand_id,
    parent_id,
    external_id,
    description,
    contact,
    finish_reason,
    display_name: isNamedByHand(job) ? job.display_name : null,
    not_before: takes("not_before") ? data.not_before : timeOf(job, "not_before"),
    due_at: takes("due_at") ? data.due_at : timeOf(job, "due_at"),
    rsa_data,
    lock_version: job.lock_version,
  };
}

const isNamedByHand = (job: WholeCase) =>
  isGiven(job.display_name) && job.display_name !== columnsOf({ ...job, display_name: null }).display_name;

/** Time of the case; one that only follows from the time frame of the place is dropped with the place. */
function timeOf(job: WholeCase, field: "not_before" | "due_at"): string | null {
  const frame = job.rsa_data?.source_address?.timeframe;
  const framed = field === "not_before" ? frame?.from : frame?.to;
  const own = job[field];
  return own !== null && isGiven(framed) && Date.parse(framed) === Date.parse(own) ? null : own;
}
