import { describe, expect, it } from "vitest";
import { driverOn, type SmallMap } from "./small-map-testkit";

/** Two ways from A to F: straight over C and D, or down and round by X and Y, which is longer. */
const square: SmallMap = {
  drawing: "AB..EF\n.X..Y.",
  ways: { AB: {}, BE: {}, EF: {}, BXYE: {} },
};
const withShortcut = (tags: Readonly<Record<string, string>>, nodes: SmallMap["nodes"] = {}): SmallMap => ({
  drawing: "AB.C.EF\n.X...Y.",
  ways: { AB: {}, BCE: tags, EF: {}, BXYE: {} },
  nodes,
});
const DIRECT = "ABCEF";
const ROUND = "ABXYEF";

describe("tags of a way", () => {
  it.each<[what: string, tags: Readonly<Record<string, string>>, there: string, back: string]>([
    ["open both ways", {}, DIRECT, "FECBA"],
    ["one-way", { oneway: "yes" }, DIRECT, "FEYXBA"],
    ["one-way against its drawing", { oneway: "-1" }, ROUND, "FECBA"],
    ["one-way, but not for cars", { oneway: "yes", "oneway:motor_vehicle": "no" }, DIRECT, "FECBA"],
    ["one-way by being a motorway", { highway: "motorway" }, DIRECT, "FEYXBA"],
    ["one-way by being a roundabout", { junction: "roundabout" }, DIRECT, "FEYXBA"],
    ["closed in one direction", { "motor_vehicle:backward": "no" }, DIRECT, "FEYXBA"],
    ["reversible by the hour", { oneway: "reversible" }, ROUND, "FEYXBA"],
    ["for pedestrians", { highway: "footway" }, ROUND, "FEYXBA"],
    ["under construction", { highway: "construction" }, ROUND, "FEYXBA"],
    ["a track", { highway: "track" }, ROUND, "FEYXBA"],
    [
      "a track open to motor vehicles",
      { highway: "track", motor_vehicle: "yes", maxspeed: "50", surface: "asphalt" },
      ROUND,
      "FEYXBA",
    ],
    ["closed to all traffic", { access: "no" }, ROUND, "FEYXBA"],
    ["closed to all but cars", { access: "no", motorcar: "yes" }, DIRECT, "FECBA"],
    ["for no vehicles", { vehicle: "no" }, ROUND, "FEYXBA"],
    ["for buses", { motor_vehicle: "psv" }, ROUND, "FEYXBA"],
    ["for farmers", { motor_vehicle: "agricultural;forestry" }, ROUND, "FEYXBA"],
    ["a market place mapped as an area", { area: "yes" }, ROUND, "FEYXBA"],
    ["for fire engines", { service: "emergency_access" }, ROUND, "FEYXBA"],
    ["lower than a van", { maxheight: "1.9" }, ROUND, "FEYXBA"],
    ["high enough for a van", { maxheight: "3.5" }, DIRECT, "FECBA"],
    ["narrower than a van", { maxwidth: "1.8 m" }, ROUND, "FEYXBA"],
    ["private", { access: "private" }, ROUND, "FEYXBA"],
    ["for who lives there", { motor_vehicle: "destination" }, ROUND, "FEYXBA"],
    [
      "for who lives there in one direction alone",
      { vehicle: "no", "motor_vehicle:forward": "yes", "motor_vehicle:backward": "destination" },
      DIRECT,
      "FEYXBA",
    ],
    ["private against its drawing", { "access:backward": "private" }, DIRECT, "FEYXBA"],
    [
      "a lane for pedestrians and, in one direction, cars",
      { highway: "pedestrian", "motorcar:backward": "yes", maxspeed: "50" },
      ROUND,
      "FEYXBA",
    ],
    ["for deliveries", { motor_vehicle: "delivery" }, ROUND, "FEYXBA"],
    ["at walking pace", { maxspeed: "walk" }, ROUND, "FEYXBA"],
    ["slow by its zone", { maxspeed: "DE:zone:10" }, ROUND, "FEYXBA"],
    ["slow in miles", { maxspeed: "5 mph" }, ROUND, "FEYXBA"],
    ["slow one way only", { "maxspeed:forward": "5" }, ROUND, "FECBA"],
    ["sandy", { surface: "sand" }, ROUND, "FEYXBA"],
  ])("takes or avoids in each direction a shortcut that is %s", async (...[, tags, there, back]) => {
    const { way } = await driverOn(withShortcut(tags));
    expect([way("A", "F"), way("F", "A")]).toEqual([there, back]);
  });

  it("lets a route begin and end on a way that is closed to through traffic", async () => {
    const { way } = await driverOn(withShortcut({ access: "private" }));
    expect([way("A", "C"), way("C", "F"), way("C", "A")]).toEqual(["ABC", "CEF", "CBA"]);
  });

  it("routes through a private road when no other road leads to the destination", async () => {
    const { way } = await driverOn({ drawing: "AB.CD", ways: { AB: {}, BC: { access: "private" }, CD: {} } });
    expect(way("A", "D")).toBe("ABCD");
  });

  it("prefers a fast road that is longer", async () => {
    const map = {
      ...square,
      ways: { ...square.ways, BE: { maxspeed: "10" }, BXYE: { highway: "primary", maxspeed: "100" } },
    };
    expect((await driverOn(map)).way("A", "F")).toBe("ABXYEF");
  });

  it("takes the ferry that is the only way, for as long as its time-table says", async () => {
    const ferry = { highway: "", route: "ferry", motor_vehicle: "yes", duration: "00:20" };
    const { answer } = await driverOn({ drawing: "AB...CD", ways: { AB: {}, BC: ferry, CD: {} } });
    const found = answer("A", "D");
    expect(found).toMatchObject({ kind: "route" });
    const { route } = found as Extract<typeof found, { kind: "route" }>;
    expect(route.duration_seconds).toBeGreaterThan(1200);
    expect(route.duration_seconds).toBeLessThan(1240);
  });

  it("neither begins nor ends a route on a ferry, and finds no road where only the water is near", async () => {
    const ferry = { highway: "", route: "ferry", motor_vehicle: "yes" };
    const { answer, router, placeOf } = await driverOn({ drawing: "AB.S.CD", ways: { AB: {}, BSC: ferry, CD: {} } });
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
  ])("does not take a ferry when %s", async (_, ferry) => {
    const { way } = await driverOn({ drawing: "AB...CDE", ways: { AB: {}, BC: ferry, CDE: {} } });
    expect(way("A", "E")).toBe("no_road");
  });

  it("cuts a way at a node that the extract does not hold", async () => {
    const { way } = await driverOn(withShortcut({}), "C");
    expect(way("A", "F")).toBe(ROUND);
  });
});

