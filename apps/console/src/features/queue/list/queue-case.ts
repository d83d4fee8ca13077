import type { Case } from "@leitstand/contract/cases/case";

/** What a card shows of a case, and no more: ten thousand of them stay in memory. */
export interface QueueCase {
  readonly id: string;
  readonly natural_id: string;
  readonly display_name: string;
  readonly branch_id: string | null;
  readonly data_type: "FUNERAL" | "ROADSIDE";
  readonly state: string;
  readonly lock_version: number;
  readonly approved: boolean;
  readonly finalized: boolean;
  readonly not_before: string | null;
  readonly due_at: string | null;
  readonly postponed_until: string | null;
  /** The kind of transport, or the service. */
  readonly kind: string | null;
  readonly source: string | null;
  readonly target: string | null;
  readonly is_infectious: boolean;
  /** Where the deceased lies nothing keeps cool. */
  readonly lacks_cold_storage: boolean;
  readonly seats_required: number;
  readonly priority: number | null;
  readonly required_skill_ids: readonly string[];
  /** It has left this list while the pointer rests on it; the row stays until the pointer goes. */
  readonly is_gone?: boolean;
}

export function queueCaseOf(job: Case): QueueCase {
  const { funeral_data: funeral, rsa_data: roadside } = job;
  const data = funeral ?? roadside;
  const { source_address: source, target_address: target } = data ?? {};
  // Within a city its name says nothing: there the houses do.
  const isWithinCity = isText(source?.city) && source.city === target?.city;
  return {
    id: job.id,
    natural_id: job.natural_id,
    display_name: job.display_name,
    branch_id: job.branch_id,
    data_type: job.data_type,
    state: job.state.current,
    lock_version: job.lock_version,
    approved: job.approved,
    finalized: job.finalized,
    not_before: job.not_before,
    due_at: job.due_at,
    postponed_until: job.postponed_until,
    kind: funeral?.transport_type ?? roadside?.service?.name ?? roadside?.service?.key ?? null,
    source: placeOf(source, isWithinCity),
    target: placeOf(target, isWithinCity),
    is_infectious: funeral?.cargo_deceased?.infectious === true,
    lacks_cold_storage: funeral?.cargo_type === "PERSON" && source?.cold_storage === false,
    seats_required: roadside?.seats_required ?? 0,
    priority: roadside?.service?.priority ?? null,
    required_skill_ids: job.required_skill_ids,
  };
}

interface Place {
  readonly city?: string | null;
  readonly name?: string | null;
  readonly zip_code?: string | null;
}
const isText = (part: string | null | undefined): part is string => part !== undefined && part !== null && part !== "";
const placeOf = (place: Place | null | undefined, isWithinCity: boolean): string | null => {
  const { city, name, zip_code } = place ?? {};
  return (isWithinCity ? [name, city, zip_code] : [city, name, zip_code]).find(isText) ?? null;
};
