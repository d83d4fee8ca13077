import { describe, expect, it } from "vitest";
import { aCaseWithLink, aTourCaseLink } from "#outbox/row.fixture.ts";
import { metersToPlace, sortByDistance, parseTypedDestination, crewPositionByCaseSteps } from "./stored-places.ts";

const placeInGraz = { name: "Graz", lat: 47.07, lon: 15.44 };
const placeInLeibnitz = { name: "Leibnitz", lat: 46.78, lon: 15.54 };
const placeInVienna = { name: "Wien", lat: 48.21, lon: 16.37 };
const [nowhere, elsewhere] = [
  { name: "Alter Hof", lat: null, lon: null },
  { name: "Zum Tor", lat: null, lon: null },
];

describe("places of the address book", () => {
  it("the driver app lists places of the address book the nearest first, and those without coordinates last", () => {
    const places = [elsewhere, placeInVienna, nowhere, placeInLeibnitz, placeInGraz];
    expect(sortByDistance(places, placeInGraz)).toEqual([
      placeInGraz,
      placeInLeibnitz,
      placeInVienna,
      nowhere,
      elsewhere,
    ]);
    expect(sortByDistance(places, undefined)).toEqual([
      nowhere,
      placeInGraz,
      placeInLeibnitz,
      placeInVienna,
      elsewhere,
    ]);
  });

  it("the driver app sorts places of the address book by the distance from the last place that the crew has reached", () => {
    const aTransport = (arrived_at_destination_at: string | null) => {
      const link = aTourCaseLink("LOADED", { arrived_at_destination_at });
      const funeral_data = {
        cargo_type: "ITEM" as const,
        transport_type: "Transportauftrag" as const,
        source_address: placeInGraz,
        target_address: placeInVienna,
      };
      return crewPositionByCaseSteps({ ...aCaseWithLink("FUNERAL", link), funeral_data }, link);
    };
    expect(aTransport(null)).toEqual({ lat: placeInGraz.lat, lon: placeInGraz.lon });
    expect(aTransport("2026-03-02T09:00:00.000Z")).toEqual({ lat: placeInVienna.lat, lon: placeInVienna.lon });
  });
});

describe("the way between two places", () => {
  it("the distance between two places is in metres, and undefined without coordinates of both", () => {
    expect(metersToPlace(placeInLeibnitz, placeInGraz)).toBeCloseTo(33_140, -2);
    expect(metersToPlace(placeInGraz, placeInGraz)).toBe(0);
    expect(metersToPlace(nowhere, placeInGraz)).toBeUndefined();
    expect(metersToPlace(placeInGraz, undefined)).toBeUndefined();
  });
});

describe("a place that was typed", () => {
  const typed = { name: "", street: "", zip_code: "", city: "", lat: "", lon: "" };

  it("a place that a driver types needs a town, and a name or a street", () => {
    expect(parseTypedDestination({ ...typed, name: "Werkstatt" })).toBeUndefined();
    expect(parseTypedDestination({ ...typed, city: "Graz" })).toBeUndefined();
    expect(parseTypedDestination({ ...typed, city: " Graz ", street: "Ring 1" })).toEqual({
      city: "Graz",
      street: "Ring 1",
    });
  });

  it("a place that a driver chooses from the address book keeps its coordinates", () => {
    const known = { ...typed, name: "Werkstatt", city: "Graz", lat: "47.07", lon: "15.44" };
    expect(parseTypedDestination(known)).toEqual({ name: "Werkstatt", city: "Graz", lat: 47.07, lon: 15.44 });
  });
});