describe("barriers on a way", () => {
  it.each<[what: string, node: Readonly<Record<string, string>>, there: string]>([
    ["a bollard", { barrier: "bollard" }, ROUND],
    ["a bollard with an access tag for cyclists", { barrier: "bollard", access: "yes" }, ROUND],
    ["a bollard that lets cars pass", { barrier: "bollard", motor_vehicle: "yes" }, DIRECT],
    ["blocks of stone", { barrier: "block" }, ROUND],
    ["an open gate", { barrier: "gate" }, DIRECT],
    ["a closed gate", { barrier: "gate", access: "no" }, ROUND],
    ["a private gate", { barrier: "lift_gate", access: "private" }, ROUND],
    ["a gate that is locked", { barrier: "gate", locked: "yes" }, ROUND],
    ["a locked gate that is open to all by law", { barrier: "gate", access: "yes", locked: "yes" }, ROUND],
    ["a gate that is not locked", { barrier: "gate", locked: "no" }, DIRECT],
    ["a toll booth", { barrier: "toll_booth" }, DIRECT],
    ["a cattle grid", { barrier: "cattle_grid" }, DIRECT],
    ["a beam lower than a van", { barrier: "height_restrictor", maxheight: "1.8" }, ROUND],
  ])("passes or avoids a shortcut with %s", async (_, node, there) => {
    expect((await driverOn(withShortcut({}, { C: node }))).way("A", "F")).toBe(there);
  });

  it("opens a private gate for a driver who has business behind it", async () => {
    const map: SmallMap = { drawing: "ABCD", ways: { ABCD: {} }, nodes: { C: { barrier: "gate", access: "private" } } };
    expect((await driverOn(map)).way("A", "D")).toBe("ABCD");
  });

  it("routes up to a bollard from its own side, and turns back there", async () => {
    const { way } = await driverOn({ ...withShortcut({}, { C: { barrier: "bollard" } }) });
    expect(way("A", "CE")).toBe("ABXYE");
    expect(way("BC", "CE")).toBe("BXYE");
  });

  it("a route takes longer through traffic lights", async () => {
    const secondsWith = async (nodes: SmallMap["nodes"]) => {
      const found = (await driverOn({ ...square, nodes })).answer("A", "F");
      return found.kind === "route" ? found.route.duration_seconds : Number.NaN;
    };
    const lights = { highway: "traffic_signals" };
    expect(await secondsWith({ B: lights, E: lights })).toBeCloseTo((await secondsWith({})) + 8, 1);
  });
});
