import { countryCodes } from "@leitstand/contract/core/country";
import type { StoredAddress } from "@leitstand/contract/company/addresses";
import type { GeocodedAddress } from "@leitstand/contract/routing/geocoding";
import { completeGeocodedAddress, normalizeCountryCode } from "./geocoded";

/** Matching stored address, and how well it matches: 1 where every word is there as it was typed. */
interface StoredAddressMatch {
  readonly address: StoredAddress;
  readonly fit: number;
}

/**
 * Searches the tenant's own addresses: every word of the text has to be the beginning of a word of the address, or one
 * letter away from a word of it. Addresses without a position are left out, because no crew could be sent there. Where
 * nothing is found for a text with a country at its end, the rest of the text is looked for in that country.
 */
export function searchStoredAddresses(
  addresses: readonly StoredAddress[],
  text: string,
  size: number,
): GeocodedAddress[] {
  const whole = matchesOfText(addresses, text);
  const cut = whole.length === 0 ? cutCountryName(text) : undefined;
  const fitting = cut === undefined ? whole : matchesOfText(storedAddressesIn(cut.country, addresses), cut.rest);
  return fitting
    .toSorted((one, other) => other.fit - one.fit)
    .slice(0, size)
    .map(({ address, fit }) => toGeocodedAddress(address, { confidence: fit }));
}

/** Addresses in a country (ISO 3166-1 alpha-2); one whose country is not known may be in any. */
export const storedAddressesIn = (country: string | undefined, addresses: readonly StoredAddress[]) =>
  country === undefined
    ? addresses
    : addresses.filter((address) => [null, country].includes(normalizeCountryCode(address.country)));

/** Number of a house with its staircase and door, which are often not stored: "12/3/7", "12 a/3". */
const numberWithDoorPattern = /(\d+)(?:\s?([a-z]))?(?:\s?\/\s?[\p{L}\p{N}]+)+/giu;
/** Factor on the match of an address that is the house, but not the door that the text asks for. */
const WITHOUT_DOOR_FACTOR = 0.9;

function matchesOfText(addresses: readonly StoredAddress[], text: string): StoredAddressMatch[] {
  const wanted = normalizeWords(text);
  if (wanted.length === 0) return [];
  const withoutDoor = normalizeWords(text.replaceAll(numberWithDoorPattern, "$1$2"));
  const houses = Array.from(text.matchAll(numberWithDoorPattern), ([, number, letter = ""]) =>
    `${number}${letter}`.toLowerCase(),
  );
  return addresses.flatMap((address) => {
    if (address.lat === null) return [];
    const words = searchWordsOfAddress(address);
    const isHouse = houses.length > 0 && houses.every((house) => words.includes(house));
    const fitOfHouse = isHouse ? matchScoreOf(words, withoutDoor) * WITHOUT_DOOR_FACTOR : 0;
    const fit = Math.max(matchScoreOf(words, wanted), fitOfHouse);
    return fit === 0 ? [] : [{ address, fit: Math.round(fit * 100) / 100 }];
  });
}

const COUNTRY_NAME_WORDS_MAX = 6;

/** Country that a text names at its end, in German or English, and the text before it. */
function cutCountryName(text: string): { readonly country: string; readonly rest: string } | undefined {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  for (let count = COUNTRY_NAME_WORDS_MAX; count > 0; count--) {
    const country = countryCodesByName.get(normalizeWords(parts.slice(-count).join(" ")).join(" "));
    if (country !== undefined) return { country, rest: parts.slice(0, -count).join(" ") };
  }
  return undefined;
}

const NEARBY_METERS = 50;
const METERS_PER_DEGREE = 111_195;

/**
 * Stored addresses within 50 m, the nearest first: a crew at a door gets the address as the dispatcher has stored it.
 */
