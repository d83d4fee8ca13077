import QuickLRU from "quick-lru";
import type { LonLat } from "../lon-lat";
import { groupArcsByState } from "../roads/main-component";
import type { RoadNetwork } from "../roads/road-network";
import type { RouteLeg, RouteMatrix, SnappedRoadPlace, Route, RouteAnswer, DistancesAndDurations } from "./answer";
import { RouteEndpointFinder, type RouteEndpointCandidates, isEarlierOnSameEdge, type RouteSearchStart } from "./ends";
import { HierarchySearch, type HierarchyPath } from "./hierarchy-search";
import { RoadJunctions } from "./junctions";
import { findAlternativePaths } from "./alternative-routes";
import { type MatrixCell, type ReachedRanks, MatrixSearch } from "./matrix-search";
import { type SnappedPlace, SnapIndex } from "./snap-index";
import { type ReachableAnswer, computeReachableArea } from "./reachable";
import { routeStepsOf } from "./steps";
import { joinTracedPathLines, type TracedPath, tracePathEdges } from "./traced-path";
import { TurnManeuverFinder } from "./turns";

export interface SnapOptions {
  /** Largest distance of a place from the nearest road, in metres. */
  readonly within_meters?: number;
}

export interface RouteOptions extends SnapOptions {
  /** Number of alternatives to look for between two places; none unless set. */
  readonly others?: number;
}

/** Largest distance of a place from a road: cars reach no place in a lake or on a mountain top. */
const SNAP_METERS_MAX = 1000;
/**
 * Number of places kept, more than the stops of a large fleet's day. Each holds some hundred numbers for each direction
 * that was asked for.
 */
const MATRIX_PLACES_KEPT = 3_000;

/** Place of a matrix: where on the roads it lies, and what climbs from and to it reach, found when asked for. */
class MatrixPlace {
  private climbFrom?: ReachedRanks;
  private climbTo?: ReachedRanks;

  constructor(
    readonly ends: RouteEndpointCandidates,
    private readonly seeds: readonly RouteSearchStart[],
    private readonly matrices: MatrixSearch,
  ) {}

  get from(): ReachedRanks {
    return (this.climbFrom ??= this.matrices.climbFrom(this.seeds));
  }

  get to(): ReachedRanks {
    return (this.climbTo ??= this.matrices.climbTo(this.ends.destinations));
  }
}

/**
 * Answers questions about one road network. Holds buffers for its searches: one question after the other, never at
 * once.
 */
export class Router {
  private readonly network: RoadNetwork;
  private readonly snaps: SnapIndex;
  private readonly ends: RouteEndpointFinder;
  private readonly search: HierarchySearch;
  private readonly matrices: MatrixSearch;
  private readonly junctions: RoadJunctions;
  private readonly turns: TurnManeuverFinder;
  /** Cache of places, as fleets ask for the same ones all day; undefined where there is no road. */
  private readonly known = new QuickLRU<string, { readonly place: MatrixPlace | undefined }>({
    maxSize: MATRIX_PLACES_KEPT,
  });
  private readonly edgeAt: Uint32Array;
  private readonly leaving: ReturnType<typeof groupArcsByState>;

  constructor(network: RoadNetwork) {
    const { ranks } = network.hierarchy;
    this.network = network;
    this.snaps = new SnapIndex(network);
    this.ends = new RouteEndpointFinder(network);
    this.search = new HierarchySearch(network.hierarchy);
    this.matrices = new MatrixSearch(network.hierarchy);
    this.junctions = new RoadJunctions(network);
    this.turns = new TurnManeuverFinder(this.junctions, network.hierarchy.ends.length);
    this.edgeAt = new Uint32Array(ranks.length);
    for (const [state, rank] of ranks.entries()) this.edgeAt[rank] = network.graph.edges[state] as number;
    this.leaving = groupArcsByState(ranks.length, network.graph.tails);
  }

  /** Nearest place on a road from which everything else can be reached; undefined when there is none near enough. */
  snap(place: LonLat, { within_meters = SNAP_METERS_MAX }: SnapOptions = {}): SnappedRoadPlace | undefined {
    const snapped = this.snaps.nearest(place, within_meters);
    return snapped && this.roadPlace(snapped);
  }

