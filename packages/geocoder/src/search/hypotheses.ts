/**
 * Hypotheses: runs of words that may be a street, and those that may be a place; looked up once each, however many
 * readings share them.
 */
import { type LonLat, metersBetween } from "@leitstand/geo/lon-lat";
import { NAME_ALIAS_FLAG, type AddressIndex } from "../index/address-index";
import type { NameLexicon } from "../text/lexicon";
import type { QueryInterpretation, WordSegment } from "../text/reading";

/** Run of neighbouring words, by their numbers in the reading. */
export interface WordSpan {
  readonly from: number;
  readonly to: number;
  readonly key: string;
  readonly role: WordSegment["role"];
}

/** Costs of things by number: how far their names are from the words. */
export type NameMatchCosts = ReadonlyMap<number, number>;

/** Area and countries that a search is limited to, or prefers. */
export interface SearchArea {
  /**
   * Point near which answers are preferred among equals; it never outweighs a typing error. Confidence falls a little
   * with the distance.
   */
  readonly near?: LonLat;
  /** Countries of all answers (ISO 3166-1 alpha-2), except for those whose country is not known; none for all. */
  readonly countries?: readonly string[];
}

/** Cost of an alias: a shorter or other name is a little less certain. */
const ALIAS_COST = 0.3;

export class NameMatchCostLookup {
  readonly #index: AddressIndex;
  readonly #groups = new Map<string, NameMatchCosts>();
  readonly #places = new Map<string, NameMatchCosts>();

  readonly #near: LonLat | undefined;
  readonly #countries: readonly string[];
  readonly #isInArea = new Map<number, boolean>();

  constructor(index: AddressIndex, { near, countries = [] }: SearchArea) {
    this.#index = index;
    this.#near = near;
    this.#countries = countries;
  }

  /** Whether answers in the country of this text are looked for. */
  isInArea(countryText: number | undefined): boolean {
    if (!countryText || this.#countries.length === 0) return true;
    const isIn = this.#isInArea.get(countryText) ?? this.#countries.includes(this.#index.text(countryText) ?? "");
    this.#isInArea.set(countryText, isIn);
    return isIn;
  }

  /** Cost of the distance, from 0 to 0.6: less than a typing error, so that nearness only decides between equals. */
  farCost(at: LonLat): number {
    return this.#near ? Math.min(0.6, Math.log10(1 + metersBetween(this.#near, at) / 1000) / 4) : 0;
  }

  /**
   * Only groups that are looked for: the best are chosen among them, so that namesakes in other countries do not take
   * their place.
   */
  groupsOf(key: string): NameMatchCosts {
    const { nameGroupStarts, nameGroups, groupCountry, groupPlace, placeCountry } = this.#index.columns;
    const countryOf = (group: number) => groupCountry[group] || placeCountry[(groupPlace[group] as number) - 1];
    return findCached(this.#groups, key, () => {
      const costs = resolveName(this.#index.names, key, [nameGroupStarts, nameGroups]);
      if (this.#countries.length === 0) return costs;
      return new Map([...costs].filter(([group]) => this.isInArea(countryOf(group))));
    });
  }

  /** Places of all countries: a street may be named by a larger town behind the border. */
  placesOf(key: string): NameMatchCosts {
    const { placeOfKeyStarts, placesOfKey } = this.#index.columns;
    return findCached(this.#places, key, () => resolveName(this.#index.places, key, [placeOfKeyStarts, placesOfKey]));
  }
}

function findCached(known: Map<string, NameMatchCosts>, key: string, find: () => NameMatchCosts): NameMatchCosts {
  const costs = known.get(key) ?? find();
  known.set(key, costs);
  return costs;
}

function resolveName(
  lexicon: NameLexicon,
  key: string,
  [starts, things]: readonly [Uint32Array, Uint32Array],
): NameMatchCosts {
  const costs = new Map<number, number>();
  for (const { key: found, cost } of lexicon.find(key)) {
    const end = starts[found + 1] as number;
    for (let at = starts[found] as number; at < end; at++) {
      const value = things[at] as number;
      const thing = value & ~NAME_ALIAS_FLAG;
      const whole = value === thing ? cost : cost + ALIAS_COST;
      if (whole < (costs.get(thing) ?? Number.POSITIVE_INFINITY)) costs.set(thing, whole);
    }
  }
  return costs;
}

/** Runs from either end of a segment, or, when thorough, all runs: words in the middle may belong to no name. */
export function wordSpansOf({ segments }: QueryInterpretation, isThorough: boolean): WordSpan[] {
  const spans: WordSpan[] = [];
  let first = 0;
  for (const { words, role } of segments) {
    for (let from = 0; from < words.length; from++) {
      for (let to = from + 1; to <= words.length; to++) {
        if (!isThorough && from > 0 && to < words.length) continue;
        spans.push({ from: first + from, to: first + to, key: words.slice(from, to).join(""), role });
      }
    }
    first += words.length;
  }
  return spans;
}

/** Words that carry no name. */
const fillerWords = new Set(
  "in bei der die das am an im und nahe neben gegenuber hinter vor ecke adresse haus objekt nach von zu".split(" "),
);

/** Cost of leaving a word unexplained: the longer the word, the higher. */
export const costOfUnexplainedWord = (word: string): number =>
  fillerWords.has(word) || word.length < 2 ? 0.3 : Math.min(3.5, 0.8 + word.length * 0.25);
