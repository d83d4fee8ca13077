import { sql } from "#platform/database/sql";
import { uniqueName, type SampleObjectFactory, type SampleRequest } from "./scene";
import { createInBothTenants } from "./samples-of-fleet";

type SampleMaker = (scene: SampleObjectFactory) => Promise<SampleRequest>;

const storedAddressDraft = () => ({
  name: uniqueName("hospital"),
  city: "Graz",
  country: "AT",
  lat: 47.08,
  lon: 15.46,
});
export const createSampleStoredAddress = (admin: SampleObjectFactory["world"]["admin"]) =>
  admin.createAddress(storedAddressDraft());

const addressSamples: Record<string, SampleMaker> = {
  getAddresses: async (scene) => ({ marks: await createInBothTenants(scene, createSampleStoredAddress) }),
  getAddressTypes: async (scene) => ({
    marks: await createInBothTenants(scene, (admin) =>
      admin.createAddressType({ name: uniqueName("kind"), short_key: uniqueName("K").slice(2, 10) }),
    ),
  }),
};

/** Samples of searches among the tenant's own addresses; the same house is stored in both tenants. */
const geocodingSamples: Record<string, SampleMaker> = {
  searchAddressForward: async (scene) => ({
    query: { location: "hospital Graz", size: "50" },
    marks: await createInBothTenants(scene, createSampleStoredAddress),
  }),
  searchAddressReverse: async (scene) => ({
    query: { lat: "47.08", lon: "15.46", size: "50" },
    marks: await createInBothTenants(scene, createSampleStoredAddress),
  }),
  searchAddressStructured: async (scene) => ({
    query: { street: "hospital", city: "Graz", size: "50" },
    marks: await createInBothTenants(scene, createSampleStoredAddress),
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

export const placeSampleRequestMakers: Readonly<Record<string, SampleMaker>> = {
  ...addressSamples,
  ...geocodingSamples,
};
