import type { GeocodedAddress } from "@leitstand/contract/routing/geocoding";
import { costOfNumber, numberCosts, parseHouseNumber } from "@leitstand/geocoder/text/house-number";
import { houseNumbersIn } from "@leitstand/geocoder/text/reading";

/**
 * An address that was found for a text, whoever has found it, with what the text says of the house: its staircase and door, which
 * are on no map, stay behind the number. Another house than the one asked for is marked.
 */
export function asAsked(text: string, found: GeocodedAddress): GeocodedAddress {
  const known = found.house_number === null ? undefined : parseHouseNumber(found.house_number);
  const asked = houseNumbersIn(text).flatMap((written) => parseHouseNumber(written) ?? []);
  if (known === undefined || asked.length === 0) return found;
  const costs = asked.map((number) => costOfNumber(number, known) ?? Number.POSITIVE_INFINITY);
  const least = Math.min(...costs);
  if (least >= numberCosts.letter) return { ...found, is_other_house: true };
  const same = asked[costs.indexOf(least)];
  return least === numberCosts.door && same?.hasDoor ? withNumber(found, same.text) : found;
}

function withNumber(found: GeocodedAddress, house_number: string): GeocodedAddress {
  const [line, known] = [found.street ?? found.name ?? "", found.house_number ?? ""];
  return { ...found, house_number, label: found.label.replace(`${line} ${known}`, () => `${line} ${house_number}`) };
}
