import type { GeocodedAddress } from "@leitstand/contract/routing/geocoding";
import { askedHouseNumbers } from "@leitstand/geocoder/text/asked-numbers";
import { costOfNumber, numberCosts, parseHouseNumber } from "@leitstand/geocoder/text/house-number";
import { geocoded } from "./geocoded";

/**
 * An address that was found for a text, whoever has found it, with what the text says of the house: its staircase and door, which
 * are on no map, stay behind the number. Another house of the street than the one asked for is marked.
 */
export function asAsked(text: string, found: GeocodedAddress): GeocodedAddress {
  const known = found.house_number === null ? undefined : parseHouseNumber(found.house_number);
  const asked = askedHouseNumbers(text, found).flatMap((written) => parseHouseNumber(written) ?? []);
  if (known === undefined || asked.length === 0) return found;
  const costs = asked.map((number) => costOfNumber(number, known) ?? Number.POSITIVE_INFINITY);
  const least = Math.min(...costs);
  if (least >= numberCosts.letter) return { ...found, is_other_house: true };
  const same = asked[costs.indexOf(least)];
  return least === numberCosts.door && same?.hasDoor ? withNumber(found, same.text) : found;
}

/** With a label of our own: one that a provider has told has the number without its door. */
function withNumber({ label: _, ...found }: GeocodedAddress, house_number: string): GeocodedAddress {
  return geocoded({ ...found, house_number });
}
