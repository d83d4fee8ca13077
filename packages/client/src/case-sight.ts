import type { Case } from "@leitstand/contract/cases/case";

/**
 * Facts of a case on which a decision about it rests, as far as the deciding client has them; unknown ones are left
 * out.
 */
export interface CaseFactsSeen {
  readonly lock_version: number;
  readonly display_name?: string;
  readonly branch_id?: string | null;
  readonly state?: string;
  readonly approved?: boolean;
  readonly finalized?: boolean;
  readonly tour_case_states?: readonly SeenLink[] | undefined;
  readonly not_before?: string | null;
  readonly due_at?: string | null;
  readonly postponed_until?: string | null;
  readonly source_zip?: string | null;
  readonly source_city?: string | null;
  readonly source_lat?: number | null;
  readonly source_lon?: number | null;
  readonly target_zip?: string | null;
  readonly target_city?: string | null;
  /** Pickup and delivery address with all their fields, as text. */
  readonly addresses?: string;
  readonly service_key?: string | null;
  readonly seats_required?: number;
  readonly required_skill_ids?: readonly string[];
  readonly is_infectious?: boolean;
}
interface SeenLink {
  readonly tour_id: string;
  readonly state: string;
  readonly bucket: string;
}

/** Points in which a case may have changed for a user who decides about it. */
export const comparedPoints = ["tours", "state", "window", "places", "needs", "name", "branch"] as const;
export type ComparedPoint = (typeof comparedPoints)[number];

type PointComparisons = Readonly<Record<ComparedPoint, (seen: CaseFactsSeen, current: CaseFactsSeen) => boolean>>;
const pointComparisons: PointComparisons = {
  tours: (seen, current) => openLinksOf(seen) === undefined || openLinksOf(seen) === openLinksOf(current),
  state: fieldsAgree(["state", "approved", "finalized"]),
  window: fieldsAgree(["not_before", "due_at", "postponed_until"], (value) => value && Date.parse(value as string)),
  places: (seen, current) =>
    fieldsAgree(["source_zip", "source_city", "target_zip", "target_city", "addresses"])(seen, current) &&
    !isMovedAddress(seen, current),
  needs: (seen, current) =>
    fieldsAgree(["service_key", "seats_required", "is_infectious"])(seen, current) &&
    fieldsAgree(["required_skill_ids"], (value) => (value as string[]).toSorted().join())(seen, current),
  name: fieldsAgree(["display_name"]),
  branch: fieldsAgree(["branch_id"]),
};

/**
 * Points that have changed since a decision, by which a write on a case is stopped. Notes, todos, contacts, photos and
 * numbers of others do not count.
 */
export const changedPoints = (seen: CaseFactsSeen, current: CaseFactsSeen): readonly ComparedPoint[] =>
  comparedPoints.filter((point) => !pointComparisons[point](seen, current));

/** Tours that work on the case, and how far each has come; finished links do not count. */
const openLinksOf = ({ tour_case_states }: CaseFactsSeen) =>
  tour_case_states
    ?.filter(({ bucket }) => bucket === "open")
    .map(({ tour_id, state }) => `${tour_id} ${state}`)
    .toSorted()
    .join();

/** A fact that only one of the two has cannot be compared. */
function fieldsAgree(names: readonly (keyof CaseFactsSeen)[], as: (value: unknown) => unknown = (value) => value) {
  return (seen: CaseFactsSeen, current: CaseFactsSeen) =>
    names.every(
      (name) => seen[name] === undefined || current[name] === undefined || as(seen[name]) === as(current[name]),
    );
}

/**
 * Distance in degrees, about 300 m, within which an address counts as unchanged: its point moves a little whenever it
 * is looked up again.
 */
const ELSEWHERE_DEGREES = 0.003;
const isMovedAddress = (seen: CaseFactsSeen, current: CaseFactsSeen) =>
  (["source_lat", "source_lon"] as const).some((name) => {
    const [before, now] = [seen[name], current[name]];
    return typeof before === "number" && typeof now === "number" && Math.abs(before - now) > ELSEWHERE_DEGREES;
  });

type Address = NonNullable<NonNullable<Case["funeral_data"]>["source_address"]>;
const addressFields = ["name", "addition", "street", "house_number", "zip_code", "city", "floor"] as const;
const addressTextOf = (address: Address | null | undefined) =>
  addressFields.map((word) => address?.[word] ?? "").join("\n");

const addressesOf = (source: Address | null | undefined, target: Address | null | undefined) => ({
  source_zip: source?.zip_code ?? null,
  source_city: source?.city ?? null,
  source_lat: source?.lat ?? null,
  source_lon: source?.lon ?? null,
  target_zip: target?.zip_code ?? null,
  target_city: target?.city ?? null,
  addresses: `${addressTextOf(source)}\n\n${addressTextOf(target)}`,
});

/** Sight of a case that was read as a whole. */
export function caseFactsSeenOf(dispatchCase: Case): CaseFactsSeen {
  const { funeral_data, rsa_data, state, tour_case_states } = dispatchCase;
  const { source_address: source, target_address: target } = funeral_data ?? rsa_data ?? {};
  const { lock_version, display_name, branch_id, approved, finalized } = dispatchCase;
  const { not_before, due_at, postponed_until, required_skill_ids } = dispatchCase;
  return {
    lock_version,
    display_name,
    branch_id,
    approved,
    finalized,
    not_before,
    due_at,
    postponed_until,
    state: state.current,
    tour_case_states,
    ...addressesOf(source, target),
    service_key: rsa_data?.service?.key ?? null,
    seats_required: rsa_data?.seats_required ?? 0,
    required_skill_ids,
    is_infectious: funeral_data?.cargo_deceased?.infectious === true,
  };
}
