import type { MapOmission } from "@leitstand/contract/routing/geo-data";
import { describe, expect, it } from "vitest";
import { wordImport } from "./import-words";

const map = {
  file_name: "village.osm",
  imported_at: "2026-03-02T06:14:30+00:00",
  bounding_box: [9.4, 47, 9.6, 47.2],
  counts: { road_pieces: 12_645, addresses: 2, streets: 2, places: 1, points_of_interest: 1 },
};
const leftOut = (...omissions: MapOmission[]) => wordImport({ ...map, omissions }).slice(1, -1);

describe("the lines about an import", () => {
  it("say nothing of what was left out when nothing was", () => {
    const lines = [
      "Imported the map village.osm: 12,645 pieces of road, 2 addresses, 2 streets, 1 places, 1 points of interest.",
      expect.stringContaining("ODbL"),
    ];
    expect(wordImport({ ...map, omissions: [] })).toEqual(lines);
    expect(wordImport(map)).toEqual(lines);
  });

  it("have a sentence for each kind of what a map's import left out, with all elements or with examples", () => {
    const examples = ["relation 12", "relation 15", "relation 99"];
    expect(
      leftOut(
        { kind: "TURN_RESTRICTION_MEMBERS_MISSING", count: 3, examples },
        { kind: "TURN_RESTRICTION_UNCLEAR", count: 1204, examples },
        { kind: "BARRIER", count: 1, examples: ["node 7"] },
        { kind: "WAY_DOUBLED", count: 2, examples: ["way 4", "way 5"] },
      ),
    ).toEqual([
      "Left out: 3 turn restrictions with members that are not among the map's roads (relation 12, relation 15, relation 99).",
      "Left out: 1,204 turn restrictions without one clear turn that can be driven (for example relation 12, relation 15, relation 99).",
      "Left out: passage at 1 barrier closed to cars (node 7).",
      "Left out: earlier copies of 2 ways in the same file (way 4, way 5).",
    ]);
  });
});
