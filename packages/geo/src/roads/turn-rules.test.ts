import { describe, expect, it } from "vitest";
import type { LonLat } from "../lon-lat";
import { createLetterMapRouter, type LetterMap } from "./small-map-testkit";

/** A crossing at C with arms to A (west), D (east), E (south), and a way round from D to E. */
const crossingMap: LetterMap = {
  drawing: "A..C..D\n...E..F",
  ways: { AC: {}, CD: {}, CE: {}, DFE: {} },
};

describe("turn restrictions", () => {
  const forbidden = "ACDFE";
  const allowed = "ACE";
  it.each<
    [
      what: string,
      restriction: Omit<NonNullable<LetterMap["restrictions"]>[number], "from" | "via" | "to">,
      way: string,
    ]
  >([
    ["no right turn", { kind: "no_right_turn" }, forbidden],
    ["for cars by name", { kind: "", tags: { "restriction:motorcar": "no_right_turn" } }, forbidden],
    ["for lorries by name", { kind: "", tags: { "restriction:hgv": "no_right_turn" } }, allowed],
    ["not for cars", { kind: "no_right_turn", tags: { except: "psv;motorcar" } }, allowed],
    ["not for buses", { kind: "no_right_turn", tags: { except: "psv" } }, forbidden],
    ["of an unknown kind", { kind: "no_idea" }, allowed],
  ])("the router applies the turn restriction or ignores it: %s", async (_, restriction, way) => {
    const map = { ...crossingMap, restrictions: [{ from: "AC", via: "C", to: "CE", ...restriction }] };
    const driver = await createLetterMapRouter(map);
    expect(driver.way("A", "E")).toBe(way);
    // The restriction holds for no other routes.
    expect(driver.way("D", "E")).toBe(driver.way("D", "E").includes("F") ? "DFE" : "DCE");
    expect(driver.way("E", "A")).toBe("ECA");
  });

  it("the router allows at a crossing only the turn that an only-restriction names", async () => {
    const map = { ...crossingMap, restrictions: [{ kind: "only_straight_on", from: "AC", via: "C", to: "CD" }] };
    const driver = await createLetterMapRouter(map);
    expect([driver.way("A", "E"), driver.way("A", "D"), driver.way("E", "A")]).toEqual([forbidden, "ACD", "ECA"]);
  });

  it("the router applies a turn restriction with several forbidden roads", async () => {
    const osm: LetterMap = {
      ...crossingMap,
      restrictions: [
        { kind: "no_entry", from: "AC", via: "C", to: "CE" },
        { kind: "no_entry", from: "CD", via: "C", to: "CE" },
      ],
    };
    const driver = await createLetterMapRouter(osm);
    expect([driver.way("A", "E"), driver.way("CD", "E")]).toEqual([forbidden, "DFE"]);
  });

  /** West to east above, east to west below, joined by BX in the middle; a long way round at the east end. */
  const carriageways: LetterMap = {
    drawing: "A..B..C\nG..X..D",
    ways: {
      AB: { oneway: "yes" },
      BC: { oneway: "yes" },
      BX: {},
      DX: { oneway: "yes" },
      XG: { oneway: "yes" },
      CD: {},
      GA: {},
    },
  };

  it("the router applies a turn restriction via a road: no U-turn by the link between two carriageways", async () => {
    expect((await createLetterMapRouter(carriageways)).way("AB", "XG")).toBe("BX");
    const ruled = { ...carriageways, restrictions: [{ kind: "no_u_turn", from: "AB", via: "BX", to: "XG" }] };
    const driver = await createLetterMapRouter(ruled);
    expect(driver.way("AB", "XG")).toBe("BCDX");
    // A drive that begins on the link has no edge before it.
    expect(driver.way("BX", "XG")).toBe("X");
    expect(driver.way("AB", "BX")).toBe("B");
  });

  it("the router applies overlapping turn restrictions via several roads", async () => {
    const map: LetterMap = {
      drawing: "A.B.C.D.E\n..X...Y..\n..P...Q..",
      ways: { AB: {}, BC: {}, CD: {}, DE: {}, BX: {}, DY: {}, XP: {}, YQ: {}, XY: {}, PQ: {} },
      restrictions: [
        { kind: "no_straight_on", from: "AB", via: "BC,CD", to: "DE" },
        { kind: "no_right_turn", from: "BC", via: "CD", to: "DY" },
      ],
    };
    const driver = await createLetterMapRouter(map);
    expect(driver.way("A", "E")).toBe("ABXYDE");
    expect(driver.way("BC", "E")).toBe("CDE");
    expect(driver.way("BC", "DY")).not.toBe("CD");
    expect(driver.way("A", "CD")).toBe("ABC");
  });

  it("a route may begin between two roads that drivers only pass under overlapping turn restrictions", async () => {
    const oneway = { oneway: "yes" };
    const map: LetterMap = {
      drawing: "Z.......W\nA.B.C.D.E\n......Y..",
      ways: { AB: oneway, BC: oneway, CD: {}, DE: {}, DY: {}, EWZA: {} },
      restrictions: [
        { kind: "no_straight_on", from: "AB", via: "BC,CD", to: "DE" },
        { kind: "no_right_turn", from: "BC", via: "CD", to: "DY" },
      ],
    };
    const driver = await createLetterMapRouter(map);
    expect(driver.way("BC", "E")).toBe("CDE");
    expect(driver.way("BC", "DY")).not.toBe("CD");
    expect(driver.way("A", "E")).not.toBe("ABCDE");
  });

  it("a route may begin on a road from which only a turn restriction keeps drivers out of a trap", async () => {
    const oneway = { oneway: "yes" };
    const driver = await createLetterMapRouter({
      drawing: "X.....Y\nZ..G..A..B..C\n...........ED",
      ways: { ZG: oneway, GA: oneway, AB: {}, AYXZ: oneway, BC: oneway, CDEC: oneway },
      restrictions: [
        { kind: "no_straight_on", from: "ZG", via: "GA,AB", to: "BC" },
        { kind: "no_left_turn", from: "GA", via: "A", to: "AYXZ" },
      ],
    });
    expect([driver.way("GA", "Z"), driver.way("Z", "GA"), driver.way("GA", "BC")]).toEqual(["ABAYXZ", "ZG", "no_road"]);
  });

  it("the router applies an only-restriction via a road", async () => {
    const map: LetterMap = {
      drawing: `.Z.....\n${carriageways.drawing}`,
      ways: { ...carriageways.ways, ZB: {}, GZ: {} },
      restrictions: [{ kind: "only_right_turn", from: "AB", via: "BX", to: "XG" }],
    };
    const driver = await createLetterMapRouter(map);
    // A drive that may only go back at this junction has to come from elsewhere to get ahead.
    expect(driver.way("AB", "BC")).toBe("BXGZB");
    expect((await createLetterMapRouter({ ...map, restrictions: [] })).way("AB", "BC")).toBe("B");
  });

  it.each([
    ["drawn as it is driven", "abcda", "yes"],
    ["drawn against the traffic", "adcba", "-1"],
  ])("the router applies a turn restriction via a roundabout past the end of its line, %s", async (_, ring, oneway) => {
    const map: LetterMap = {
      drawing: "...N...\n...a...\nW.b.d.E\n...c...\n...S...",
      ways: { [ring]: { junction: "roundabout", oneway }, Wb: {}, cS: {}, dE: {}, aN: {} },
    };
    const ruled = async (from: string, to: string) => {
      const restrictions = [{ kind: "no_straight_on", from, via: ring, to }];
      return await createLetterMapRouter({ ...map, restrictions });
    };
    const north = await ruled("cS", "aN");
    expect([north.way("S", "N"), north.way("E", "N"), north.way("S", "W")]).toEqual(["ScdEdaN", "EdaN", "ScdabW"]);
    const west = await ruled("dE", "Wb");
    expect([west.way("E", "W"), west.way("S", "W"), west.way("E", "N")]).toEqual(["EdaNabW", "ScdabW", "EdaN"]);
  });

  it.each([
    ["a way that the map does not hold", { kind: "no_right_turn", from: "ZZ", via: "C", to: "CE" }],
    ["a node that is not where the ways meet", { kind: "no_right_turn", from: "AC", via: "D", to: "CE" }],
    ["no via at all", { kind: "no_right_turn", from: "AC", via: "ZZ", to: "CE" }],
  ])("the router ignores turn restrictions that name %s", async (_, restriction) => {
    expect((await createLetterMapRouter({ ...crossingMap, restrictions: [restriction] })).way("A", "E")).toBe(allowed);
  });
});

