import { randomBytes, randomUUID } from "node:crypto";
import type { ApiProblem } from "@leitstand/client/problem";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { startBlockedWork } from "../../testing/races/blocked-work";
import { startApi } from "../../testing/start-api";

const tenantNotFound = { status: 404, code: "RESOURCE_NOT_FOUND" };
const randomShortCode = () => `n_${randomBytes(4).toString("hex")}`;
const randomDomain = () => `${randomBytes(6).toString("hex")}.example`;
const frontendSettings = { colors: { primary: "#102030" }, favicon: "https://cdn.example/f.png", page_title: "Dispo" };

describe("tenants", () => {
  const api = startApi();
  const thePlatform = (...grants: string[]) => api.bearer({ tenantType: "PLATFORM", grants });
  const aTenant = (overrides: object = {}) => ({
    name: "Huber",
    short_code: randomShortCode(),
    type: "FUNERAL" as const,
    ...overrides,
  });

  it("a new tenant's administrator signs in by the mailed link, and may do everything except create tenants", async () => {
    const platform = await thePlatform("createTenant");
    const email = "anna@example.org";
    const tenant = await platform.createTenant(
      aTenant({ administrator: { email, firstname: "Anna", lastname: "Gruber" } }),
    );
    expect(tenant).toMatchObject({ type: "FUNERAL", cool_down_time: 60, timezone: "Europe/Vienna", lock_version: 0 });
    const { tenant_key } = await api.anonymous().getTenantKey({ short_code: tenant.short_code });
    const caller = api.anonymous({ ...tenant, tenant_key });
    const { body } = await api.db.system.one<{ body: string }>(
      sql`select body from outbox_messages where tenant_id = ${tenant.id}`,
    );
    const token = /token=([\w-]+)/.exec(body)?.[1] as string;
    const password = "neun Reiher am Wörthersee";
    await caller.setPassword({ token, password });
    const session = await caller.authUser({ email, password });
    const principal = await api.app.principals.authenticate(session.token);
    const [role] = principal.roles;
    expect(role).toMatchObject({ role_type: "ADMINISTRATOR", branch_ids: null });
    expect(role?.grants).toContain("updateTenant");
    expect(role?.grants).not.toContain("createTenant");
  });

  it("only the platform creates tenants, even when other callers hold the grant", async () => {
    const stranger = await api.signIn("createTenant");
    await expect(stranger.createTenant(aTenant())).rejects.toMatchObject({ status: 422, code: "ACTION_NOT_AVAILABLE" });
    const other = await thePlatform("getTenants");
    await expect(other.createTenant(aTenant())).rejects.toMatchObject({ status: 403, code: "AUTH_GRANT_MISSING" });
  });

  it.each(["Ab-1", "a".repeat(17), "", "huber!", "ümlaut"])(
    "createTenant refuses %j as a short code",
    async (short_code) => {
      const platform = await thePlatform("createTenant");
      await expect(platform.createTenant(aTenant({ short_code }))).rejects.toMatchObject({
        status: 400,
        code: "VALIDATION_FAILED",
      });
    },
  );

  it("a short code and a domain belong to one tenant only", async () => {
    const platform = await thePlatform("createTenant");
    const [short_code, domain, second] = [randomShortCode(), randomDomain(), randomDomain()];
    await platform.createTenant(aTenant({ short_code, domain, custom_domains: [second] }));
    for (const [overrides, field] of [
      [{ short_code }, "short_code"],
      [{ domain }, "domain"],
      [{ domain: second }, "domain"],
      [{ custom_domains: [domain] }, "custom_domains"],
    ] as const) {
      const refusal = (await platform.createTenant(aTenant(overrides)).catch((fault: unknown) => fault)) as ApiProblem;
      expect(refusal).toMatchObject({ status: 409, code: "RESOURCE_ALREADY_EXISTS" });
      expect(refusal.arg("field")).toBe(field);
    }
  });

  it("one of 16 tenants created at once with the same domain gets it", async () => {
    const platform = await thePlatform("createTenant");
    const domain = randomDomain();
    const answers = await Promise.allSettled(
      Array.from({ length: 16 }, () => platform.createTenant(aTenant({ custom_domains: [domain] }))),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("createTenant refuses unknown types, time zones and fields", async () => {
    const platform = await thePlatform("createTenant");
    const bad = { status: 400, code: "VALIDATION_FAILED" };
    await expect(platform.createTenant(aTenant({ type: "PLATFORM" }))).rejects.toMatchObject(bad);
    // The second one is known to Node alone.
    for (const timezone of ["Europe/Atlantis", "US/Pacific-New", "CET"])
      await expect(platform.createTenant(aTenant({ timezone }))).rejects.toMatchObject(bad);
    await expect(platform.createTenant(aTenant({ cool_down_time: -1 }))).rejects.toMatchObject(bad);
    await expect(platform.createTenant(aTenant({ contact_mail: "a@b\r\nBcc: c@d.example" }))).rejects.toMatchObject(
      bad,
    );
    await expect(platform.createTenant(aTenant({ tenant_key: "mine" }))).rejects.toMatchObject({
      code: "REQUEST_UNKNOWN_FIELD",
    });
  });

  it("getTenants returns all tenants to the platform, and only their own to other callers", async () => {
    const platform = await thePlatform("getTenants");
    const own = await api.signIn("getTenants");
    const other = await api.aTenant();
    expect((await own.getTenants()).map(({ id }) => id)).toEqual([own.session.tenant.id]);
    const ids = (await platform.getTenants()).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([own.session.tenant.id, other.id]));
    expect((await platform.getTenant({ id: other.id })).id).toBe(other.id);
    expect((await own.getTenant({ id: own.session.tenant.id.toUpperCase() })).id).toBe(own.session.tenant.id);
  });

  it("another tenant answers 404, as if it did not exist", async () => {
    const own = await api.signIn("getTenants", "updateTenant", "getTenantMasterData");
    const other = await api.aTenant();
    const bodies = await Promise.all(
      [other.id, randomUUID()].map(async (id) => {
        const refusal = (await own.getTenant({ id }).catch((fault: unknown) => fault)) as ApiProblem;
        return { status: refusal.status, code: refusal.code, title: refusal.title };
      }),
    );
    expect(bodies[0]).toEqual(bodies[1]);
    const id = other.id;
    await expect(own.updateTenant({ id, name: "Mine", lock_version: 0 })).rejects.toMatchObject(tenantNotFound);
    await expect(own.patchTenant({ id, name: "Mine", lock_version: 0 })).rejects.toMatchObject(tenantNotFound);
    await expect(own.updateTenantPhoneNumberSignin({ id, phone_number_signin: false })).rejects.toMatchObject(
      tenantNotFound,
    );
    const { short_code } = other;
    await expect(own.updateTenantFrontendConfig({ short_code, ...frontendSettings })).rejects.toMatchObject(
      tenantNotFound,
    );
    await expect(own.getTenantMasterData({ tenant_short_code: short_code })).rejects.toMatchObject(tenantNotFound);
    const { name } = await api.db.system.one<{ name: string }>(sql`select name from tenants where id = ${id}`);
    expect(name).not.toBe("Mine");
  });

  it("patchTenant changes only the given fields, and only the given settings", async () => {
    const own = await api.signIn("updateTenant");
    const { id } = own.session.tenant;
    await own.patchTenant({ id, lock_version: 0, settings: { alarm_timeout_seconds: 90 } });
    const patched = await own.patchTenant({
      id,
      lock_version: 1,
      settings: { driver_may_forward: false },
      contact_mail: "a@b.example",
    });
    expect(patched).toMatchObject({ lock_version: 2, contact_mail: "a@b.example" });
    expect(patched.settings).toMatchObject({
      alarm_timeout_seconds: 90,
      driver_may_forward: false,
      driver_undo_seconds: 600,
    });
  });

  it("patchTenant refuses an outdated lock version, also when 16 requests come at once", async () => {
    const own = await api.signIn("updateTenant");
    const { id } = own.session.tenant;
    const answers = await Promise.allSettled(
      Array.from({ length: 16 }, (_, index) => own.patchTenant({ id, lock_version: 0, name: `Name ${index}` })),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const late = (await own
      .patchTenant({ id, lock_version: 0, name: "Late" })
      .catch((fault: unknown) => fault)) as ApiProblem;
    expect(late).toMatchObject({ status: 409, code: "LOCK_VERSION_CONFLICT" });
    expect(late.arg("current_lock_version")).toBe("1");
    await expect(own.patchTenant({ id, name: "None" } as never)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  });

  it("domains and activity of a tenant can be changed only by the platform", async () => {
    const own = await api.signIn("updateTenant");
    const platform = await thePlatform("updateTenant");
    const { id } = own.session.tenant;
    for (const change of [
      { active: false },
      { domain: randomDomain() },
      { custom_domains: [randomDomain()] },
      { sms_operator: "cheap" },
    ])
      await expect(own.patchTenant({ id, lock_version: 0, ...change })).rejects.toMatchObject({
        status: 403,
        code: "AUTH_GRANT_MISSING",
      });
    const domain = randomDomain();
    await platform.patchTenant({ id, lock_version: 0, domain });
    expect(await own.updateTenant({ id, lock_version: 1, name: "Huber" })).toMatchObject({ domain, active: true });
  });

  it("a sign-in page gets its tenant by domain or short code, without secrets", async () => {
    const platform = await thePlatform("createTenant", "updateTenant");
    const [domain, custom] = [randomDomain(), randomDomain()];
    const tenant = await platform.createTenant(
      aTenant({ domain, custom_domains: [custom], contact_mail: "a@b.example", frontend: frontendSettings }),
    );
    const anyone = api.anonymous();
    const config = await anyone.getTenantConfig({ short_code: tenant.short_code });
    expect(config).toMatchObject({ name: "Huber", frontend: frontendSettings, phone_number_signin: true });
    expect(Object.keys(config)).not.toEqual(expect.arrayContaining(["settings", "contact_mail", "tenant_key", "id"]));
    for (const tenant_domain of [domain, custom, `${domain.toUpperCase()}:8443`])
      expect(await anyone.getTenantConfigByDomain({ tenant_domain })).toEqual(config);
    await expect(anyone.getTenantConfigByDomain({ tenant_domain: "unknown.example" })).rejects.toMatchObject(
      tenantNotFound,
    );
    await platform.patchTenant({ id: tenant.id, lock_version: 0, active: false });
    await expect(anyone.getTenantConfig({ short_code: tenant.short_code })).rejects.toMatchObject(tenantNotFound);
    await expect(anyone.getTenantKey({ short_code: tenant.short_code })).rejects.toMatchObject(tenantNotFound);
    await expect(anyone.getTenantFrontendConfig({ short_code: "unknown" })).rejects.toMatchObject(tenantNotFound);
  });

  it("updating the frontend settings of the caller's tenant replaces them, and requires colors, favicon and page_title", async () => {
    const own = await api.signIn("updateTenant");
    const { short_code } = own.session.tenant;
    expect(await own.updateTenantFrontendConfig({ short_code, ...frontendSettings })).toMatchObject({
      ...frontendSettings,
      lock_version: 1,
    });
    expect(await api.anonymous().getTenantFrontendConfig({ short_code })).toMatchObject(frontendSettings);
    for (const field of ["colors", "favicon", "page_title"]) {
      const body = Object.fromEntries(Object.entries(frontendSettings).filter(([name]) => name !== field));
      const incomplete = own.updateTenantFrontendConfig({ short_code, ...(body as typeof frontendSettings) });
      await expect(incomplete).rejects.toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
    }
    for (const favicon of ["javascript:alert(1)", "http://plain.example/f.png", "data:image/png;base64,AAAA"])
      await expect(own.updateTenantFrontendConfig({ short_code, ...frontendSettings, favicon })).rejects.toMatchObject({
        code: "VALIDATION_FAILED",
      });
    const stale = own.updateTenantFrontendConfig({ short_code, ...frontendSettings, lock_version: 0 });
    await expect(stale).rejects.toMatchObject({ status: 409, code: "LOCK_VERSION_CONFLICT" });
  });

  it("updateTenantPhoneNumberSignin switches sign-in by phone number on and off", async () => {
    const own = await api.signIn("updateTenant");
    const { id, short_code } = own.session.tenant;
    expect(await own.updateTenantPhoneNumberSignin({ id, phone_number_signin: false })).toMatchObject({
      phone_number_signin: false,
    });
    expect((await api.anonymous().getTenantConfig({ short_code })).phone_number_signin).toBe(false);
  });

  it("a change of one setting keeps what another change writes to the tenant at the same time", async () => {
    const own = await api.signIn("updateTenant");
    const { tenant } = own.session;
    const change = await api.db.systemTransaction(tenant.id, async (tx) => {
      await tx.run(sql`update tenants set timezone = 'Europe/Lisbon' where id = ${tenant.id}`);
      return startBlockedWork({ tx, db: api.db.system }, () =>
        own.updateTenantPhoneNumberSignin({ id: tenant.id, phone_number_signin: false }),
      );
    });
    expect(await change.outcome).toMatchObject({ phone_number_signin: false, timezone: "Europe/Lisbon" });
  });

  it("getBrands returns the brands of the caller's tenant", async () => {
    const own = await api.signIn("getBrands");
    const stranger = await api.signIn("getBrands");
    await api.db.system.run(
      sql`insert into brands (tenant_id, name, short_key) values (${own.session.tenant.id}, 'Pietät Huber', 'PH')`,
    );
    expect(await own.getBrands()).toMatchObject([{ name: "Pietät Huber", short_key: "PH" }]);
    expect(await stranger.getBrands()).toEqual([]);
  });

  it.each([[null], [0], [false], ["text"], [[1, "zwei", null]], [{ deep: { er: [] } }]])(
    "the master data value %j is stored unchanged",
    async (value) => {
      const own = await api.signIn("getTenantMasterData", "createTenantMasterData", "updateTenantMasterData");
      const tenant_short_code = own.session.tenant.short_code;
      const created = await own.createTenantMasterData({ tenant_short_code, key: "opening_hours", value });
      expect(created).toMatchObject({ key: "opening_hours", value, description: null, lock_version: 0 });
      expect(await own.getTenantMasterData({ tenant_short_code })).toEqual([created]);
      const { id } = created;
      const changed = await own.updateTenantMasterData({
        tenant_short_code,
        id,
        key: "hours",
        value: [value],
        lock_version: 0,
      });
      expect(changed).toMatchObject({ key: "hours", value: [value], lock_version: 1 });
      const stale = own.updateTenantMasterData({ tenant_short_code, id, key: "hours", value, lock_version: 0 });
      await expect(stale).rejects.toMatchObject({ status: 409, code: "LOCK_VERSION_CONFLICT" });
      const again = own.createTenantMasterData({ tenant_short_code, key: "hours", value });
      await expect(again).rejects.toMatchObject({ status: 409, code: "RESOURCE_ALREADY_EXISTS" });
    },
  );

  it("master data larger than 16 kB or of an unknown tenant is refused", async () => {
    const own = await api.signIn("createTenantMasterData", "updateTenantMasterData");
    const tenant_short_code = own.session.tenant.short_code;
    await own.createTenantMasterData({ tenant_short_code, key: "largest", value: "x".repeat(16_382) });
    const larger = own.createTenantMasterData({ tenant_short_code, key: "larger", value: "x".repeat(16_383) });
    await expect(larger).rejects.toMatchObject({ status: 422, code: "LIMIT_EXCEEDED" });
    const unknown = own.updateTenantMasterData({
      tenant_short_code,
      id: randomUUID(),
      key: "a",
      value: 1,
      lock_version: 0,
    });
    await expect(unknown).rejects.toMatchObject(tenantNotFound);
  });

  it("the platform can write master data of any tenant, and gets an error when the tenant does not exist", async () => {
    const platform = await thePlatform("getTenantMasterData", "createTenantMasterData");
    const tenant = await api.bearer({ grants: ["getTenantMasterData"] });
    const tenant_short_code = tenant.session.tenant.short_code;
    await platform.createTenantMasterData({ tenant_short_code, key: "contract", value: "2026" });
    expect(await tenant.getTenantMasterData({ tenant_short_code })).toMatchObject([{ key: "contract", value: "2026" }]);
    await expect(platform.getTenantMasterData({ tenant_short_code: "unknown" })).rejects.toMatchObject(tenantNotFound);
  });
});
