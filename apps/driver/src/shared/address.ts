import type { Case } from "@leitstand/contract/cases/case";

export type PlaceAddress = NonNullable<NonNullable<Case["funeral_data"]>["source_address"]>;

export const streetAndCityLine = ({
  street,
  house_number,
  city,
}: Pick<PlaceAddress, "street" | "house_number" | "city">) =>
  [[street, house_number].filter(Boolean).join(" "), city].filter(Boolean).join(", ");

export const placeName = (address: PlaceAddress) => address.name ?? streetAndCityLine(address);

/** Joins known facts; a line break comes after the dot and not before it. */
export const joinWithDots = (facts: readonly (string | null | undefined)[]) => facts.filter(Boolean).join("\u00a0· ");
