import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { sql } from "#platform/database/sql";
import { insertTenant, type TenantFixture } from "./fixtures";
import type { ApiSession, TestApi } from "./start-api";

/** Options by which the product may call systems on this machine. */
export const localEgressOptions = { app: { egressAllow: [{ host: "127.0.0.1", port: undefined }] } };

export const createSyncSourceDriver = (number: number, given: object = {}) => ({
  external_id: `P${number}`,
  firstname: "Eva",
  lastname: `Huber ${number}`,
  email: `p${number}@example.org`,
  phone_number: `+43664${String(number).padStart(7, "0")}`,
  ...given,
});
export const createSyncSourceDrivers = (count: number) =>
  Array.from({ length: count }, (_, number) => createSyncSourceDriver(number));

/** Makes for each test a new company and its system, from which drivers and branches are synced. */
export function setUpSyncSource(api: TestApi) {
  /** The system's rows in pages, or another answer set by a test; and the number of requests. */
  const source = { rows: [] as object[], answer: undefined as string | undefined, asked: 0 };
  const company = {} as { tenant: TenantFixture; admin: ApiSession };
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const url = new URL(request.url ?? "", "http://source");
      const page = Number(url.searchParams.get("page"));
      const size = Number(url.searchParams.get("size"));
      source.asked++;
      if (source.answer === "SILENT") return;
      const noun = url.pathname.split("/").at(-1) ?? "";
      const json = JSON.stringify({ [noun]: source.rows.slice(page * size, (page + 1) * size) });
      response.writeHead(200, { "content-type": "application/json" }).end(source.answer ?? json);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(async () => {
    Object.assign(source, { rows: [], answer: undefined, asked: 0 });
    const tenant = await insertTenant(api.db, "FUNERAL");
    const admin = await api.bearer({
      tenant,
      roleType: "ADMINISTRATOR",
      grants: ["triggerSync", "updateTenant", "getUsers", "getCriticalMessages", "getBranches"],
    });
    const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hr`;
    await admin.updateConnector({
      id: tenant.id,
      kind: "SYNC",
      base_url,
      auth: "BEARER",
      secret: "a long and random secret",
    });
    Object.assign(company, { tenant, admin });
  });
  const trigger = (job: "BRANCHES" | "DRIVERS", dry_run = false) =>
    company.admin.triggerSync({ tenant_short_code: company.tenant.short_code, job, dry_run });
  async function run(job: "BRANCHES" | "DRIVERS", dry_run = false) {
    await trigger(job, dry_run);
    await api.app.sync.runDue();
    return (await company.admin.getSyncRuns())[0];
  }
  /** Fingerprint of everything that a run may write; a write that changes nothing is seen, too. */
  const fingerprint = async () =>
    JSON.stringify(
      await api.db.system.many(sql`
        select 'user' as what, id, xmin::text, blocked from users where tenant_id = ${company.tenant.id}
        union all select 'branch', id, xmin::text, active from branches where tenant_id = ${company.tenant.id}
        union all select 'match', object_id, xmin::text, deactivated from sync_matches where tenant_id = ${company.tenant.id} order by 1, 2`),
    );
  return { source, company, trigger, run, fingerprint };
}
