import { createClient } from "@leitstand/client/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { noProviderSettings } from "#platform/providers/providers";
import { sql } from "#platform/database/sql";
import { serverMisbehaviours, startStandInServer } from "../../testing/stand-in";
import { type ApiSession, startApi } from "../../testing/start-api";
import { startTestServerNode, type TestNode } from "../../testing/start-node";

const grants = ["searchAddresses", "createAddress"];
const hospitalDraft = {
  name: "Landeskrankenhaus",
  street: "Auenbruggerplatz",
  house_number: "1",
  zip_code: 8036,
  city: "Graz",
  country: "AT",
  lat: 47.0812,
  lon: 15.4661,
};
const photonFeature = (street: string, housenumber: string, countrycode = "AT") => ({
  type: "Feature",
  geometry: { type: "Point", coordinates: [15.44, 47.07] },
  properties: { street, housenumber, postcode: "8036", city: "Graz", countrycode, type: "house" },
});

describe("finding addresses", () => {
  const api = startApi();
  const standIn = startStandInServer();
  let node: TestNode;
  beforeAll(async () => {
    const providers = () => ({ ...noProviderSettings, urls: { photon: standIn.url, nominatim: standIn.url } });
    node = await startTestServerNode(api.databaseUrl, () => ({ providers: providers() }));
  });
  afterAll(() => node?.stop());

  /** Client for the same caller at the node that has a Photon and a Nominatim. */
  const onNode = ({ session }: ApiSession) =>
    createClient({ baseUrl: node.url, token: () => session.token, attempts: 1 });
  const choose = (session: ApiSession, geocoding: object) =>
    api.db.system.run(sql`
      update tenants set geocoding = ${JSON.stringify(geocoding)}::jsonb where id = ${session.session.tenant.id}`);
  let dispatcher: ApiSession;
  beforeEach(async () => {
    dispatcher = await api.signIn(...grants);
    await dispatcher.createAddress(hospitalDraft);
  });

  it("searchAddressForward lists the tenant's own addresses first, even when they are misspelt in the query", async () => {
    const { addresses, geocoder } = await dispatcher.searchAddressForward({ location: "Auenbrugerplatz graz" });
    expect(geocoder).toBe("embedded");
    expect(addresses).toMatchObject([
      {
        ...hospitalDraft,
        zip_code: "8036",
        source: "stored",
        label: "Landeskrankenhaus, Auenbruggerplatz 1, 8036 Graz",
        stored_address_id: expect.any(String),
      },
      { source: "embedded", kind: "PLACE", city: "Graz" },
    ]);
    expect(await (await api.signIn(...grants)).searchAddressForward({ location: "Auenbruggerplatz" })).toMatchObject({
      addresses: [],
    });
  });

  it("searchAddressReverse finds a stored address at the position, and searchAddressStructured finds one by its parts", async () => {
    const near = await dispatcher.searchAddressReverse({ lat: 47.0812, lon: 15.4662 });
    expect(near.addresses).toMatchObject([{ source: "stored", distance_meters: expect.any(Number) }]);
    const elsewhere = await dispatcher.searchAddressReverse({ lat: 48, lon: 15 });
    expect(elsewhere.addresses).toMatchObject([{ source: "embedded", kind: "PLACE", country: "AT" }]);
    expect((await dispatcher.searchAddressReverse({ lat: 0, lon: 0 })).addresses).toEqual([]);
    const parts = await dispatcher.searchAddressStructured({ street: "Auenbruggerplatz 1", city: "Graz" });
    expect(parts.addresses).toMatchObject([{ source: "stored", street: "Auenbruggerplatz" }]);
  });

  it("searchAddressStructured finds a stored address without a country in every country, and one with a country only there", async () => {
    const house = {
      name: "Dechantei",
      street: "Dechantgasse",
      house_number: "12 a",
      city: "Graz",
      lat: 47.1,
      lon: 15.4,
    };
    await dispatcher.createAddress({ ...house, country: "AT" });
    await dispatcher.createAddress({ ...house, name: "Pfarrhof" });
    const found = async (country?: string) => {
      const query = { street: "Dechantgasse 12a", ...(country === undefined ? {} : { country }) };
      const { addresses } = await dispatcher.searchAddressStructured(query);
      return addresses.map(({ name }) => name);
    };
    expect(await found()).toEqual(["Dechantei", "Pfarrhof"]);
    expect(await found("AT")).toEqual(["Dechantei", "Pfarrhof"]);
    expect(await found("DE")).toEqual(["Pfarrhof"]);
  });

  it("an address search continues with the tenant's geocoder, in the tenant's countries, and lists each house once", async () => {
    await choose(dispatcher, { geocoder: "photon", countries: ["AT"] });
    standIn.answer("/api", {
      features: [
        photonFeature("Auenbruggerplatz", "1"),
        photonFeature("Auenbruggerplatz", "2"),
        photonFeature("Auenbruggerplatz", "3", "DE"),
      ],
    });
    const { addresses, geocoder, attribution } = await onNode(dispatcher).searchAddressForward({
      location: "Auenbruggerplatz",
      lat: 47.1,
      lon: 15.4,
    });
    expect([geocoder, attribution]).toEqual(["photon", "© OpenStreetMap contributors"]);
    expect(addresses.map(({ source, house_number }) => [source, house_number])).toEqual([
      ["stored", "1"],
      ["photon", "2"],
    ]);
    expect(standIn.asked).toMatchObject([{ query: { q: "Auenbruggerplatz", lat: "47.1", lon: "15.4" } }]);
  });

  it("an address search lists the very house that it asks for before a stored address of another house, which it marks", async () => {
    await choose(dispatcher, { geocoder: "photon", countries: ["AT"] });
    standIn.answer("/api", { features: [photonFeature("Auenbruggerplatz", "12")] });
    const asked = async (location: string) => {
      const { addresses } = await onNode(dispatcher).searchAddressForward({ location });
      return addresses.map(({ source, house_number, is_other_house }) => [source, house_number, is_other_house]);
    };
    expect(await asked("Auenbruggerplatz 12 Graz")).toEqual([["photon", "12", false]]);
    await dispatcher.createAddress({ ...hospitalDraft, name: "Pathologie", house_number: "120", lat: 47.09 });
    expect(await asked("Auenbruggerplatz 12 Graz")).toEqual([
      ["photon", "12", false],
      ["stored", "120", true],
    ]);
    standIn.answer("/api", { features: [] });
    expect(await asked("Auenbruggerplatz 12 Graz")).toEqual([["stored", "120", true]]);
  });

  it("an address search lists each of several towns of the same name, for a text and for fields", async () => {
    const frankfurt = await dispatcher.searchAddressForward({ location: "Frankfurt" });
    const cities = frankfurt.addresses.map(({ city }) => city);
    expect(cities).toHaveLength(2);
    expect(new Set(cities)).toEqual(new Set(["Frankfurt (Oder)", "Frankfurt am Main"]));
    const wohlen = await dispatcher.searchAddressStructured({ city: "Wohlen" });
    expect(wohlen.addresses).toMatchObject([
      { city: "Wohlen", country: "CH" },
      { city: "Wohlen", country: "CH" },
    ]);
  });

  it("an address search uses the geocoder that the call names, if the operator has configured it", async () => {
    standIn.answer("/search", []);
    const { geocoder } = await onNode(dispatcher).searchAddressStructured({ city: "Graz", geocoder: "nominatim" });
    expect(geocoder).toBe("nominatim");
    const invalid = { status: 400, code: "REQUEST_PARAMETER_INVALID" };
    const pelias = onNode(dispatcher).searchAddressStructured({ city: "Graz", geocoder: "pelias" });
    await expect(pelias).rejects.toMatchObject(invalid);
    const elsewhere = dispatcher.searchAddressStructured({ city: "Graz", geocoder: "photon" });
    await expect(elsewhere).rejects.toMatchObject(invalid);
  });

  it("an address search uses the installation's geocoder where the tenant's choice is not configured", async () => {
    await choose(dispatcher, { geocoder: "pelias" });
    expect(await onNode(dispatcher).searchAddressForward({ location: "Graz" })).toMatchObject({ geocoder: "embedded" });
  });

  it("a failed address search names the geocoder that has failed", async () => {
    await choose(dispatcher, { geocoder: "photon" });
    standIn.misbehave(serverMisbehaviours["a page of HTML"]);
    const failing = onNode(dispatcher).searchAddressForward({ location: "Graz" });
    await expect(failing).rejects.toMatchObject({ status: 502, code: "UPSTREAM_FAILED" });
    expect(await failing.catch((refusal) => refusal.arg("provider"))).toBe("photon");
  });

  it.each([
    ["no text", "searchAddressForward", {}, 400, "REQUEST_PARAMETER_MISSING"],
    ["an empty text", "searchAddressForward", { location: "" }, 400, "REQUEST_PARAMETER_INVALID"],
    ["half a position", "searchAddressForward", { location: "Graz", lat: 47 }, 422, "FIELD_COMBINATION_INVALID"],
    ["a latitude beyond the pole", "searchAddressReverse", { lat: 91, lon: 0 }, 400, "REQUEST_PARAMETER_INVALID"],
    ["no longitude", "searchAddressReverse", { lat: 47 }, 400, "REQUEST_PARAMETER_MISSING"],
    ["no part", "searchAddressStructured", { country: "AT" }, 422, "FIELD_COMBINATION_INVALID"],
    [
      "a country of three letters",
      "searchAddressStructured",
      { city: "Graz", country: "AUT" },
      400,
      "REQUEST_PARAMETER_INVALID",
    ],
    [
      "an unknown geocoder",
      "searchAddressStructured",
      { city: "Graz", geocoder: "google" },
      400,
      "REQUEST_PARAMETER_INVALID",
    ],
  ] as const)("an address search with %s is refused (%s)", async (...[, operation, query, status, code]) => {
    const ask = dispatcher[operation] as (query: object) => Promise<unknown>;
    await expect(ask(query)).rejects.toMatchObject({ status, code });
  });

  it("an address search answers 403 to callers without the grant", async () => {
    const other = await api.signIn("getAddresses");
    await expect(other.searchAddressForward({ location: "Graz" })).rejects.toMatchObject({
      code: "AUTH_GRANT_MISSING",
    });
  });
});
