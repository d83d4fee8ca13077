import { beforeEach, describe, expect, it } from "vitest";
import { ProviderClient } from "#platform/providers/provider";
import { startStandInServer } from "../../testing/stand-in";
import { TestClock } from "../../testing/test-clock";
import { estimateMatrix } from "./estimate";
import { createGraphhopperRouter } from "./graphhopper.service";
import type { Position, RoadRouter } from "./road";

const GRAZ: Position = [15.4395, 47.0707];
const WEIZ: Position = [15.6245, 47.2171];
const line = { type: "LineString", coordinates: [GRAZ, WEIZ] };
const path = {
  distance: 25_000,
  time: 1_800_000,
  points: line,
  snapped_waypoints: line,
  instructions: [
    { text: "Dem Straßenverlauf folgen", distance: 25_000, time: 1_800_000, sign: 0, interval: [0, 1] },
    { text: "Ziel erreicht", distance: 0, time: 0, sign: 4, interval: [1, 1] },
  ],
};

describe("a GraphHopper server without the Matrix API", () => {
  const standIn = startStandInServer();
  let router: RoadRouter;
  beforeEach(() => {
    const clock = new TestClock().begin();
    router = createGraphhopperRouter(
      new ProviderClient({ name: "graphhopper", url: standIn.url, timeoutMs: 20_000, clock }),
    );
    standIn.answer("/route", { paths: [path] });
    standIn.answer("/matrix", { code: 404, message: "HTTP 404 Not Found" }, 404);
  });

  it("the matrix of a GraphHopper server without the Matrix API is an estimate, and says so", async () => {
    expect(await router.matrix([GRAZ, WEIZ], [WEIZ])).toEqual({
      ...estimateMatrix([GRAZ, WEIZ], [WEIZ]),
      by: { source: "estimate", estimated: true, attribution: null },
    });
  });

  it("the matrix of a GraphHopper server behind a proxy that knows only its directions is an estimate", async () => {
    standIn.misbehave((_, response) => void response.writeHead(404).end("<h1>Not Found</h1>"));
    expect(await router.matrix([GRAZ], [WEIZ])).toMatchObject({ by: { estimated: true } });
  });

  it("a GraphHopper server without the Matrix API goes on answering directions after many matrices", async () => {
    for (let times = 0; times < 6; times++) await router.matrix([GRAZ], [WEIZ]);
    const { routes } = await router.directions({ waypoints: [GRAZ, WEIZ], language: "de", wantsAlternatives: false });
    expect(routes[0]?.distance_meters).toBe(25_000);
  });

  it("a GraphHopper server without the Matrix API is not asked for every block of a large matrix", async () => {
    const places = Array.from({ length: 300 }, (_, index): Position => [GRAZ[0] + index / 200, GRAZ[1]]);
    const { durations } = await router.matrix(places, places);
    expect(durations).toEqual(estimateMatrix(places, places).durations);
    expect(standIn.asked.length).toBeLessThanOrEqual(4);
  });
});
