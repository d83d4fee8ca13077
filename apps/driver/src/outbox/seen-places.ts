import type { Case } from "@leitstand/contract/cases/case";

type PlaceAddress = NonNullable<NonNullable<Case["funeral_data"]>["source_address"]>;

/** Places of a case at the time of a step, as they were on the screen. */
export interface SeenPlaces {
  readonly source: PlaceAddress | null;
  readonly target: PlaceAddress | null;
}
type CaseEnd = keyof SeenPlaces;
export interface ChangedPlace {
  readonly end: CaseEnd;
  readonly before: PlaceAddress | null;
  readonly now: PlaceAddress | null;
}

export function placesOfCase({ funeral_data, rsa_data }: Case): SeenPlaces {
  const data = funeral_data ?? rsa_data;
  return { source: data?.source_address ?? null, target: data?.target_address ?? null };
}

/**
 * Fields of an address that change where a crew drives; coordinates alone do not, because they are looked up again and
 * again.
 */
const relevantAddressFields = ["name", "addition", "street", "house_number", "zip_code", "city", "floor"] as const;
const addressAsText = (address: PlaceAddress | null) =>
  relevantAddressFields.map((word) => address?.[word] ?? "").join("\n");

export const changedPlaces = (seen: SeenPlaces, fresh: Case): readonly ChangedPlace[] =>
  (["source", "target"] as const)
    .map((end) => ({ end, before: seen[end], now: placesOfCase(fresh)[end] }))
    .filter(({ before, now }) => addressAsText(before) !== addressAsText(now));
