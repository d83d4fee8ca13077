import { STORED_ADDRESSES_MAX } from "@leitstand/contract/operation/limits";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { startApi } from "../../testing/start-api";

const addressGrants = ["getAddresses", "createAddress", "updateAddress", "deleteAddress"];
const addressTypeGrants = ["getAddressTypes", "createAddressType"];
const UNKNOWN_ID = "0b5e7a1c-3d2f-4a6b-8c9d-1e2f3a4b5c6d";
const hospitalAddress = (overrides: object = {}) => ({
  name: "Landeskrankenhaus",
  city: "Graz",
  country: "AT",
  ...overrides,
});

/** One or more postal codes of each country, in the forms that people write. */
const postalCodesByCountry = Object.entries({
  AT: "8036",
  AU: "0800",
  BE: "1000",
  BG: "1000",
  BR: "01000-000",
  CA: "K1A 0B1",
  CH: "8001",
  CN: "010000",
  CZ: "01000",
  DE: "01067",
  DK: "0800",
  EE: "10111",
  ES: "08001",
  FI: "00100",
  FR: "01000",
  GB: "SW1A 1AA",
  GR: "104 31",
  HR: "10000",
  HU: "1011",
  IE: "D02 AF30",
  IT: "00187",
  JP: "060-0001",
  KZ: "010000",
  LI: "9490",
  LT: "01001",
  LU: "1111",
  LV: "LV-1050",
  MT: "VLT 1117",
  NL: "1011 AB",
  NO: "0150",
  PL: "00-950",
  PT: "1000-001",
  RO: "010011",
  SE: "111 22",
  SI: "1000",
  SK: "010 01",
  UA: "01001",
  US: "00501-0001",
});

