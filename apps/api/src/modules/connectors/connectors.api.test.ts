import type { Connector, ConnectorRequest } from "@leitstand/contract/partners/connectors";
import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { roadsideCaseRequest } from "../../testing/cases";
import { findTextInDatabase } from "../../testing/find-text";
import type { TenantFixture } from "../../testing/fixtures";
import { withConnection } from "../../testing/postgres/with-connection";
import { type ApiSession, startApi } from "../../testing/start-api";
import { switchConnectorOff } from "./connectors.service";

const secret = "kN4vJx2mQ8yT5rWn4uZ7bE9dGfA6sLpO";
/** Numeric addresses, which need no name server. */
const [HERE, THERE] = ["https://93.184.216.34/leitstand", "https://93.184.216.35/leitstand"];

describe("a connector", () => {
  const api = startApi({ app: { egressAllow: [{ host: "93.184.216.34", port: 8080 }] } });
  let tenant: TenantFixture;
  let boss: ApiSession;
  beforeEach(async () => {
    tenant = await api.aTenant("ROADSIDE_ASSISTANCE");
    boss = await api.bearer({ tenant, grants: ["updateTenant"], roleType: "ADMINISTRATOR" });
  });
  const connect = (given: Partial<ConnectorRequest> & { kind?: Connector["kind"]; id?: string } = {}, by = boss) =>
    by.updateConnector({ id: tenant.id, kind: "PARTNER", base_url: HERE, auth: "BEARER", ...given });
  const invalid = (fields: string) => ({
    status: 422,
    code: "FIELD_COMBINATION_INVALID",
    args: [{ key: "fields", value: fields, type: "string" }],
  });

  it("a connector never reveals its secret, and stores it encrypted", async () => {
    const made = await connect({ secret });
    expect(made).toMatchObject({ secret_set: true, lock_version: 0, active: true });
    expect(JSON.stringify([made, await boss.getConnector({ id: tenant.id, kind: "PARTNER" })])).not.toContain(secret);
    expect(await findTextInDatabase(api.databaseUrl, secret)).toEqual({ equal: [], containing: [] });
  });

  it("a connector can be changed without its secret as long as the origin of its address stays the same", async () => {
    await expect(connect()).rejects.toMatchObject(invalid("base_url,secret"));
    await connect({ secret });
    expect(await connect({ base_url: `${HERE}/v2`, auth: "HMAC" })).toMatchObject({ secret_set: true, auth: "HMAC" });
    for (const base_url of [THERE, HERE.replace(".34", ".34:8443"), "http://93.184.216.34:8080/leitstand"]) {
      await expect(connect({ base_url })).rejects.toMatchObject(invalid("base_url,secret"));
      expect(await connect({ base_url, secret })).toMatchObject({ base_url });
      await connect({ secret });
    }
  });

  it("a connector is hidden from other tenants, including the platform", async () => {
    await connect({ secret });
    const other = await api.aTenant("ROADSIDE_ASSISTANCE");
    const stranger = await api.bearer({ tenant: other, grants: ["updateTenant"], roleType: "ADMINISTRATOR" });
    const platform = await api.aTenant("PLATFORM");
    const operator = await api.bearer({ tenant: platform, grants: ["updateTenant"], roleType: "ADMINISTRATOR" });
    const named = { id: tenant.id, kind: "PARTNER" } as const;
    for (const by of [stranger, operator])
      for (const call of [() => by.getConnector(named), () => by.deleteConnector(named), () => connect({ secret }, by)])
        await expect(call()).rejects.toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
    expect(await boss.getConnector(named)).toMatchObject({ lock_version: 0 });
  });

  it.each([
    ["http://93.184.216.34/", "plain text"],
    ["https://93.184.216.34:22/", "another port"],
    ["https://user:word@93.184.216.34/", "a password"],
    ["https://127.0.0.1/", "this machine"],
    ["https://0x7f.1/", "this machine, written otherwise"],
    ["https://[::ffff:7f00:1]/", "this machine, mapped"],
    ["https://[64:ff9b::a9fe:a9fe]/", "metadata behind NAT64"],
    ["https://169.254.169.254/latest", "metadata"],
    ["https://10.0.0.5/", "a private network"],
    ["https://localhost./", "a name of this machine"],
    ["https://metadata.google.internal/", "a name from inside"],
  ])("a connector refuses %s: %s", async (base_url) => {
    await expect(connect({ base_url, secret })).rejects.toMatchObject({
      status: 422,
      code: "CALLBACK_URL_NOT_ALLOWED",
    });
  });

  it("a connector requires the fields of its authentication method", async () => {
    await expect(connect({ auth: "BASIC", secret })).rejects.toMatchObject(invalid("auth,settings.username"));
    await connect({ auth: "BASIC", secret: "Größe über alles", settings: { username: "us" } });
    for (const wrong of ["Größe", "10 €", "line\nbreak"])
      await expect(connect({ secret: wrong })).rejects.toMatchObject(invalid("auth,secret"));
  });

  it("a connector refuses the method BEARER while its stored secret does not fit into a header", async () => {
    const basic = { auth: "BASIC", settings: { username: "us" } } as const;
    await connect({ ...basic, secret: "Größe über alles" });
    await expect(connect()).rejects.toMatchObject(invalid("auth,secret"));
    expect(await boss.getConnector({ id: tenant.id, kind: "PARTNER" })).toMatchObject({ auth: "BASIC" });
    await connect({ ...basic, secret });
    expect(await connect()).toMatchObject({ auth: "BEARER" });
  });

  it("deleting a connector deletes its queued events a few thousand at a time, however many there are", async () => {
    await connect({ secret });
    await api.db.system.run(sql`
      insert into queued_events (tenant_id, connector_id, type, order_key, payload)
      select connector.tenant_id, connector.id, 'case_updated', gen_random_uuid(), '{}'
      from tenant_connectors connector, generate_series(1, 12000) where connector.tenant_id = ${tenant.id}`);
    const deletedAtOnce = await withConnection(api.databaseUrl, async (client) => {
      await client.query(`
        create table deletions (count int);
        create function count_deletion() returns trigger language plpgsql security definer as
          'begin insert into deletions select count(*) from gone; return null; end';
        create trigger queued_events_counted after delete on queued_events
          referencing old table as gone for each statement execute function count_deletion()`);
      await boss.deleteConnector({ id: tenant.id, kind: "PARTNER" });
      const { rows } = await client.query<{ count: number }>("select count from deletions where count > 0");
      return rows.map(({ count }) => count);
    });
    expect(deletedAtOnce.reduce((sum, count) => sum + count, 0)).toBe(12_000);
    expect(Math.max(...deletedAtOnce)).toBeLessThanOrEqual(5_000);
  });

  it("nothing is queued any more for a connector whose deletion is cut short, and it is seen to be off", async () => {
    await connect({ secret });
    await switchConnectorOff(api.db, { tenant_id: tenant.id }, { id: tenant.id, kind: "PARTNER" });
    const office = await api.bearer({ tenant, grants: ["createCase"] });
    await office.createCase(roadsideCaseRequest());
    expect(await boss.getConnector({ id: tenant.id, kind: "PARTNER" })).toMatchObject({ active: false });
    const queued = sql`select count(*)::int as count from queued_events where tenant_id = ${tenant.id}`;
    expect(await api.db.system.one(queued)).toEqual({ count: 0 });
  });

  it("a change of a connector requires its current lock version, and only tenants with partners can have a partner connector", async () => {
    await expect(connect({ secret, lock_version: 0 })).rejects.toMatchObject({ status: 404 });
    await connect({ secret });
    expect(await connect({ lock_version: 0, active: false })).toMatchObject({ lock_version: 1, active: false });
    await expect(connect({ lock_version: 0 })).rejects.toMatchObject({ status: 409, code: "LOCK_VERSION_CONFLICT" });
    const funeral = await api.aTenant("FUNERAL");
    const owner = await api.bearer({ tenant: funeral, grants: ["updateTenant"], roleType: "ADMINISTRATOR" });
    await expect(connect({ id: funeral.id, secret }, owner)).rejects.toMatchObject({ code: "ACTION_NOT_AVAILABLE" });
    expect(await connect({ id: funeral.id, kind: "SYNC", secret }, owner)).toMatchObject({ kind: "SYNC" });
  });
});
