import { describe, expect, it } from "vitest";
import { findStoredAddressFault } from "./address";

const morningHours = { from: "07:00", to: "12:00" };
const afternoonHours = { from: "13:00", to: "24:00" };

describe("a stored address", () => {
  it.each([
    ["nothing but a name", {}],
    ["a whole position", { lat: 47.07, lon: 15.43 }],
    ["the position on equator and meridian", { lat: 0, lon: 0 }],
    ["hours with a break, whatever their order", { opening_hours: { d0: [afternoonHours, morningHours], d6: [] } }],
    ["hours that meet", { opening_hours: { d1: [morningHours, { from: "12:00", to: "12:30" }] } }],
    ["a day without known hours", { opening_hours: { d2: null } }],
  ])("a stored address may have %s", (_, draft) => {
    expect(findStoredAddressFault(draft)).toBeUndefined();
  });

  it.each([
    ["half a position", { lat: 47.07 }, { code: "FIELD_COMBINATION_INVALID", args: { fields: "lat,lon" } }],
    ["half a position", { lat: null, lon: 0 }, { code: "FIELD_COMBINATION_INVALID", args: { fields: "lat,lon" } }],
    [
      "hours that end before they begin",
      { opening_hours: { d0: [morningHours], d3: [{ from: "17:00", to: "08:00" }] } },
      { code: "RANGE_INVALID", args: { from: "17:00", to: "08:00" } },
    ],
    [
      "hours without length",
      { opening_hours: { d0: [{ from: "08:00", to: "08:00" }] } },
      { code: "RANGE_INVALID", args: { from: "08:00", to: "08:00" } },
    ],
    [
      "hours that overlap",
      { opening_hours: { d4: [afternoonHours, { from: "11:00", to: "13:01" }] } },
      { code: "FIELD_COMBINATION_INVALID", args: { fields: "opening_hours.d4" } },
    ],
  ])("a stored address with %s is refused", (_, draft, fault) => {
    expect(findStoredAddressFault(draft)).toEqual(fault);
  });
});
