import { describe, expect, it } from "vitest";
import { MapOmissionCollector } from "../osm/omissions";
import { importRoadNetwork } from "./road-network";
import { writeLetterMapAsOsm, createLetterNetworkRouter, type LetterMap } from "./small-map-testkit";

/** A crossing at C with arms to A (west), D (east), E (south), and a way round from D to E. Ids: A is node 1, AC way 1. */
const crossingMap: LetterMap = {
  drawing: "A..C..D\n...E..F",
  ways: { AC: {}, CD: {}, CE: {}, DFE: {} },
};
const crossingWithRestrictions = (...restrictions: NonNullable<LetterMap["restrictions"]>): LetterMap => ({
  ...crossingMap,
  restrictions,
});
const noRightTurn = { kind: "no_right_turn", from: "AC", via: "C", to: "CE" };

async function omissionsOfImport(map: LetterMap | string, missing?: string) {
  const omissions = new MapOmissionCollector();
  const bytes = typeof map === "string" ? Buffer.from(map) : writeLetterMapAsOsm(map, missing);
  await importRoadNetwork(() => [bytes], { omissions });
  return omissions.list();
}
const singleOmission = (kind: string, element: string) => [{ kind, count: 1, examples: [element] }];

describe("omissions that an import of roads reports", () => {
  it.each<[what: string, map: LetterMap]>([
    ["a map of which all is read", crossingMap],
    ["a turn restriction that is read", crossingWithRestrictions(noRightTurn)],
    ["one that is not for cars", crossingWithRestrictions({ ...noRightTurn, tags: { except: "psv;motorcar" } })],
    [
      "an unknown one that is not for cars",
      crossingWithRestrictions({ ...noRightTurn, kind: "no_idea", tags: { except: "motorcar" } }),
    ],
    ["a barrier that a car passes", { ...crossingMap, nodes: { C: { barrier: "gate" } } }],
    ["a barrier at the end of a road", { drawing: "A..C", ways: { AC: {} }, nodes: { C: { barrier: "bollard" } } }],
    [
      "a restriction that a one-way street makes needless",
      { ...crossingWithRestrictions(noRightTurn), ways: { ...crossingMap.ways, CE: { oneway: "-1" } } },
    ],
    [
      "a restriction for those who come out of a one-way street against it",
      {
        ...crossingWithRestrictions({ ...noRightTurn, kind: "only_right_turn" }),
        ways: { ...crossingMap.ways, AC: { oneway: "-1" }, AE: {} },
      },
    ],
  ])("the road import reports no omission for %s", async (_, map) => {
    expect(await omissionsOfImport(map)).toEqual([]);
  });

  it("the road import reports no omission for a turn restriction that applies only to lorries", async () => {
    const lorries = writeLetterMapAsOsm(crossingWithRestrictions(noRightTurn))
      .toString()
      .replace('k="restriction"', 'k="restriction:hgv"');
    expect(await omissionsOfImport(lorries)).toEqual([]);
  });

  it.each<[what: string, from: string, to: string]>([
    ["of an unknown kind", "no_right_turn", "no_idea"],
    ["by time", 'k="restriction"', 'k="restriction:conditional"'],
    ["for cars by time, and for lorries", 'k="restriction"', 'k="restriction:motorcar:conditional"'],
    ["without a kind", 'k="restriction"', 'k="note"'],
    ["without a via", 'role="via"', 'role="location_hint"'],
  ])("the road import reports a turn restriction %s", async (_, from, to) => {
    const map = writeLetterMapAsOsm(crossingWithRestrictions(noRightTurn)).toString().replace(from, to);
    expect(await omissionsOfImport(map)).toEqual(singleOmission("TURN_RESTRICTION_NOT_UNDERSTOOD", "relation 1"));
  });

  it.each([
    ["from", { ...noRightTurn, from: "ZZ" }],
    ["via", { ...noRightTurn, via: "ZZ" }],
    ["to", { ...noRightTurn, to: "ZZ" }],
  ])("the road import reports a turn restriction whose member '%s' is no road of the map", async (_, restriction) => {
    const omitted = await omissionsOfImport(crossingWithRestrictions(noRightTurn, restriction));
    expect(omitted).toEqual(singleOmission("TURN_RESTRICTION_MEMBERS_MISSING", "relation 2"));
  });

  it("the road import reports a turn restriction at a node that the file does not contain", async () => {
    const map: LetterMap = { ...crossingWithRestrictions({ ...noRightTurn, via: "X" }), drawing: "A..C..D\nX..E..F" };
    expect(await omissionsOfImport(map, "X")).toEqual(singleOmission("TURN_RESTRICTION_MEMBERS_MISSING", "relation 1"));
  });

  it.each<[what: string, map: LetterMap]>([
    ["that names a node where its ways do not meet", crossingWithRestrictions({ ...noRightTurn, via: "D" })],
    [
      "that leaves nothing but a way closed to traffic",
      {
        ...crossingWithRestrictions({ ...noRightTurn, kind: "only_right_turn" }),
        ways: { ...crossingMap.ways, CE: { oneway: "-1" } },
      },
    ],
  ])("the road import reports a turn restriction %s", async (_, map) => {
    expect(await omissionsOfImport(map)).toEqual(singleOmission("TURN_RESTRICTION_UNCLEAR", "relation 1"));
  });

  it("the road import reports parts of roads whose nodes the file does not contain, by their OSM ways", async () => {
    const map: LetterMap = { ...crossingMap, ways: { ...crossingMap.ways, DXYF: {} }, drawing: "A..C..D.X\n...E..F.Y" };
    expect(await omissionsOfImport(map, "XY")).toEqual(singleOmission("NODES_MISSING", "way 5"));
  });

  it("the road import reports duplicate nodes and ways, of which it uses the last", async () => {
    const once = writeLetterMapAsOsm(crossingMap).toString();
    const inner = once.slice(once.indexOf("<node"), once.indexOf("</osm>"));
    const joined = once.replace("<node", `${inner}${inner}<node`);
    expect(await omissionsOfImport(joined)).toEqual([
      { kind: "NODE_DOUBLED", count: 5, examples: ["node 1", "node 2", "node 3"] },
      { kind: "WAY_DOUBLED", count: 4, examples: ["way 1", "way 2", "way 3"] },
    ]);
  });

  it("the road import reports barriers that cars cannot pass, including locked ones", async () => {
    const map = { ...crossingMap, nodes: { C: { barrier: "bollard" }, F: { barrier: "gate", locked: "yes" } } };
    expect(await omissionsOfImport(map)).toContainEqual({ kind: "BARRIER", count: 2, examples: ["node 2", "node 5"] });
  });

  it("the road import reports a part of a road that is implausibly long", async () => {
    const broken = writeLetterMapAsOsm(crossingMap)
      .toString()
      .replace(/(<node id="5" lon=")[^"]*/, "$1-9.5");
    expect(await omissionsOfImport(broken)).toEqual(singleOmission("STRETCH_TOO_LONG", "way 4"));
  });

  it("the road import reports roads that are not connected to the network, each OSM way once", async () => {
    const map: LetterMap = {
      drawing: "A..C..D\n...E..F\n\nG..H..I\n...J...",
      ways: { ...crossingMap.ways, GHI: {}, HJ: {} },
    };
    expect(await omissionsOfImport(map)).toEqual([
      { kind: "ROAD_UNCONNECTED", count: 2, examples: ["way 5", "way 6"] },
    ]);
  });
});

