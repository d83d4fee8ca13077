import type { OsmTags } from "../osm/osm-element";
import { onewayTagOf } from "./access";

/** Countries whose general speed limits are known; elsewhere those of Austria serve as an estimate. */
export const countriesWithKnownSpeedLimits = ["AT", "CH", "DE", "LI"] as const;
export type CountryWithKnownSpeedLimits = (typeof countriesWithKnownSpeedLimits)[number];

/** Kind of place a road lies in, as far as general limits tell them apart. */
type SpeedZone = "urban" | "rural" | "trunk" | "motorway" | "living_street";

/**
 * General limits in km/h for cars up to 3.5 t, as the laws publish them: Austria StVO § 20 and § 76c; Switzerland VRV Art. 4a
 * and SSV Art. 22b; Germany StVO § 3 with the advisory 130 of its motorways; Liechtenstein's VRV. At walking pace: 7.
 */
const generalLimits: Readonly<Record<CountryWithKnownSpeedLimits, Readonly<Record<SpeedZone, number>>>> = {
  AT: { living_street: 7, urban: 50, rural: 100, trunk: 100, motorway: 130 },
  CH: { living_street: 20, urban: 50, rural: 80, trunk: 100, motorway: 120 },
  DE: { living_street: 7, urban: 50, rural: 100, trunk: 130, motorway: 130 },
  LI: { living_street: 20, urban: 50, rural: 80, trunk: 80, motorway: 80 },
};

/** Highest speed of a van with a passenger, in km/h. */
const SPEED_MAX_KMH = 120;
/** Share of a limit that is driven on average, because of bends, oncoming cars and the car in front. */
const DRIVEN_SHARE_OF_LIMIT = 0.88;

/** Share of the speed that is left, with the wait, where both directions take turns; OSRM's profile for cars has the same. */
const ALTERNATING_LANE_SHARE = 0.4;

/** Average speed that a kind of road allows, in km/h, whatever its limit is. */
export const usualSpeedKmhByRoadKind: Readonly<Record<string, number>> = {
  motorway: 118,
  motorway_link: 60,
  trunk: 98,
  trunk_link: 55,
  primary: 78,
  primary_link: 45,
  secondary: 70,
  secondary_link: 42,
  tertiary: 60,
  tertiary_link: 36,
  unclassified: 45,
  residential: 32,
  road: 30,
  living_street: 12,
  service: 18,
  pedestrian: 8,
  track: 14,
  path: 6,
  ferry: 14,
  shuttle_train: 60,
};

const urbanRoadKinds = new Set(["residential", "service", "pedestrian", "road"]);
const speedByRoughSurface: Readonly<Record<string, number>> = {
  cobblestone: 28,
  compacted: 45,
  dirt: 18,
  earth: 18,
  fine_gravel: 32,
  grass: 12,
  gravel: 30,
  ground: 18,
  mud: 8,
  pebblestone: 25,
  sand: 10,
  sett: 38,
  unpaved: 30,
};

/**
 * Facts about speed in the tags of a way: its kind, the zone of general limits, the limits by direction, the
 * limit of its surface in km/h, and whether both directions take turns on one lane.
 */
export interface WaySpeedFacts {
  readonly kind: string;
  readonly zone: SpeedZone;
  readonly limitForward: number | undefined;
  readonly limitBackward: number | undefined;
  readonly surfaceLimit: number;
  readonly isAlternating: boolean;
}

/** Facts about speed in the tags of a way; the country is known only once the whole map was seen. */
export function parseWaySpeedFacts(kind: string, tags: OsmTags): WaySpeedFacts {
  const both = parseSpeedLimit(tags.get("maxspeed"));
  return {
    kind,
    zone: speedZoneOf(kind, tags),
    limitForward: parseSpeedLimit(tags.get("maxspeed:forward")) ?? both,
    limitBackward: parseSpeedLimit(tags.get("maxspeed:backward")) ?? both,
    surfaceLimit: speedByRoughSurface[tags.get("surface") ?? ""] ?? SPEED_MAX_KMH,
    isAlternating: onewayTagOf(tags) === "alternating",
  };
}

