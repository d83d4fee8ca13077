import type { CaseDraft } from "../values/case-values.ts";

/** Facts that a crew still needs before it can be sent. A hint, never a refusal: a case may be saved half known. */
export type Missing = "service" | "vehicle" | "customer" | "place" | "source" | "target" | "caller";

const isGiven = (value: unknown) => value !== null && value !== undefined && value !== "";

const unless = (holds: boolean, missing: Missing): readonly Missing[] => (holds ? [] : [missing]);

export const findMissing = (draft: CaseDraft): readonly Missing[] =>
  draft.data_type === "FUNERAL" ? findMissingOfTransport(draft) : findMissingOfBreakdown(draft.rsa_data ?? {});

function findMissingOfTransport({ funeral_data, contact }: CaseDraft): readonly Missing[] {
  const { source_address, target_address } = funeral_data ?? {};
  return [
    ...unless(isGiven(contact?.phone_number), "caller"),
    ...unless(isFound(source_address), "source"),
    ...unless(isFound(target_address), "target"),
  ];
}

type RoadsideData = NonNullable<CaseDraft["rsa_data"]>;

function findMissingOfBreakdown(data: RoadsideData): readonly Missing[] {
  const { service, vehicle, customer, member, source_address } = data;
  const isKnown = isGiven(vehicle?.license_plate) || (isGiven(vehicle?.brand) && isGiven(vehicle?.model));
  const isReachable = isGiven(customer?.phone_number) || isGiven(customer?.last_name) || isGiven(member?.number);
  return [
    ...unless(isFound(source_address), "place"),
    ...unless(isKnown, "vehicle"),
    ...unless(isReachable, "customer"),
    ...unless(isGiven(service), "service"),
  ];
}

const isFound = (place: RoadsideData["source_address"]) =>
  isGiven(place?.lat) || (isGiven(place?.city) && (isGiven(place?.street) || isGiven(place?.name)));
