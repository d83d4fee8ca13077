import type { PlaceAddress } from "./address-suggestions.ts";

/**
 * Reads an address that is not stored from one line: `LKH Graz, Auenbruggerplatz 1, 8036 Graz`. Parts stand between
 * commas; a part with a postal code is the town, one that ends in a number the street, all before that the name.
 */
export function parseTypedAddress(line: string): PlaceAddress {
  const address: Record<string, string> = {};
  const rest: string[] = [];
  for (const part of line
    .split(",")
    .map((text) => text.trim())
    .filter(Boolean)) {
    if (/^km\s*[\d.,]+$/i.test(part)) {
      address["addition"] = part;
      continue;
    }
    const town = /^(?:([A-Z]{1,2})-)?(\d{4,5})\s+(\D.*)$/i.exec(part);
    const street = /^(.*\p{L}\.?)\s+(\d+\s?[a-z]?(?:[-/]\d+[a-z]?)*)$/iu.exec(part);
    const inOne = /^(.*\p{L}\.?)\s+(\d{1,3}\s?[a-z]?(?:[-/]\d+[a-z]?)*)\s+(\d{4,5})\s+(\D+)$/iu.exec(part);
    if (inOne) Object.assign(address, { street: inOne[1], house_number: inOne[2], zip_code: inOne[3], city: inOne[4] });
    else if (town) Object.assign(address, { zip_code: town[2], city: town[3] });
    else if (street && address["street"] === undefined)
      Object.assign(address, { street: street[1], house_number: street[2] });
    else rest.push(part);
  }
  // Parts that are left over: the name of the house comes first, a town without a code last, a street in between.
  const isStreet = (part: string) =>
    /(stra(ß|ss)e|str\.|gasse|platz|weg|allee|ring|kai|ufer|zeile|autobahn|\bA\d+)$/i.test(part);
  for (const part of rest) {
    if (address["street"] === undefined && isStreet(part)) address["street"] = part;
    else if (address["name"] === undefined && part === rest[0] && isHouseName(part, rest, address))
      address["name"] = part;
    else if (address["city"] === undefined) address["city"] = part;
    else address["addition"] = [address["addition"], part].filter(Boolean).join(", ");
  }
  return address as PlaceAddress;
}

/**
 * Whether a part is the name of a house: it stands before another part or has several words. A single word alone is a
 * town.
 */
const isHouseName = (part: string, rest: readonly string[], known: object) =>
  rest.length > 1 || Object.keys(known).length > 0 || part.includes(" ");

/** The address in one line, as it is read back to the caller. */
export const formatAddressInOneLine = ({
  name,
  street,
  house_number,
  addition,
  zip_code,
  city,
}: PlaceAddress): string =>
  [name, [street, house_number].filter(Boolean).join(" "), addition, [zip_code, city].filter(Boolean).join(" ")]
    .filter((part) => part !== undefined && part !== null && part !== "")
    .join(", ");
