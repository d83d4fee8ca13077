import { metersBetween } from "@leitstand/geo/lon-lat";
import type { AddressIndex } from "../index/address-index";
import { describeAddressGroup, describePlace, type GeocodingAnswer, lonLatOf } from "./answer";
import { countryCodesByName } from "./countries";
import type { SearchArea } from "./hypotheses";
import {
  type QueryInterpretation,
  interpretationsOfQuery,
  interpretationsOfStructuredQuery,
  type StructuredAddressQuery,
} from "../text/reading";
import { type GeocodingCandidate, findGeocodingCandidates } from "./search";

export interface ForwardGeocodeOptions extends SearchArea {
  /** Number of answers, 1 to 50, default 5. */
  readonly limit?: number;
}

const ANSWERS_MAX = 50;
/** Distance in metres beyond which two answers are different places. */
const SAME_PLACE_METERS = 250;
/** Difference of costs from which one of two answers is clearly the better one. */
const CLEAR_LEAD = 0.5;

/**
 * Finds an address in free text: street, house number, postal code and place in any order, misspelt, abbreviated or
 * incomplete; or the name of a point of interest. Best first. Nothing for text without a letter or digit. Never throws;
 * what is beyond 200 characters is not read.
 */
export function forwardGeocode(
  index: AddressIndex,
  query: string,
  options: ForwardGeocodeOptions = {},
): GeocodingAnswer[] {
  return answerReadings(index, interpretationsOfQuery(query, countryCodesByName(index)), options);
}

/** Searches by known parts: a street is never taken for a place. Missing parts are ignored. */
export function geocodeStructuredQuery(
  index: AddressIndex,
  query: StructuredAddressQuery,
  options: ForwardGeocodeOptions = {},
): GeocodingAnswer[] {
  return answerReadings(index, interpretationsOfStructuredQuery(query, countryCodesByName(index)), options);
}

function answerReadings(
  index: AddressIndex,
  readings: readonly QueryInterpretation[],
  options: ForwardGeocodeOptions,
): GeocodingAnswer[] {
  const limit = Math.max(1, Math.min(ANSWERS_MAX, Math.floor(options.limit ?? 5) || 1));
  const best = new Map<string, GeocodingCandidate>();
  for (const candidate of findGeocodingCandidates(index, readings, options)) {
    const key = `${candidate.group} ${candidate.place} ${candidate.locality}`;
    const known = best.get(key);
    if (!known || candidate.cost < known.cost) best.set(key, candidate);
  }
  // Takes more candidates than asked for: some describe the same address, and the next one shows whether the last one
  // is alone.
  const cheapest = [...best.values()].sort(compareByCost).slice(0, limit * 4 + 8);
  const ranked = cheapest.map((candidate) => ({ answer: describeCandidate(index, candidate), cost: candidate.cost }));
  const kept = distinctAnswers(ranked);
  return kept.slice(0, limit).map(({ answer: found, cost }) => {
    const rivals = kept.filter((other) => isOtherPlace(found, other.answer));
    const lead = Math.min(...rivals.map((rival) => rival.cost - cost), 1);
    const isEqualToBest = lead > -CLEAR_LEAD;
    return {
      ...found,
      confidence: confidenceOfCost(cost, lead),
      match: confidenceOfCost(cost, isEqualToBest ? CLEAR_LEAD : lead),
    };
  });
}

const compareByCost = (a: GeocodingCandidate, b: GeocodingCandidate) => a.cost - b.cost || b.weight - a.weight;

const describeCandidate = (index: AddressIndex, { group, house, place, locality }: GeocodingCandidate) =>
  group === undefined ? describePlace(index, place as number, locality) : describeAddressGroup(index, group, house);

interface RankedAnswer {
  readonly answer: ReturnType<typeof describeCandidate>;
  readonly cost: number;
}

/**
 * Distinct answers: houses that are recorded twice, and places that answer the same in each of their postal codes, are
 * one.
 */
function distinctAnswers(ranked: readonly RankedAnswer[]): RankedAnswer[] {
  const kept: RankedAnswer[] = [];
  for (const each of ranked) {
    const isSame = ({ answer: other }: RankedAnswer) =>
      other.label === each.answer.label && !isOtherPlace(other, each.answer);
    if (!kept.some(isSame)) kept.push(each);
  }
  return kept;
}

const isOtherPlace = (left: { lon: number; lat: number }, right: { lon: number; lat: number }) =>
  metersBetween(lonLatOf(left), lonLatOf(right)) > SAME_PLACE_METERS;

/**
 * Confidence of an answer. One typing error leaves 0.86; an equally good answer elsewhere halves it, because the user
 * has to choose.
 */
function confidenceOfCost(cost: number, lead: number): number {
  const share = lead >= CLEAR_LEAD ? 1 : Math.max(0.5, 0.5 + lead);
  return Math.round(Math.exp(-cost * 0.15) * share * 100) / 100;
}
