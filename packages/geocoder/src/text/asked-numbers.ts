/** Finds the numbers of a query that are those of a house in a street that was found for it. */
import { editDistance } from "./edit-distance";
import { normalizedWordsOf } from "./fold";
import { parseHouseNumber } from "./house-number";
import { looksLikeZip, type QueryToken, tokensOfAddress } from "./reading";

interface AnsweredHouse {
  /** The name of a point of interest, which people look for without its street. */
  readonly name: string | null;
  readonly street: string | null;
  readonly city: string | null;
}

/** Number of letters for each typing error that still leaves the same word. */
const LETTERS_PER_TYPO = 5;

/**
 * The numbers that the query writes as those of a house, as they are written: behind the street, with the town or the postal code
 * between them at most, or right before it. Rooms, wards and numbers in names of houses stand elsewhere. A query that does not name
 * the street has none where it names a point of interest; else the street has another name there, and each number may be meant.
 */
export function houseNumbersInQuery(query: string, { name, street, city }: AnsweredHouse): readonly string[] {
  const line = normalizedWordsOf(street ?? name ?? "");
  const tokens = removeNumbersOfName(line, tokensOfAddress(query, normalizedWordsOf(street ?? "")));
  const isOfStreet = (token: QueryToken | undefined) => token?.kind === "word" && isWordAmong(line, token.text);
  const numbers = [...tokens.keys()].filter((at) => mayBeHouseNumber(tokens[at] as QueryToken));
  const textOf = (at: number) => (tokens[at] as { text: string }).text;
  if (!tokens.some(isOfStreet)) return name !== null && street !== null ? [] : numbers.map(textOf);
  const between = normalizedWordsOf(city ?? "");
  const isBehindStreet = (at: number, words: readonly string[]) => {
    const before = tokens.slice(0, at).findLast((token) => token.kind === "word" || mayBeHouseNumber(token));
    return before?.kind === "word" && isWordAmong(words, before.text) && tokens.slice(0, at).some(isOfStreet);
  };
  const own = numbers.filter((at) => isBehindStreet(at, line) || isOfStreet(tokens[at + 1]));
  // A number behind the town is its district where the house has one behind its street.
  const asked = own.length > 0 ? own : numbers.filter((at) => isBehindStreet(at, [...line, ...between]));
  return asked.map(textOf);
}

const mayBeHouseNumber = (token: QueryToken) =>
  token.kind === "number" && !looksLikeZip(token.text) && parseHouseNumber(token.text) !== undefined;

/**
 * Leaves out numbers that belong to the name of the street: the 17 of "Straße des 17. Juni" is no house number, but a
 * second 17 behind it is.
 */
function removeNumbersOfName(line: readonly string[], tokens: readonly QueryToken[]): readonly QueryToken[] {
  const own = line.flatMap((word) => tokens.findIndex((token) => token.kind === "number" && token.text === word));
  return tokens.filter((_, at) => !own.includes(at));
}

const isWordAmong = (words: readonly string[], asked: string) => words.some((word) => resemblesWord(word, asked));

function resemblesWord(word: string, asked: string): boolean {
  const slips = Math.floor(word.length / LETTERS_PER_TYPO);
  const codes = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
  return editDistance(codes(word), codes(asked), slips) <= slips;
}
