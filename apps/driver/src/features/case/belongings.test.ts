import { describe, expect, it } from "vitest";
import { aCase, aLink } from "#outbox/row.fixture.ts";
import { belongingsBefore, missingBelongings, recordedOf } from "./belongings.ts";

const five = { watch: "UNKNOWN", money: "UNKNOWN", jewelery: "UNKNOWN", ring: "UNKNOWN", necklace: "UNKNOWN" } as const;
const missing = (draft: object, facts: { before?: typeof five; hasPhoto?: boolean } = {}) =>
  missingBelongings({ draft, before: facts.before, hasPhoto: facts.hasPhoto ?? false });

describe("the belongings of the deceased", () => {
  it("belongings are asked for one by one, without a preset", () => {
    expect(missing({})).toEqual({ is: "item", item: "watch" });
    const { ring: _ring, ...four } = five;
    expect(missing(four)).toEqual({ is: "item", item: "ring" });
    expect(recordedOf(four)).toBeUndefined();
    expect(missing(five)).toBeUndefined();
  });

  it("belongings that were relocated need a location", () => {
    expect(missing({ ...five, money: "RELOCATED" })).toEqual({ is: "location" });
    expect(missing({ ...five, money: "RELOCATED", location: " " })).toEqual({ is: "location" });
    expect(missing({ ...five, money: "RELOCATED", location: "Sohn" })).toBeUndefined();
  });

  it("belongings that stay need a photo when they are recorded first", () => {
    const stays = { ...five, ring: "STAYS" };
    expect(missing(stays)).toEqual({ is: "photo" });
    expect(missing(stays, { hasPhoto: true })).toBeUndefined();
    expect(missing({ ...stays, note: "nachgesehen" }, { before: five })).toBeUndefined();
  });

  it("belongings that differ at the handover need a sentence", () => {
    const stays = { ...five, ring: "STAYS" };
    expect(missing(stays, { before: five })).toEqual({ is: "note" });
    expect(missing({ ...stays, note: "  " }, { before: five })).toEqual({ is: "note" });
    expect(missing(five, { before: five })).toBeUndefined();
  });

  it("recorded belongings leave out empty fields", () => {
    const recorded = {
      ...five,
      money: "RELOCATED",
      location: " Sohn ",
      description: "",
      note: "x",
      is_confirmed: true,
    } as const;
    expect(recordedOf(recorded)).toEqual({ ...five, money: "RELOCATED", location: "Sohn" });
  });
});

describe("belongings when the deceased was loaded", () => {
  const known = (belongings: object) => {
    const cargo_deceased = { first_name: "Alois", last_name: "Fuchs", date_of_death: "2026-03-01", belongings };
    const funeral_data = { cargo_type: "PERSON" as const, transport_type: "Transportauftrag" as const, cargo_deceased };
    return { ...aCase("FUNERAL", aLink("LOADED")), funeral_data };
  };

  it("the belongings at loading are those that this phone has recorded, else those of the case", () => {
    const own = { ...five, ring: "STAYS" as const };
    expect(belongingsBefore(known(five), { ...own, is_confirmed: true })).toEqual(own);
    expect(belongingsBefore(known({ ...five, location: null, confirmation: true }), undefined)).toEqual(five);
  });

  it("the belongings at loading are unknown where the case does not have all five", () => {
    expect(belongingsBefore(known({ ring: "STAYS", watch: null, confirmation: true }), undefined)).toBeUndefined();
  });
});
