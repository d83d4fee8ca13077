import { countryCodes } from "@leitstand/contract/core/country";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { funeralCaseRequest, roadsideCaseRequest } from "./testing/cases";
import { type ApiSession, startApi } from "./testing/start-api";

const transportFromCountry = (country: string) => {
  const { funeral_data, ...draft } = funeralCaseRequest();
  return { ...draft, funeral_data: { ...funeral_data!, source_address: { city: "Graz", country } } };
};
const roadsideCaseInCountry = (country: string) => {
  const { rsa_data, ...draft } = roadsideCaseRequest();
  return { ...draft, rsa_data: { ...rsa_data!, vehicle: { license_plate: "G 1", country } } };
};
const finishRequestIn = (country: string) => ({
  id: crypto.randomUUID(),
  action: "FINISH" as const,
  tour_id: crypto.randomUUID(),
  lock_version: 0,
  payload: { finish_reason: "Kühlraum", interim_address: { city: "Graz", country } },
});
const bodyFaultCode = "VALIDATION_FAILED";
const queryFaultCode = "REQUEST_PARAMETER_INVALID";

/** Every request field by which a client can name a country. */
const requestsNamingCountry: [
  string,
  string,
  (who: Record<"office" | "club", ApiSession>, country: string) => Promise<unknown>,
][] = [
  ["the place of a case", bodyFaultCode, ({ office }, country) => office.createCase(transportFromCountry(country))],
  ["a vehicle that broke down", bodyFaultCode, ({ club }, country) => club.createCase(roadsideCaseInCountry(country))],
  ["an interim place", bodyFaultCode, ({ office }, country) => office.receiveAction(finishRequestIn(country))],
  ["a branch", bodyFaultCode, ({ office }, country) => office.createBranch({ name: "Graz", address: { country } })],
  ["the address book", bodyFaultCode, ({ office }, country) => office.createAddress({ name: "Klinik", country })],
  [
    "the area of address search",
    bodyFaultCode,
    ({ office }, country) =>
      office.patchTenant({ id: office.session.tenant.id, lock_version: 99, geocoding: { countries: [country] } }),
  ],
  [
    "an address search",
    queryFaultCode,
    ({ office }, country) => office.searchAddressStructured({ city: "Graz", country }),
  ],
];

describe("countries in requests", () => {
  const api = startApi();
  const grants = [
    "createCase",
    "getCases",
    "receiveAction",
    "createBranch",
    "getBranches",
    "createAddress",
    "getAddresses",
  ];
  const signInPeople = async () => ({
    office: await api.signIn(...grants, "updateTenant", "searchAddresses"),
    club: await api.bearer({ tenantType: "ROADSIDE_ASSISTANCE", grants }),
  });
  const refusal = (answer: Promise<unknown>) =>
    answer.then(
      () => "taken",
      ({ status, code }: { status: number; code: string }) => `${status} ${code}`,
    );

  it.each(requestsNamingCountry)(
    "the API accepts the countries of ISO 3166 and Kosovo for %s, and no others",
    async (_where, code, tell) => {
      const people = await signInPeople();
      const answers = async (...countries: string[]) =>
        Promise.all(countries.map((country) => refusal(tell(people, country))));
      expect(new Set(await answers("UK", "EU", "YU", "ZZ"))).toEqual(new Set([`400 ${code}`]));
      expect((await answers("AT", "GB", "XK", "AX")).filter((answer) => answer.startsWith("400"))).toEqual([]);
    },
  );

  it("the refusal of a country names the field and the rule", async () => {
    const { office } = await signInPeople();
    const refused = office.createCase(transportFromCountry("UK"));
    const { args } = (await refused.catch((error: unknown) => error)) as { args: readonly object[] };
    expect(args).toMatchObject([
      { key: "field", value: "funeral_data.source_address.country" },
      { key: "rule", value: "enum" },
    ]);
  });

  it("unlisted countries that were stored before countries were checked are still returned", async () => {
    const { office } = await signInPeople();
    const { id } = await office.createCase(transportFromCountry("AT"));
    await office.createBranch({ name: "Graz", address: { country: "AT" } });
    await office.createAddress({ name: "Klinik", country: "AT" });
    const { tenant } = office.session;
    await api.db.system.run(sql`
      update cases set funeral_data = jsonb_set(funeral_data, '{source_address,country}', '"UK"') where tenant_id = ${tenant.id}`);
    await api.db.system.run(sql`
      update branches set address = jsonb_set(address::jsonb, '{country}', '"UK"') where tenant_id = ${tenant.id}`);
    await api.db.system.run(sql`update stored_addresses set country = 'UK' where tenant_id = ${tenant.id}`);
    expect((await office.getCase({ id })).funeral_data?.source_address?.country).toBe("UK");
    expect((await office.getBranches()).map(({ address }) => address?.country)).toEqual(["UK"]);
    expect((await office.getAddresses()).map(({ country }) => country)).toEqual(["UK"]);
    expect(countryCodes).not.toContain("UK");
  });
});
