import { fixedSeedsOrEnvironmentSeed } from "@leitstand/scenario/seed-testkit";
import { describe, it, expect } from "vitest";
import { compareCaseWithPartnerData } from "./partner-data";
import { assertPartnerChangesOnlyOwnFields, partnerCase, mergePartnerData } from "./partner-data-testkit";

describe("our fields of a partner's case", () => {
  it.each(fixedSeedsOrEnvironmentSeed(3))(
    "updates by a partner change neither our own fields nor fields with newer values, by 300 sequences of seed %i",
    (seed) => {
      expect(() => assertPartnerChangesOnlyOwnFields(seed, 300)).not.toThrow();
    },
  );

  it("an update by a partner changes the fields that belong to the partner", () => {
    const said = { member: { number: "9" }, target_address: { city: "Graz" }, due_at: "2026-12-01T08:00:00Z" };
    const after = mergePartnerData(partnerCase, said);
    expect(after).toMatchObject({
      due_at: said.due_at,
      rsa_data: { member: said.member, target_address: said.target_address },
    });
    expect(compareCaseWithPartnerData(after, said)).toEqual({ changed: [], late: [] });
  });

  it("an update by a partner keeps a case name given by hand, and changes one that is made from the data", () => {
    const named = mergePartnerData(partnerCase, { vehicle: { license_plate: "W 2" } });
    expect(named.display_name).toBe("ours");
    const plain = { ...partnerCase, display_name: "G 1", rsa_data: { vehicle: { license_plate: "G 1" } } };
    expect(mergePartnerData(plain, { vehicle: { license_plate: "W 2" } }).display_name).toBe("W 2");
  });

  it("a time of a case that was derived from its place is removed when the partner changes the place", () => {
    const timeframe = { from: "2026-12-01T08:00:00+00:00", to: "2026-12-01T10:00:00+00:00" };
    const framed = mergePartnerData(partnerCase, { source_address: { city: "Graz", timeframe } });
    expect(framed).toMatchObject({ not_before: timeframe.from, due_at: timeframe.to });
    expect(mergePartnerData(framed, { source_address: { city: "Wien" } })).toMatchObject({
      not_before: null,
      due_at: null,
    });
  });
});
