/**
 * Weighs what a query may mean. Everything that does not fit has a cost, about 1 for each typing error; the answer is
 * what costs least in all: name of the street, place, postal code, house number, and words that nothing explains.
 */
import { metersBetween } from "@leitstand/geo/lon-lat";
import { type AddressIndex, storedPointAt } from "../index/address-index";
import { editDistance } from "../text/edit-distance";
import { findHouseInGroup, type FoundHouse } from "./house-in-group";
import {
  type NameMatchCosts,
  costOfUnexplainedWord,
  NameMatchCostLookup,
  type SearchArea,
  type WordSpan,
  wordSpansOf,
} from "./hypotheses";
import { letterCodesOf } from "../text/lexicon";
import type { QueryInterpretation } from "../text/reading";

export interface GeocodingCandidate {
  readonly cost: number;
  /** Group of the candidate: a street or point of interest … */
  readonly group?: number;
  readonly house?: FoundHouse;
  /** … or a place, whole or in one postal code. */
  readonly place?: number;
  readonly locality?: number;
  /** Size of the street or place, which breaks ties. */
  readonly weight: number;
}

/** Cost above which the words in the middle are tried as well, and the next reading. */
const DOUBTFUL_COST_MIN = 2.4;
/** Maximum number of streets for which houses are looked up, none of them so much worse than the best. */
const STREETS_MAX = 48;
const HOUSE_COST_MAX = 2;
const NEARBY_PLACES_MAX = 6;
const CANDIDATE_COST_MAX = 12;

const mismatchCosts = {
  country: 4,
  zipUnknown: 0.4,
  zipSlip: 1.4,
  zipRegion: 2.6,
  zipOther: 4,
  houseAtPlace: 1.6,
  houseAtPoint: 1.4,
  /** A number that stands apart from the street, where another one may be the house's. */
  houseApart: 0.4,
  pointOfInterest: 0.15,
  street: 0.1,
  /** Factor on the cost of a named part against a word of free text: a caller who names a part means it. */
  named: 2.5,
} as const;

/** Candidates of all readings that were needed, in no order; those far from the point of the area cost a little more. */
export function findGeocodingCandidates(
  index: AddressIndex,
  readings: readonly QueryInterpretation[],
  area: SearchArea,
): GeocodingCandidate[] {
  const hypotheses = new NameMatchCostLookup(index, area);
  const found: GeocodingCandidate[] = [];
  let least = CANDIDATE_COST_MAX;
  for (const isThorough of [false, true]) {
    if (least <= DOUBTFUL_COST_MIN) return found;
    for (const reading of readings) {
      if (least <= DOUBTFUL_COST_MIN && !readsAnotherHouse(reading, readings[0])) continue;
      const candidates = new ReadingSearch(index, hypotheses, reading).weigh(wordSpansOf(reading, isThorough));
      least = candidates.reduce((cost, candidate) => Math.min(cost, candidate.cost), least);
      found.push(...candidates);
    }
  }
  return found;
}

/**
 * Whether a reading takes another of several numbers for the house than the first one does: "Hauptstraße 96, Wien 3" fits
 * house 3 well, as long as house 96 is not weighed as well.
 */
const readsAnotherHouse = (reading: QueryInterpretation, first: QueryInterpretation | undefined) =>
  reading.house_number !== undefined && reading.cost === 0 && reading.zip_code === first?.zip_code;

/** One reading of a query against the index. */
class ReadingSearch {
  readonly #index: AddressIndex;
  readonly #hypotheses: NameMatchCostLookup;
  readonly #reading: QueryInterpretation;
  readonly #wordCosts: readonly number[];
  /** Cost of all words unexplained, and of the reading itself. */
  readonly #wordCostSum: number;
  readonly #zipCosts = new Map<number, number>();
  readonly #countryCosts = new Map<number, number>();

