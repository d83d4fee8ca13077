import QuickLRU from "quick-lru";
import type { LonLat } from "../lon-lat";
import { arcsByState } from "../roads/main-component";
import type { RoadNetwork } from "../roads/road-network";
import type { Leg, Matrix, RoadPlace, Route, RouteAnswer, Ways } from "./answer";
import { EndFinder, type Ends, liesBehind, type Seed } from "./ends";
import { HierarchySearch, type Path } from "./hierarchy-search";
import { Junctions } from "./junctions";
import { alternativeRoutes } from "./alternative-routes";
import { type Cell, type Climb, MatrixSearch } from "./matrix-search";
import { type Snapped, SnapIndex } from "./snap-index";
import { type ReachableAnswer, reachableArea } from "./reachable";
import { stepsOf } from "./steps";
import { lineOf, type Ride, traceRide } from "./traced-path";
import { Turns } from "./turns";

export interface SnapOptions {
  /** Largest distance of a place from the nearest road, in metres. */
  readonly within_meters?: number;
}

export interface RouteOptions extends SnapOptions {
  /** Number of alternatives to look for between two places; none unless set. */
  readonly others?: number;
}

/** Largest distance of a place from a road: cars reach no place in a lake or on a mountain top. */
const WITHIN_METERS = 1000;
/**
 * Number of places kept, more than the stops of a large fleet's day. Each holds some hundred numbers for each direction
 * that was asked for.
 */
const PLACES_KEPT = 3_000;

/** Place of a matrix: where on the roads it lies, and what climbs from and to it reach, found when asked for. */
class MatrixPlace {
  private climbFrom?: Climb;
  private climbTo?: Climb;

  constructor(
    readonly ends: Ends,
    private readonly seeds: readonly Seed[],
    private readonly matrices: MatrixSearch,
  ) {}

  get from(): Climb {
    return (this.climbFrom ??= this.matrices.climbFrom(this.seeds));
  }

