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
    expect(compareCaseWithPartnerData(after, { data: said, sentBefore: null })).toMatchObject({
      changed: [],
      late: [],
    });
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

  const damaged = {
    ...partnerCase,
    rsa_data: { damage: { description: "Springt nicht an", driveable: true, cause: "Batterie leer" } },
  };
  const sentBefore = {
    accepted: { damage: { description: "Springt nicht an", driveable: false, code: "12" } },
    refused: {},
  };
  it.each([
    ["the same as before", { description: "Springt nicht an", driveable: false, code: "12" }, damaged.rsa_data.damage],
    [
      "another description",
      { description: "Raucht", driveable: false },
      { description: "Raucht", driveable: true, cause: "Batterie leer" },
    ],
    ["another cause", { cause: "Motor" }, { cause: "Motor", driveable: true }],
    ["no damage", null, { driveable: true, cause: "Batterie leer" }],
  ])("a partner's damage with %s leaves what the crew has found", (_what, damage, expected) => {
    expect(mergePartnerData(damaged, { damage }, sentBefore).rsa_data?.damage).toEqual(expected);
  });

  it("a partner empties a time that it has never sent before by null, and a part that others have emptied stays empty", () => {
    const due = { ...partnerCase, due_at: "2026-12-01T08:00:00+00:00" };
    expect(mergePartnerData(due, { due_at: null }, { accepted: {}, refused: {} }).due_at).toBeNull();
    const accepted = { insurance: { company: "V" } };
    expect(mergePartnerData(due, accepted, { accepted, refused: {} })).toBe(due);
  });

  it("a request that came too late is taken over when it is sent again and the crew is on its way again", () => {
    const target_address = { city: "Graz" };
    const arrived = { ...partnerCase, state: "arrived" };
    const first = compareCaseWithPartnerData(arrived, {
      data: { target_address },
      sentBefore: { accepted: {}, refused: {} },
    });
    expect(first).toMatchObject({ late: ["target_address"], newlyLate: ["target_address"] });
    const again = { data: { target_address }, sentBefore: first.sent };
    expect(compareCaseWithPartnerData(arrived, again)).toMatchObject({ late: ["target_address"], newlyLate: [] });
    const onTheWay = compareCaseWithPartnerData(partnerCase, again);
    expect(onTheWay).toMatchObject({
      changed: ["target_address"],
      sent: { accepted: { target_address }, refused: {} },
    });
  });
});
