import { describe, expect, it } from "vitest";
import { importRoadNetwork } from "../roads/road-network";
import {
  createLetterMapRouter,
  createLetterNetworkRouter,
  writeLetterMapAsOsm,
  type LetterMap,
} from "../roads/small-map-testkit";
import { instructionsOfLegs } from "./instructions";

/** Instructions for a driver along a route, in both languages. */
async function instructionsAlong(map: LetterMap, ...letters: string[]) {
  const { answer } = await createLetterMapRouter(map);
  const found = answer(...letters);
  const legs = found.kind === "route" ? found.route.legs : [];
  return {
    steps: legs.flatMap(({ steps }) => steps),
    de: instructionsOfLegs(legs, "de").flat(),
    en: instructionsOfLegs(legs, "en").flat(),
  };
}

const crossMap: LetterMap = {
  drawing: "..N..\nW.C.E\n..S..",
  ways: {
    WC: { name: "Landstraße" },
    CE: { name: "Landstraße" },
    NC: { name: "Feldgasse" },
    CS: { name: "Äulestraße", ref: "L 60" },
  },
};

describe("instructions for a driver", () => {
  it.each<[to: string, de: string, en: string]>([
    ["N", "Links abbiegen auf Feldgasse", "Turn left onto Feldgasse"],
    ["S", "Rechts abbiegen auf Äulestraße (L 60)", "Turn right onto Äulestraße (L 60)"],
  ])("a route's instructions describe the turn at a crossing towards %s in German and English", async (to, de, en) => {
    const words = await instructionsAlong(crossMap, "W", to);
    expect(words.de).toEqual(["Fahren Sie Richtung Osten auf Landstraße", de, "Sie haben Ihr Ziel erreicht"]);
    expect(words.en).toEqual(["Head east on Landstraße", en, "You have arrived at your destination"]);
  });

  it("a route has no instruction where the road simply goes on", async () => {
    const { steps } = await instructionsAlong(crossMap, "W", "E");
    expect(steps.map(({ maneuver }) => maneuver.type)).toEqual(["depart", "arrive"]);
    expect(steps[0]).toMatchObject({ name: "Landstraße", mode: "driving", driving_side: "right" });
  });

  it("the instruction for a roundabout counts its exits", async () => {
    const roundabout: LetterMap = {
      drawing: "...N...\n...a...\nW.b.d.E\n...c...\n...S...",
      ways: {
        abcda: { junction: "roundabout", oneway: "yes", name: "" },
        Wb: { name: "Westring" },
        cS: { name: "Südring" },
        dE: { name: "Ostring" },
        aN: { name: "Nordring" },
      },
    };
    const exits = async (to: string) => (await instructionsAlong(roundabout, "W", to)).de[1];
    expect(await exits("S")).toBe("Im Kreisverkehr die erste Ausfahrt nehmen auf Südring");
    expect(await exits("E")).toBe("Im Kreisverkehr die zweite Ausfahrt nehmen auf Ostring");
    expect(await exits("N")).toBe("Im Kreisverkehr die dritte Ausfahrt nehmen auf Nordring");
    const { steps } = await instructionsAlong(roundabout, "W", "E");
    expect(steps.map(({ maneuver }) => maneuver.type)).toEqual(["depart", "roundabout", "arrive"]);
    expect(steps[1]?.maneuver).toMatchObject({ exit: 2, modifier: "straight" });
  });

  it("a route's instructions announce a new road name, the end of a road, and a U-turn", async () => {
    const map: LetterMap = {
      drawing: "A..B..C\n......D\n......E",
      ways: { AB: { name: "Altgasse" }, BC: { name: "Neugasse" }, CD: { name: "Neugasse" }, DE: { name: "" } },
    };
    expect((await instructionsAlong(map, "A", "E")).de).toEqual([
      "Fahren Sie Richtung Osten auf Altgasse",
      "Weiterfahren auf Neugasse",
      "Sie haben Ihr Ziel erreicht",
    ]);
    const tee: LetterMap = {
      drawing: "...N\nA..B\n...S",
      ways: { AB: {}, NB: { name: "Querweg" }, BS: { name: "Querweg" } },
    };
    const { steps } = await instructionsAlong(tee, "A", "S");
    expect(steps[1]?.maneuver).toMatchObject({
      type: "end of road",
      modifier: "right",
      bearing_before: 90,
      bearing_after: 180,
    });
  });

  it("a route's instructions guide drivers onto the motorway, off it again, and to a ferry", async () => {
    const motorway: LetterMap = {
      drawing: "A.B.G....\n...C.D.E.\n.......F.\n.........",
      ways: {
        AB: { highway: "primary", name: "Zubringer" },
        BG: { highway: "primary", name: "Zubringer" },
        BC: {
          highway: "motorway_link",
          name: "",
          destination: "Bregenz;Feldkirch",
          "destination:ref": "A 14",
          oneway: "yes",
        },
        CD: { highway: "motorway", name: "", ref: "A 14" },
        DE: { highway: "motorway", name: "", ref: "A 14" },
        DF: { highway: "motorway_link", name: "", oneway: "yes" },
        EF: { highway: "primary", name: "Abfahrt" },
        FA: { highway: "primary", name: "Rückweg", oneway: "yes" },
      },
    };
    const { steps, de } = await instructionsAlong(motorway, "A", "DE");
    expect(steps.map(({ maneuver }) => maneuver.type)).toEqual(["depart", "on ramp", "arrive"]);
    expect(de[1]).toBe("Auffahrt rechts nehmen Richtung A 14: Bregenz");
    expect((await instructionsAlong(motorway, "CD", "DF")).steps.map(({ maneuver }) => maneuver.type)).toContain(
      "off ramp",
    );
    const ferry = { highway: "", route: "ferry", motor_vehicle: "yes", name: "Seefähre" };
    const water = await instructionsAlong({ drawing: "AB...CD", ways: { AB: {}, BC: ferry, CD: {} } }, "A", "D");
    expect(water.steps[1]).toMatchObject({ mode: "ferry", maneuver: { type: "notification" } });
    expect(water.de[1]).toBe("Fähre nehmen Seefähre");
  });

  it("a route's instructions call only the slip road of a motorway a ramp, and pass the slip lane of any other road", async () => {
    const crossroads = (kind: string): LetterMap => ({
      drawing: "A.B.G....\n...C.D.E.\n.........",
      ways: {
        AB: { highway: kind, name: "Landstraße" },
        BG: { highway: kind, name: "Landstraße" },
        BC: { highway: `${kind}_link`, name: "", oneway: "yes" },
        CD: { highway: kind, name: "Seestraße" },
        DE: { highway: kind, name: "Seestraße" },
        EG: { highway: kind, name: "Querweg" },
      },
    });
    const maneuversTo = async (kind: string, to: string) =>
      (await instructionsAlong(crossroads(kind), "A", to)).steps.map(({ maneuver }) => maneuver.type);
    for (const kind of ["primary", "secondary", "tertiary"]) {
      expect(await maneuversTo(kind, "DE")).toEqual(["depart", "turn", "arrive"]);
      expect(await maneuversTo(kind, "BG")).toEqual(["depart", "arrive"]);
    }
    expect(await maneuversTo("trunk", "DE")).toEqual(["depart", "on ramp", "arrive"]);
  });

  it("a node that stands twice beside a crossing changes neither the instructions nor the duration", async () => {
    const once = writeLetterMapAsOsm(crossMap).toString();
    const [crossing = "", id = ""] = /<node id="(3)".*?<\/node>/.exec(once) ?? [];
    const twice = once
      .replace(crossing, `${crossing}${crossing.replace('id="3"', 'id="99"')}`)
      .replace(`<nd ref="${id}"/>`, `<nd ref="99"/><nd ref="${id}"/>`);
    const drawn = createLetterNetworkRouter(await importRoadNetwork(() => [Buffer.from(twice)]), crossMap);
    const known = await createLetterMapRouter(crossMap);
    for (const ends of ["WN", "WS", "NW", "SW", "WE"])
      expect(drawn.answer(...Array.from(ends))).toEqual(known.answer(...Array.from(ends)));
  });

  it("a route's instructions say on which side the destination is, and number the stops on the way", async () => {
    const { answer, router, placeOf } = await createLetterMapRouter(crossMap);
    const [west, east] = [placeOf("W"), placeOf("CE")];
    const beside = router.route([west, [east[0], east[1] + 0.0001], west, [east[0], east[1] - 0.0001]]);
    const legs = beside.kind === "route" ? beside.route.legs : [];
    expect(legs.map(({ steps }) => steps.at(-1)?.maneuver.modifier)).toEqual(["left", undefined, "right"]);
    expect(instructionsOfLegs(legs, "de")[0]?.at(-1)).toBe("Sie haben Ihr erste Ziel erreicht, es befindet sich links");
    expect(answer("W", "E")).toMatchObject({ kind: "route", places: [{ name: "Landstraße" }, { name: "Landstraße" }] });
  });

  it("a router returns the same instructions for a route regardless of earlier requests", async () => {
    const known = await createLetterMapRouter(crossMap);
    for (const from of "NESW")
      for (const to of "NESW") {
        const fresh = await createLetterMapRouter(crossMap);
        expect(known.answer(from, to)).toEqual(fresh.answer(from, to));
        expect(known.answer(from, to)).toEqual(fresh.answer(from, to));
      }
  });
});
