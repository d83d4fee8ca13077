import { convexHullOfRoads } from "@leitstand/geo/roads/outline";
import { encodeRoadNetwork } from "@leitstand/geo/roads/road-file";
import { importLetterMap, placesByLetter, type LetterMap } from "@leitstand/geo/roads/small-map-testkit";
import type { GeoDataLoader } from "#modules/geo-data/index";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { villageMap, coordinatesInVillage } from "../../testing/geo/geo-imports";
import { startRoutingThread } from "../geo-data/geo-threads.service";
import { createEmbeddedRouter } from "./embedded.service";
import { estimateMatrix } from "./estimate";
import type { Position, RoadRouter, RoutingMatrixBlock } from "./road";
import { fetchMatrices } from "./routers.service";

const placeA: Position = coordinatesInVillage("a");
const placeC: Position = coordinatesInVillage("c");
const placeF: Position = coordinatesInVillage("f");
const placeBeyondMap: Position = [9.6, 47.1];

// Starting a thread takes long on a busy machine.
describe("ways on an imported map", { timeout: 60_000 }, () => {
  const threads: Awaited<ReturnType<typeof startRoutingThread>>[] = [];
  const routerOn = async (drawn: LetterMap) => {
    const network = await importLetterMap(drawn);
    const thread = await startRoutingThread(encodeRoadNetwork(network).slice().buffer);
    threads.push(thread);
    const map = { outline: convexHullOfRoads(network) };
    const coverage = await thread.ask("coverage", undefined);
    return createEmbeddedRouter({ roads: { generation: { map }, coverage, thread } } as unknown as GeoDataLoader);
  };
  let router: RoadRouter;
  beforeAll(async () => {
    router = await routerOn(villageMap);
  });
  afterAll(() => Promise.all(threads.map((thread) => thread.stop())));

  it("every cell of a large matrix on an imported map equals the directions between its two places", async () => {
    const places = Array.from({ length: 300 }, (_, index) => [placeA, placeC, placeF][index % 3] as Position);
    const { durations, distances, by } = await router.matrix(places, places);
    expect(by).toEqual({ source: "embedded", estimated: false, attribution: "© OpenStreetMap contributors" });
    expect([durations.length, distances[299]?.length]).toEqual([300, 300]);
    const { routes } = await router.directions({
      waypoints: [placeA, placeF],
      language: "en",
      wantsAlternatives: false,
    });
    for (const row of [0, 297]) {
      expect(distances[row]?.[299]).toBe(routes[0]?.distance_meters);
      expect(durations[row]?.[299]).toBe(routes[0]?.duration_seconds);
    }
  });

  it("directions on an imported map include alternatives on request", async () => {
    const lake: LetterMap = {
      drawing: "..BCD..\nSA...ET\n..F.H..\n...G...\n...X...\n.......\n.K...L.",
      ways: { SA: {}, ABCDE: {}, AFGHE: {}, GX: {}, AKLE: {}, ET: {} },
    };
    const around = await routerOn(lake);
    const [from, to] = ["S", "T"].map((letter) => placesByLetter(lake).get(letter) as Position) as [Position, Position];
    const routesOf = async (wantsAlternatives: boolean) =>
      (await around.directions({ waypoints: [from, to], language: "en", wantsAlternatives })).routes;
    expect(await routesOf(false)).toHaveLength(1);
    const [best, other, ...more] = await routesOf(true);
    expect(more).toEqual([]);
    expect(other?.geometry).not.toEqual(best?.geometry);
    expect(other?.legs[0]?.steps.at(-1)?.instruction).toBe("You have arrived at your destination");
  });

  it("many concurrent matrix requests equal single ones, inside the imported map and outside of it", async () => {
    const requests = Array.from({ length: 60 }, (_, index) => {
      const places = [
        [placeA, placeC, placeF],
        [placeF, placeA],
        [placeA, placeBeyondMap],
      ][index % 3] as Position[];
      return { places, pairs: index % 2 ? [0, 1, 1, 0] : [places.length - 1, 0] };
    });
    const matrices = await fetchMatrices(router, requests);
    expect(matrices.length).toBe(60);
    for (const [index, { places, pairs }] of requests.entries()) {
      const { durations, distances, by } = await router.matrix(places, places);
      const ways = (rows: RoutingMatrixBlock["durations"] = []) =>
        pairs.flatMap((from, at) => (at % 2 ? [] : [rows[from]?.[pairs[at + 1] as number]]));
      expect(ways(matrices[index]?.durations)).toEqual(ways(durations));
      expect(ways(matrices[index]?.distances)).toEqual(ways(distances));
      expect(matrices[index]?.by).toEqual(by);
    }
  });

  it("directions to a place that no road reaches, such as in a lake, are refused, and a matrix has null there", async () => {
    const side = " ".repeat(48);
    const lake: LetterMap = { drawing: `a${side}b${"\n".repeat(50)}d${side}c`, ways: { abcda: {} } };
    const around = await routerOn(lake);
    const [corner, opposite] = ["a", "c"].map((letter) => placesByLetter(lake).get(letter)) as [Position, Position];
    const water: Position = [(corner[0] + opposite[0]) / 2, (corner[1] + opposite[1]) / 2];
    const directions = around.directions({ waypoints: [corner, water], language: "de", wantsAlternatives: false });
    await expect(directions).rejects.toMatchObject({
      code: "GEOMETRY_INVALID",
      faults: [{ reason: "NO_ROAD", index: 1 }],
    });
    const { durations } = await around.matrix([corner, water], [opposite]);
    expect(durations.map(([cell]) => cell === null)).toEqual([false, true]);
  });

  it("ways to a neighbour around which the imported map reaches are estimates", async () => {
    const angle: LetterMap = { drawing: `a${"\n".repeat(60)}b${" ".repeat(60)}c`, ways: { abc: {} } };
    const router = await routerOn(angle);
    const [a, b, c] = ["a", "b", "c"].map((letter) => placesByLetter(angle).get(letter)) as [
      Position,
      Position,
      Position,
    ];
    const neighbour: Position = [b[0] + (c[0] - b[0]) * 0.4, b[1] + (a[1] - b[1]) * 0.4];
    const { durations, by } = await router.matrix([a], [c, neighbour]);
    expect(by).toMatchObject({ source: "embedded", estimated: true });
    expect(durations[0]?.[1]).toBe(estimateMatrix([a], [neighbour]).durations[0]?.[0]);
  });

  it("a matrix has estimates only in the rows and columns of places outside the imported map", async () => {
    const sources = [placeA, placeBeyondMap, placeC];
    const destinations = [placeBeyondMap, placeF];
    const { durations, distances, by } = await router.matrix(sources, destinations);
    const guess = estimateMatrix(sources, destinations);
    const known = await router.matrix([placeA, placeC], [placeF]);
    expect(by).toMatchObject({ source: "embedded", estimated: true });
    expect(durations).toEqual([
      [guess.durations[0]?.[0], known.durations[0]?.[0]],
      guess.durations[1],
      [guess.durations[2]?.[0], known.durations[1]?.[0]],
    ]);
    expect(distances[0]).toEqual([guess.distances[0]?.[0], known.distances[0]?.[0]]);
    expect((await router.matrix([placeBeyondMap], [placeF])).by).toEqual({
      source: "estimate",
      estimated: true,
      attribution: null,
    });
  });
});
