import { describe, expect, it } from "vitest";
import { aCaseWithLink, aTourCaseLink } from "#outbox/row.fixture.ts";
import { belongingsAtLoading, findMissingBelongingsInfo, belongingsPayload } from "./belongings.ts";

const fiveUnknownBelongings = {
  watch: "UNKNOWN",
  money: "UNKNOWN",
  jewelery: "UNKNOWN",
  ring: "UNKNOWN",
  necklace: "UNKNOWN",
} as const;
const missingOfDraft = (draft: object, facts: { before?: typeof fiveUnknownBelongings; hasPhoto?: boolean } = {}) =>
  findMissingBelongingsInfo({ draft, before: facts.before, hasPhoto: facts.hasPhoto ?? false });

describe("the belongings of the deceased", () => {
  it("the driver app asks for each kind of belongings, without a preset answer", () => {
    expect(missingOfDraft({})).toEqual({ is: "item", item: "watch" });
    const { ring: _ring, ...four } = fiveUnknownBelongings;
    expect(missingOfDraft(four)).toEqual({ is: "item", item: "ring" });
    expect(belongingsPayload(four)).toBeUndefined();
    expect(missingOfDraft(fiveUnknownBelongings)).toBeUndefined();
  });

  it("belongings that were relocated need a location", () => {
    expect(missingOfDraft({ ...fiveUnknownBelongings, money: "RELOCATED" })).toEqual({ is: "location" });
    expect(missingOfDraft({ ...fiveUnknownBelongings, money: "RELOCATED", location: " " })).toEqual({ is: "location" });
    expect(missingOfDraft({ ...fiveUnknownBelongings, money: "RELOCATED", location: "Sohn" })).toBeUndefined();
  });

  it("belongings that stay with the deceased need a photo when they are first recorded", () => {
    const stays = { ...fiveUnknownBelongings, ring: "STAYS" };
    expect(missingOfDraft(stays)).toEqual({ is: "photo" });
    expect(missingOfDraft(stays, { hasPhoto: true })).toBeUndefined();
    expect(missingOfDraft({ ...stays, note: "nachgesehen" }, { before: fiveUnknownBelongings })).toBeUndefined();
  });

  it("belongings that differ at the handover need a note", () => {
    const stays = { ...fiveUnknownBelongings, ring: "STAYS" };
    expect(missingOfDraft(stays, { before: fiveUnknownBelongings })).toEqual({ is: "note" });
    expect(missingOfDraft({ ...stays, note: "  " }, { before: fiveUnknownBelongings })).toEqual({ is: "note" });
    expect(missingOfDraft(fiveUnknownBelongings, { before: fiveUnknownBelongings })).toBeUndefined();
  });

  it("the payload of recorded belongings leaves out empty fields", () => {
    const recorded = {
      ...fiveUnknownBelongings,
      money: "RELOCATED",
      location: " Sohn ",
      description: "",
      note: "x",
      is_confirmed: true,
    } as const;
    expect(belongingsPayload(recorded)).toEqual({ ...fiveUnknownBelongings, money: "RELOCATED", location: "Sohn" });
  });
});

describe("belongings when the deceased was loaded", () => {
  const known = (belongings: object) => {
    const cargo_deceased = { first_name: "Alois", last_name: "Fuchs", date_of_death: "2026-03-01", belongings };
    const funeral_data = { cargo_type: "PERSON" as const, transport_type: "Transportauftrag" as const, cargo_deceased };
    return { ...aCaseWithLink("FUNERAL", aTourCaseLink("LOADED")), funeral_data };
  };

  it("the belongings at loading are those that this phone has confirmed, else those of the case", () => {
    const own = { ...fiveUnknownBelongings, ring: "STAYS" as const };
    expect(belongingsAtLoading(known(fiveUnknownBelongings), { ...own, is_confirmed: true })).toEqual(own);
    expect(
      belongingsAtLoading(known({ ...fiveUnknownBelongings, location: null, confirmation: true }), undefined),
    ).toEqual(fiveUnknownBelongings);
  });

  it("the belongings at loading are unknown if the case does not have all five kinds", () => {
    expect(belongingsAtLoading(known({ ring: "STAYS", watch: null, confirmation: true }), undefined)).toBeUndefined();
  });
});
