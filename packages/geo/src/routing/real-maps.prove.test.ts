import { beforeAll, describe, expect, it } from "vitest";
import { SeededChance } from "@leitstand/scenario/chance";
import { type LonLat, metersBetween } from "../lon-lat";
import { hasRealMaps, type RealMapName, readRealMap, realMapFilesByName } from "../real-maps-testkit";
import { importRoadNetwork, type RoadNetwork } from "../roads/road-network";
import { roadPointAt } from "../roads/turn-graph";
import { RouteEndpointFinder } from "./ends";
import { HierarchySearch } from "./hierarchy-search";
import { findAlternativePaths } from "./alternative-routes";
import { PlainDijkstra } from "./plain-dijkstra-testkit";
import { Router } from "./router";
import { SnapIndex } from "./snap-index";

const PLACE_PAIRS = 1000;
/** Time limit: a second or two are enough on an idle machine; minutes beside other work. */
const TIME_LIMIT_MS = 300_000;
const realMapNames = Object.keys(realMapFilesByName) as RealMapName[];

describe.skipIf(!hasRealMaps).each(realMapNames)(
  "routes in %s (needs ../shared/data)",
  { timeout: TIME_LIMIT_MS },
  (name) => {
    let network: RoadNetwork;
    let places: LonLat[];
    beforeAll(async () => {
      const bytes = readRealMap(name);
      network = await importRoadNetwork(() => [bytes]);
      const chance = new SeededChance(2026);
      const { pieces, graph } = network;
      const main = Array.from({ length: pieces.count }, (_, piece) => piece).filter(
        (piece) => (graph.stateOf[2 * piece] as number) >= 0 || (graph.stateOf[2 * piece + 1] as number) >= 0,
      );
      // Random places up to some 100 m beside the beginning of any road.
      places = Array.from({ length: 2 * PLACE_PAIRS }, (): LonLat => {
        const piece = main[chance.below(main.length)] as number;
        const [lon, lat] = roadPointAt(pieces, pieces.firstPoint[piece] as number);
        return [lon + (chance.next() - 0.5) / 400, lat + (chance.next() - 0.5) / 600];
      });
    }, TIME_LIMIT_MS);

    it("routes of the contraction hierarchy are as short as those of Dijkstra's algorithm, for 1,000 random pairs", () => {
      const snaps = new SnapIndex(network);
      const finder = new RouteEndpointFinder(network);
      const search = new HierarchySearch(network.hierarchy);
      const plain = new PlainDijkstra(network);
      const endsOf = (place: LonLat) => {
        const snapped = snaps.nearest(place, 1000);
        return snapped && finder.endsOf(snapped);
      };
      const [found, expected]: number[][] = [[], []];
      for (let pair = 0; pair < PLACE_PAIRS; pair++) {
        const [from, to] = [endsOf(places[2 * pair] as LonLat), endsOf(places[2 * pair + 1] as LonLat)];
        if (!from || !to) continue;
        found?.push(search.find(finder.seedsOf(from.origins, to.destinations), to.destinations)?.weight ?? Number.NaN);
        expected?.push(plain.weightBetween(from, to));
      }
      expect(found).toHaveLength(PLACE_PAIRS);
      expect(found).toEqual(expected);
    });

    it("a route takes the same time as the matching cell of a matrix", () => {
      const router = new Router(network);
      const [origins, destinations] = [places.slice(0, 30), places.slice(30, 60)];
      const matrix = router.matrix(origins, destinations);
      const routes = origins.map((from) => destinations.map((to) => router.route([from, to])));
      const read = (value: "duration_seconds" | "distance_meters") =>
        routes.map((row) => row.map((answer) => (answer.kind === "route" ? answer.route[value] : null)));
      expect(matrix.durations_seconds).toEqual(read("duration_seconds"));
      expect(matrix.distances_meters).toEqual(read("distance_meters"));
    });

    it("a whole matrix and parts of it have the same cells, including routes round the block", () => {
      const router = new Router(network);
      const [first, second] = [places[0], places[1]] as [LonLat, LonLat];
      const near = (share: number): LonLat => [
        first[0] + (second[0] - first[0]) * share,
        first[1] + (second[1] - first[1]) * share,
      ];
      const some = [...places.slice(0, 20), near(1e-4), near(2e-4), near(3e-4)];
      const { durations_seconds, distances_meters } = router.matrix(some, some);
      const pairs = some.flatMap((_, from) => some.flatMap((__, to) => ((from + to) % 2 === 0 ? [[from, to]] : [])));
      const cells = (rows: typeof durations_seconds) => pairs.map(([from, to]) => rows[from as number]?.[to as number]);
      const ways = router.ways(some, pairs.flat());
      const read = (values: Float64Array) => Array.from(values, (value) => (Number.isNaN(value) ? null : value));
      expect(read(ways.durations_seconds)).toEqual(cells(durations_seconds));
      expect(read(ways.distances_meters)).toEqual(cells(distances_meters));
    });

    it("alternative routes are at most a quarter longer and use other roads", () => {
      const router = new Router(network);
      let count = 0;
      for (let pair = 0; pair < 200; pair++) {
        const ends = [places[2 * pair] as LonLat, places[2 * pair + 1] as LonLat];
        const [alone, answer] = [router.route(ends), router.route(ends, { others: 2 })];
        if (answer.kind !== "route" || alone.kind !== "route") continue;
        expect(answer.route).toEqual(alone.route);
        expect(router.route(ends, { others: 1 })).toEqual({ ...answer, others: answer.others.slice(0, 1) });
        const ways = [answer.route, ...answer.others];
        for (const [index, other] of answer.others.entries()) {
          count++;
          expect(other.duration_seconds).toBeLessThan(answer.route.duration_seconds * 1.3);
          expect([other.geometry[0], other.geometry.at(-1)]).toEqual([
            alone.route.geometry[0],
            alone.route.geometry.at(-1),
          ]);
          for (const known of ways.slice(0, index + 1)) {
            const passed = new Set(known.geometry.map(String));
            expect(other.geometry.filter((point) => !passed.has(String(point))).length).toBeGreaterThan(0);
          }
        }
      }
      expect(count).toBeGreaterThan(10);
    });

    it("a route with the same start and destination has no alternatives", () => {
      const router = new Router(network);
      for (const place of places.slice(0, 200))
        expect(router.route([place, place], { others: 2 })).toMatchObject({ kind: "route", others: [] });
    });

    it("alternative routes share at most 80 % with the first route, and each quarter of them is a shortest path", () => {
      const [snaps, finder] = [new SnapIndex(network), new RouteEndpointFinder(network)];
      const [search, judge] = [new HierarchySearch(network.hierarchy), new HierarchySearch(network.hierarchy)];
      const { hierarchy, graph } = network;
      const edgeAt = new Uint32Array(hierarchy.ranks.length);
      for (const [state, rank] of hierarchy.ranks.entries()) edgeAt[rank] = graph.edges[state] as number;
      const sum = (arcs: readonly number[], column: Uint32Array) =>
        arcs.reduce((total, arc) => total + (column[arc] as number), 0);
      let looked = 0;
      for (let pair = 0; pair < 200; pair++) {
        const [from, to] = [places[2 * pair], places[2 * pair + 1]].map((place) => {
          const snapped = snaps.nearest(place as LonLat, 1000);
          return snapped && finder.endsOf(snapped);
        });
        const destinations = to?.destinations ?? [];
        const seeds = finder.seedsOf(from?.origins ?? [], destinations);
        const best = search.find(seeds, destinations);
        if (!best) continue;
        for (const { ranks, arcs } of findAlternativePaths(best, {
          search,
          hierarchy,
          edgeAt,
          seeds,
          destinations,
          most: 2,
        })) {
          const same = arcs.filter((arc) => best.arcs.includes(arc));
          // The part of its edge before the start is not driven.
          expect(best.seed.duration + sum(same, hierarchy.durations)).toBeLessThanOrEqual(0.8 * best.duration);
          for (let start = 0; start < arcs.length; start += 7) {
            let end = start;
            while (end < arcs.length && sum(arcs.slice(start, end + 1), hierarchy.durations) <= best.duration / 4)
              end++;
            expect(judge.weightBetween(ranks[start] as number, ranks[end] as number)).toBe(
              sum(arcs.slice(start, end), hierarchy.weights),
            );
            looked++;
          }
        }
      }
      expect(looked).toBeGreaterThan(100);
    });

    it("the steps of a route add up to its legs, and its line is as long as the route", () => {
      const router = new Router(network);
      for (let pair = 0; pair < 100; pair++) {
        const answer = router.route([places[2 * pair] as LonLat, places[2 * pair + 1] as LonLat, places[0] as LonLat]);
        const legs = answer.kind === "route" ? answer.route.legs : [];
        for (const { steps, ...leg } of legs) {
          const sum = (read: (step: (typeof steps)[number]) => number) =>
            steps.reduce((total, step) => total + read(step), 0);
          expect(sum((step) => step.distance_meters)).toBeCloseTo(leg.distance_meters, 4);
          expect(sum((step) => step.duration_seconds)).toBeCloseTo(leg.duration_seconds, 4);
          expect(
            steps.filter(({ duration_seconds, distance_meters }) => duration_seconds < 0 || distance_meters < 0),
          ).toEqual([]);
        }
        expect(answer).toMatchObject({ kind: "route", route: { legs: { length: 2 } } });
        if (answer.kind !== "route") continue;
        const { geometry, distance_meters } = answer.route;
        expect(Math.abs(lineLengthMeters(geometry) - distance_meters)).toBeLessThan(1);
      }
    });
  },
);

const lineLengthMeters = (line: readonly LonLat[]) =>
  line.reduce((sum, point, index) => sum + metersBetween(line[index - 1] ?? point, point), 0);