  /** Route through all places in order, turning round at any of them if need be. Two places at least. */
  route(places: readonly LonLat[], { within_meters = SNAP_METERS_MAX, others = 0 }: RouteOptions = {}): RouteAnswer {
    const snapped: SnappedPlace[] = [];
    for (const [index, place] of places.entries()) {
      const found = this.snaps.nearest(place, within_meters);
      if (!found) return { kind: "no_road", index, within_meters };
      snapped.push(found);
    }
    const paths: HierarchyPath[][] = [];
    for (const [index, to] of snapped.entries()) {
      const from = snapped[index - 1];
      if (!from) continue;
      const found = this.pathsBetween(from, to, snapped.length === 2 ? others : 0);
      if (found.length === 0) return { kind: "unreachable", leg: index - 1 };
      paths.push(found);
    }
    const ends = { places, snapped };
    const [route, ...rest] = Array.from({ length: paths[0]?.length ?? 0 }, (_, choice) =>
      this.routeOver(
        paths.map((found) => found[choice] as HierarchyPath),
        ends,
      ),
    );
    return {
      kind: "route",
      route: route as Route,
      others: rest,
      places: snapped.map((place) => this.roadPlace(place)),
    };
  }

  private routeOver(paths: readonly HierarchyPath[], { places, snapped }: RouteEnds): Route {
    const rides = paths.map((path, index) => {
      const [from, to] = [snapped[index] as SnappedPlace, snapped[index + 1] as SnappedPlace];
      return tracePathEdges(this.network, path, { edgeAt: this.edgeAt, from: from.location, to: to.location });
    });
    const legs = paths.map((path, index): RouteLeg => {
      const steps = routeStepsOf(this.turns, rides[index] as TracedPath, places[index + 1] as LonLat);
      return { ...wayLengthOf(path), steps };
    });
    return {
      distance_meters: legs.reduce((sum, leg) => sum + leg.distance_meters, 0),
      duration_seconds: legs.reduce((sum, leg) => sum + leg.duration_seconds, 0),
      legs,
      geometry: joinTracedPathLines(rides),
      estimated: false,
    };
  }

  /** Ways from each origin to each destination, without their shapes. A cell equals the route of its two places. */
  matrix(origins: readonly LonLat[], destinations: readonly LonLat[], options: SnapOptions = {}): RouteMatrix {
    const { within_meters = SNAP_METERS_MAX } = options;
    const known = (place: LonLat) => this.matrixPlace(place, within_meters);
    const [from, to] = [origins.map(known), destinations.map(known)];
    const cells = this.matrices.findCells(
      from.map((place) => place?.from ?? NOWHERE_REACHED),
      to.map((place) => place?.to ?? NOWHERE_REACHED),
    );
    this.mendCellsBehind({ from, to, cells });
    const values = (read: (cell: MatrixCell) => number) =>
      cells.map((row) => row.map((cell) => (cell ? read(cell) : null)));
    return {
      durations_seconds: values(({ duration }) => duration / 1000),
      distances_meters: values(({ length }) => length / 100),
      estimated: false,
    };
  }

  /**
   * Some cells of the matrix of the places, at a fraction of its cost: `pairs` are numbers of places, alternately from
   * and to, and the answer is in their order.
   */
  ways(
    places: readonly LonLat[],
    pairs: ArrayLike<number>,
    { within_meters = SNAP_METERS_MAX }: SnapOptions = {},
  ): DistancesAndDurations {
    const known = places.map((place) => this.matrixPlace(place, within_meters));
    const durations_seconds = new Float64Array(pairs.length / 2).fill(Number.NaN);
    const distances_meters = new Float64Array(pairs.length / 2).fill(Number.NaN);
    const { newest, before } = listByDestination(places.length, pairs);
    for (let to = 0; to < places.length; to++) {
      const destination = known[to];
      if (!destination || newest[to] === NO_PAIR_INDEX) continue;
      this.matrices.aimAt(destination.to);
      for (let pair = newest[to] as number; pair !== NO_PAIR_INDEX; pair = before[pair] as number) {
        const origin = known[pairs[2 * pair] as number];
        if (!origin) continue;
        const isBehind = isDestinationPassed(origin.ends, destination.ends);
        const cell = isBehind ? this.around(origin, destination) : this.matrices.cellFrom(origin.from);
        if (!cell) continue;
        durations_seconds[pair] = cell.duration / 1000;
        distances_meters[pair] = cell.length / 100;
      }
    }
    return { durations_seconds, distances_meters };
  }

