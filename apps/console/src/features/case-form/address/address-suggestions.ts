/**
 * Suggestions for an address: the company's address book (`rankStoredAddresses`) and recent cases (`rankAddresses`)
 * answer at once, older cases and the geocoder take a moment.
 */
import type { CaseAddress } from "@leitstand/contract/company/address";
import type { Case } from "@leitstand/contract/cases/case";
import type { Static } from "typebox";
import { api } from "#shared/api/api.ts";
import { splitOffCountry } from "./countries.ts";
import { foldAddress } from "./fold-address.ts";

export type PlaceAddress = Static<typeof CaseAddress>;
export interface AddressSuggestion {
  readonly address: PlaceAddress;
  /** How well the address fits the typed text; the greater the better. */
  readonly score: number;
  /**
   * Source of the suggestion: an address of the caller, the company's book, another case, only a town, or the geocoder.
   */
  readonly why: "caller" | "stored" | "known" | "place" | "found";
  /** The company's own name for houses of this kind. */
  readonly kind?: string;
  /** Whether the house has another number than the typed one. */
  readonly isOtherHouse?: boolean;
  /** Attribution of the data source. */
  readonly attribution?: string;
}
export interface AddressSuggestionInput {
  readonly text: string;
  /** The caller's telephone number, whose earlier addresses come first. */
  readonly phone: string | undefined;
}

const SEARCH_MIN_LETTERS = 3;
const SUGGESTIONS_MAX = 8;
const OLDER_CASES_PAGE_SIZE = 50;

/** Asks the API's search for addresses of older cases. */
export async function fetchAddressesOfOlderCases(
  options: AddressSuggestionInput,
  signal: AbortSignal,
): Promise<readonly AddressSuggestion[]> {
  const text = options.text.trim().slice(0, 200);
  if (text.length < SEARCH_MIN_LETTERS) return [];
  const { cases } = await api.getCases({ text, size: OLDER_CASES_PAGE_SIZE, include_associations: false }, { signal });
  return rankAddresses(cases, options);
}

/**
 * Joins lists of suggestions: an address appears once, from the first list that has it; a town alone comes after all
 * houses.
 */
export function joinAddressSuggestions(lists: readonly (readonly AddressSuggestion[])[]): readonly AddressSuggestion[] {
  const known = new Map<string, AddressSuggestion>();
  for (const suggestion of lists.flat().toSorted((one, other) => townRank(one) - townRank(other))) {
    const key = addressKey(suggestion.address);
    if (!known.has(key)) known.set(key, suggestion);
  }
  return [...known.values()].slice(0, SUGGESTIONS_MAX);
}
const townRank = ({ why }: AddressSuggestion) => (why === "place" ? 1 : 0);

/** Merges lists of suggestions: an address appears once, the best score first. */
export function mergeAddressSuggestionsByScore(
  lists: readonly (readonly AddressSuggestion[])[],
): readonly AddressSuggestion[] {
  const best = new Map<string, AddressSuggestion>();
  for (const suggestion of lists.flat()) {
    const key = addressKey(suggestion.address);
    const known = best.get(key);
    if (known === undefined || known.score < suggestion.score) best.set(key, suggestion);
  }
  return [...best.values()].toSorted((one, other) => other.score - one.score).slice(0, SUGGESTIONS_MAX);
}

/**
 * Addresses of cases that match the text: every typed word has to begin a word of the address; frequent destinations
 * come first.
 */
export function rankAddresses(
  cases: readonly Case[],
  { text, phone }: AddressSuggestionInput,
): readonly AddressSuggestion[] {
  const wanted = splitIntoFoldedWords(text);
  const seen = new Map<string, { address: PlaceAddress; count: number; isCallers: boolean }>();
  for (const dispatchCase of cases) {
    const isCallers =
      phone !== undefined &&
      nationalNumber(phone).length > 5 &&
      nationalNumber(phone) === nationalNumber(dispatchCase.contact?.phone_number);
    for (const address of placeAddressesOfCase(dispatchCase)) {
      const key = addressKey(address);
      const known = seen.get(key);
      seen.set(key, {
        address: known?.address ?? withoutVisitData(address),
        count: (known?.count ?? 0) + 1,
        isCallers: isCallers || (known?.isCallers ?? false),
      });
    }
  }
  const found = [...seen.values()].flatMap(({ address, count, isCallers }): AddressSuggestion[] => {
    const fit = scoreAddress(address, wanted);
    if (fit === 0) return [];
    return [
      { address, why: isCallers ? "caller" : "known", score: fit * 10 + Math.min(count, 20) + (isCallers ? 50 : 0) },
    ];
  });
  const ranked = found.toSorted((one, other) => other.score - one.score).slice(0, SUGGESTIONS_MAX);
  return ranked.length > 0 || wanted.length === 0 ? ranked : suggestTowns(cases, wanted);
}

