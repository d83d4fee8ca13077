import { EARTH_RADIUS_METERS, metersBetween } from "@leitstand/geo/lon-lat";
import { beforeEach, describe, expect, it } from "vitest";
import { ProviderClient } from "#platform/providers/provider";
import { type ReceivedRequest, StandInRefusal, startStandInServer } from "../../testing/stand-in";
import { TestClock } from "../../testing/test-clock";
import { createOsrmRouter } from "./osrm.service";
import type { RoutingMatrix, Position, RoadRouter } from "./road";
import { createValhallaRouter } from "./valhalla.service";

/** Places along a street, each some hundred metres further east. */
const placesAlongStreet = ([lon, lat]: Position, count: number): Position[] =>
  Array.from({ length: count }, (_, index) => [lon + index / 200, lat]);
const GRAZ: Position = [15.43, 47.07];
const VIENNA: Position = [16.37, 48.2];
const LISBON: Position = [-9.14, 38.71];

/** Straight line as Valhalla measures it: its Earth is a little larger. */
const metersByValhalla = (one: Position, other: Position) =>
  (metersBetween(one, other) * 6_378_160.187) / EARTH_RADIUS_METERS;

/** Straight lines in eighths of a kilometre, which are exact in kilometres; null where `isWay` is false. */
function straightLineMatrix(
  from: readonly Position[],
  to: readonly Position[],
  isWay: (one: Position, other: Position) => boolean,
): RoutingMatrix {
  const distances = from.map((one) =>
    to.map((other) => (isWay(one, other) ? Math.round(metersBetween(one, other) / 125) * 125 : null)),
  );
  return { distances, durations: distances.map((row) => row.map((meters) => meters && meters / 10)) };
}

