import { describe, expect, it } from "vitest";
import { createLetterMapRouter, type LetterMap } from "./small-map-testkit";

/** Two ways from A to F: straight over C and D, or down and round by X and Y, which is longer. */
const squareMap: LetterMap = {
  drawing: "AB..EF\n.X..Y.",
  ways: { AB: {}, BE: {}, EF: {}, BXYE: {} },
};
const withShortcut = (tags: Readonly<Record<string, string>>, nodes: LetterMap["nodes"] = {}): LetterMap => ({
  drawing: "AB.C.EF\n.X...Y.",
  ways: { AB: {}, BCE: tags, EF: {}, BXYE: {} },
  nodes,
});
const DIRECT_ROUTE = "ABCEF";
const DETOUR_ROUTE = "ABXYEF";

describe("tags of a way", () => {
  it.each<[what: string, tags: Readonly<Record<string, string>>, there: string, back: string]>([
    ["open both ways", {}, DIRECT_ROUTE, "FECBA"],
    ["one-way", { oneway: "yes" }, DIRECT_ROUTE, "FEYXBA"],
    ["one-way against its drawing", { oneway: "-1" }, DETOUR_ROUTE, "FECBA"],
    ["one-way, but not for cars", { oneway: "yes", "oneway:motor_vehicle": "no" }, DIRECT_ROUTE, "FECBA"],
    ["one-way by being a motorway", { highway: "motorway" }, DIRECT_ROUTE, "FEYXBA"],
    ["one-way by being a roundabout", { junction: "roundabout" }, DIRECT_ROUTE, "FEYXBA"],
    ["closed in one direction", { "motor_vehicle:backward": "no" }, DIRECT_ROUTE, "FEYXBA"],
    ["reversible by the hour", { oneway: "reversible" }, DETOUR_ROUTE, "FEYXBA"],
    ["open to both directions in turn", { oneway: "alternating" }, DETOUR_ROUTE, "FEYXBA"],
    ["for pedestrians", { highway: "footway" }, DETOUR_ROUTE, "FEYXBA"],
    ["under construction", { highway: "construction" }, DETOUR_ROUTE, "FEYXBA"],
    ["a track", { highway: "track" }, DETOUR_ROUTE, "FEYXBA"],
    [
      "a track open to motor vehicles",
      { highway: "track", motor_vehicle: "yes", maxspeed: "50", surface: "asphalt" },
      DETOUR_ROUTE,
      "FEYXBA",
    ],
    ["closed to all traffic", { access: "no" }, DETOUR_ROUTE, "FEYXBA"],
    ["closed to all but cars", { access: "no", motorcar: "yes" }, DIRECT_ROUTE, "FECBA"],
    ["for no vehicles", { vehicle: "no" }, DETOUR_ROUTE, "FEYXBA"],
    ["for buses", { motor_vehicle: "psv" }, DETOUR_ROUTE, "FEYXBA"],
    ["for farmers", { motor_vehicle: "agricultural;forestry" }, DETOUR_ROUTE, "FEYXBA"],
    ["a market place mapped as an area", { area: "yes" }, DETOUR_ROUTE, "FEYXBA"],
    ["for fire engines", { service: "emergency_access" }, DETOUR_ROUTE, "FEYXBA"],
    ["lower than a van", { maxheight: "1.9" }, DETOUR_ROUTE, "FEYXBA"],
    ["high enough for a van", { maxheight: "3.5" }, DIRECT_ROUTE, "FECBA"],
    ["high enough for a van, with a decimal comma", { maxheight: "2,50 m" }, DIRECT_ROUTE, "FECBA"],
    ["too weak for a van, with a decimal comma", { maxweight: "2,4" }, DETOUR_ROUTE, "FEYXBA"],
    ["narrower than a van", { maxwidth: "1.8 m" }, DETOUR_ROUTE, "FEYXBA"],
    ["private", { access: "private" }, DETOUR_ROUTE, "FEYXBA"],
    ["for who lives there", { motor_vehicle: "destination" }, DETOUR_ROUTE, "FEYXBA"],
    [
      "for who lives there in one direction alone",
      { vehicle: "no", "motor_vehicle:forward": "yes", "motor_vehicle:backward": "destination" },
      DIRECT_ROUTE,
      "FEYXBA",
    ],
    ["private against its drawing", { "access:backward": "private" }, DIRECT_ROUTE, "FEYXBA"],
    [
      "a lane for pedestrians and, in one direction, cars",
      { highway: "pedestrian", "motorcar:backward": "yes", maxspeed: "50" },
      DETOUR_ROUTE,
      "FEYXBA",
    ],
    ["for deliveries", { motor_vehicle: "delivery" }, DETOUR_ROUTE, "FEYXBA"],
    ["at walking pace", { maxspeed: "walk" }, DETOUR_ROUTE, "FEYXBA"],
    ["slow by its zone", { maxspeed: "DE:zone:10" }, DETOUR_ROUTE, "FEYXBA"],
    ["slow in miles", { maxspeed: "5 mph" }, DETOUR_ROUTE, "FEYXBA"],
    ["slow one way only", { "maxspeed:forward": "5" }, DETOUR_ROUTE, "FECBA"],
    ["sandy", { surface: "sand" }, DETOUR_ROUTE, "FEYXBA"],
    ["part of a hike of an hour and a half", { duration: "01:30" }, DIRECT_ROUTE, "FECBA"],
  ])("the router takes or avoids in each direction a shortcut that is %s", async (...[, tags, there, back]) => {
    const { way } = await createLetterMapRouter(withShortcut(tags));
    expect([way("A", "F"), way("F", "A")]).toEqual([there, back]);
  });

  it("the router lets a route begin and end on a road that is closed to through traffic", async () => {
    const { way } = await createLetterMapRouter(withShortcut({ access: "private" }));
    expect([way("A", "C"), way("C", "F"), way("C", "A")]).toEqual(["ABC", "CEF", "CBA"]);
  });

  it("the router routes through a private road when no other road leads to the destination", async () => {
    const { way } = await createLetterMapRouter({
      drawing: "AB.CD",
      ways: { AB: {}, BC: { access: "private" }, CD: {} },
    });
    expect(way("A", "D")).toBe("ABCD");
  });

  it.each(["oneway", "oneway:motor_vehicle"])(
    "the router takes a lane with %s=alternating when there is no other road, and counts the wait",
    async (key) => {
      const roads = (tags: Readonly<Record<string, string>>): LetterMap => ({
        drawing: "AB...CD",
        ways: { AB: {}, BC: tags, CD: {} },
      });
      const { way, answer } = await createLetterMapRouter(roads({ [key]: "alternating" }));
      expect([way("A", "D"), way("D", "A")]).toEqual(["ABCD", "DCBA"]);
      const whole = (await createLetterMapRouter(roads({}))).answer("B", "C");
      const inTurn = answer("B", "C");
      if (whole.kind !== "route" || inTurn.kind !== "route") throw new Error("No route.");
      expect(inTurn.route.duration_seconds / whole.route.duration_seconds).toBeCloseTo(2.5);
    },
  );

  it("the router prefers a fast road that is longer", async () => {
    const map = {
      ...squareMap,
      ways: { ...squareMap.ways, BE: { maxspeed: "10" }, BXYE: { highway: "primary", maxspeed: "100" } },
    };
    expect((await createLetterMapRouter(map)).way("A", "F")).toBe("ABXYEF");
  });

  it("the router takes a ferry if there is no other connection, with the duration of its timetable", async () => {
    const ferry = { highway: "", route: "ferry", motor_vehicle: "yes", duration: "00:20" };
    const { answer } = await createLetterMapRouter({ drawing: "AB...CD", ways: { AB: {}, BC: ferry, CD: {} } });
    const found = answer("A", "D");
    expect(found).toMatchObject({ kind: "route" });
    const { route } = found as Extract<typeof found, { kind: "route" }>;
    expect(route.duration_seconds).toBeGreaterThan(1200);
    expect(route.duration_seconds).toBeLessThan(1240);
  });

  it("the router neither begins nor ends a route on a ferry, and finds no road for a place near nothing but a ferry line", async () => {
    const ferry = { highway: "", route: "ferry", motor_vehicle: "yes" };
    const { answer, router, placeOf } = await createLetterMapRouter({
      drawing: "AB.S.CD",
      ways: { AB: {}, BSC: ferry, CD: {} },
    });
    expect(answer("A", "S")).toMatchObject({ kind: "no_road" });
    expect(answer("S", "D")).toMatchObject({ kind: "no_road" });
    expect(answer("A", "D")).toMatchObject({ kind: "route" });
    const [, lat] = placeOf("S");
    expect(router.snap(placeOf("S"), { within_meters: 500 })?.location[1]).toBeCloseTo(lat);
    expect(router.snap(placeOf("S"), { within_meters: 500 })?.distance_meters).toBeGreaterThan(190);
    expect(router.snap(placeOf("S"), { within_meters: 150 })).toBeUndefined();
  });

  it.each([
    ["nothing says that cars may use it", { highway: "", route: "ferry" }],
    ["it carries pedestrians only", { highway: "", route: "ferry", motor_vehicle: "no" }],
  ])("the router does not take a ferry when %s", async (_, ferry) => {
    const { way } = await createLetterMapRouter({ drawing: "AB...CDE", ways: { AB: {}, BC: ferry, CDE: {} } });
    expect(way("A", "E")).toBe("no_road");
  });

  it("the router ends a road at a node that the map extract does not contain", async () => {
    const { way } = await createLetterMapRouter(withShortcut({}), "C");
    expect(way("A", "F")).toBe(DETOUR_ROUTE);
  });
});

