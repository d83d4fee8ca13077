import { type LonLat, metersBetween } from "@leitstand/geo/lon-lat";
import { type AddressIndex, storedPointAt } from "../index/address-index";
import { houseNumberMismatchCost, type HouseNumber, houseNumberMismatchCosts } from "../text/house-number";

/** How precisely the point answers the query. */
export type GeocodingPrecision = "exact" | "range" | "interpolated" | "nearest_number" | "street" | "place";

export interface FoundHouse {
  readonly cost: number;
  readonly precision: GeocodingPrecision;
  readonly at: LonLat;
  /** House number of the point: of a nearest number its own, of an interpolated one the number asked for. */
  readonly house_number: string | undefined;
  /** Street as the house itself spells it; undefined when the answer is not a single house. */
  readonly street?: string | undefined;
}

/** House at that position of the columns. */
export const storedHouseAt = (index: AddressIndex, at: number) => ({
  at: storedPointAt(index.columns.numberPoint, at),
  house_number: index.text(index.columns.numberText[at]),
  street: index.text(index.columns.numberStreet[at]),
});

/** Largest distance in metres between two known numbers for which a number between them is interpolated. */
const INTERPOLATION_METERS = 400;
const INTERPOLATION_NUMBERS = 20;

/** Finds the house that was asked for, or the best substitute in its street. */
export function findHouseInGroup(index: AddressIndex, group: number, asked: HouseNumber): FoundHouse {
  const { numberStarts, numberText, groupPoint } = index.columns;
  const [from, to] = [numberStarts[group] as number, numberStarts[group + 1] as number];
  let [best, least] = [-1, Number.POSITIVE_INFINITY];
  for (let at = from; at < to; at++) {
    const known = index.houseNumber(numberText[at] as number);
    const cost = known && houseNumberMismatchCost(asked, known);
    if (cost !== undefined && cost < least) [best, least] = [at, cost];
  }
  if (best >= 0) {
    const precision =
      least <= houseNumberMismatchCosts.staircase
        ? "exact"
        : least <= houseNumberMismatchCosts.inRange
          ? "range"
          : "nearest_number";
    return { cost: least, precision, ...storedHouseAt(index, best) };
  }
  const range = { from, to, asked };
  const onStreet = {
    cost: 1.2,
    precision: "street",
    at: storedPointAt(groupPoint, group),
    house_number: undefined,
  } as const;
  return interpolateHouse(index, range) ?? nearestNumber(index, range) ?? onStreet;
}

interface NumberRange {
  readonly from: number;
  readonly to: number;
  readonly asked: HouseNumber;
}

/** Interpolates between the neighbours on its side of the street, in proportion to the numbers. */
function interpolateHouse({ columns }: AddressIndex, { from, to, asked }: NumberRange): FoundHouse | undefined {
  const { numberFrom, numberPoint } = columns;
  let [below, above] = [-1, -1];
  for (let at = from; at < to; at++) {
    const number = numberFrom[at] as number;
    if (number === 0 || (number - asked.from) % 2 !== 0) continue;
    if (number < asked.from) below = at;
    else if (above < 0) above = at;
  }
  if (below < 0 || above < 0) return undefined;
  const [low, high] = [numberFrom[below] as number, numberFrom[above] as number];
  const [start, end] = [storedPointAt(numberPoint, below), storedPointAt(numberPoint, above)];
  if (high - low > INTERPOLATION_NUMBERS || metersBetween(start, end) > INTERPOLATION_METERS) return undefined;
  const share = (asked.from - low) / (high - low);
  const at: LonLat = [start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share];
  return { cost: 0.8, precision: "interpolated", at, house_number: asked.text };
}

/** The house with the nearest number; undefined when no house of the street has one. */
function nearestNumber(index: AddressIndex, { from, to, asked }: NumberRange): FoundHouse | undefined {
  const { numberFrom } = index.columns;
  // The other side of the street is a detour, so it counts as three numbers farther.
  const distance = (at: number) => {
    const number = numberFrom[at] as number;
    if (number === 0) return Number.POSITIVE_INFINITY;
    const apart = Math.abs(number - asked.from);
    return apart + (apart % 2) * 3;
  };
  let [best, least] = [-1, Number.POSITIVE_INFINITY];
  for (let at = from; at < to; at++) if (distance(at) < least) [best, least] = [at, distance(at)];
  if (best < 0) return undefined;
  return {
    cost: 1 + Math.min(0.8, least / 50),
    precision: "nearest_number",
    ...storedHouseAt(index, best),
  };
}