describe("ways that stand in the file twice", () => {
  it("an OSM way that is twice in the file is imported as one road, with its turn restrictions", async () => {
    const map = crossingWithRestrictions(noRightTurn);
    const once = writeLetterMapAsOsm(map).toString();
    const ways = once.slice(once.indexOf("<way"), once.indexOf("<relation"));
    const twice = once.replace("<relation", `${ways}<relation`);
    const network = await importRoadNetwork(() => [Buffer.from(twice)]);
    expect(createLetterNetworkRouter(network, map).way("A", "E")).toBe("ACDFE");
  });

  it("a road that a later version of its way closes is no road, and is reported as doubled", async () => {
    const once = writeLetterMapAsOsm(crossingMap).toString();
    const [road = ""] = /<way id="3">.*?<\/way>/.exec(once) ?? [];
    const closed = road.replace("residential", "construction");
    expect(await wayAndOmissions(once.replace("</osm>", `${closed}</osm>`))).toEqual({
      way: "ACDFE",
      omissions: singleOmission("WAY_DOUBLED", "way 3"),
    });
    // Where the last version is a road again, it counts.
    expect(await wayAndOmissions(once.replace("</osm>", `${closed}${road}</osm>`))).toEqual({
      way: "ACE",
      omissions: singleOmission("WAY_DOUBLED", "way 3"),
    });
  });

  it("a map in which later versions close all roads is refused", async () => {
    const once = writeLetterMapAsOsm(crossingMap).toString();
    const ways = once.slice(once.indexOf("<way"), once.indexOf("</osm>"));
    const closed = once.replace("</osm>", `${ways.replaceAll("residential", "construction")}</osm>`);
    await expect(omissionsOfImport(closed)).rejects.toMatchObject({ reason: "no_roads" });
  });

  it.each<[what: string, from: string, to: string, way: string]>([
    ["does not hold for cars", "</relation>", '<tag k="except" v="motorcar"/></relation>', "ACE"],
    ["is no restriction", 'v="restriction"', 'v="route"', "ACE"],
    ["forbids another turn", 'ref="3" role="to"', 'ref="2" role="to"', "ACE"],
    ["is the same", "", "", "ACDFE"],
  ])("of a turn restriction that stands in the file twice the last counts: one that %s", async (...example) => {
    const [, from, to, way] = example;
    const once = writeLetterMapAsOsm(crossingWithRestrictions(noRightTurn)).toString();
    const [first = ""] = /<relation.*<\/relation>/.exec(once) ?? [];
    const joined = once.replace("</osm>", `${first.replace(from, to)}</osm>`);
    expect(await wayAndOmissions(joined)).toEqual({ way, omissions: [] });
  });

  it("a turn restriction that its last version makes understood is not reported", async () => {
    const once = writeLetterMapAsOsm(crossingWithRestrictions(noRightTurn)).toString();
    const [last = ""] = /<relation.*<\/relation>/.exec(once) ?? [];
    const unknown = last.replace("no_right_turn", "no_idea");
    expect(await wayAndOmissions(once.replace(last, `${unknown}${last}`))).toEqual({ way: "ACDFE", omissions: [] });
    expect(await wayAndOmissions(once.replace(last, `${last}${unknown}`))).toEqual({
      way: "ACE",
      omissions: singleOmission("TURN_RESTRICTION_NOT_UNDERSTOOD", "relation 1"),
    });
  });
});

/** The way from A to E on the crossing as a file tells it, and what the import leaves out. */
async function wayAndOmissions(map: string) {
  const omissions = new MapOmissionCollector();
  const network = await importRoadNetwork(() => [Buffer.from(map)], { omissions });
  return { way: createLetterNetworkRouter(network, crossingMap).way("A", "E"), omissions: omissions.list() };
}
