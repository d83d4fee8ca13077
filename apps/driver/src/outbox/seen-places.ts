import type { Case } from "@leitstand/contract/cases/case";

type PlaceAddress = NonNullable<NonNullable<Case["funeral_data"]>["source_address"]>;

/** Places of a case at the time of a step, as they were on the screen. */
export interface CaseAddressesSeen {
  readonly source: PlaceAddress | null;
  readonly target: PlaceAddress | null;
}
type CaseEnd = keyof CaseAddressesSeen;
export interface ChangedCaseAddress {
  readonly end: CaseEnd;
  readonly before: PlaceAddress | null;
  readonly now: PlaceAddress | null;
}

export function sourceAndTargetAddressesOf({ funeral_data, rsa_data }: Case): CaseAddressesSeen {
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

export const findChangedCaseAddresses = (seen: CaseAddressesSeen, fresh: Case): readonly ChangedCaseAddress[] =>
  (["source", "target"] as const)
    .map((end) => ({ end, before: seen[end], now: sourceAndTargetAddressesOf(fresh)[end] }))
    .filter(({ before, now }) => addressAsText(before) !== addressAsText(now));
