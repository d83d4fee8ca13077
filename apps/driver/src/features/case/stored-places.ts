import type { Case } from "@leitstand/contract/cases/case";
import type { CaseActionPayload } from "@leitstand/contract/cases/case-action-input";
import type { AnswerOf } from "@leitstand/contract/operation/operation";
import type { Operations } from "@leitstand/contract/operations";
import type { TourLink } from "#outbox/state-before.ts";
import { metersBetween, type GeoPoint } from "#positions/distance.ts";
import { sourceAndTargetOf } from "./places.ts";

export type AddressBookPlace = AnswerOf<Operations["getAddresses"]>[number];
export type ActionDestination = NonNullable<CaseActionPayload["destination"]>;

const pointOfPlace = (place: { lat?: number | null; lon?: number | null } | undefined): GeoPoint | undefined =>
  typeof place?.lat === "number" && typeof place.lon === "number" ? { lat: place.lat, lon: place.lon } : undefined;

/** Distance in a straight line, in metres; undefined where one of the two has no coordinates. */
export function metersToPlace(
  place: Parameters<typeof pointOfPlace>[0],
  from: GeoPoint | undefined,
): number | undefined {
  const point = pointOfPlace(place);
  return point && from && metersBetween(point, from);
}

/** Position of the crew by the steps of the case. */
export function crewPositionByCaseSteps(shown: Case, link: TourLink): GeoPoint | undefined {
  const { source, target } = sourceAndTargetOf(shown);
  return pointOfPlace(link.arrived_at_destination_at === null ? source : target);
}

/** Places sorted by distance in a straight line; those without coordinates come last, by name. */
export function sortByDistance<P extends Pick<AddressBookPlace, "name" | "lat" | "lon">>(
  places: readonly P[],
  from: GeoPoint | undefined,
): P[] {
  const distance = (place: P) => metersToPlace(place, from) ?? Number.POSITIVE_INFINITY;
  return places
    .map((place) => ({ place, away: distance(place) }))
    .toSorted((a, b) => (a.away === b.away ? a.place.name.localeCompare(b.place.name) : a.away - b.away))
    .map(({ place }) => place);
}

const actionPlaceFields = ["name", "street", "house_number", "city", "country", "lat", "lon"] as const;

/** Place of the address book as an action takes it. */
export function addressBookPlaceToDestination(stored: AddressBookPlace): ActionDestination {
  const known = actionPlaceFields.map((field) => [field, stored[field]] as const).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(known), ...(stored.postal_code !== null && { zip_code: stored.postal_code }) };
}

type TypedPlaceField = "name" | "street" | "zip_code" | "city" | "lat" | "lon";

/** Typed place; undefined while its address is not enough to be found. */
export function parseTypedDestination({
  lat,
  lon,
  ...words
}: Readonly<Record<TypedPlaceField, string>>): ActionDestination | undefined {
  const known = Object.entries(words)
    .map(([field, value]) => [field, value.trim()] as const)
    .filter(([, value]) => value !== "");
  const place: ActionDestination = Object.fromEntries(known);
  if (place.city === undefined || (place.name ?? place.street) === undefined) return undefined;
  return lat === "" || lon === "" ? place : { ...place, lat: Number(lat), lon: Number(lon) };
}