describe("turning round", () => {
  it("the router makes a U-turn at the end of a road, not in its middle", async () => {
    const { way } = await createLetterMapRouter({ drawing: "A..B..C\n...D...", ways: { AB: {}, BC: {}, BD: {} } });
    // The dead end in between is the only way to the other arm and back.
    expect(way("AB", "A")).toBe("A");
    expect(way("A", "C")).toBe("ABC");
  });

  it("the router turns round before a one-way street that leads nowhere", async () => {
    const streets = (ways: LetterMap["ways"]): LetterMap => ({
      drawing: "B..A..J..X..Y\n...C.....Z...",
      ways: { BA: {}, AC: {}, AJ: {}, JX: { oneway: "yes" }, ...ways },
    });
    const waysOf = async (ways: LetterMap["ways"]) => {
      const { way } = await createLetterMapRouter(streets(ways));
      return [way("B", "AJ"), way("AJ", "C")];
    };
    expect(await waysOf({})).toEqual(["BA", "AC"]);
    // Neither does a street whose only ways on lead nowhere.
    expect(await waysOf({ XY: { oneway: "yes" }, ZX: { oneway: "-1" } })).toEqual(["BA", "AC"]);
  });

  it("the router does not turn round before a one-way street from which another one leads back", async () => {
    const { way } = await createLetterMapRouter({
      drawing: "B..A..J..X..Y\n...C.....Z...",
      ways: { BA: {}, AC: {}, AJ: {}, JX: { oneway: "yes" }, XY: { oneway: "yes" }, XZC: { oneway: "yes" } },
    });
    expect(way("AJ", "B")).toBe("JXZCAB");
  });

  it("a route takes longer when the driver turns round", async () => {
    const { answer } = await createLetterMapRouter({ drawing: "A....B", ways: { AB: { oneway: "no" } } });
    const seconds = (...letters: string[]) => {
      const found = answer(...letters);
      return found.kind === "route" ? found.route.duration_seconds : Number.NaN;
    };
    expect(seconds("A", "B", "A")).toBeCloseTo(2 * seconds("A", "B"), 1);
  });
});

