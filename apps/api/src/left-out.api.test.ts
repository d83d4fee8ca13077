import type { Operation } from "@leitstand/contract/operation/operation";
import { operations } from "@leitstand/contract/operations";
import { describe, expect, it } from "vitest";
import { insertBranch, nextPhoneNumber } from "./testing/fixtures";
import { type ApiSession, startApi } from "./testing/start-api";

type VersionedRow = Readonly<Record<string, unknown>> & { readonly id: string; readonly lock_version: number };
interface ReplaceableKind {
  /** Fields that a new object must have. */
  readonly least: (unique: string) => object;
  /** Makes values for all other fields, none of them the default of a new object. */
  readonly rest: (dispatcher: ApiSession, branch: string) => Promise<object> | object;
  readonly create: (dispatcher: ApiSession, draft: never) => Promise<unknown>;
  readonly put: (dispatcher: ApiSession, change: never) => Promise<unknown>;
}

const replaceableKinds: Readonly<Record<string, ReplaceableKind>> = {
  updateAddress: {
    least: () => ({ name: "Klinik" }),
    rest: async (dispatcher) => ({
      type: "OTHER",
      stored_address_type_id: (await dispatcher.createAddressType({ name: "Friedhof", short_key: "FH" })).id,
      street: "Weg",
      zip_code: 8010,
      country: "AT",
      lat: 47,
      lon: 15,
      elevator: true,
      cold_storage: true,
      opening_hours: { d0: [] },
      excluded_vehicle_type_ids: [(await dispatcher.createVehicleType({ name: "Bus", short_key: "B" })).id],
    }),
    create: (dispatcher, draft) => dispatcher.createAddress(draft),
    put: (dispatcher, change) => dispatcher.updateAddress(change),
  },
  updateArea: {
    least: () => ({ title: "Graz", zip_ranges: [{ from: "8010", to: "8055" }] }),
    rest: (_desk, branch) => ({ description: "Stadt", branch_id: branch }),
    create: (dispatcher, draft) => dispatcher.createArea(draft),
    put: (dispatcher, change) => dispatcher.updateArea(change),
  },
  updateBranch: {
    least: () => ({ name: "Graz" }),
    rest: () => ({
      type: "GARAGE",
      external_id: "B-1",
      address: { city: "Graz" },
      phone_number: "+43316123456",
      internal_dispatching_enabled: false,
      location_report_required: true,
      active: false,
    }),
    create: (dispatcher, draft) => dispatcher.createBranch(draft),
    put: (dispatcher, change) => dispatcher.updateBranch(change),
  },
  updateDevice: {
    least: () => ({ phone_number: nextPhoneNumber() }),
    rest: (_desk, branch_id) => ({
      device_type: "TABLET",
      name: "Graz 1",
      external_id: "D-1",
      active_states: [{ branch_id, active: true }],
    }),
    create: (dispatcher, draft) => dispatcher.createDevice(draft),
    put: (dispatcher, change) => dispatcher.updateDevice(change),
  },
  updateSkill: {
    least: (unique) => ({ name: `Kran ${unique}`, skill_type: "VEHICLE" }),
    rest: () => ({ short_key: "KR", description: "Hebt" }),
    create: (dispatcher, draft) => dispatcher.createSkill(draft),
    put: (dispatcher, { skill_type: _, id: skill_id, ...change }: { skill_type: string; id: string }) =>
      dispatcher.updateSkill({ skill_id, ...change } as never),
  },
  updateTodoTemplate: {
    least: () => ({ title: "Schlüssel", type: "CASE_TEMPLATE" }),
    rest: () => ({
      description: "Beim Portier",
      phase: "DELIVERY",
      required: false,
      position: 7,
      conditions: { infectious: true },
      active: false,
    }),
    create: (dispatcher, draft) => dispatcher.createTodoTemplate(draft),
    put: (dispatcher, change) => dispatcher.updateTodoTemplate(change),
  },
  updateUser: {
    least: (unique) => ({ firstname: "Eva", lastname: "Gruber", email: `${unique}@example.org` }),
    rest: async (dispatcher) => ({
      external_id: "U-1",
      language: "de",
      skill_ids: [(await dispatcher.createSkill({ name: "Kranschein", skill_type: "USER" })).id],
    }),
    create: (dispatcher, draft) => dispatcher.createUser(draft),
    put: (dispatcher, change) => dispatcher.updateUser(change),
  },
  updateVehicle: {
    least: (unique) => ({ license_plate: `G ${unique}`, description: "", capacity: 2, active: true }),
    rest: async (dispatcher, branch_id) => ({
      seats_total: 3,
      external_id: "V-1",
      fuel: "DIESEL",
      branch_id,
      vehicle_type_id: (await dispatcher.createVehicleType({ name: "Kran", short_key: "K" })).id,
    }),
    create: (dispatcher, draft) => dispatcher.createVehicle(draft),
    put: (dispatcher, change) => dispatcher.updateVehicle(change),
  },
  updateTenantMasterData: {
    least: (unique) => ({ key: unique, value: 1 }),
    rest: () => ({ description: "Öffnungszeiten" }),
    create: (dispatcher, draft) =>
      dispatcher.createTenantMasterData({
        tenant_short_code: dispatcher.session.tenant.short_code,
        ...(draft as object),
      } as never),
    put: (dispatcher, change) =>
      dispatcher.updateTenantMasterData({
        tenant_short_code: dispatcher.session.tenant.short_code,
        ...(change as object),
      } as never),
  },
};
const creatableNouns =
  "Address AddressType Area Branch Device Skill TodoTemplate User Vehicle VehicleType TenantMasterData";
