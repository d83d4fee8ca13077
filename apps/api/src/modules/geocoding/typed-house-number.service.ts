import type { GeocodedAddress } from "@leitstand/contract/routing/geocoding";
import { houseNumbersInQuery } from "@leitstand/geocoder/text/asked-numbers";
import {
  houseNumberMismatchCost,
  houseNumberMismatchCosts,
  parseHouseNumber,
} from "@leitstand/geocoder/text/house-number";
import { completeGeocodedAddress } from "./geocoded";

/**
 * Address found for a text, with the house number as the text has it: its staircase and door, which are on no map, stay
 * behind the number. A house of the street with another number is marked.
 */
export function applyTypedHouseNumber(text: string, found: GeocodedAddress): GeocodedAddress {
  const known = found.house_number === null ? undefined : parseHouseNumber(found.house_number);
  const asked = houseNumbersInQuery(text, found).flatMap((written) => parseHouseNumber(written) ?? []);
  if (known === undefined || asked.length === 0) return found;
  const costs = asked.map((number) => houseNumberMismatchCost(number, known) ?? Number.POSITIVE_INFINITY);
  const least = Math.min(...costs);
  if (least >= houseNumberMismatchCosts.letter) return { ...found, is_other_house: true };
  const same = asked[costs.indexOf(least)];
  const isInside =
    least === houseNumberMismatchCosts.staircase || (least === houseNumberMismatchCosts.door && same?.hasDoor);
  return same !== undefined && isInside ? replaceHouseNumber(found, same.text) : found;
}

/**
 * Address with another house number and a label of our own, because the provider's label has the number without its
 * door.
 */
function replaceHouseNumber({ label: _, ...found }: GeocodedAddress, house_number: string): GeocodedAddress {
  return completeGeocodedAddress({ ...found, house_number });
}
