import { describe, expect, it } from "vitest";
import { driverOn, type SmallMap } from "../roads/small-map-testkit";

/** Round a lake on either bank, a dead end at G, and a road over K and L that is twice as long. */
const lake: SmallMap = {
  drawing: "..BCD..\nSA...ET\n..F.H..\n...G...\n...X...\n.......\n.K...L.",
  ways: { SA: {}, ABCDE: {}, AFGHE: {}, GX: {}, AKLE: {}, ET: {} },
};

async function waysOn(map: SmallMap, letters: string[], others?: number) {
  const { router, placeOf, lettersOf } = await driverOn(map);
  const found = router.route(letters.map(placeOf), { within_meters: 30, ...(others === undefined ? {} : { others }) });
  if (found.kind !== "route") throw new Error(found.kind);
  return [found.route, ...found.others].map(({ geometry }) => lettersOf(geometry));
}

describe("other ways", () => {
  it("lead along the other bank, and neither into the dead end nor far around", async () => {
    expect(await waysOn(lake, ["S", "T"], 3)).toEqual(["SABCDET", "SAFGHET"]);
  });

  it("are not looked for unless asked, nor between more than two places", async () => {
    expect(await waysOn(lake, ["S", "T"])).toEqual(["SABCDET"]);
    expect(await waysOn(lake, ["S", "C", "T"], 3)).toEqual(["SABCDET"]);
  });

  it("are none for whoever is there already, nor the other way round on the same road", async () => {
    expect(await waysOn(lake, ["C", "C"], 3)).toHaveLength(1);
    expect(await waysOn(lake, ["BC", "CD"], 3)).toHaveLength(1);
  });

  it("are not far around because a private road, which has its price on every way, comes first", async () => {
    const gated: SmallMap = { ...lake, ways: { ...lake.ways, SA: { access: "private" } } };
    expect(await waysOn(gated, ["S", "T"], 3)).toEqual(["SABCDET", "SAFGHET"]);
  });

  it("are none where most of the way would be the same", async () => {
    const bypass: SmallMap = { drawing: "....PQ....\nSABCDEFGHT", ways: { SABCDEFGHT: {}, DPQE: {} } };
    expect(await waysOn(bypass, ["S", "T"], 3)).toEqual(["SABCDEFGHT"]);
  });
});