/** Speed in km/h, never less than walking. */
export function expectedSpeedKmh(
  facts: WaySpeedFacts,
  isForward: boolean,
  country: CountryWithKnownSpeedLimits,
): number {
  const { kind, zone, surfaceLimit } = facts;
  const limit = (isForward ? facts.limitForward : facts.limitBackward) ?? generalLimits[country][zone];
  const usual = usualSpeedKmhByRoadKind[kind] ?? usualSpeedKmhByRoadKind.road ?? 0;
  const speed = Math.min(limit * DRIVEN_SHARE_OF_LIMIT, usual, surfaceLimit, SPEED_MAX_KMH);
  return Math.max(5, facts.isAlternating ? speed * ALTERNATING_LANE_SHARE : speed);
}

function speedZoneOf(kind: string, tags: OsmTags): SpeedZone {
  if (kind === "living_street") return "living_street";
  const named = zoneFromTags(tags);
  if (named) return named;
  if (kind === "motorway" || kind === "motorway_link") return "motorway";
  if (kind === "trunk" || kind === "trunk_link" || tags.get("motorroad") === "yes") return "trunk";
  if (urbanRoadKinds.has(kind)) return "urban";
  // Street lamps and pavements end with the town.
  const pavement = tags.get("sidewalk") ?? "no";
  return tags.get("lit") === "yes" || !["no", "none"].includes(pavement) ? "urban" : "rural";
}

const zoneKeys = ["maxspeed", "maxspeed:type", "source:maxspeed", "zone:maxspeed", "zone:traffic"] as const;

function zoneFromTags(tags: OsmTags): SpeedZone | undefined {
  for (const key of zoneKeys) {
    const zone = /^[A-Z]{2}:(urban|rural|trunk|motorway|living_street)$/.exec(tags.get(key) ?? "")?.[1];
    if (zone) return zone as SpeedZone;
  }
  return undefined;
}

/** Country that a way's limits name, if they do: `AT:urban`, `DE:zone:30`. */
export function countryFromSpeedLimitTags(tags: OsmTags): CountryWithKnownSpeedLimits | undefined {
  for (const key of zoneKeys) {
    const code = /^([A-Z]{2}):/.exec(tags.get(key) ?? "")?.[1];
    const country = countriesWithKnownSpeedLimits.find((known) => known === code);
    if (country) return country;
  }
  return undefined;
}

const KMH_PER_UNIT: Readonly<Record<string, number>> = {
  "": 1,
  "km/h": 1,
  kmh: 1,
  kph: 1,
  mph: 1.609344,
  knots: 1.852,
};

/**
 * Limit from a figure with or without a unit, `walk`, `none`, or the figure of a zone such as `DE:zone:30` and
 * `AT:zone30`.
 */
function parseSpeedLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (text === "none") return SPEED_MAX_KMH / DRIVEN_SHARE_OF_LIMIT;
  if (text === "walk" || /^[A-Z]{2}:walk$/.test(text)) return 7;
  const zone = /^[A-Z]{2}:(?:zone:?)?(\d{2,3})$/.exec(text)?.[1];
  if (zone) return Number(zone);
  // Several figures are limits of lanes or times; the lowest holds for all of them.
  const limits = text
    .split(";")
    .map(parseSpeedFigure)
    .filter((limit) => limit !== undefined);
  return limits.length > 0 ? Math.min(...limits) : undefined;
}

function parseSpeedFigure(text: string): number | undefined {
  const [, figure, unit = ""] = /^(\d{1,3}(?:\.\d+)?)\s*([a-z/]*)$/.exec(text.trim()) ?? [];
  const factor = KMH_PER_UNIT[unit];
  const limit = figure === undefined || factor === undefined ? 0 : Number(figure) * factor;
  return limit > 0 ? limit : undefined;
}
