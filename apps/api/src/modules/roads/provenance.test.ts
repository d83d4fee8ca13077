import { describe, expect, it } from "vitest";
import { provenanceOf } from "./provenance";
import type { Provenance } from "./road";

const router = { name: "embedded", isEstimate: false, attribution: "© map" } as const;
const byRoads: Provenance = { source: "embedded", estimated: false, attribution: "© map" };
const byEstimate: Provenance = { source: "estimate", estimated: true, attribution: null };

describe("provenance of an answer", () => {
  it.each<[string, { by?: Provenance }[], Provenance]>([
    ["the router itself, where nothing was requested", [], byRoads],
    ["the router itself, where the answer names no other", [{}], byRoads],
    ["the estimate, where all of it is one", [{ by: byEstimate }, { by: byEstimate }], byEstimate],
    ["the map, and an estimate in parts", [{ by: byEstimate }, { by: byRoads }], { ...byRoads, estimated: true }],
  ])("the provenance of an answer is %s", (_, answers, said) => {
    expect(provenanceOf(router, ...answers)).toEqual(said);
  });
});