/** Towns with their postal codes, for when no house is known. */
function suggestTowns(cases: readonly Case[], wanted: readonly string[]): readonly AddressSuggestion[] {
  const towns = cases.flatMap(placeAddressesOfCase).map(({ zip_code, city, country }) => ({ zip_code, city, country }));
  const last = splitOffCountry(wanted).words.at(-1) as string;
  const fitting = towns
    .filter(({ zip_code, city }) => Boolean(zip_code && city))
    .filter(({ zip_code, city }) => foldAddress(city ?? "").startsWith(last) || (zip_code ?? "").startsWith(last))
    .map((address) => ({ address, score: 1, why: "place" as const }));
  return mergeAddressSuggestionsByScore([fitting]);
}

/** The town that goes with a postal code, as far as cases name it. */
export const cityOfZipCode = (cases: readonly Case[], zip: string): string | undefined =>
  cases.flatMap(placeAddressesOfCase).find(({ zip_code, city }) => zip_code === zip.trim() && city)?.city ?? undefined;

/** Words of a typed text; the letters of a country before a postal code ("A-8010") are none. */
export const splitIntoFoldedWords = (text: string): readonly string[] =>
  foldAddress(text.replaceAll(/(?<![\p{L}\p{N}])[a-z]{1,2}-\s?(?=\d{4,5}(?!\d))/giu, ""))
    .split(" ")
    .filter(Boolean);

/**
 * Score of an address for the typed words: 0 when one of them begins no word of the address, else the greater the
 * better. The name of its country may stand behind them.
 */
export function scoreAddress(address: PlaceAddress, wanted: readonly string[]): number {
  if (wanted.length === 0) return 1;
  const score = scoreAddressWords(address, wanted);
  if (score > 0) return score;
  const { words, country } = splitOffCountry(wanted);
  return country !== undefined && (address.country ?? country) === country ? scoreAddressWords(address, words) : 0;
}

function scoreAddressWords(
  { name, street, house_number, zip_code, city }: PlaceAddress,
  wanted: readonly string[],
): number {
  const parts = [name, street, joinHouseLetter(house_number), zip_code, city];
  const written = foldAddress(parts.filter(Boolean).join(" ")).split(" ");
  const initials = written.map((word) => word[0]).join("");
  const words = [...written, ...written.flatMap(partsBehindNumber)];
  const fits = wanted.map((part) => {
    if (words.includes(part)) return 3;
    // Behind a slash stands a door of the house: "12/3" is in "12".
    if (words.some((word) => word.startsWith(part) || part.startsWith(`${word}/`))) return 2;
    return part.length > 1 && initials.startsWith(part) ? 1 : 0;
  });
  return fits.includes(0) ? 0 : fits.reduce<number>((sum, fit) => sum + fit, 0);
}

/** The house number with its letter beside it: "12a" for "12 a". */
const joinHouseLetter = (houseNumber: string | null | undefined) =>
  (houseNumber ?? "").replaceAll(/(?<=\d)\s+(?=[a-z](?![a-z]))/gi, "");

/** Letter and doors behind a house number, which people also write apart from it: "a" and "3" of "12a/3". */
const partsBehindNumber = (word: string): readonly string[] =>
  /^\d/.test(word) ? (word.match(/\d+|[a-z]+/g) ?? []).slice(1) : [];

const placeAddressesOfCase = ({ funeral_data, rsa_data }: Case): readonly PlaceAddress[] =>
  [
    funeral_data?.source_address,
    funeral_data?.target_address,
    rsa_data?.source_address,
    rsa_data?.target_address,
    rsa_data?.customer?.address,
  ].filter((address): address is PlaceAddress => Boolean(address?.city) && Boolean(address?.street ?? address?.name));

/** The address without contact, times, notes, floor and door, which belong to one visit. */
const withoutVisitData = ({
  timeframe: _timeframe,
  contact_name: _name,
  phone_number: _phone,
  notes: _notes,
  floor: _floor,
  addition: _addition,
  ...place
}: PlaceAddress): PlaceAddress => place;
const addressKey = ({ name, street, house_number, zip_code, city }: PlaceAddress) =>
  foldAddress([name, street, joinHouseLetter(house_number), zip_code, city].map((part) => part ?? "").join("|"));
const nationalNumber = (number: string | null | undefined) =>
  (number ?? "").replaceAll(/\D/g, "").replace(/^(00|0)/, "");
