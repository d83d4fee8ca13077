import type { Case } from "@leitstand/contract/cases/case";

type Address = NonNullable<NonNullable<Case["funeral_data"]>["source_address"]>;

/** Places of a case at the time of a step, as they were on the screen. */
export interface SeenPlaces {
  readonly source: Address | null;
  readonly target: Address | null;
}
type End = keyof SeenPlaces;
export interface ChangedPlace {
  readonly end: End;
  readonly before: Address | null;
  readonly now: Address | null;
}

export function placesSeen({ funeral_data, rsa_data }: Case): SeenPlaces {
  const data = funeral_data ?? rsa_data;
  return { source: data?.source_address ?? null, target: data?.target_address ?? null };
}

/**
 * Fields of an address that change where a crew drives; coordinates alone do not, because they are looked up again and
 * again.
 */
const words = ["name", "addition", "street", "house_number", "zip_code", "city", "floor"] as const;
const wordsOf = (address: Address | null) => words.map((word) => address?.[word] ?? "").join("\n");

export const changedPlaces = (seen: SeenPlaces, fresh: Case): readonly ChangedPlace[] =>
  (["source", "target"] as const)
    .map((end) => ({ end, before: seen[end], now: placesSeen(fresh)[end] }))
    .filter(({ before, now }) => wordsOf(before) !== wordsOf(now));