export function findStoredAddressesNear(
  addresses: readonly StoredAddress[],
  lon: number,
  lat: number,
): GeocodedAddress[] {
  const perLon = METERS_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
  return addresses
    .flatMap((address) => {
      if (address.lat === null || address.lon === null) return [];
      const distance = Math.hypot((address.lat - lat) * METERS_PER_DEGREE, (address.lon - lon) * perLon);
      return distance > NEARBY_METERS ? [] : [{ address, distance }];
    })
    .toSorted((one, other) => one.distance - other.distance)
    .map(({ address, distance }) => toGeocodedAddress(address, { distance_meters: distance }));
}

function toGeocodedAddress(address: StoredAddress, rest: Partial<GeocodedAddress>): GeocodedAddress {
  const { id, name, street, house_number, postal_code: zip_code, city, country } = address;
  const [lat, lon] = [address.lat as number, address.lon as number];
  const place = { name, street, house_number, zip_code, city, country, lat, lon };
  return completeGeocodedAddress({ ...place, kind: "HOUSE", source: "stored", stored_address_id: id, ...rest });
}

/** Words of an address; a number and its letter, and the parts of a postal code, also stand there as one word. */
function searchWordsOfAddress({ name, street, house_number, postal_code, city, country }: StoredAddress): string[] {
  const text = [name, street, house_number, postal_code, city, country].filter(Boolean).join(" ");
  const joined = Array.from(text.matchAll(letteredNumberPattern), ([, number, letter]) => `${number}${letter}`);
  return normalizeWords([text, ...joined, postal_code?.replaceAll(" ", "") ?? ""].join(" "));
}

/** Number of a house with its letter behind a blank or a slash: "12 a", "12/A". */
const letteredNumberPattern = /(\d+)[\s/]+([a-z])(?![\p{L}\p{N}])/giu;

/**
 * How well the words of an address match all those that are wanted, of which a number and letters may be one word of the
 * address: "12 a", "1012 LG".
 */
function matchScoreOf(words: readonly string[], wanted: readonly string[]): number {
  let sum = 0;
  for (let at = 0; at < wanted.length; at++) {
    const [part = "", next = ""] = wanted.slice(at, at + 2);
    const mayBeOneWord = /\d/.test(part) && next !== "" && !/\d \d/.test(`${part} ${next}`);
    if (mayBeOneWord && words.includes(`${part}${next}`)) {
      sum += 2;
      at++;
      continue;
    }
    const best = Math.max(0, ...words.map((word) => matchScoreOfWord(word, part)));
    if (best === 0) return 0;
    sum += best;
  }
  return sum / wanted.length;
}

/** Length from which words may be misspelt; short words are too easily one letter away from another. */
const MISSPELLING_WORD_LENGTH_MIN = 5;

function matchScoreOfWord(word: string, part: string): number {
  if (word === part) return 1;
  if (word.startsWith(part)) return 0.8;
  return part.length >= MISSPELLING_WORD_LENGTH_MIN && isOneLetterAway(word, part) ? 0.6 : 0;
}

/** Whether two words differ by one letter more, less or replaced, or by two swapped letters. */
function isOneLetterAway(word: string, part: string): boolean {
  if (Math.abs(word.length - part.length) > 1) return false;
  let start = 0;
  while (start < word.length && word[start] === part[start]) start++;
  const [rest, other] = [word.slice(start), part.slice(start)];
  const swapped = rest[0] === other[1] && rest[1] === other[0] && rest.slice(2) === other.slice(2);
  return swapped || rest.slice(1) === other.slice(1) || rest.slice(1) === other || rest === other.slice(1);
}

/** Words in one spelling: Müller, Mueller and Muller are equal, and so are Straße and Str. */
const normalizeWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll(/str\.(?=\s|\d|$)/g, "strasse")
    .replaceAll(/([aou])e/g, "$1")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Countries by their German and English names, in one spelling. */
const countryCodesByName: ReadonlyMap<string, string> = new Map(
  ["de", "en"].flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: "region" });
    return countryCodes.map((code): [string, string] => [normalizeWords(names.of(code) ?? code).join(" "), code]);
  }),
);
