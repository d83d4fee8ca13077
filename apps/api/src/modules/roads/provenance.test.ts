import { describe, expect, it } from "vitest";
import { combinedProvenanceOf } from "./provenance";
import type { RouteProvenance } from "./road";

const routerProvenance = { name: "embedded", isEstimate: false, attribution: "© map" } as const;
const roadsProvenance: RouteProvenance = { source: "embedded", estimated: false, attribution: "© map" };
const estimateProvenance: RouteProvenance = { source: "estimate", estimated: true, attribution: null };

describe("provenance of an answer", () => {
  it.each<[string, { by?: RouteProvenance }[], RouteProvenance]>([
    ["the router itself, where nothing was requested", [], roadsProvenance],
    ["the router itself, where the answer names no other", [{}], roadsProvenance],
    [
      "the estimate, where all of it is one",
      [{ by: estimateProvenance }, { by: estimateProvenance }],
      estimateProvenance,
    ],
    [
      "the map, and an estimate in parts",
      [{ by: estimateProvenance }, { by: roadsProvenance }],
      { ...roadsProvenance, estimated: true },
    ],
  ])("the source of a routing answer is %s", (_, answers, said) => {
    expect(combinedProvenanceOf(routerProvenance, ...answers)).toEqual(said);
  });
});
