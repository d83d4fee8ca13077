/**
 * A query can be read in several ways: which of its numbers is the house number, which the postal code, and which belongs
 * to the name of a street ("Straße des 17. Juni 135"). Each way is a reading; the search tries the likeliest first.
 */
import { expandPrepositions, normalizeWord, normalizedWordsOf, foldAddressText } from "./fold";
import { type HouseNumber, parseHouseNumber } from "./house-number";
import { cutLetteredZip, normalizeZip } from "./zip-code";

/** Kind of name that a run of words may be. Free text leaves it open; structured queries say it. */
type NameRole = "any" | "street" | "place";

/** Words that stand together: no name reaches across a comma, a house number or a postal code. */
export interface WordSegment {
  readonly words: readonly string[];
  readonly role: NameRole;
}

export interface QueryInterpretation {
  readonly segments: readonly WordSegment[];
  readonly house_number?: HouseNumber | undefined;
  /** Number of words before the house number, where other numbers may be meant as well: it stands beside its street. */
  readonly house_at?: number | undefined;
  readonly zip_code?: string | undefined;
  /** Country as ISO 3166-1 alpha-2. */
  readonly country?: string | undefined;
  /** Cost of this reading of the query. */
  readonly cost: number;
}

/** Cost of a reading in which a number is no house number, or the name of a country belongs to another name. */
const UNUSUAL_READING_COST = 0.5;

/** Maximum numbers of words that are read, more than any address has, and of readings that are tried. */
const QUERY_WORDS_MAX = 12;
const READINGS_MAX = 6;
const READINGS_WITHOUT_COUNTRY_MAX = 3;
const READINGS_OF_UNIT_STREETS_MAX = 3;

export type QueryToken =
  | { readonly kind: "word"; readonly text: string }
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "border" };

const unitWordPattern =
  "(?:top|tur|tuer|stiege|stg|apt|app|apartment|wohnung|whg|zimmer|zi|raum|station|stock|etage|og|suite)";
