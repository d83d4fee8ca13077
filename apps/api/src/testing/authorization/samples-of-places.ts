import { sql } from "#platform/database/sql";
import { aName, type Scene, type SampleRequest } from "./scene";
import { inBothTenants } from "./samples-of-fleet";

type SampleMaker = (scene: Scene) => Promise<SampleRequest>;

const anAddress = () => ({ name: aName("hospital"), city: "Graz", country: "AT", lat: 47.08, lon: 15.46 });
export const stored = (admin: Scene["world"]["admin"]) => admin.createAddress(anAddress());

const addresses: Record<string, SampleMaker> = {
  getAddresses: async (scene) => ({ marks: await inBothTenants(scene, stored) }),
  getAddressTypes: async (scene) => ({
    marks: await inBothTenants(scene, (admin) =>
      admin.createAddressType({ name: aName("kind"), short_key: aName("K").slice(2, 10) }),
    ),
  }),
};

/** Samples of searches among the tenant's own addresses; the same house is stored in both tenants. */
const geocoding: Record<string, SampleMaker> = {
  searchAddressForward: async (scene) => ({
    query: { location: "hospital Graz", size: "50" },
    marks: await inBothTenants(scene, stored),
  }),
  searchAddressReverse: async (scene) => ({
    query: { lat: "47.08", lon: "15.46", size: "50" },
    marks: await inBothTenants(scene, stored),
  }),
  searchAddressStructured: async (scene) => ({
    query: { street: "hospital", city: "Graz", size: "50" },
    marks: await inBothTenants(scene, stored),
  }),
  getSuggestions: async (scene) => {
    const { id: case_id } = await scene.reachedCase();
    await scene.world.api.db.system.run(sql`
      update cases set funeral_data = jsonb_set(funeral_data, '{source_address}',
        (funeral_data -> 'source_address') || '{"lat": 47.08, "lon": 15.46}') where id = ${case_id}`);
    return { body: { case_id } };
  },
  solveRouting: async () => ({
    body: { vehicles: [{ id: "G-1", start: [15.44, 47.07] }], stops: [{ id: "S-1", location: [15.46, 47.08] }] },
  }),
};

export const samplesOfPlaces: Readonly<Record<string, SampleMaker>> = { ...addresses, ...geocoding };
