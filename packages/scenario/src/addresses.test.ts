import { AddressCreateRequest } from "@leitstand/contract/company/addresses";
import { Value } from "typebox/value";
import { describe, expect, it } from "vitest";
import { ADDRESS_TYPE_NAMES_BY_TENANT_TYPE, planStoredAddresses } from "./addresses";
import { SCENARIO_COMPANIES } from "./companies";

const regionPlaces = [
  { city: "Graz", zip_code: "8010", lat: 47.06667, lon: 15.45 },
  { city: "Weiz", zip_code: "8160", lat: 47.21667, lon: 15.61667 },
];

describe.each(SCENARIO_COMPANIES)("stored addresses of $name", ({ type, vehicle_types }) => {
  const addresses = planStoredAddresses(type, regionPlaces);

  it("the generated stored addresses of $name are valid", () => {
    expect(addresses.length).toBeGreaterThan(2);
    for (const { kind, excluded, ...draft } of addresses) {
      expect([...Value.Errors(AddressCreateRequest, draft)]).toEqual([]);
      expect(Object.keys(ADDRESS_TYPE_NAMES_BY_TENANT_TYPE[type] ?? {})).toContain(kind);
      for (const key of excluded) expect(vehicle_types.map(({ short_key }) => short_key)).toContain(key);
    }
  });

  it("the generated stored addresses of $name are at different places within two kilometres of their town", () => {
    const where = addresses.map(({ lat, lon }) => `${lat} ${lon}`);
    expect(new Set(where).size).toBe(where.length);
    for (const { city, lat, lon } of addresses) {
      const centre = regionPlaces.find((place) => place.city === city);
      expect(Math.abs((lat as number) - (centre?.lat ?? 0))).toBeLessThan(0.018);
      expect(Math.abs((lon as number) - (centre?.lon ?? 0))).toBeLessThan(0.027);
    }
  });
});
