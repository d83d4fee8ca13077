/** Places of a case, and what has to be brought along. */
import type { Case } from "@leitstand/contract/cases/case";

type PlaceAddress = NonNullable<NonNullable<Case["funeral_data"]>["source_address"]>;
export interface KeyedCaseAddress {
  readonly key: "source" | "target" | "police" | "customer";
  readonly address: PlaceAddress;
}
/** Every place of the case, in the order of the way. */
export function keyedAddressesOfCase({ funeral_data, rsa_data }: Case): KeyedCaseAddress[] {
  const data = funeral_data ?? rsa_data;
  const places = [
    ["source", data?.source_address],
    ["target", data?.target_address],
    ["police", funeral_data?.police_address],
    ["customer", rsa_data?.customer?.address],
  ] as const;
  return places.flatMap(([key, address]) => (address ? [{ key, address }] : []));
}

/** Lines of an address as on an envelope: street and number, then zip and city. Empty lines are left out. */
export function addressLines({ street, house_number, addition, floor, zip_code, city }: PlaceAddress): string[] {
  const join = (...parts: readonly (string | null | undefined)[]) => parts.filter(isKnownAddressField).join(" ");
  return [join(street, house_number), join(addition, floor), join(zip_code, city)].filter((line) => line !== "");
}

/** Short name of a place: its own name and its city, else its street. */
export function placeName(address: PlaceAddress | null | undefined): string | undefined {
  const parts = [address?.name, address?.city].filter(isKnownAddressField);
  return parts.length > 0 ? parts.join(", ") : (address?.street ?? undefined);
}

/** Requirements on vehicle and crew, as keys of labels: what makes a case special comes first. */
export function requirementsOfCase({ funeral_data, rsa_data }: Case): { key: string; count?: number }[] {
  const flags = [
    ...(funeral_data ? requirementsOfTransport(funeral_data) : []),
    ...(rsa_data ? requirementsOfBreakdown(rsa_data) : []),
  ];
  const seats = rsa_data?.seats_required ?? 0;
  return [
    ...flags.flatMap(([key, holds]) => (holds === true ? [{ key }] : [])),
    ...(seats > 0 ? [{ key: "seats", count: seats }] : []),
  ];
}

type RequirementFlag = readonly [key: string, holds: boolean | null | undefined];

function requirementsOfTransport({
  cargo_deceased,
  source_address,
}: NonNullable<Case["funeral_data"]>): readonly RequirementFlag[] {
  const { infectious, police, autopsy, anatomy, cultus, weight_kg } = cargo_deceased ?? {};
  return [
    ["infectious", infectious],
    ["police", police],
    ["autopsy", autopsy],
    ["anatomy", anatomy],
    ["cultus", cultus],
    ["heavy", (weight_kg ?? 0) >= THIRD_BEARER_KG],
    ["no_elevator", source_address?.elevator === false],
    ["public_place", source_address?.public_place],
  ];
}

const requirementsOfBreakdown = ({
  damage,
  vehicle_detail,
  trailer,
}: NonNullable<Case["rsa_data"]>): readonly RequirementFlag[] => [
  ["on_motorway", damage?.on_motorway],
  ["accident", damage?.accident],
  ["not_driveable", damage?.driveable === false],
  ["in_garage", vehicle_detail?.in_garage],
  ["dangerous_goods", vehicle_detail?.dangerous_goods],
  ["trailer", isKnownAddressField(trailer)],
];

/** Weight in kilograms from which two bearers are not enough. */
const THIRD_BEARER_KG = 110;

const isKnownAddressField = (value: unknown) => value !== undefined && value !== null && value !== "";