describe("places on the same road", () => {
  const loop: LetterMap = { drawing: "A.....B\nD.....C", ways: { ABCDA: { oneway: "yes" } } };

  it("the router routes directly to a place ahead on the same one-way road, and round the block to one behind", async () => {
    const { way, router, placeOf } = await createLetterMapRouter(loop);
    const [a, b] = [placeOf("A"), placeOf("B")];
    const at = (share: number) => [a[0] + (b[0] - a[0]) * share, a[1]] as const;
    const lengthOf = (from: number, to: number) => {
      const found = router.route([at(from), at(to)]);
      return found.kind === "route" ? found.route.distance_meters : Number.NaN;
    };
    expect(way("AB", "AB")).toBe("");
    expect(lengthOf(0.5, 0.5)).toBe(0);
    expect(lengthOf(0.25, 0.75)).toBeCloseTo(300, 0);
    expect(lengthOf(0.75, 0.25)).toBeCloseTo(1400 - 300, 0);
    const matrix = router.matrix([at(0.25), at(0.75)], [at(0.25), at(0.75)]);
    expect(matrix.distances_meters[0]?.map((meters) => Math.round(meters ?? -1))).toEqual([0, 300]);
    expect(matrix.distances_meters[1]?.map((meters) => Math.round(meters ?? -1))).toEqual([1100, 0]);
  });

  it("the router routes in both directions between places on a two-way road", async () => {
    const { way } = await createLetterMapRouter({ drawing: "A..B..C", ways: { ABC: {} } });
    expect([way("AB", "BC"), way("BC", "AB")]).toEqual(["B", "B"]);
  });

  it("the router returns the line between two places of a road with each bend once, in both directions", async () => {
    const { answer, placeOf } = await createLetterMapRouter({ drawing: "A..B\n...C\n...D", ways: { ABCD: {} } });
    const lineOf = (from: string, to: string) => {
      const found = answer(from, to);
      return found.kind === "route" ? found.route.geometry.map(roundPlace) : [];
    };
    for (const stops of [
      ["AB", "B", "BC"],
      ["AB", "B", "C", "CD"],
      ["A", "B", "C", "D"],
      ["B", "C"],
      ["BC", "C"],
    ]) {
      const places = stops.map((stop) => roundPlace(placeOf(stop)));
      const [from, to] = [stops[0] as string, stops.at(-1) as string];
      expect(lineOf(from, to)).toEqual(places);
      expect(lineOf(to, from)).toEqual(places.toReversed());
    }
  });
});

const roundPlace = ([lon, lat]: LonLat) => [lon.toFixed(6), lat.toFixed(6)];
