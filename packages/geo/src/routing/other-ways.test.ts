import { describe, expect, it } from "vitest";
import { routerOnMap, type SmallMap } from "../roads/small-map-testkit";

/** Map of a lake with a road on either bank, a dead end at G, and a road over K and L that is twice as long. */
const lakeMap: SmallMap = {
  drawing: "..BCD..\nSA...ET\n..F.H..\n...G...\n...X...\n.......\n.K...L.",
  ways: { SA: {}, ABCDE: {}, AFGHE: {}, GX: {}, AKLE: {}, ET: {} },
};

async function routesOnMap(map: SmallMap, letters: string[], others?: number) {
  const { router, placeOf, lettersOf } = await routerOnMap(map);
  const found = router.route(letters.map(placeOf), { within_meters: 30, ...(others === undefined ? {} : { others }) });
  if (found.kind !== "route") throw new Error(found.kind);
  return [found.route, ...found.others].map(({ geometry }) => lettersOf(geometry));
}

describe("alternative routes", () => {
  it("finds an alternative route along the other bank, and none into a dead end or far around", async () => {
    expect(await routesOnMap(lakeMap, ["S", "T"], 3)).toEqual(["SABCDET", "SAFGHET"]);
  });

  it("looks for alternative routes only when asked, and only between two places", async () => {
    expect(await routesOnMap(lakeMap, ["S", "T"])).toEqual(["SABCDET"]);
    expect(await routesOnMap(lakeMap, ["S", "C", "T"], 3)).toEqual(["SABCDET"]);
  });

  it("finds no alternative route at the destination itself, nor the other way round on the same road", async () => {
    expect(await routesOnMap(lakeMap, ["C", "C"], 3)).toHaveLength(1);
    expect(await routesOnMap(lakeMap, ["BC", "CD"], 3)).toHaveLength(1);
  });

  it("finds no alternative far around because a private road, whose price is on every route, comes first", async () => {
    const gated: SmallMap = { ...lakeMap, ways: { ...lakeMap.ways, SA: { access: "private" } } };
    expect(await routesOnMap(gated, ["S", "T"], 3)).toEqual(["SABCDET", "SAFGHET"]);
  });

  it("finds no alternative route that is mostly the same", async () => {
    const bypass: SmallMap = { drawing: "....PQ....\nSABCDEFGHT", ways: { SABCDEFGHT: {}, DPQE: {} } };
    expect(await routesOnMap(bypass, ["S", "T"], 3)).toEqual(["SABCDEFGHT"]);
  });
});