describe("barriers on a way", () => {
  it.each<[what: string, node: Readonly<Record<string, string>>, there: string]>([
    ["a bollard", { barrier: "bollard" }, DETOUR_ROUTE],
    ["a bollard with an access tag for cyclists", { barrier: "bollard", access: "yes" }, DETOUR_ROUTE],
    ["a bollard that lets cars pass", { barrier: "bollard", motor_vehicle: "yes" }, DIRECT_ROUTE],
    ["blocks of stone", { barrier: "block" }, DETOUR_ROUTE],
    ["an open gate", { barrier: "gate" }, DIRECT_ROUTE],
    ["a closed gate", { barrier: "gate", access: "no" }, DETOUR_ROUTE],
    ["a private gate", { barrier: "lift_gate", access: "private" }, DETOUR_ROUTE],
    ["a gate that is locked", { barrier: "gate", locked: "yes" }, DETOUR_ROUTE],
    ["a locked gate that is open to all by law", { barrier: "gate", access: "yes", locked: "yes" }, DETOUR_ROUTE],
    ["a gate that is not locked", { barrier: "gate", locked: "no" }, DIRECT_ROUTE],
    ["a toll booth", { barrier: "toll_booth" }, DIRECT_ROUTE],
    ["a cattle grid", { barrier: "cattle_grid" }, DIRECT_ROUTE],
    ["a beam lower than a van", { barrier: "height_restrictor", maxheight: "1.8" }, DETOUR_ROUTE],
  ])("the router takes a shortcut with %s only if a car may pass", async (_, node, there) => {
    expect((await createLetterMapRouter(withShortcut({}, { C: node }))).way("A", "F")).toBe(there);
  });

  it("the router opens a private gate for a driver whose destination is behind it", async () => {
    const map: LetterMap = {
      drawing: "ABCD",
      ways: { ABCD: {} },
      nodes: { C: { barrier: "gate", access: "private" } },
    };
    expect((await createLetterMapRouter(map)).way("A", "D")).toBe("ABCD");
  });

  it("the router routes to a place beside a bollard from the same side, and turns back there", async () => {
    const { way } = await createLetterMapRouter({ ...withShortcut({}, { C: { barrier: "bollard" } }) });
    expect(way("A", "CE")).toBe("ABXYE");
    expect(way("BC", "CE")).toBe("BXYE");
  });

  it("a route takes longer through traffic lights", async () => {
    const secondsWith = async (nodes: LetterMap["nodes"]) => {
      const found = (await createLetterMapRouter({ ...squareMap, nodes })).answer("A", "F");
      return found.kind === "route" ? found.route.duration_seconds : Number.NaN;
    };
    const lights = { highway: "traffic_signals" };
    expect(await secondsWith({ B: lights, E: lights })).toBeCloseTo((await secondsWith({})) + 8, 1);
  });
});
