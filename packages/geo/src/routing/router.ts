import QuickLRU from "quick-lru";
import type { LonLat } from "../place";
import { arcsByState } from "../roads/main-component";
import type { RoadNetwork } from "../roads/road-network";
import type { Leg, Matrix, RoadPlace, Route, RouteAnswer } from "./answer";
import { EndFinder, type Ends, liesBehind } from "./ends";
import { HierarchySearch, type Path } from "./hierarchy-search";
import { Junctions } from "./junctions";
import { type Cell, type Climb, MatrixSearch } from "./matrix-search";
import { type Snapped, SnapIndex } from "./snap-index";
import { type ReachableAnswer, reachableArea } from "./reachable";
import { stepsOf } from "./steps";
import { lineOf, type Ride, traceRide } from "./traced-path";

export interface SnapOptions {
  /** How far a place may lie from the nearest road. */
  readonly within_meters?: number;
}

/** From the bed of a lake or the top of a mountain nobody is fetched by car. */
const WITHIN_METERS = 1000;
/** More than the stops of a large fleet's day. Each holds some hundred numbers for each direction. */
const PLACES_KEPT = 3_000;

/** What matrices need of a place: where on the roads it lies, and what climbs from and to it reach. */
interface MatrixPlace {
  readonly ends: Ends;
  readonly from: Climb;
  readonly to: Climb;
}

/** Answers questions about one road network. Holds buffers for its searches: one question after the other, never at once. */
export class Router {
  private readonly network: RoadNetwork;
  private readonly snaps: SnapIndex;
  private readonly ends: EndFinder;
  private readonly search: HierarchySearch;
  private readonly matrices: MatrixSearch;
  private readonly junctions: Junctions;
  /** Fleets ask for the same places all day; undefined where there is no road. */
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
    this.edgeAt = new Uint32Array(ranks.length);
    for (const [state, rank] of ranks.entries()) this.edgeAt[rank] = network.graph.edges[state] as number;
    this.leaving = arcsByState(ranks.length, network.graph.tails);
  }

  /** The nearest place on a road from which everything else can be reached; undefined when there is none near enough. */
  snap(place: LonLat, { within_meters = WITHIN_METERS }: SnapOptions = {}): RoadPlace | undefined {
    const snapped = this.snaps.nearest(place, within_meters);
    return snapped && this.roadPlace(snapped);
  }

  /** The way through all places in their order; at each of them one may turn round. Two places at least. */
  route(places: readonly LonLat[], { within_meters = WITHIN_METERS }: SnapOptions = {}): RouteAnswer {
    const snapped: Snapped[] = [];
    for (const [index, place] of places.entries()) {
      const found = this.snaps.nearest(place, within_meters);
      if (!found) return { kind: "no_road", index, within_meters };
      snapped.push(found);
    }
    const legs: Leg[] = [];
    const rides: Ride[] = [];
    for (const [index, to] of snapped.entries()) {
      const from = snapped[index - 1];
      if (!from) continue;
      const path = this.pathBetween(from, to);
      if (!path) return { kind: "unreachable", leg: index - 1 };
      const ride = traceRide(this.network, path, { edgeAt: this.edgeAt, from: from.location, to: to.location });
      legs.push({ ...wayOf(path), steps: stepsOf(this.junctions, ride, places[index] as LonLat) });
      rides.push(ride);
    }
    const route: Route = {
      distance_meters: legs.reduce((sum, leg) => sum + leg.distance_meters, 0),
      duration_seconds: legs.reduce((sum, leg) => sum + leg.duration_seconds, 0),
      legs,
      geometry: lineOf(rides),
      estimated: false,
    };
    return { kind: "route", route, places: snapped.map((place) => this.roadPlace(place)) };
  }

  /** All ways from each origin to each destination, without their shapes. A cell equals the route of its two places. */
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

  /** Everything that is reached from a place within `seconds`. */
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
    const place = snapped && this.climbAt(this.ends.endsOf(snapped));
    this.known.set(key, { place });
    return place;
  }

  private climbAt(ends: Ends): MatrixPlace {
    const from = this.matrices.climbFrom(this.ends.seedsOf(ends.origins, []));
    return { ends, from, to: this.matrices.climbTo(ends.destinations) };
  }

  /** Who wants to get to a place behind him on the same edge has to go round; climbs of a matrix know nothing of that. */
  private mendCellsBehind({ from, to, cells }: MatrixParts) {
    const columnsByState = new Map<number, Set<number>>();
    for (const [column, place] of to.entries())
      for (const { state } of place?.ends.destinations ?? [])
        columnsByState.set(state, (columnsByState.get(state) ?? new Set()).add(column));
    for (const [row, place] of from.entries())
      for (const origin of place?.ends.origins ?? [])
        for (const column of columnsByState.get(origin.state) ?? []) {
          const destinations = to[column]?.ends.destinations ?? [];
          if (!place || !destinations.some((end) => liesBehind(end, origin))) continue;
          (cells[row] as (Cell | undefined)[])[column] = this.search.find(
            this.ends.seedsOf(place.ends.origins, destinations),
            destinations,
          );
        }
  }

  private pathBetween(from: Snapped, to: Snapped): Path | undefined {
    const { destinations } = this.ends.endsOf(to);
    return this.search.find(this.ends.seedsOf(this.ends.endsOf(from).origins, destinations), destinations);
  }

  private roadPlace({ piece, location, distance_meters }: Snapped): RoadPlace {
    return { location, distance_meters, name: this.junctions.nameOf(2 * piece) };
  }
}

interface MatrixParts {
  readonly from: readonly (MatrixPlace | undefined)[];
  readonly to: readonly (MatrixPlace | undefined)[];
  readonly cells: (Cell | undefined)[][];
}

const none = new Float64Array(0);
const NOWHERE: Climb = { ranks: new Uint32Array(0), weights: none, durations: none, lengths: none };

const wayOf = ({ length, duration }: Path) => ({ distance_meters: length / 100, duration_seconds: duration / 1000 });
