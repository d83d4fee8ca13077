import type { CaseUpdateRequest } from "@leitstand/contract/cases/case";
import type { FuneralData } from "@leitstand/contract/cases/funeral-data";
import type { Handover } from "@leitstand/contract/company/address";
import type { RsaData } from "@leitstand/contract/cases/rsa-data";
import { caseIndexColumnsOf, sourceAndTargetOf } from "./case-columns";

/** Facts about a case that a change needs, read under the lock of its row. */
export interface CaseBeforeChange {
  readonly id: string;
  readonly data_type: "FUNERAL" | "ROADSIDE";
  readonly state: string;
  readonly finalized: boolean;
  readonly approved: boolean;
  readonly branch_id: string | null;
  readonly parent_id: string | null;
  readonly external_id: string | null;
  readonly not_before: string | null;
  readonly due_at: string | null;
  readonly required_skill_ids: readonly string[];
  readonly contact?: object | null;
  readonly funeral_data: FuneralData | null;
  readonly rsa_data: RsaData | null;
  readonly created_by: string | null;
  readonly lock_version: number;
}

type CasePlanFields = Pick<CaseUpdateRequest, "data_type" | "not_before" | "due_at" | "funeral_data" | "rsa_data">;

/** Whether a change matters to a crew on its way: another place, another time. */
export function changesCasePlacesOrTimes(current: CasePlanFields, change: CasePlanFields): boolean {
  const [before, after] = [caseIndexColumnsOf(current), caseIndexColumnsOf(change)];
  const [from, to] = [sourceAndTargetOf(current), sourceAndTargetOf(change)];
  return !(
    isSameJson(from.source, to.source) &&
    isSameJson(from.target, to.target) &&
    isSameTime(before.not_before, after.not_before) &&
    isSameTime(before.due_at, after.due_at)
  );
}

/** Whether a change concerns what was carried out: of a finalized case only papers may still change. */
export function changesClosedCaseBeyondPapers(current: CaseBeforeChange, change: CaseUpdateRequest): boolean {
  return !(
    current.approved === change.approved &&
    isSameJson(current.branch_id, change.branch_id) &&
    isSameJson(current.parent_id, change.parent_id) &&
    isSameJson(current.funeral_data?.cargo_type, change.funeral_data?.cargo_type) &&
    isSameJson(current.funeral_data?.transport_type, change.funeral_data?.transport_type) &&
    isSameJson(current.rsa_data?.service?.key, change.rsa_data?.service?.key) &&
    !changesCasePlacesOrTimes(current, change)
  );
}

/** Former handover that a change replaces; undefined where it stays, or where there was none. */
export function findReplacedHandover(current: CaseDataSections, change: CaseDataSections): Handover | undefined {
  const [before, after] = [current, change].map(({ funeral_data, rsa_data }) => (funeral_data ?? rsa_data)?.handover);
  return before && !isSameJson(before, after) ? before : undefined;
}
type CaseDataSections = Pick<CaseUpdateRequest, "funeral_data" | "rsa_data">;

export const isSameTime = (one: string | null, other: string | null) =>
  one === null || other === null ? one === other : Date.parse(one) === Date.parse(other);

/** Whether two values are equal as JSON, whatever the order of the fields; an absent field equals null. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === null || one === undefined || other === null || other === undefined)
    return (one ?? null) === (other ?? null);
  if (typeof one !== "object" || typeof other !== "object") return one === other;
  const [ours, theirs] = [fieldMapOf(one), fieldMapOf(other)];
  return [...new Set([...ours.keys(), ...theirs.keys()])].every((key) => isSameJson(ours.get(key), theirs.get(key)));
}

export const fieldMapOf = (value: object): ReadonlyMap<string, unknown> => new Map(Object.entries(value));