/** Words for a floor, whose number may also stand before them. */
const floorPattern = "(?:stock|og|etage)";
/** Pattern of a place inside a house, such as a floor or flat, which maps do not have. */
const insideHousePattern = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:${unitWordPattern}\\.?\\s*(?:nr\\.?\\s*)?\\d+[a-z]?|\\d+\\.\\s*${floorPattern}|\\d+\\s*${floorPattern}(?!\\.?\\s*(?:nr\\.?\\s*)?\\d)|eg|dg)(?![\\p{L}\\p{N}])`,
  "gu",
);
/**
 * Whether such a part, found at that position, may be the end of a street's name and a house number: "Coesfelder Stiege
 * 12". Behind a number or a comma it is part of a house.
 */
const mayEndStreet = (part: string, at: number, text: string) =>
  /^\p{L}.*\d/u.test(part) && /\p{L}\s$/u.test(text.slice(0, at));
/** Postal code in two parts, as in Czechia and Slovakia: "110 00 Praha". */
const splitZipPattern = /(?<=^|[,;\n]\s?|\d\s)(\d{3})\s(\d{2})(?=\s+\p{L}|\s*(?:$|[,;\n]))/gu;
/**
 * Country on an envelope: "A-8010", "CH 8001". A letter alone needs its hyphen or a line of its own: in "Gasse 12 a
 * 8010" it is the house's.
 */
const envelopeCountryPattern =
  /(?:(?<![\p{L}\p{N}-])(at|de|ch|fl|li|it)[\s-]+|(?<![\p{L}\p{N}-])([adi])-\s?|(?<=^|[,;\n]\s?)([adi])\s)(?=\d{4,5}(?![\p{L}\p{N}]))/gu;
const countryOfEnvelope: Readonly<Record<string, string>> = { a: "AT", d: "DE", fl: "LI", i: "IT" };

/** "u." at the end of a street is Hungarian ("utca"); between two words it is German ("und"). */
const hungarianStreetPattern = /(?<=\p{L}\s)u\.(?=\s?[\d,])/gu;

const fractionPattern = String.raw`\s(?:1\/[234]|2\/3|3\/4)(?![\d/])|\s?[½⅓¼⅔¾]`;
/** In "12 bis 14" the word says where a range ends; in "12bis" and "12 bis" it belongs to the number. */
const bisPattern = String.raw`\s?(?:bis(?!\s*\d{1,3}(?!\d))|ter|quater)(?![\p{L}\p{N}])`;
const letterPattern = String.raw`\s?[a-z](?![\p{L}\p{N}.])`;
/** Second number of a range, a staircase or a door, or a letter behind a slash; several may follow each other. */
const secondNumberPattern = String.raw`\s?[-–/+]\s?\d{1,3}(?:${letterPattern})?(?!\d)|\s?\/${letterPattern}`;
const numberPattern = String.raw`\d{1,5}(?:${fractionPattern}|${bisPattern}|${letterPattern})?(?:${secondNumberPattern})*(?![\p{L}\p{N}])`;
/** Numbers, words with their dot, and borders. */
const tokenPattern = new RegExp(String.raw`(${numberPattern})|([\p{L}\p{N}'’]+)(\.?)|([,;|()\n\t])`, "gu");

/** Words without meaning in front of a number. */
const houseNumberWords = new Set(["nr", "no", "hausnr", "hausnummer"]);

interface QueryTokens {
  readonly tokens: readonly QueryToken[];
  readonly country: string | undefined;
}

/** Tokens of a query without parts of a house, except for those that may end the name of a street. */
function tokenizeQuery(query: string, isStreetWord: (word: string) => boolean = () => false): QueryTokens {
  let country: string | undefined;
  const text = expandPrepositions(foldAddressText(query))
    .replace(insideHousePattern, (part, at: number, whole: string) =>
      mayEndStreet(part, at, whole) && isStreetWord(normalizeWord(/^\p{L}+/u.exec(part)?.[0] ?? "")) ? part : ",",
    )
    .replace(hungarianStreetPattern, "utca ")
    .replace(splitZipPattern, "$1$2")
    .replace(envelopeCountryPattern, (_, ...codes: (string | undefined)[]) => {
      const code = codes.find((each) => each !== undefined) ?? "";
      country = countryOfEnvelope[code] ?? code.toUpperCase();
      return ",";
    })
    .replaceAll("&", " und ");
  const tokens = Array.from(text.matchAll(tokenPattern), tokenOfMatch).filter(
    (token) => token.kind !== "word" || !houseNumberWords.has(token.text),
  );
  return { tokens, country };
}

/** The tokens with the name of a country read as such, or undefined when none is named. */
function readCountry(tokens: readonly QueryToken[], countries: ReadonlyMap<string, string>): QueryTokens | undefined {
  // Two letters are a country only at the end: "Rue de Lausanne" is not in Germany.
  const named = tokens.findLastIndex(
    (token, at) =>
      token.kind === "word" && countries.has(token.text) && (token.text.length > 2 || at === tokens.length - 1),
  );
  // "Liechtenstein" alone is the place to find.
  if (named < 0 || tokens.filter(({ kind }) => kind !== "border").length < 2) return undefined;
  const word = tokens[named] as { text: string };
  return { tokens: tokens.with(named, { kind: "border" }), country: countries.get(word.text) };
}

function tokenOfMatch([, number, word, dot]: RegExpMatchArray): QueryToken {
  if (number !== undefined) return { kind: "number", text: number };
  if (word === undefined) return { kind: "border" };
  return { kind: "word", text: normalizeWord(word.replace(/['’]/g, ""), dot === ".") };
}

/** Tokens of a query that was answered with a street of these words. */
export const tokensOfAddress = (query: string, street: readonly string[]): readonly QueryToken[] =>
  tokenizeQuery(query, (word) => street.includes(word)).tokens;

export const looksLikeZip = (text: string) => /^\d{4,5}$/.test(text);

/**
 * Readings of a query, the likeliest first; at least one. `countries` are folded names and codes of the countries that
 * can be meant.
 */
export function interpretationsOfQuery(query: string, countries: ReadonlyMap<string, string>): QueryInterpretation[] {
  const readings = interpretationsOfText(query, countries);
  const cut = cutLetteredZip(query);
  if (cut === undefined) return readings;
  const besideZip = interpretationsOfText(cut.rest, countries)
    .filter(({ zip_code }) => zip_code === undefined)
    .map((reading) => ({ ...reading, zip_code: cut.zip_code }));
  return cut.isDoubtful ? [...readings, ...besideZip] : [...besideZip, ...readings];
}

/** Readings in which a postal code has digits only. */
function interpretationsOfText(query: string, countries: ReadonlyMap<string, string>): QueryInterpretation[] {
  const plain = tokenizeQuery(query);
  const withUnits = tokenizeQuery(query, () => true);
  const readings = interpretationsInCountries(plain, countries);
  if (withUnits.tokens.length === plain.tokens.length) return readings;
  const ofUnitStreets = interpretationsInCountries(withUnits, countries).filter(
    ({ house_number, cost }) => house_number !== undefined && cost === 0,
  );
  return [...readings, ...ofUnitStreets.slice(0, READINGS_OF_UNIT_STREETS_MAX)];
}

function interpretationsInCountries(plain: QueryTokens, countries: ReadonlyMap<string, string>): QueryInterpretation[] {
  const named = readCountry(plain.tokens, countries);
  if (named === undefined) return interpretationsOfTokens(plain);
  // "Kleine Schweiz 12, Celle" is not in Switzerland.
  const withoutCountry = interpretationsOfTokens(plain).slice(0, READINGS_WITHOUT_COUNTRY_MAX);
  return [
    ...interpretationsOfTokens(named),
    ...withoutCountry.map((reading) => ({ ...reading, cost: reading.cost + UNUSUAL_READING_COST })),
  ];
}

function interpretationsOfTokens({ tokens, country }: QueryTokens): QueryInterpretation[] {
  const numbers = [...tokens.keys()].filter((at) => tokens[at]?.kind === "number").slice(0, 4);
  const textAt = (at: number) => (tokens[at] as { text: string }).text;
  const zips = numbers.filter((at) => looksLikeZip(textAt(at)));
  const houses = numbers.filter((at) => parseHouseNumber(textAt(at)));
  const readings: QueryInterpretation[] = [];
  for (const zip of [...zips, -1]) {
    // A short number is a house number before it is part of a name; four digits are one only if nothing else is.
    const short = houses.filter((at) => at !== zip && !looksLikeZip(textAt(at)));
    const long = houses.filter((at) => at !== zip && looksLikeZip(textAt(at)));
    for (const house of [...short.reverse(), -1, ...long]) {
      if (zip === -1 && house === -1 && numbers.length > 0 && readings.length > 1) continue;
      readings.push({
        segments: segmentsOfTokens(tokens, [zip, house], "any"),
        house_number: house < 0 ? undefined : parseHouseNumber(textAt(house)),
        house_at: house < 0 || short.length < 2 ? undefined : countWordsBefore(tokens, house, zip),
        zip_code: zip < 0 ? undefined : textAt(zip),
        country,
        cost: house < 0 && houses.some((at) => at !== zip) ? UNUSUAL_READING_COST : 0,
      });
    }
  }
  return readings.slice(0, READINGS_MAX);
}

const countWordsBefore = (tokens: readonly QueryToken[], house: number, zip: number): number =>
  tokens.slice(0, house).filter(({ kind }, at) => kind !== "border" && at !== zip).length;

function segmentsOfTokens(tokens: readonly QueryToken[], taken: readonly number[], role: NameRole): WordSegment[] {
  const segments: string[][] = [[]];
  let count = 0;
  for (const [at, token] of tokens.entries()) {
    if (token.kind === "border" || taken.includes(at)) segments.push([]);
    else if (count++ < QUERY_WORDS_MAX) segments.at(-1)?.push(token.text);
  }
  return segments.filter((words) => words.length > 0).map((words) => ({ words, role }));
}

/** Known parts of an address. `street` may hold the house number as well. */
export interface StructuredAddressQuery {
  readonly street?: string | undefined;
  readonly house_number?: string | undefined;
  readonly zip_code?: string | undefined;
  readonly city?: string | undefined;
  /** Country as a code (ISO 3166-1 alpha-2) or a name in German or English. */
  readonly country?: string | undefined;
}

export function interpretationsOfStructuredQuery(
  query: StructuredAddressQuery,
  countries: ReadonlyMap<string, string>,
): QueryInterpretation[] {
  const city = normalizedWordsOf(query.city ?? "").slice(0, QUERY_WORDS_MAX);
  const place: WordSegment[] = city.length > 0 ? [{ words: city, role: "place" }] : [];
  const named = normalizedWordsOf(query.country ?? "").join("");
  const known = {
    zip_code: normalizeZip(query.zip_code ?? "") || undefined,
    // A country that the index does not have must not match another one.
    country: named === "" ? undefined : (countries.get(named) ?? named.toUpperCase()),
  };
  const house = query.house_number ? parseHouseNumber(query.house_number) : undefined;
  return interpretationsOfText(query.street ?? "", new Map()).map((reading) => ({
    ...reading,
    ...known,
    house_number: house ?? reading.house_number,
    segments: [...reading.segments.map(({ words }): WordSegment => ({ words, role: "street" })), ...place],
  }));
}