describe("stored addresses", () => {
  const api = startApi();

  it("a stored address keeps all fields that help a crew to find the entrance at the right time", async () => {
    const dispatcher = await api.signIn(...addressGrants, ...addressTypeGrants, "createVehicleType");
    const { id: stored_address_type_id } = await dispatcher.createAddressType({ name: "Krankenhaus", short_key: "KH" });
    const { id: van } = await dispatcher.createVehicleType({ name: "Transporter", short_key: "TR" });
    const draft = {
      name: "Landeskrankenhaus, Prosektur",
      type: "DEFAULT_SOURCE" as const,
      stored_address_type_id,
      street: "Auenbruggerplatz",
      house_number: "1",
      addition: "Eingang über den Hof",
      floor: "UG",
      zip_code: 8036,
      city: "Graz",
      country: "AT",
      lat: 47.0812,
      lon: 15.4661,
      contact_name: "Portier",
      phone_number: "+4331638500",
      notes: "Schranke: läuten",
      elevator: true,
      public_place: true,
      home: true,
      elderly_home: true,
      cold_storage: true,
      opening_hours: { d0: [{ from: "07:00", to: "24:00" }], d5: null, d6: [] },
      excluded_vehicle_type_ids: [van],
    };
    const stored = await dispatcher.createAddress(draft);
    expect(stored).toMatchObject({ ...draft, postal_code: "8036", lock_version: 0 });
    expect(await dispatcher.getAddresses()).toEqual([stored]);
  });

  it("a stored address that is sent back as it was read keeps its postal code, in every country", async () => {
    const dispatcher = await api.signIn(...addressGrants);
    const codes: readonly (readonly [string | null, string | null])[] = [
      ...postalCodesByCountry,
      ...postalCodesByCountry.map(([, code]) => [null, code] as const),
      ["AT", null],
    ];
    for (const [country, postal_code] of codes) {
      const stored = await dispatcher.createAddress({ name: `${country} ${postal_code}`, country, postal_code });
      expect(stored).toMatchObject({ country, postal_code });
      const { id, name, zip_code } = stored;
      const read = { id, name, country };
      const both = await dispatcher.updateAddress({ ...read, zip_code, postal_code, lock_version: 0 });
      const number = await dispatcher.updateAddress({ ...read, zip_code, lock_version: 1 });
      expect([both, number].map((one) => [one.zip_code, one.postal_code])).toEqual([
        [zip_code, postal_code],
        [zip_code, postal_code],
      ]);
    }
  });

  it("an address with two different new postal codes is refused, but an outdated lock version answers 409 first", async () => {
    const dispatcher = await api.signIn(...addressGrants);
    const { id } = await dispatcher.createAddress(hospitalAddress({ postal_code: "8036" }));
    const change = { ...hospitalAddress(), id, zip_code: 8010, postal_code: "8020" };
    await expect(dispatcher.updateAddress({ ...change, lock_version: 0 })).rejects.toMatchObject({
      code: "FIELD_COMBINATION_INVALID",
    });
    await expect(dispatcher.updateAddress({ ...change, lock_version: 4 })).rejects.toMatchObject({
      code: "LOCK_VERSION_CONFLICT",
    });
    await expect(
      dispatcher.createAddress({ ...hospitalAddress(), zip_code: 8010, postal_code: "8020" }),
    ).rejects.toMatchObject({
      code: "FIELD_COMBINATION_INVALID",
    });
    expect(await dispatcher.getAddresses()).toMatchObject([{ postal_code: "8036", lock_version: 0 }]);
  });

  it.each([
    ["01067", "DE", { zip_code: 1067, postal_code: "01067" }],
    [1067, "DE", { zip_code: 1067, postal_code: "01067" }],
    ["SW1A 1AA", "GB", { zip_code: null, postal_code: "SW1A 1AA" }],
    [8036, "AT", { zip_code: 8036, postal_code: "8036" }],
  ])("a stored address keeps the postal code %j in %s as it was typed, at creation and at change", async (...given) => {
    const [zip_code, country, kept] = given;
    const dispatcher = await api.signIn(...addressGrants);
    const { id, lock_version, ...stored } = await dispatcher.createAddress(hospitalAddress({ zip_code, country }));
    expect(stored).toMatchObject(kept);
    const moved = await dispatcher.updateAddress({
      id,
      lock_version,
      ...hospitalAddress({ zip_code: 99, country: "AT" }),
    });
    expect(moved).toMatchObject({ zip_code: 99, postal_code: "99" });
    const back = await dispatcher.updateAddress({ id, lock_version: 1, ...hospitalAddress({ zip_code, country }) });
    expect(back).toMatchObject(kept);
  });

  it("a stored address of the previous release shows its postal code as people write it", async () => {
    const dispatcher = await api.signIn(...addressGrants);
    const { id } = dispatcher.session.tenant;
    await api.db.system.run(sql`
      insert into stored_addresses (tenant_id, name, zip_code, country) values (${id}, 'Dresden', 1067, 'DE'), (${id}, 'Graz', 8036, 'AT')`);
    await api.db.system.run(
      sql`update stored_addresses set zip_code = 99085 where tenant_id = ${id} and name = 'Dresden'`,
    );
    expect(await dispatcher.getAddresses()).toMatchObject([{ postal_code: "99085" }, { postal_code: "8036" }]);
  });

  it("a new stored address has the type destination unless another is given, and its flags are null until they are set", async () => {
    const dispatcher = await api.signIn(...addressGrants);
    expect(await dispatcher.createAddress({ name: "Zentralfriedhof" })).toMatchObject({
      type: "DEFAULT_DESTINATION",
      stored_address_type_id: null,
      zip_code: null,
      opening_hours: null,
      excluded_vehicle_type_ids: [],
      elevator: false,
      public_place: false,
      home: false,
      elderly_home: false,
      cold_storage: false,
    });
  });

  it("stored addresses are listed by name, and can be filtered by type and by the tenant's address type", async () => {
    const dispatcher = await api.signIn(...addressGrants, ...addressTypeGrants);
    const { id: stored_address_type_id } = await dispatcher.createAddressType({ name: "Friedhof", short_key: "FH" });
    await dispatcher.createAddress(hospitalAddress({ name: "Urnenhain", stored_address_type_id }));
    await dispatcher.createAddress(hospitalAddress({ name: "Klinik", type: "DEFAULT_SOURCE" }));
    await dispatcher.createAddress(
      hospitalAddress({ name: "Anatomie", type: "DEFAULT_SOURCE", stored_address_type_id }),
    );
    const names = async (query: Parameters<typeof dispatcher.getAddresses>[0]) =>
      (await dispatcher.getAddresses(query)).map(({ name }) => name);
    expect(await names({})).toEqual(["Anatomie", "Klinik", "Urnenhain"]);
    expect(await names({ type: "DEFAULT_SOURCE" })).toEqual(["Anatomie", "Klinik"]);
    expect(await names({ stored_address_type_id })).toEqual(["Anatomie", "Urnenhain"]);
    expect(await names({ type: "DEFAULT_SOURCE", stored_address_type_id })).toEqual(["Anatomie"]);
    expect(await names({ stored_address_type_id: UNKNOWN_ID })).toEqual([]);
    expect(await names({ type: "OTHER" })).toEqual([]);
  });

  it("an update replaces all fields of a stored address, and requires its current lock version", async () => {
    const dispatcher = await api.signIn(...addressGrants);
    const { id, lock_version } = await dispatcher.createAddress(
      hospitalAddress({ type: "OTHER", elevator: true, zip_code: 8036, opening_hours: { d0: [] } }),
    );
    expect(await dispatcher.updateAddress({ id, lock_version, name: "Klinik" })).toMatchObject({
      name: "Klinik",
      type: "DEFAULT_DESTINATION",
      elevator: false,
      zip_code: null,
      city: null,
      opening_hours: null,
      lock_version: 1,
    });
    await expect(dispatcher.updateAddress({ id, lock_version, name: "Late" })).rejects.toMatchObject({
      status: 409,
      code: "LOCK_VERSION_CONFLICT",
    });
  });

  it("a deleted address is no longer listed", async () => {
    const dispatcher = await api.signIn(...addressGrants);
    const { id } = await dispatcher.createAddress(hospitalAddress());
    await dispatcher.deleteAddress({ id });
    expect(await dispatcher.getAddresses()).toEqual([]);
    await expect(dispatcher.deleteAddress({ id })).rejects.toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
  });

  it("addresses of another tenant answer 404, as if they did not exist", async () => {
    const owner = await api.signIn(...addressGrants);
    const { id, lock_version } = await owner.createAddress(hospitalAddress());
    const stranger = await api.signIn(...addressGrants);
    const missing = { status: 404, code: "RESOURCE_NOT_FOUND" };
    await expect(stranger.updateAddress({ id, lock_version, name: "Mine" })).rejects.toMatchObject(missing);
    await expect(stranger.deleteAddress({ id })).rejects.toMatchObject(missing);
    expect(await stranger.getAddresses()).toEqual([]);
    expect(await owner.getAddresses()).toHaveLength(1);
  });

  it.each([
    ["country of three letters", { country: "AUT" }],
    ["country with a digit", { country: "A1" }],
    ["country in small letters", { country: "at" }],
    ["postal code with a bracket", { zip_code: "(8036)" }],
    ["postal code that begins with a blank", { zip_code: " 8036" }],
    ["postal code of 17 letters", { zip_code: "A".repeat(17) }],
    ["postal code below nought", { zip_code: -1 }],
    ["latitude beyond the pole", { lat: 90.1, lon: 15 }],
    ["unknown type", { type: "HOME" }],
    ["hour that there is not", { opening_hours: { d0: [{ from: "24:00", to: "24:00" }] } }],
    ["eighth day", { opening_hours: { d7: [] } }],
    ["empty name", { name: "" }],
    ["flag that is null", { elevator: null }],
  ])("creating an address refuses a %s", async (_, fault) => {
    const dispatcher = await api.signIn(...addressGrants);
    const refused = dispatcher.createAddress(hospitalAddress(fault));
    await expect(refused).rejects.toMatchObject({ status: 400 });
    expect(await refused.catch(({ code }: { code: string }) => code)).toMatch(
      /VALIDATION_FAILED|REQUEST_UNKNOWN_FIELD/,
    );
  });

  it.each([
    ["FIELD_COMBINATION_INVALID", { lat: 47 }],
    ["RANGE_INVALID", { opening_hours: { d0: [{ from: "17:00", to: "08:00" }] } }],
    ["REFERENCE_NOT_FOUND", { stored_address_type_id: UNKNOWN_ID }],
    ["REFERENCE_NOT_FOUND", { excluded_vehicle_type_ids: [UNKNOWN_ID] }],
  ])("creating and changing an address answer %s to %j", async (code, fault) => {
    const dispatcher = await api.signIn(...addressGrants);
    const { id, lock_version } = await dispatcher.createAddress(hospitalAddress());
    await expect(dispatcher.createAddress(hospitalAddress(fault))).rejects.toMatchObject({ status: 422, code });
    await expect(dispatcher.updateAddress({ id, lock_version, ...hospitalAddress(fault) })).rejects.toMatchObject({
      code,
    });
  });

  it("a tenant can store only as many addresses as one search can read", async () => {
    const dispatcher = await api.signIn(...addressGrants);
    await api.db.system.run(sql`
      insert into stored_addresses (tenant_id, name)
      select ${dispatcher.session.tenant.id}, 'Place ' || number from generate_series(1, ${STORED_ADDRESSES_MAX}::int) number`);
    await expect(dispatcher.createAddress(hospitalAddress())).rejects.toMatchObject({
      status: 422,
      code: "LIMIT_EXCEEDED",
    });
  });

  it("a tenant's address types classify its addresses, and each has a unique short key", async () => {
    const dispatcher = await api.signIn(...addressTypeGrants);
    const cemetery = await dispatcher.createAddressType({
      name: "Friedhof",
      short_key: "FH",
      description: "Mit Halle",
    });
    await dispatcher.createAddressType({ name: "Bahnhof", short_key: "BF" });
    expect(await dispatcher.getAddressTypes()).toMatchObject([{ name: "Bahnhof", description: null }, cemetery]);
    await expect(dispatcher.createAddressType({ name: "Feuerhalle", short_key: "FH" })).rejects.toMatchObject({
      status: 409,
      code: "RESOURCE_ALREADY_EXISTS",
    });
    expect(await (await api.signIn(...addressTypeGrants)).getAddressTypes()).toEqual([]);
  });

  it("creating addresses and address types answers 403 to callers without the grant", async () => {
    const reader = await api.signIn("getAddresses", "getAddressTypes");
    const missing = { status: 403, code: "AUTH_GRANT_MISSING" };
    await expect(reader.createAddress(hospitalAddress())).rejects.toMatchObject(missing);
    await expect(reader.createAddressType({ name: "X", short_key: "X" })).rejects.toMatchObject(missing);
    await expect(api.anonymous().getAddresses()).rejects.toMatchObject({ status: 401, code: "AUTH_TOKEN_MISSING" });
  });
});
