import { beforeAll, describe, expect, it } from "vitest";
import { chanceOf } from "../chance-testkit";
import type { LonLat } from "../place";
import { hasRealMaps, type RealMap, realMap, realMaps } from "../real-maps-testkit";
import { importRoads, type RoadNetwork } from "../roads/road-network";
import { pointAt } from "../roads/turn-graph";
import { EndFinder } from "./ends";
import { HierarchySearch } from "./hierarchy-search";
import { PlainDijkstra } from "./plain-dijkstra-testkit";
import { Router } from "./router";
import { SnapIndex } from "./snap-index";

const PAIRS = 1000;
/** A second or two where nothing else runs; minutes beside other work. */
const PATIENCE_MS = 300_000;
const maps = Object.keys(realMaps) as RealMap[];

describe.skipIf(!hasRealMaps).each(maps)("routes in %s (needs ../shared/data)", { timeout: PATIENCE_MS }, (name) => {
  let network: RoadNetwork;
  let places: LonLat[];
  beforeAll(async () => {
    const bytes = realMap(name);
    network = await importRoads(() => [bytes]);
    const chance = chanceOf(2026);
    const { pieces, graph } = network;
    const main = Array.from({ length: pieces.count }, (_, piece) => piece).filter(
      (piece) => (graph.stateOf[2 * piece] as number) >= 0 || (graph.stateOf[2 * piece + 1] as number) >= 0,
    );
    // Up to some 100 m beside the beginning of any road.
    places = Array.from({ length: 2 * PAIRS }, (): LonLat => {
      const piece = main[Math.floor(chance() * main.length)] as number;
      const [lon, lat] = pointAt(pieces, pieces.firstPoint[piece] as number);
      return [lon + (chance() - 0.5) / 400, lat + (chance() - 0.5) / 600];
    });
  }, PATIENCE_MS);

  it("are as short by the hierarchy as by Dijkstra's algorithm, for 1,000 pairs drawn by lot", () => {
    const snaps = new SnapIndex(network);
    const finder = new EndFinder(network);
    const search = new HierarchySearch(network.hierarchy);
    const plain = new PlainDijkstra(network);
    const endsOf = (place: LonLat) => {
      const snapped = snaps.nearest(place, 1000);
      return snapped && finder.endsOf(snapped);
    };
    const [found, expected]: number[][] = [[], []];
    for (let pair = 0; pair < PAIRS; pair++) {
      const [from, to] = [endsOf(places[2 * pair] as LonLat), endsOf(places[2 * pair + 1] as LonLat)];
      if (!from || !to) continue;
      found?.push(search.find(finder.seedsOf(from.origins, to.destinations), to.destinations)?.weight ?? Number.NaN);
      expected?.push(plain.weightBetween(from, to));
    }
    expect(found).toHaveLength(PAIRS);
    expect(found).toEqual(expected);
  });

  it("are what the cells of a matrix say", () => {
    const router = new Router(network);
    const [origins, destinations] = [places.slice(0, 30), places.slice(30, 60)];
    const matrix = router.matrix(origins, destinations);
    const routes = origins.map((from) => destinations.map((to) => router.route([from, to])));
    const read = (value: "duration_seconds" | "distance_meters") =>
      routes.map((row) => row.map((answer) => (answer.kind === "route" ? answer.route[value] : null)));
    expect(matrix.durations_seconds).toEqual(read("duration_seconds"));
    expect(matrix.distances_meters).toEqual(read("distance_meters"));
  });

  it("add up: legs are the sum of their steps, and lines are as long as they say", () => {
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
    }
  });
});