describe("a server that answers for a region only", () => {
  const standIn = startStandInServer();
  let valhalla: RoadRouter;
  let osrm: RoadRouter;
  beforeEach(() => {
    const at = { url: standIn.url, timeoutMs: 20_000, clock: new TestClock().begin() };
    valhalla = createValhallaRouter(new ProviderClient({ name: "valhalla", ...at }));
    osrm = createOsrmRouter(new ProviderClient({ name: "osrm", ...at }));
  });

  interface Place {
    readonly lon: number;
    readonly lat: number;
  }
  const isOnIsland = ([, lat]: Position) => lat > 54;
  const isAbroad = ([lon]: Position) => lon < 9;
  /**
   * Stand-in that refuses like the public server: a whole matrix for one place abroad, or for one route longer than its
   * limit.
   */
  const answerAsValhalla = ({ metersMax = 400_000 } = {}) => {
    standIn.answer("/sources_to_targets", ({ body }: ReceivedRequest) => {
      const { sources, targets } = body as { sources: Place[]; targets: Place[] };
      const [from, to] = [sources, targets].map((places) => places.map(({ lon, lat }): Position => [lon, lat]));
      if (!from || !to) throw new Error("Places are missing.");
      const refused = (error_code: number, error: string) =>
        new StandInRefusal(400, { error_code, error, status_code: 400 });
      if (from.some((one) => to.some((other) => metersByValhalla(one, other) > metersMax)))
        return refused(154, `Path distance exceeds the max distance limit: ${metersMax} meters`);
      if (new Set([...from, ...to].map(isOnIsland)).size > 1)
        return refused(170, "Locations are in unconnected regions");
      if ([...from, ...to].some(isAbroad)) return refused(171, "No suitable edges near location");
      const { distances } = straightLineMatrix(from, to, () => true);
      const kilometres = (meters: number | null) => meters && meters / 1000;
      return {
        sources_to_targets: distances.map((row) =>
          row.map((meters) => ({ distance: kilometres(meters), time: meters && meters / 10 })),
        ),
      };
    });
    standIn.answer("/locate", ({ body }: ReceivedRequest) =>
      (body as { locations: Place[] }).locations.map(({ lon, lat }) => ({
        edges: isAbroad([lon, lat]) ? null : [{ way_id: 1 }],
        nodes: isAbroad([lon, lat]) ? null : [],
      })),
    );
  };

  it("the matrix of a regional routing server has the routes of all other vehicles when one is abroad", async () => {
    answerAsValhalla();
    const from = [
      ...placesAlongStreet(GRAZ, 5),
      LISBON,
      ...placesAlongStreet(VIENNA, 5),
      [8.9, 47],
      ...placesAlongStreet(GRAZ, 2),
    ] satisfies Position[];
    const to = [...placesAlongStreet(GRAZ, 2), LISBON];
    const found = await valhalla.matrix(from, to);
    const { durations, distances } = straightLineMatrix(from, to, (...pair) => !pair.some(isAbroad));
    expect([found.durations, found.distances]).toEqual([durations, distances]);
    expect(standIn.asked.length).toBe(3);
  });

  it("the matrix of a regional routing server has no routes when all vehicles are abroad", async () => {
    answerAsValhalla();
    expect(await valhalla.matrix([LISBON, LISBON], [GRAZ])).toMatchObject({ durations: [[null], [null]] });
  });

  it("the matrix of a routing server with a distance limit has the routes within each of two distant towns", async () => {
    answerAsValhalla({ metersMax: 100_000 });
    // The order of the places says nothing about where they are.
    const places = placesAlongStreet(GRAZ, 20).flatMap((place, index) => [
      place,
      placesAlongStreet(VIENNA, 20)[index] as Position,
    ]);
    const found = await valhalla.matrix(places, places);
    const { durations, distances } = straightLineMatrix(
      places,
      places,
      (one, other) => metersBetween(one, other) < 100_000,
    );
    expect([found.durations, found.distances]).toEqual([durations, distances]);
    expect(standIn.asked.length).toBe(5);
  });

  it("the matrix of a regional routing server has the routes within its distance limit for vehicles across the country and beyond", async () => {
    answerAsValhalla();
    const country = Array.from(
      { length: 24 },
      (_, index): Position => [8.6 + ((index * 7) % 24) / 3, 46.6 + (index % 5) / 2],
    );
    const found = await valhalla.matrix(country, country);
    const inReach = ([one, other]: Position[]) => metersBetween(one as Position, other as Position) <= 400_000;
    const { durations, distances } = straightLineMatrix(
      country,
      country,
      (...pair) => !pair.some(isAbroad) && inReach(pair),
    );
    expect([found.durations, found.distances]).toEqual([durations, distances]);
    expect(standIn.asked.length).toBeLessThan(30);
  });

  it("the matrix of a routing server has the near route of a vehicle whose other place is just beyond its distance limit", async () => {
    answerAsValhalla();
    const north = (meters: number): Position => [GRAZ[0], GRAZ[1] + meters / metersBetween([0, 0], [0, 1])];
    // It is 399.8 km away as this product measures, and 400.2 km as Valhalla does.
    const { distances } = await valhalla.matrix([GRAZ], [north(10_000), north(399_800)]);
    expect(distances).toEqual([[10_000, null]]);
  });

  it("the matrix of a regional routing server has the routes of the mainland when one vehicle is on an island", async () => {
    answerAsValhalla();
    const island: Position = [14.9, 54.2];
    const from = [...placesAlongStreet([14.4, 53.9], 9), island, ...placesAlongStreet([14.2, 53.8], 9)];
    const found = await valhalla.matrix(from, [island, [14, 53.9]]);
    const { durations } = straightLineMatrix(
      from,
      [island, [14, 53.9]],
      (one, other) => isOnIsland(one) === isOnIsland(other),
    );
    expect(found.durations).toEqual(durations);
    expect(standIn.asked.length).toBeLessThan(64);
  });

  it("a routing server that contradicts itself is not asked endlessly, and the request fails", async () => {
    answerAsValhalla();
    standIn.answer("/locate", [{ edges: [{}] }, { edges: [{}] }]);
    await expect(valhalla.matrix([LISBON], [[-9, 38.8]])).rejects.toMatchObject({ code: "UPSTREAM_FAILED" });
  });

  it("the matrix ignores routes of a server that moves a place abroad to its nearest known road", async () => {
    const cells = [
      [1000, 2000],
      [3000, 4000],
    ];
    standIn.answer("/table", {
      code: "Ok",
      durations: cells,
      distances: cells,
      sources: [{ distance: 12 }, { distance: 1_900_000 }],
      destinations: [{ distance: 3 }, {}],
    });
    const rows = [
      [1000, 2000],
      [null, null],
    ];
    expect(await osrm.matrix([GRAZ, LISBON], [GRAZ, VIENNA])).toEqual({ durations: rows, distances: rows });
  });
});
