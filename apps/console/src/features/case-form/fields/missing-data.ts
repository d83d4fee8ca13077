import type { CaseDraft } from "../values/case-values.ts";

/** Facts that a crew still needs before it can be sent. A hint, never a refusal: a case may be saved half known. */
export type MissingCaseFact = "service" | "vehicle" | "customer" | "place" | "source" | "target" | "caller";

const isFilledIn = (value: unknown) => value !== null && value !== undefined && value !== "";

const missingUnless = (holds: boolean, missing: MissingCaseFact): readonly MissingCaseFact[] =>
  holds ? [] : [missing];

export const findMissingCaseFacts = (draft: CaseDraft): readonly MissingCaseFact[] =>
  draft.data_type === "FUNERAL" ? findMissingOfTransport(draft) : findMissingOfBreakdown(draft.rsa_data ?? {});

function findMissingOfTransport({ funeral_data, contact }: CaseDraft): readonly MissingCaseFact[] {
  const { source_address, target_address } = funeral_data ?? {};
  return [
    ...missingUnless(isFilledIn(contact?.phone_number), "caller"),
    ...missingUnless(hasLocation(source_address), "source"),
    ...missingUnless(hasLocation(target_address), "target"),
  ];
}

type RoadsideData = NonNullable<CaseDraft["rsa_data"]>;

function findMissingOfBreakdown(data: RoadsideData): readonly MissingCaseFact[] {
  const { service, vehicle, customer, member, source_address } = data;
  const isKnown = isFilledIn(vehicle?.license_plate) || (isFilledIn(vehicle?.brand) && isFilledIn(vehicle?.model));
  const isReachable =
    isFilledIn(customer?.phone_number) || isFilledIn(customer?.last_name) || isFilledIn(member?.number);
  return [
    ...missingUnless(hasLocation(source_address), "place"),
    ...missingUnless(isKnown, "vehicle"),
    ...missingUnless(isReachable, "customer"),
    ...missingUnless(isFilledIn(service), "service"),
  ];
}

const hasLocation = (place: RoadsideData["source_address"]) =>
  isFilledIn(place?.lat) || (isFilledIn(place?.city) && (isFilledIn(place?.street) || isFilledIn(place?.name)));
