import type { CaseDraft } from "../values/case-values.ts";

/** What a crew would still need to be sent. A hint, never a refusal: a case may be saved half known. */
export type Missing = "service" | "vehicle" | "customer" | "place" | "source" | "target" | "caller";

const isGiven = (value: unknown) => value !== null && value !== undefined && value !== "";

export function findMissing({ data_type, funeral_data, rsa_data, contact }: CaseDraft): readonly Missing[] {
  const { source_address: source, target_address: target } = funeral_data ?? {};
  if (data_type === "FUNERAL") {
    return [
      ...(isGiven(contact?.phone_number) ? [] : (["caller"] as const)),
      ...(isFound(source) ? [] : (["source"] as const)),
      ...(isFound(target) ? [] : (["target"] as const)),
    ];
  }
  const { service, vehicle, customer, member, source_address } = rsa_data ?? {};
  const isKnown = isGiven(vehicle?.license_plate) || (isGiven(vehicle?.brand) && isGiven(vehicle?.model));
  const isReachable = isGiven(customer?.phone_number) || isGiven(customer?.last_name) || isGiven(member?.number);
  return [
    ...(isFound(source_address) ? [] : (["place"] as const)),
    ...(isKnown ? [] : (["vehicle"] as const)),
    ...(isReachable ? [] : (["customer"] as const)),
    ...(isGiven(service) ? [] : (["service"] as const)),
  ];
}

type Address = NonNullable<CaseDraft["rsa_data"]>["source_address"];
const isFound = (place: Address) =>
  isGiven(place?.lat) || (isGiven(place?.city) && (isGiven(place?.street) || isGiven(place?.name)));
