import { beforeEach, describe, expect, it } from "vitest";
import { ProviderClient } from "#platform/providers/provider";
import { type ReceivedRequest, StandInRefusal, startStandInServer } from "../../testing/stand-in";
import { TestClock } from "../../testing/test-clock";
import type { Position, RoadRouter } from "./road";
import { createValhallaRouter } from "./valhalla.service";

interface Place {
  readonly lon: number;
  readonly lat: number;
}

/** Encodes a line as Valhalla does: differences with six decimal places, five bits to a letter. */
function encodeLine(places: readonly Place[]): string {
  const lettersOf = (value: number): string => {
    const [rest, last] = [value >> 5, value & 31];
    return rest > 0 ? String.fromCharCode((last | 32) + 63) + lettersOf(rest) : String.fromCharCode(last + 63);
  };
  const millionths = places.map(({ lon, lat }) => [Math.round(lat * 1e6), Math.round(lon * 1e6)]);
  return millionths
    .flatMap((pair, index) => pair.map((value, axis) => value - (millionths[index - 1]?.[axis] ?? 0)))
    .map((value) => lettersOf(value < 0 ? ~(value << 1) : value << 1))
    .join("");
}

/** Trip of straight legs of one kilometre and one minute each. */
function tripThrough(places: readonly Place[]) {
  const legs = places.slice(1).map((place, index) => ({
    shape: encodeLine([places[index] as Place, place]),
    summary: { length: 1, time: 60 },
    maneuvers: [{ instruction: "Geradeaus fahren.", length: 1, time: 60, begin_shape_index: 0 }],
  }));
  return { legs, summary: { length: legs.length, time: 60 * legs.length } };
}

describe("directions of Valhalla through many waypoints", () => {
  const standIn = startStandInServer();
  let router: RoadRouter;
  beforeEach(() => {
    const clock = new TestClock().begin();
    router = createValhallaRouter(new ProviderClient({ name: "valhalla", url: standIn.url, timeoutMs: 20_000, clock }));
  });

  const placesOf = ({ body }: ReceivedRequest) => (body as { locations: Place[] }).locations;
  const refused = (error_code: number, error: string) =>
    new StandInRefusal(400, { error_code, error, status_code: 400 });
  const answerRoutes = (refusalOf: (places: readonly Place[]) => StandInRefusal | undefined = () => undefined) =>
    standIn.answer("/route", (asked: ReceivedRequest) => {
      const places = placesOf(asked);
      if (places.length > 20) return refused(150, "Exceeded max locations: 20");
      return refusalOf(places) ?? { trip: tripThrough(places) };
    });
  const waypointsEastwards = (count: number) =>
    Array.from({ length: count }, (_, index): Position => [15 + index / 100, 47]);
  const directionsThrough = (waypoints: readonly Position[]) =>
    router.directions({ waypoints, language: "de", wantsAlternatives: true });

  it("directions through fifty waypoints are joined from requests of at most twenty", async () => {
    answerRoutes();
    const waypoints = waypointsEastwards(50);
    const { routes, waypoints: snapped } = await directionsThrough(waypoints);
    // They are sent at once, and may arrive in any order.
    const counts = standIn.asked.map((asked) => placesOf(asked).length);
    expect(counts.toSorted((one, other) => one - other)).toEqual([12, 20, 20]);
    expect(routes).toHaveLength(1);
    expect(routes[0]).toMatchObject({ geometry: waypoints, distance_meters: 49_000, duration_seconds: 2940 });
    expect(routes[0]?.legs.map(({ steps: [step] }) => step?.location)).toEqual(waypoints.slice(0, -1));
    expect(snapped.map(({ location }) => location)).toEqual(waypoints);
  });

  it("directions through twenty waypoints are one request, and those through twenty-one ask for no alternatives to the last leg", async () => {
    answerRoutes();
    await directionsThrough(waypointsEastwards(20));
    expect(standIn.asked).toHaveLength(1);
    const { routes } = await directionsThrough(waypointsEastwards(21));
    expect(routes[0]?.legs).toHaveLength(20);
    expect(standIn.asked.filter(({ body }) => (body as { alternates?: number }).alternates)).toEqual([]);
  });

  it("the first of several legs without a route is named by its number, with few requests", async () => {
    // The ways from the eighth place to the ninth and from the eleventh to the twelfth are missing.
    const isCut = (places: readonly Place[]) =>
      [15.075, 15.105].some((gap) => places.some(({ lon }) => lon < gap) && places.some(({ lon }) => lon > gap));
    answerRoutes((places) => (isCut(places) ? refused(442, "No path could be found for input") : undefined));
    await expect(directionsThrough(waypointsEastwards(17))).rejects.toMatchObject({
      faults: [{ reason: "NO_WAY", index: 7 }],
    });
    expect(standIn.asked).toHaveLength(5);
  });

  it("the first place without a road is named by its number among all waypoints", async () => {
    const isInLake = ({ lon }: Place) => lon > 15.295 && lon < 15.325;
    answerRoutes((places) => (places.some(isInLake) ? refused(171, "No suitable edges near location") : undefined));
    standIn.answer("/locate", (asked: ReceivedRequest) =>
      placesOf(asked).map((place) => ({ edges: isInLake(place) ? null : [{ way_id: 1 }] })),
    );
    await expect(directionsThrough(waypointsEastwards(50))).rejects.toMatchObject({
      faults: [{ reason: "NO_ROAD", index: 30 }],
    });
  });

  it("the first waypoint is named where Valhalla finds no road but does not say where", async () => {
    answerRoutes(() => refused(171, "No suitable edges near location"));
    const noRoad = { code: "GEOMETRY_INVALID", faults: [{ reason: "NO_ROAD", index: 0 }] };
    await expect(directionsThrough(waypointsEastwards(3))).rejects.toMatchObject(noRoad);
    standIn.answer("/locate", (asked: ReceivedRequest) => placesOf(asked).map(() => ({ edges: [{ way_id: 1 }] })));
    await expect(directionsThrough(waypointsEastwards(3))).rejects.toMatchObject(noRoad);
  });
});