const callerGrants = [...Object.keys(replaceableKinds), ...creatableNouns.split(" ").map((noun) => `create${noun}`)];

describe("what a PUT leaves out", () => {
  const api = startApi();
  const unique = () => crypto.randomUUID().slice(0, 8);

  it.each(Object.entries(replaceableKinds))(
    "omitted fields of a PUT get the values that the contract says: %s",
    async (id, { least, rest, create, put }) => {
      const dispatcher = await api.signIn(...callerGrants);
      const { leftOut = { others: "kept" }, body } = (operations as unknown as Record<string, Operation>)[
        id
      ] as Operation;
      const branch = await insertBranch(api.db, dispatcher.session.tenant.id);
      const given = await rest(dispatcher, branch);
      const named = least(unique());
      const full = (await create(dispatcher, { ...named, ...given } as never)) as VersionedRow;
      const fresh = (await create(dispatcher, least(unique()) as never)) as VersionedRow;
      const { id: object, lock_version } = full;
      const left = (await put(dispatcher, { id: object, lock_version, ...named } as never)) as VersionedRow;
      const fields = Object.keys((body as { properties: object }).properties).filter(
        (name) => name in full && name in given,
      );
      expect(fields.length).toBeGreaterThan(0);
      for (const field of fields) {
        const stays = leftOut.others === "kept" || (leftOut.kept ?? []).includes(field);
        expect(full[field], "the test would not notice").not.toEqual(fresh[field]);
        expect({ [field]: left[field] }).toEqual({ [field]: (stays ? full : fresh)[field] });
      }
    },
  );

  it("a PUT of a tenant that omits domain, contact, cool-down, look and settings keeps them", async () => {
    const own = await api.signIn("updateTenant", "getTenants");
    const platform = await api.bearer({ tenantType: "PLATFORM", grants: ["updateTenant"] });
    const { id } = own.session.tenant;
    const rest = {
      domain: `${unique()}.example.org`,
      custom_domains: [`${unique()}.example.org`],
      active: true,
      contact_mail: "dispo@example.org",
      language: "en" as const,
      timezone: "Europe/Berlin",
      sms_operator: "cheap",
      cool_down_time: 90,
      phone_number_signin: false,
      email: { sender_name: "Huber" },
      geocoding: { countries: ["DE"] },
      firebase: { project_id: "huber" },
      frontend: { colors: { primary: "#112233" }, favicon: "/f.svg", page_title: "Huber" },
      settings: { alarm_timeout_seconds: 90, driver_may_forward: false },
    };
    const { updated_at: _, ...full } = await platform.patchTenant({ id, lock_version: 0, ...rest });
    for (const [version, who] of [own, platform].entries())
      expect(await who.updateTenant({ id, lock_version: version + 1, name: "Huber & Söhne" })).toMatchObject({
        ...full,
        name: "Huber & Söhne",
        lock_version: version + 2,
      });
    const named = await own.updateTenant({
      id,
      lock_version: 3,
      name: "Huber",
      settings: { driver_may_forward: true },
    });
    expect(named.settings).toMatchObject({ alarm_timeout_seconds: 90, driver_may_forward: true });
  });
});