  get to(): Climb {
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
  private readonly ends: EndFinder;
  private readonly search: HierarchySearch;
  private readonly matrices: MatrixSearch;
  private readonly junctions: Junctions;
  private readonly turns: Turns;
  /** Cache of places, as fleets ask for the same ones all day; undefined where there is no road. */
  private readonly known = new QuickLRU<string, { readonly place: MatrixPlace | undefined }>({ maxSize: PLACES_KEPT });
  private readonly edgeAt: Uint32Array;
  private readonly leaving: ReturnType<typeof arcsByState>;

  constructor(network: RoadNetwork) {
    const { ranks } = network.hierarchy;
    this.network = network;
    this.snaps = new SnapIndex(network);
    this.ends = new EndFinder(network);
    this.search = new HierarchySearch(network.hierarchy);
    this.matrices = new MatrixSearch(network.hierarchy);
    this.junctions = new Junctions(network);
    this.turns = new Turns(this.junctions, network.hierarchy.ends.length);
    this.edgeAt = new Uint32Array(ranks.length);
    for (const [state, rank] of ranks.entries()) this.edgeAt[rank] = network.graph.edges[state] as number;
    this.leaving = arcsByState(ranks.length, network.graph.tails);
  }

  /** Nearest place on a road from which everything else can be reached; undefined when there is none near enough. */
  snap(place: LonLat, { within_meters = WITHIN_METERS }: SnapOptions = {}): RoadPlace | undefined {
    const snapped = this.snaps.nearest(place, within_meters);
    return snapped && this.roadPlace(snapped);
  }

  /** Route through all places in order, turning round at any of them if need be. Two places at least. */
  route(places: readonly LonLat[], { within_meters = WITHIN_METERS, others = 0 }: RouteOptions = {}): RouteAnswer {
    const snapped: Snapped[] = [];
    for (const [index, place] of places.entries()) {
      const found = this.snaps.nearest(place, within_meters);
      if (!found) return { kind: "no_road", index, within_meters };
      snapped.push(found);
    }
    const paths: Path[][] = [];
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
        paths.map((found) => found[choice] as Path),
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

  private routeOver(paths: readonly Path[], { places, snapped }: RouteEnds): Route {
    const rides = paths.map((path, index) => {
      const [from, to] = [snapped[index] as Snapped, snapped[index + 1] as Snapped];
      return traceRide(this.network, path, { edgeAt: this.edgeAt, from: from.location, to: to.location });
    });
    const legs = paths.map((path, index): Leg => {
      const steps = stepsOf(this.turns, rides[index] as Ride, places[index + 1] as LonLat);
      return { ...wayOf(path), steps };
    });
    return {
      distance_meters: legs.reduce((sum, leg) => sum + leg.distance_meters, 0),
      duration_seconds: legs.reduce((sum, leg) => sum + leg.duration_seconds, 0),
      legs,
      geometry: lineOf(rides),
      estimated: false,
    };
  }

  /** Ways from each origin to each destination, without their shapes. A cell equals the route of its two places. */
  matrix(origins: readonly LonLat[], destinations: readonly LonLat[], options: SnapOptions = {}): Matrix {
    const { within_meters = WITHIN_METERS } = options;
    const known = (place: LonLat) => this.matrixPlace(place, within_meters);
    const [from, to] = [origins.map(known), destinations.map(known)];
    const cells = this.matrices.findCells(
      from.map((place) => place?.from ?? NOWHERE),
      to.map((place) => place?.to ?? NOWHERE),
    );
    this.mendCellsBehind({ from, to, cells });
    const values = (read: (cell: Cell) => number) => cells.map((row) => row.map((cell) => (cell ? read(cell) : null)));
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
  ways(places: readonly LonLat[], pairs: ArrayLike<number>, { within_meters = WITHIN_METERS }: SnapOptions = {}): Ways {
    const known = places.map((place) => this.matrixPlace(place, within_meters));
    const durations_seconds = new Float64Array(pairs.length / 2).fill(Number.NaN);
    const distances_meters = new Float64Array(pairs.length / 2).fill(Number.NaN);
    const { newest, before } = listByDestination(places.length, pairs);
    for (let to = 0; to < places.length; to++) {
      const destination = known[to];
      if (!destination || newest[to] === NO_PAIR) continue;
      this.matrices.aimAt(destination.to);
      for (let pair = newest[to] as number; pair !== NO_PAIR; pair = before[pair] as number) {
        const origin = known[pairs[2 * pair] as number];
        if (!origin) continue;
        const isBehind = isPassed(origin.ends, destination.ends);
        const cell = isBehind ? this.around(origin, destination) : this.matrices.cellFrom(origin.from);
        if (!cell) continue;
        durations_seconds[pair] = cell.duration / 1000;
        distances_meters[pair] = cell.length / 100;
      }
    }
    return { durations_seconds, distances_meters };
  }

  /** Area that is reached from a place within `seconds`. */
  reachable(place: LonLat, seconds: number, { within_meters = WITHIN_METERS }: SnapOptions = {}): ReachableAnswer {
    const snapped = this.snaps.nearest(place, within_meters);
    if (!snapped) return { kind: "no_road", within_meters };
    const { origins } = this.ends.endsOf(snapped);
    const { network, leaving } = this;
    return {
      kind: "area",
      coordinates: reachableArea({ network, leaving, origins, location: snapped.location, seconds }),
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
          if (!place || !destination?.ends.destinations.some((end) => liesBehind(end, origin))) continue;
          (cells[row] as (Cell | undefined)[])[column] = this.around(place, destination);
        }
  }

  private around({ ends: { origins } }: MatrixPlace, { ends: { destinations } }: MatrixPlace): Cell | undefined {
    return this.search.find(this.ends.seedsOf(origins, destinations), destinations);
  }

  /** Paths between two places, the lightest first; none where there is no way. */
  private pathsBetween(from: Snapped, to: Snapped, others: number): Path[] {
    const { search, ends } = this;
    const { destinations } = ends.endsOf(to);
    const seeds = ends.seedsOf(ends.endsOf(from).origins, destinations);
    const best = search.find(seeds, destinations);
    if (!best) return [];
    if (others === 0) return [best];
    const { hierarchy } = this.network;
    return [
      best,
      ...alternativeRoutes(best, { search, hierarchy, edgeAt: this.edgeAt, seeds, destinations, most: others }),
    ];
  }

  private roadPlace({ piece, location, distance_meters }: Snapped): RoadPlace {
    return { location, distance_meters, name: this.junctions.nameOf(2 * piece) };
  }
}

interface RouteEnds {
  /** Places as they were asked for, and their positions on roads. */
  readonly places: readonly LonLat[];
  readonly snapped: readonly Snapped[];
}
interface MatrixParts {
  readonly from: readonly (MatrixPlace | undefined)[];
  readonly to: readonly (MatrixPlace | undefined)[];
  readonly cells: (Cell | undefined)[][];
}

const NO_PAIR = -1;
/** For each place the newest of the pairs that lead there, and for each pair the one before to the same place. */
function listByDestination(places: number, pairs: ArrayLike<number>) {
  const newest = new Int32Array(places).fill(NO_PAIR);
  const before = new Int32Array(pairs.length / 2);
  for (let pair = 0; pair < before.length; pair++) {
    const to = pairs[2 * pair + 1] as number;
    before[pair] = newest[to] as number;
    newest[to] = pair;
  }
  return { newest, before };
}

function isPassed({ origins }: Ends, { destinations }: Ends): boolean {
  for (const origin of origins) for (const end of destinations) if (liesBehind(end, origin)) return true;
  return false;
}

const none = new Float64Array(0);
const NOWHERE: Climb = { ranks: new Uint32Array(0), weights: none, durations: none, lengths: none };

const wayOf = ({ length, duration }: Path) => ({ distance_meters: length / 100, duration_seconds: duration / 1000 });
