import { describe, expect, it } from "vitest";
import { aCase, aLink } from "#outbox/row.fixture.ts";
import { metersTo, nearestFirst, typedPlace, whereabouts } from "./stored-places.ts";

const graz = { name: "Graz", lat: 47.07, lon: 15.44 };
const leibnitz = { name: "Leibnitz", lat: 46.78, lon: 15.54 };
const vienna = { name: "Wien", lat: 48.21, lon: 16.37 };
const [nowhere, elsewhere] = [
  { name: "Alter Hof", lat: null, lon: null },
  { name: "Zum Tor", lat: null, lon: null },
];

describe("places of the address book", () => {
  it("places of the address book come the nearest first, and those without coordinates last", () => {
    const places = [elsewhere, vienna, nowhere, leibnitz, graz];
    expect(nearestFirst(places, graz)).toEqual([graz, leibnitz, vienna, nowhere, elsewhere]);
    expect(nearestFirst(places, undefined)).toEqual([nowhere, graz, leibnitz, vienna, elsewhere]);
  });

  it("places of the address book are sorted by the distance to where the crew is by its steps", () => {
    const aTransport = (arrived_at_destination_at: string | null) => {
      const link = aLink("LOADED", { arrived_at_destination_at });
      const funeral_data = {
        cargo_type: "ITEM" as const,
        transport_type: "Transportauftrag" as const,
        source_address: graz,
        target_address: vienna,
      };
      return whereabouts({ ...aCase("FUNERAL", link), funeral_data }, link);
    };
    expect(aTransport(null)).toEqual({ lat: graz.lat, lon: graz.lon });
    expect(aTransport("2026-03-02T09:00:00.000Z")).toEqual({ lat: vienna.lat, lon: vienna.lon });
  });
});

describe("the way between two places", () => {
  it("the distance between two places is in metres, and unknown without coordinates of both", () => {
    expect(metersTo(leibnitz, graz)).toBeCloseTo(33_140, -2);
    expect(metersTo(graz, graz)).toBe(0);
    expect(metersTo(nowhere, graz)).toBeUndefined();
    expect(metersTo(graz, undefined)).toBeUndefined();
  });
});

describe("a place that was typed", () => {
  const typed = { name: "", street: "", zip_code: "", city: "", lat: "", lon: "" };

  it("a typed place needs a town, and a house or a street", () => {
    expect(typedPlace({ ...typed, name: "Werkstatt" })).toBeUndefined();
    expect(typedPlace({ ...typed, city: "Graz" })).toBeUndefined();
    expect(typedPlace({ ...typed, city: " Graz ", street: "Ring 1" })).toEqual({ city: "Graz", street: "Ring 1" });
  });

  it("a typed place has coordinates where it came from the address book", () => {
    const known = { ...typed, name: "Werkstatt", city: "Graz", lat: "47.07", lon: "15.44" };
    expect(typedPlace(known)).toEqual({ name: "Werkstatt", city: "Graz", lat: 47.07, lon: 15.44 });
  });
});
