import { type MapOmission, reportedMapOmissionKinds } from "@leitstand/contract/routing/geo-data";
import { mapOmissionKinds as importedKinds } from "@leitstand/geo/osm/omissions";
import { describe, expect, it } from "vitest";
import { describeGeoImport } from "./import-description";

const mapFacts = {
  file_name: "village.osm",
  imported_at: "2026-03-02T06:14:30+00:00",
  bounding_box: [9.4, 47, 9.6, 47.2],
  counts: { road_pieces: 12_645, addresses: 2, streets: 2, places: 1, points_of_interest: 1 },
};
const omissionLinesOf = (...omissions: MapOmission[]) => describeGeoImport({ ...mapFacts, omissions }).slice(1, -1);

describe("kinds of omissions of an import", () => {
  it("the contract lists the same kinds of omissions as the map import, in the same order", () => {
    expect(reportedMapOmissionKinds).toEqual(importedKinds);
  });
});

describe("lines about an import", () => {
  it("the report of a map import mentions no omissions when there are none", () => {
    const lines = [
      "Imported the map village.osm: 12,645 pieces of road, 2 addresses, 2 streets, 1 places, 1 points of interest.",
      expect.stringContaining("ODbL"),
    ];
    expect(describeGeoImport({ ...mapFacts, omissions: [] })).toEqual(lines);
    expect(describeGeoImport(mapFacts)).toEqual(lines);
  });

  it("the report of a map import has a sentence for each kind of omission", () => {
    const one = { count: 1, examples: ["way 7"] };
    expect(
      omissionLinesOf(
        { kind: "TURN_RESTRICTION_NOT_UNDERSTOOD", ...one },
        { kind: "TURN_RESTRICTION_MEMBERS_MISSING", ...one },
        { kind: "TURN_RESTRICTION_UNCLEAR", ...one },
        { kind: "NODES_MISSING", ...one },
        { kind: "NODE_DOUBLED", ...one },
        { kind: "WAY_DOUBLED", ...one },
        { kind: "BARRIER", ...one },
        { kind: "STRETCH_TOO_LONG", ...one },
        { kind: "ROAD_UNCONNECTED", ...one },
        { kind: "ADDRESS_WITHOUT_STREET", ...one },
        { kind: "INTERPOLATION_NOT_UNDERSTOOD", ...one },
      ),
    ).toEqual([
      "Left out: 1 turn restriction of an unknown kind, for certain times, or incomplete (way 7).",
      "Left out: 1 turn restriction with members that are not among the map's roads (way 7).",
      "Left out: 1 turn restriction without one clear turn that can be driven (way 7).",
      "Left out: stretches of 1 way over nodes that are not in the file (way 7).",
      "Left out: earlier copies of 1 node in the same file (way 7).",
      "Left out: earlier copies of 1 way in the same file (way 7).",
      "Left out: passage at 1 barrier closed to cars (way 7).",
      "Left out: stretches of 1 way that are longer than 500 km, so of broken coordinates (way 7).",
      "Left out: stretches of 1 way without a connection to the main road network and back (way 7).",
      "Left out: 1 house with a number, but without a street or place (way 7).",
      "Left out: houses along 1 way whose numbers or their scheme cannot be read (way 7).",
    ]);
  });

  it("the report of a map import names all omitted elements when they are few, and otherwise some as examples", () => {
    const examples = ["relation 12", "relation 15", "relation 99"];
    expect(
      omissionLinesOf(
        { kind: "TURN_RESTRICTION_MEMBERS_MISSING", count: 3, examples },
        { kind: "BARRIER", count: 1204, examples: ["node 7", "node 8", "node 9"] },
      ),
    ).toEqual([
      "Left out: 3 turn restrictions with members that are not among the map's roads (relation 12, relation 15, relation 99).",
      "Left out: passage at 1,204 barriers closed to cars (for example node 7, node 8, node 9).",
    ]);
  });
});
