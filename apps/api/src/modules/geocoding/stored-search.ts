import type { StoredAddress } from "@leitstand/contract/company/addresses";
import type { GeocodedAddress } from "@leitstand/contract/routing/geocoding";
import { completeGeocodedAddress } from "./geocoded";

/** Matching stored address, and how well it matches: 1 where every word is there as it was typed. */
interface StoredAddressMatch {
  readonly address: StoredAddress;
  readonly fit: number;
}

/**
 * Searches the tenant's own addresses: every word of the text has to be the beginning of a word of the address, or one
 * letter away from a word of it. Addresses without a position are left out, because no crew could be sent there.
 */
export function searchStoredAddresses(
  addresses: readonly StoredAddress[],
  text: string,
  size: number,
): GeocodedAddress[] {
  const wanted = normalizeWords(text);
  if (wanted.length === 0) return [];
  const fitting = addresses.flatMap((address): StoredAddressMatch[] => {
    const fit = address.lat === null ? 0 : matchScoreOf(searchWordsOfAddress(address), wanted);
    return fit === 0 ? [] : [{ address, fit }];
  });
  return fitting
    .toSorted((one, other) => other.fit - one.fit)
    .slice(0, size)
    .map(({ address, fit }) => toGeocodedAddress(address, { confidence: fit }));
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

const searchWordsOfAddress = (address: StoredAddress): string[] => {
  const { name, street, house_number, postal_code, city, country } = address;
  return normalizeWords([name, street, house_number, postal_code, city, country].filter(Boolean).join(" "));
};

function matchScoreOf(words: readonly string[], wanted: readonly string[]): number {
  let sum = 0;
  for (const part of wanted) {
    const best = Math.max(0, ...words.map((word) => matchScoreOfWord(word, part)));
    if (best === 0) return 0;
    sum += best;
  }
  return Math.round((sum / wanted.length) * 100) / 100;
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
