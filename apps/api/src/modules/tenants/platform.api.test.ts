import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { startApi } from "../../testing/start-api";
import { appointPlatformAdministrator, runInPlatformTenant } from "./platform.service";

describe("administrators of the platform", () => {
  const api = startApi();

  it.each([
    ["who is not known yet", undefined],
    ["who is known without a role", false],
    ["who is known and blocked", true],
  ])("a person %s is an administrator who may sign in once appointed", async (_who, blocked) => {
    const services = { db: api.db, clock: api.clock, pepper: "pepper", publicUrl: "http://localhost:8080" };
    const email = `admin-${String(blocked)}@platform.example`;
    const appoint = () => runInPlatformTenant(services, {}, (tx) => appointPlatformAdministrator(tx, services, email));
    await runInPlatformTenant(services, {}, (tx) =>
      appointPlatformAdministrator(tx, services, "first@platform.example"),
    );
    if (blocked !== undefined)
      await api.db.system.run(sql`
        insert into users (tenant_id, email, lastname, blocked) select id, ${email}, 'Huber', ${blocked} from tenants where type = 'PLATFORM'`);
    expect(await appoint()).toMatch(/^http:\/\/localhost:8080\/set-password#tenant=platform&token=/);
    expect(
      await api.db.system.many(sql`
        select person.blocked, role.role_type, 'createTenant' = any(role.grants) as may_create_tenants from users person
        join role_associations held on held.user_id = person.id join roles role on role.id = held.role_id where person.email = ${email}`),
    ).toEqual([{ blocked: false, role_type: "ADMINISTRATOR", may_create_tenants: true }]);
  });
});