  constructor(index: AddressIndex, hypotheses: NameMatchCostLookup, reading: QueryInterpretation) {
    this.#index = index;
    this.#hypotheses = hypotheses;
    this.#reading = reading;
    this.#wordCosts = reading.segments.flatMap(({ words, role }) =>
      words.map((word) => costOfUnexplainedWord(word) * (role === "any" ? 1 : mismatchCosts.named)),
    );
    this.#wordCostSum = this.#wordCosts.reduce((sum, cost) => sum + cost, reading.cost);
  }

  weigh(spans: readonly WordSpan[]): GeocodingCandidate[] {
    const places = spans
      .filter(({ role }) => role !== "street")
      .map((span) => ({ span, places: this.#hypotheses.placesOf(span.key) }))
      .filter((guess) => guess.places.size > 0);
    const streets = spans.filter(({ role }) => role !== "place");
    const groups = this.#weighGroups(streets, places);
    const sorted = [...groups].sort((a, b) => a[1] - b[1]).slice(0, STREETS_MAX);
    const worst = (sorted[0]?.[1] ?? 0) + HOUSE_COST_MAX;
    const cheapest = sorted.filter(([, cost]) => cost <= worst);
    return [...cheapest.map(([group, cost]) => this.#houseIn(group, cost)), ...this.#weighPlaces(places)].filter(
      ({ cost }) => cost < CANDIDATE_COST_MAX,
    );
  }

  /** Minimum cost of each group, over all ways to split the words into street, place and rest. */
  #weighGroups(streets: readonly WordSpan[], places: readonly PlaceGuess[]): Map<number, number> {
    const { groupZip, groupCountry, groupCategory, groupPoint } = this.#index.columns;
    const least = new Map<number, number>();
    for (const span of streets) {
      const apart = places.filter((guess) => guess.span.to <= span.from || guess.span.from >= span.to);
      const options = apart.map((guess) => ({ ...this.#nearbyOf(guess), rest: this.#restOf(span, guess.span) }));
      const restAlone = this.#restOf(span);
      for (const [group, nameCost] of this.#hypotheses.groupsOf(span.key)) {
        const known = least.get(group) ?? CANDIDATE_COST_MAX;
        if (nameCost >= known) continue;
        const kindCost = groupCategory[group] ? mismatchCosts.pointOfInterest : mismatchCosts.street;
        const farCost = this.#hypotheses.farCost(storedPointAt(groupPoint, group));
        const partCost = this.#zipCost(groupZip[group]) + this.#countryCost(groupCountry[group]);
        const fixed = nameCost + kindCost + farCost + partCost + this.#houseApartCost(span);
        let cost = fixed + restAlone;
        for (const option of options) {
          if (fixed + option.rest >= cost) continue;
          cost = Math.min(cost, fixed + option.rest + this.#placeCost(group, option));
        }
        if (cost < known) least.set(group, cost);
      }
    }
    return least;
  }

  #houseApartCost({ from, to }: WordSpan): number {
    const at = this.#reading.house_at;
    return at === undefined || at === from || at === to ? 0 : mismatchCosts.houseApart;
  }

  /** Cost of the words outside of the spans. */
  #restOf(...spans: readonly WordSpan[]): number {
    let rest = this.#wordCostSum;
    for (const { from, to } of spans) for (let word = from; word < to; word++) rest -= this.#wordCosts[word] as number;
    return rest;
  }

  #nearbyOf({ places }: PlaceGuess): PlaceOption {
    const likely = [...places].sort((a, b) => a[1] - b[1]).slice(0, NEARBY_PLACES_MAX);
    const { placePoint } = this.#index.columns;
    return { places, nearby: likely.map(([place, cost]) => ({ cost, at: storedPointAt(placePoint, place) })) };
  }

  /** Cost of the place itself, or of one so near that people call it by the larger name. */
  #placeCost(group: number, { places, nearby }: PlaceOption): number {
    const { groupPlace, groupPoint } = this.#index.columns;
    const direct = places.get((groupPlace[group] as number) - 1);
    if (direct !== undefined) return direct;
    let least = CANDIDATE_COST_MAX;
    const at = storedPointAt(groupPoint, group);
    for (const place of nearby) {
      const kilometers = metersBetween(at, place.at) / 1000;
      if (kilometers < 10) least = Math.min(least, place.cost + 0.6 + kilometers * 0.2);
    }
    return least;
  }

  #zipCost(zipText: number | undefined): number {
    const asked = this.#reading.zip_code;
    if (asked === undefined) return 0;
    if (!zipText) return mismatchCosts.zipUnknown;
    const known = this.#zipCosts.get(zipText);
    if (known !== undefined) return known;
    const cost = costOfZipDifference(asked, this.#index.text(zipText) ?? "");
    this.#zipCosts.set(zipText, cost);
    return cost;
  }

  #countryCost(countryText: number | undefined): number {
    const asked = this.#reading.country;
    if (asked === undefined || !countryText) return 0;
    const known = this.#countryCosts.get(countryText);
    if (known !== undefined) return known;
    const cost = this.#index.text(countryText) === asked ? 0 : mismatchCosts.country;
    this.#countryCosts.set(countryText, cost);
    return cost;
  }

  #houseIn(group: number, cost: number): GeocodingCandidate {
    const { groupCategory, groupNumber, numberStarts } = this.#index.columns;
    const asked = this.#reading.house_number;
    const weight = (numberStarts[group + 1] as number) - (numberStarts[group] as number);
    if (!asked) return { cost, group, weight };
    if (groupCategory[group]) {
      const isSame = this.#index.houseNumber(groupNumber[group] as number)?.text === asked.text;
      return { cost: cost + (isSame ? 0 : mismatchCosts.houseAtPoint), group, weight };
    }
    const house = findHouseInGroup(this.#index, group, asked);
    return { cost: cost + house.cost, group, house, weight };
  }

  #weighPlaces(guesses: readonly PlaceGuess[]): GeocodingCandidate[] {
    const { localityStarts, localityZip, localityPlace, placeCountry, placePoint, placeWeight } = this.#index.columns;
    const { zip_code, house_number } = this.#reading;
    const houseCost = house_number ? mismatchCosts.houseAtPlace : 0;
    const found: GeocodingCandidate[] = [];
    for (const { span, places } of guesses) {
      const rest = this.#restOf(span) + houseCost;
      for (const [place, nameCost] of places) {
        if (!this.#hypotheses.isInArea(placeCountry[place])) continue;
        const farCost = this.#hypotheses.farCost(storedPointAt(placePoint, place));
        const cost = nameCost + rest + farCost + this.#countryCost(placeCountry[place]);
        const weight = placeWeight[place] as number;
        const [first, end] = [localityStarts[place] as number, localityStarts[place + 1] as number];
        if (zip_code === undefined) found.push({ cost, place, weight });
        for (let locality = first; zip_code !== undefined && locality < end; locality++)
          found.push({ cost: cost + this.#zipCost(localityZip[locality]), place, locality, weight });
      }
    }
    const alone = this.#restOf() + houseCost;
    for (const locality of zip_code === undefined ? [] : this.#index.localitiesOf(zip_code)) {
      const place = localityPlace[locality] as number;
      if (!this.#hypotheses.isInArea(placeCountry[place])) continue;
      const weight = this.#index.columns.localityWeight[locality] as number;
      found.push({ cost: alone + this.#countryCost(placeCountry[place]), place, locality, weight });
    }
    return found;
  }
}

interface PlaceGuess {
  readonly span: WordSpan;
  readonly places: NameMatchCosts;
}

interface PlaceOption {
  readonly places: NameMatchCosts;
  readonly nearby: readonly { readonly cost: number; readonly at: readonly [number, number] }[];
}

/** Cost of a difference of postal codes, which begin with their region. */
function costOfZipDifference(asked: string, known: string): number {
  if (asked === known) return 0;
  if (asked.length === known.length && editDistance(letterCodesOf(asked), letterCodesOf(known), 1) === 1)
    return mismatchCosts.zipSlip;
  return asked.length === known.length && asked.slice(0, 2) === known.slice(0, 2)
    ? mismatchCosts.zipRegion
    : mismatchCosts.zipOther;
}
