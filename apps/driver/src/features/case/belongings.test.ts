import { describe, expect, it } from "vitest";
import { aCase, aLink } from "#outbox/row.fixture.ts";
import { belongingsBefore, missingBelongings, recordedOf } from "./belongings.ts";

const five = { watch: "UNKNOWN", money: "UNKNOWN", jewelery: "UNKNOWN", ring: "UNKNOWN", necklace: "UNKNOWN" } as const;
const missing = (draft: object, facts: { before?: typeof five; hasPhoto?: boolean } = {}) =>
  missingBelongings({ draft, before: facts.before, hasPhoto: facts.hasPhoto ?? false });

describe("the belongings of the deceased", () => {
  it("are asked for one by one, and none is preset", () => {
    expect(missing({})).toEqual({ is: "item", item: "watch" });
    const { ring: _ring, ...four } = five;
    expect(missing(four)).toEqual({ is: "item", item: "ring" });
    expect(recordedOf(four)).toBeUndefined();
    expect(missing(five)).toBeUndefined();
  });

  it("that were handed over were handed over to somebody", () => {
    expect(missing({ ...five, money: "RELOCATED" })).toEqual({ is: "location" });
    expect(missing({ ...five, money: "RELOCATED", location: " " })).toEqual({ is: "location" });
    expect(missing({ ...five, money: "RELOCATED", location: "Sohn" })).toBeUndefined();
  });

  it("that stay are photographed where they are recorded first", () => {
    const stays = { ...five, ring: "STAYS" };
    expect(missing(stays)).toEqual({ is: "photo" });
    expect(missing(stays, { hasPhoto: true })).toBeUndefined();
    expect(missing({ ...stays, note: "nachgesehen" }, { before: five })).toBeUndefined();
  });

  it("that are others at the handover need a sentence", () => {
    const stays = { ...five, ring: "STAYS" };
    expect(missing(stays, { before: five })).toEqual({ is: "note" });
    expect(missing({ ...stays, note: "  " }, { before: five })).toEqual({ is: "note" });
    expect(missing(five, { before: five })).toBeUndefined();
  });

  it("are told without what nobody has written", () => {
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

describe("how they were when the deceased was loaded", () => {
  const known = (belongings: object) => {
    const cargo_deceased = { first_name: "Alois", last_name: "Fuchs", date_of_death: "2026-03-01", belongings };
    const funeral_data = { cargo_type: "PERSON" as const, transport_type: "Transportauftrag" as const, cargo_deceased };
    return { ...aCase("FUNERAL", aLink("LOADED")), funeral_data };
  };

  it("is what this phone has recorded, else what the case says", () => {
    const own = { ...five, ring: "STAYS" as const };
    expect(belongingsBefore(known(five), { ...own, is_confirmed: true })).toEqual(own);
    expect(belongingsBefore(known({ ...five, location: null, confirmation: true }), undefined)).toEqual(five);
  });

  it("is not known where nobody has said all five", () => {
    expect(belongingsBefore(known({ ring: "STAYS", watch: null, confirmation: true }), undefined)).toBeUndefined();
  });
});
