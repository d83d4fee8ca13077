import { type LonLat, metersBetween } from "@leitstand/geo/lon-lat";
import { type AddressIndex, storedPointAt, type AddressIndexTreeName } from "../index/address-index";
import { describeAddressGroup, describePlace, type DescribedAnswer, type GeocodingAnswer } from "./answer";
import { storedHouseAt } from "./house-in-group";
import { mercatorMetersOf, mercatorScaleAt } from "../index/mercator";

export interface ReverseGeocodeOptions {
  /** Number of answers, 1 to 50, default 1. */
  readonly limit?: number;
  /** Largest distance of a house, in metres; default 200. Streets may be three times as far, places 10 km. */
  readonly distance_meters_max?: number;
}

const ANSWERS_MAX = 50;
const PLACE_SEARCH_METERS = 10_000;
/** Number of extra candidates: the tree is exact to half a metre, and houses are recorded twice. */
const EXTRA_CANDIDATES = 12;

interface SearchedKind {
  readonly tree: AddressIndexTreeName;
  readonly points: Int32Array;
  readonly meters: number;
  readonly describe: (at: number) => DescribedAnswer;
}

/**
 * Finds what is at a point: the nearest houses, else the nearest streets and points of interest, else the nearest
 * places. Nothing for a point far from everything that is known, and for coordinates that are not on the globe.
 */
export function reverseGeocode(
  index: AddressIndex,
  at: LonLat,
  options: ReverseGeocodeOptions = {},
): GeocodingAnswer[] {
  const isOnGlobe = Math.abs(at[0]) <= 180 && Math.abs(at[1]) <= 90;
  if (!isOnGlobe) return [];
  const limit = Math.max(1, Math.min(ANSWERS_MAX, Math.floor(options.limit ?? 1) || 1));
  for (const kinds of searchedKindsOf(index, options.distance_meters_max ?? 200)) {
    const answers = kinds.flatMap((kind) => nearestOfKind(index, { kind, at, limit }));
    if (answers.length > 0)
      return answers.sort((a, b) => (a.distance_meters ?? 0) - (b.distance_meters ?? 0)).slice(0, limit);
  }
  return [];
}

function searchedKindsOf(index: AddressIndex, meters: number): SearchedKind[][] {
  const { columns } = index;
  const { numberPoint, numberGroup, streetPoint, streetPointGroup, groupPoint, localityPoint } = columns;
  const describeHouse = (at: number) =>
    describeAddressGroup(index, numberGroup[at] as number, {
      cost: 0,
      precision: "exact",
      ...storedHouseAt(index, at),
    });
  const describePiece = (at: number) => ({
    ...describeAddressGroup(index, streetPointGroup[at] as number),
    ...toLonLatObject(storedPointAt(streetPoint, at)),
  });
  const describeLocality = (at: number) => describePlace(index, columns.localityPlace[at] as number, at);
  const far = meters * 3;
  return [
    [{ tree: "numberTree", points: numberPoint, meters, describe: describeHouse }],
    [
      { tree: "streetTree", points: streetPoint, meters: far, describe: describePiece },
      { tree: "groupTree", points: groupPoint, meters: far, describe: (at) => describeAddressGroup(index, at) },
    ],
    [{ tree: "localityTree", points: localityPoint, meters: PLACE_SEARCH_METERS, describe: describeLocality }],
  ];
}

const toLonLatObject = ([lon, lat]: LonLat) => ({ lon, lat });

function nearestOfKind(
  index: AddressIndex,
  search: { kind: SearchedKind; at: LonLat; limit: number },
): GeocodingAnswer[] {
  const { kind, at, limit } = search;
  const [x, y] = mercatorMetersOf(at);
  const reach = (kind.meters + 1) * mercatorScaleAt(at[1]);
  const found = index.tree(kind.tree)?.neighbors(x, y, limit + EXTRA_CANDIDATES, reach) ?? [];
  const measured = found
    .map((item) => ({ item, meters: metersBetween(at, storedPointAt(kind.points, item)) }))
    .filter(({ meters }) => meters <= kind.meters)
    .sort((a, b) => a.meters - b.meters);
  const answers = new Map<string, GeocodingAnswer>();
  for (const { item, meters } of measured) {
    if (answers.size === limit) break;
    const described = kind.describe(item);
    const confidence = certaintyOfDistance(meters, kind.meters);
    const distance_meters = Math.round(meters * 10) / 10;
    if (!answers.has(described.label))
      answers.set(described.label, { ...described, confidence, match: confidence, distance_meters });
  }
  return [...answers.values()];
}

/** Certainty by distance: 1 at the point itself, a half where the search ends. */
const certaintyOfDistance = (meters: number, reach: number) => Math.round((1 - (0.5 * meters) / reach) * 100) / 100;