  /** Area that is reached from a place within `seconds`. */
  reachable(place: LonLat, seconds: number, { within_meters = SNAP_METERS_MAX }: SnapOptions = {}): ReachableAnswer {
    const snapped = this.snaps.nearest(place, within_meters);
    if (!snapped) return { kind: "no_road", within_meters };
    const { origins } = this.ends.endsOf(snapped);
    const { network, leaving } = this;
    return {
      kind: "area",
      coordinates: computeReachableArea({ network, leaving, origins, location: snapped.location, seconds }),
    };
  }

  private matrixPlace(at: LonLat, within_meters: number): MatrixPlace | undefined {
    const key = `${at[0]} ${at[1]} ${within_meters}`;
    const known = this.known.get(key);
    if (known) return known.place;
    const snapped = this.snaps.nearest(at, within_meters);
    const ends = snapped && this.ends.endsOf(snapped);
    const place = ends && new MatrixPlace(ends, this.ends.seedsOf(ends.origins, []), this.matrices);
    this.known.set(key, { place });
    return place;
  }

  /**
   * Corrects cells whose destination lies behind the origin on the same edge: the way leads round the block, which
   * climbs of a matrix do not know.
   */
  private mendCellsBehind({ from, to, cells }: MatrixParts) {
    const columnsByState = new Map<number, Set<number>>();
    for (const [column, place] of to.entries())
      for (const { state } of place?.ends.destinations ?? [])
        columnsByState.set(state, (columnsByState.get(state) ?? new Set()).add(column));
    for (const [row, place] of from.entries())
      for (const origin of place?.ends.origins ?? [])
        for (const column of columnsByState.get(origin.state) ?? []) {
          const destination = to[column];
          if (!place || !destination?.ends.destinations.some((end) => isEarlierOnSameEdge(end, origin))) continue;
          (cells[row] as (MatrixCell | undefined)[])[column] = this.around(place, destination);
        }
  }

  private around({ ends: { origins } }: MatrixPlace, { ends: { destinations } }: MatrixPlace): MatrixCell | undefined {
    return this.search.find(this.ends.seedsOf(origins, destinations), destinations);
  }

  /** Paths between two places, the lightest first; none where there is no way. */
  private pathsBetween(from: SnappedPlace, to: SnappedPlace, others: number): HierarchyPath[] {
    const { search, ends } = this;
    const { destinations } = ends.endsOf(to);
    const seeds = ends.seedsOf(ends.endsOf(from).origins, destinations);
    const best = search.find(seeds, destinations);
    if (!best) return [];
    if (others === 0) return [best];
    const { hierarchy } = this.network;
    return [
      best,
      ...findAlternativePaths(best, { search, hierarchy, edgeAt: this.edgeAt, seeds, destinations, most: others }),
    ];
  }

  private roadPlace({ piece, location, distance_meters }: SnappedPlace): SnappedRoadPlace {
    return { location, distance_meters, name: this.junctions.nameOf(2 * piece) };
  }
}

interface RouteEnds {
  /** Places as they were asked for, and their positions on roads. */
  readonly places: readonly LonLat[];
  readonly snapped: readonly SnappedPlace[];
}
interface MatrixParts {
  readonly from: readonly (MatrixPlace | undefined)[];
  readonly to: readonly (MatrixPlace | undefined)[];
  readonly cells: (MatrixCell | undefined)[][];
}

const NO_PAIR_INDEX = -1;
/**
 * Links pairs into lists: for each place the last pair that leads there, and for each pair the one before it with the
 * same destination.
 */
function listByDestination(places: number, pairs: ArrayLike<number>) {
  const newest = new Int32Array(places).fill(NO_PAIR_INDEX);
  const before = new Int32Array(pairs.length / 2);
  for (let pair = 0; pair < before.length; pair++) {
    const to = pairs[2 * pair + 1] as number;
    before[pair] = newest[to] as number;
    newest[to] = pair;
  }
  return { newest, before };
}

function isDestinationPassed({ origins }: RouteEndpointCandidates, { destinations }: RouteEndpointCandidates): boolean {
  for (const origin of origins) for (const end of destinations) if (isEarlierOnSameEdge(end, origin)) return true;
  return false;
}

const NO_NUMBERS = new Float64Array(0);
const NOWHERE_REACHED: ReachedRanks = {
  ranks: new Uint32Array(0),
  weights: NO_NUMBERS,
  durations: NO_NUMBERS,
  lengths: NO_NUMBERS,
};

const wayLengthOf = ({ length, duration }: HierarchyPath) => ({
  distance_meters: length / 100,
  duration_seconds: duration / 1000,
});
