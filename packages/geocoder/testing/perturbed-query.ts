/**
 * Writes an address as people write it in a hurry. It was written before the first figure was measured and is not tuned
 * to what the index can do: a misspelling may well turn one street into another, and then the query counts as failed.
 */
import type { SeededChance } from "@leitstand/scenario/chance";

export interface WrittenAddress {
  readonly street: string;
  readonly house_number: string;
  readonly zip_code: string;
  readonly city: string;
}

export interface PerturbedQuery {
  readonly query: string;
  /** Changes that were made, in order. Never empty. */
  readonly changes: readonly string[];
}

/**
 * Perturbs an address by one to three changes besides the order of its parts; more than one misspelling only in long
 * names.
 */
export function perturbAddress(address: WrittenAddress, chance: SeededChance): PerturbedQuery {
  const changes: string[] = [];
  const change = (name: string, before: string, after: string) => {
    if (after !== before) changes.push(name);
    return after;
  };
  let { street, house_number, city } = address;
  if (chance.percent(35)) street = change("abbreviation", street, abbreviateStreet(street, chance));
  if (chance.percent(50)) street = change("umlaut", street, respellUmlauts(street, chance));
  if (chance.percent(50)) city = change("umlaut in place", city, respellUmlauts(city, chance));
  if (chance.percent(60)) street = change("misspelling", street, misspellWord(street, chance));
  if (street.length >= 12 && chance.percent(15)) street = change("misspelling", street, misspellWord(street, chance));
  if (chance.percent(15)) city = change("misspelling in place", city, misspellWord(city, chance));
  if (chance.percent(50)) house_number = change("house number", house_number, respaceNumber(house_number, chance));
  const ordered = arrangeParts({ ...address, street, house_number, city }, chance);
  if (ordered.order !== USUAL_ORDER) changes.push(ordered.order);
  let query = ordered.query;
  if (chance.percent(30)) query = change("case", query, chance.percent(75) ? query.toLowerCase() : query.toUpperCase());
  // Nothing came of the draws above: the least change is to leave the capitals out.
  return changes.length > 0 ? { query, changes } : { query: query.toLowerCase(), changes: ["case"] };
}

const USUAL_ORDER = "usual order";

interface PartOrder {
  readonly name: string;
  readonly share: number;
  readonly write: (address: WrittenAddress) => string;
}

const partOrders: readonly PartOrder[] = [
  { name: USUAL_ORDER, share: 35, write: (a) => `${a.street} ${a.house_number}, ${a.zip_code} ${a.city}` },
  { name: "no commas", share: 10, write: (a) => `${a.street} ${a.house_number} ${a.zip_code} ${a.city}` },
  { name: "place first", share: 15, write: (a) => `${a.zip_code} ${a.city}, ${a.street} ${a.house_number}` },
  { name: "postal code dropped", share: 10, write: (a) => `${a.street} ${a.house_number}, ${a.city}` },
  { name: "postal code and comma dropped", share: 10, write: (a) => `${a.street} ${a.house_number} ${a.city}` },
  { name: "place first, postal code dropped", share: 10, write: (a) => `${a.city} ${a.street} ${a.house_number}` },
  { name: "place dropped", share: 10, write: (a) => `${a.street} ${a.house_number}, ${a.zip_code}` },
];

function arrangeParts(address: WrittenAddress, chance: SeededChance): { order: string; query: string } {
  let left = chance.below(100);
  const order = partOrders.find(({ share }) => (left -= share) < 0) ?? (partOrders[0] as PartOrder);
  return { order: order.name, query: order.write(address) };
}

const abbreviations: readonly (readonly [RegExp, readonly string[]])[] = [
  [/(?<=\p{L})stra(ß|ss)e\b/u, ["str.", "str"]],
  [/\bStra(ß|ss)e\b/u, ["Str.", "Str"]],
  [/(?<=\p{L})platz\b/u, ["pl."]],
  [/\bPlatz\b/u, ["Pl."]],
  [/(?<=\p{L})gasse\b/u, ["g."]],
  [/\bSankt\b/u, ["St.", "St"]],
  [/\bSt\./u, ["Sankt", "St"]],
  [/\bDr\.?[- ]/u, ["Dr ", "Doktor ", "Dr."]],
];

function abbreviateStreet(street: string, chance: SeededChance): string {
  return abbreviations.reduce(
    (text, [long, shorts]) => (long.test(text) ? text.replace(long, chance.pick(shorts)) : text),
    street,
  );
}

const umlautSpellings: Readonly<Record<string, string>> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  Ä: "Ae",
  Ö: "Oe",
  Ü: "Ue",
  ß: "ss",
};

/** Respells umlauts as on a keyboard without them: written out, or without their dots. */
function respellUmlauts(text: string, chance: SeededChance): string {
  const bare = text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ß", "ss");
  return chance.percent(60) ? text.replace(/[äöüÄÖÜß]/g, (letter) => umlautSpellings[letter] ?? letter) : bare;
}

const typoAlphabet = "abcdefghijklmnopqrstuvwxyz";

/** Makes one typing error at a letter of a word of four or more. */
function misspellWord(text: string, chance: SeededChance): string {
  const places = [...text.matchAll(/\p{L}{4,}/gu)].flatMap(({ 0: word, index }) =>
    Array.from({ length: word.length - 1 }, (_, at) => index + at),
  );
  if (places.length === 0) return text;
  const at = chance.pick(places);
  const [before, here, next, after] = [text.slice(0, at), text[at], text[at + 1], text.slice(at + 2)];
  const random = chance.pick(typoAlphabet.split(""));
  return chance.pick([
    `${before}${next}${here}${after}`,
    `${before}${next}${after}`,
    `${before}${here}${random}${next}${after}`,
    `${before}${random}${next}${after}`,
  ]);
}

/** Respells a number: "12a" also as 12 a, 12A and 12 A; "12-14" with spaces. */
function respaceNumber(number: string, chance: SeededChance): string {
  const lettered = /^(\d+)([a-z])$/i.exec(number);
  if (lettered?.[1] && lettered[2]) {
    const [, digits, letter] = lettered;
    return chance.pick([
      `${digits} ${letter}`,
      `${digits}${letter.toUpperCase()}`,
      `${digits} ${letter.toUpperCase()}`,
    ]);
  }
  return number.includes("-") ? number.replace("-", " - ") : number;
}
