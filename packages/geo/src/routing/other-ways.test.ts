import { describe, expect, it } from "vitest";
import { createLetterMapRouter, type LetterMap } from "../roads/small-map-testkit";

/** Map of a lake with a road on either bank, a dead end at G, and a road over K and L that is twice as long. */
const lakeMap: LetterMap = {
  drawing: "..BCD..\nSA...ET\n..F.H..\n...G...\n...X...\n.......\n.K...L.",
  ways: { SA: {}, ABCDE: {}, AFGHE: {}, GX: {}, AKLE: {}, ET: {} },
};

async function routesOnMap(map: LetterMap, letters: string[], others?: number) {
  const { router, placeOf, lettersOf } = await createLetterMapRouter(map);
  const found = router.route(letters.map(placeOf), { within_meters: 30, ...(others === undefined ? {} : { others }) });
  if (found.kind !== "route") throw new Error(found.kind);
  return [found.route, ...found.others].map(({ geometry }) => lettersOf(geometry));
}

describe("alternative routes", () => {
  it("the router finds an alternative route along the other bank of a river, but none into a dead end or with a large detour", async () => {
    expect(await routesOnMap(lakeMap, ["S", "T"], 3)).toEqual(["SABCDET", "SAFGHET"]);
  });

  it("the router computes alternative routes only on request, and only between two places", async () => {
    expect(await routesOnMap(lakeMap, ["S", "T"])).toEqual(["SABCDET"]);
    expect(await routesOnMap(lakeMap, ["S", "C", "T"], 3)).toEqual(["SABCDET"]);
  });

  it("the router offers no alternative to a route from a place to itself or along a single road", async () => {
    expect(await routesOnMap(lakeMap, ["C", "C"], 3)).toHaveLength(1);
    expect(await routesOnMap(lakeMap, ["BC", "CD"], 3)).toHaveLength(1);
  });

  it("the router finds the same alternatives when every route begins with the penalty of a private road", async () => {
    const gated: LetterMap = { ...lakeMap, ways: { ...lakeMap.ways, SA: { access: "private" } } };
    expect(await routesOnMap(gated, ["S", "T"], 3)).toEqual(["SABCDET", "SAFGHET"]);
  });

  it("the router finds no alternative route that is mostly the same", async () => {
    const bypass: LetterMap = { drawing: "....PQ....\nSABCDEFGHT", ways: { SABCDEFGHT: {}, DPQE: {} } };
    expect(await routesOnMap(bypass, ["S", "T"], 3)).toEqual(["SABCDEFGHT"]);
  });
});
