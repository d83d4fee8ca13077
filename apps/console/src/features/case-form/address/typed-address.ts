import type { PlaceAddress } from "./address-suggestions.ts";
import { countryOfName, countryOfZipPrefix } from "./countries.ts";

const houseNumber = String.raw`\d{1,3}\s?[a-z]?(?:[-/]\d+[a-z]?)*`;
/** Postal code; in Czechia and Slovakia it has two parts: "110 00". */
const zipCode = String.raw`\d{3} \d{2}|\d{4,5}`;
/** Letters of a country before a postal code: any with a hyphen, only these with a blank. */
const lettersBefore = (withBlank: string) => String.raw`(?:([A-Z]{1,2})-\s?|(${withBlank})\s+)?`;
const countryLetters = "AT|DE|CH|FL|LI|IT";
const townPattern = new RegExp(String.raw`^${lettersBefore(`${countryLetters}|[ADI]`)}(${zipCode})\s+(\D.*)$`, "i");
const streetPattern = /^(.*\p{L}\.?)\s+(\d+\s?[a-z]?(?:[-/]\d+[a-z]?)*)$/iu;
/** Street and town in one; a single letter behind the number is the house's: "Gasse 12 a 8010 Graz". */
const streetAndTownPattern = new RegExp(
  String.raw`^(.*\p{L}\.?)\s+(${houseNumber})\s+${lettersBefore(countryLetters)}(${zipCode})\s+(\D+)$`,
  "iu",
);
const streetNamePattern = /(stra(ß|ss)e|str\.|gasse|platz|weg|allee|ring|kai|ufer|zeile|autobahn|\bA\d+)$/i;
/** Countries that are called like their town. */
const townCountries: ReadonlySet<string> = new Set(["LU", "MC", "SG", "SM", "VA", "DJ", "GI", "KW", "PA"]);
/** Place inside a house or on its ground, whose name has no number. */
const insideHousePattern = /^(?:eg|dg|ug|og|parterre|keller|(?:erd|dach|unter|ober)gescho(?:ss|ß)|hinterhof)$/i;

/**
 * Reads an address that is not stored from one line: `LKH Graz, Auenbruggerplatz 1, 8036 Graz`. Parts stand between
 * commas; a part with a postal code is the town, one that ends in a number the street, all before that the name, and
 * what stands behind the street an addition.
 */
export function parseTypedAddress(line: string): PlaceAddress {
  const address: Record<string, string> = {};
  const before: string[] = [];
  const behind: string[] = [];
  for (const part of splitAtCommas(line, address)) {
    if (/^km\s*[\d.,]+$/i.test(part)) addTo(address, part);
    else if (!readStreetOrTown(part, address)) (address["street"] === undefined ? before : behind).push(part);
  }
  placePartsBeforeStreet(before, address);
  // A town without a code stands last; only a place inside the house may follow.
  const town = address["city"] === undefined ? behind.findLastIndex((part) => !isInsideHouse(part)) : -1;
  if (town >= 0) address["city"] = behind[town] as string;
  for (const part of behind.toSpliced(town, town < 0 ? 0 : 1)) addTo(address, part);
  return address as PlaceAddress;
}

/** Parts of the line; the name of a country at its end is read as such, unless it stands alone. */
function splitAtCommas(line: string, address: Record<string, string>): readonly string[] {
  const parts = line
    .split(",")
    .map((text) => text.trim())
    .filter(Boolean);
  const last = parts.at(-1) ?? "";
  const country = parts.length > 1 ? countryOfName(last) : undefined;
  if (country === undefined) return parts;
  address["country"] = country;
  const [first = "", ...others] = parts.slice(0, -1);
  const hasTown = [townPattern, streetAndTownPattern].some((pattern) => pattern.test(first));
  const namesTown = townCountries.has(country) && !hasTown && others.every((part) => streetPattern.test(part));
  if (namesTown) address["city"] = last;
  return parts.slice(0, -1);
}

/** Reads a part with a number or a postal code into the address; false for any other part. */
function readStreetOrTown(part: string, address: Record<string, string>): boolean {
  const both = streetAndTownPattern.exec(part);
  if (both) Object.assign(address, { street: both[1], house_number: both[2] });
  const town = both?.slice(3) ?? townPattern.exec(part)?.slice(1);
  if (town) {
    const [hyphened, spaced, zip_code, city] = town;
    const country = countryOfZipPrefix(hyphened ?? spaced ?? "");
    Object.assign(address, { zip_code, city, ...(country !== undefined && { country }) });
    return true;
  }
  const street = address["street"] === undefined ? streetPattern.exec(part) : null;
  if (street) Object.assign(address, { street: street[1], house_number: street[2] });
  return street !== null;
}

/** Parts that are left over before the street: the name of the house comes first, a town without a code last. */
function placePartsBeforeStreet(rest: readonly string[], address: Record<string, string>) {
  for (const part of rest) {
    if (address["street"] === undefined && streetNamePattern.test(part)) address["street"] = part;
    else if (address["name"] === undefined && part === rest[0] && isHouseName(part, rest, address))
      address["name"] = part;
    else if (address["city"] === undefined && !isInsideHouse(part)) address["city"] = part;
    else addTo(address, part);
  }
}

const addTo = (address: Record<string, string>, part: string) => {
  address["addition"] = [address["addition"], part].filter(Boolean).join(", ");
};

/**
 * Whether a part is the name of a house: it stands before another part or has several words. A single word alone is a
 * town.
 */
const isHouseName = (part: string, rest: readonly string[], known: object) =>
  rest.length > 1 || Object.keys(known).some((name) => name !== "country") || part.includes(" ");

const isInsideHouse = (part: string) => /\d/.test(part) || insideHousePattern.test(part);

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
