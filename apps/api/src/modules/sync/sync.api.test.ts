import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Egress } from "#platform/egress/egress";
import { Sealing } from "#platform/process/sealing";
import { checkBody } from "#platform/http/input/validation";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { sql } from "#platform/database/sql";
import { insertTenant, type TenantFixture } from "../../testing/fixtures";
import { MortalNode } from "../../testing/mortal/mortal-node";
import { type Session, startApi } from "../../testing/start-api";
import { SyncRunner } from "./sync-runner.service";

/** A system of the company: its rows in pages, or whatever a test makes it answer. */
const source = { rows: [] as object[], answer: undefined as string | undefined };
const aDriver = (number: number, given: object = {}) => ({
  external_id: `P${number}`,
  firstname: "Eva",
  lastname: `Huber ${number}`,
  email: `p${number}@example.org`,
  phone_number: `+43664${String(number).padStart(7, "0")}`,
  ...given,
});
const drivers = (count: number) => Array.from({ length: count }, (_, number) => aDriver(number));

describe("a sync", () => {
  const api = startApi({ app: { egressAllow: [{ host: "127.0.0.1", port: undefined }] } });
  let server: Server;
  let asked = 0;
  let tenant: TenantFixture;
  let admin: Session;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const url = new URL(request.url ?? "", "http://source");
      const page = Number(url.searchParams.get("page"));
      const size = Number(url.searchParams.get("size"));
      asked++;
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
    Object.assign(source, { rows: [], answer: undefined });
    asked = 0;
    tenant = await insertTenant(api.db, "FUNERAL");
    admin = await api.bearer({
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
  });
  const trigger = (job: "BRANCHES" | "DRIVERS", dry_run = false) =>
    admin.triggerSync({ tenant_short_code: tenant.short_code, job, dry_run });
  async function run(job: "BRANCHES" | "DRIVERS", dry_run = false) {
    await trigger(job, dry_run);
    await api.app.sync.runDue();
    return (await admin.getSyncRuns())[0];
  }
  /** Everything that a run may write; a write that changes nothing is seen, too. */
  const fingerprint = async () =>
    JSON.stringify(
      await api.db.system.many(sql`
        select 'user' as what, id, xmin::text, blocked from users where tenant_id = ${tenant.id}
        union all select 'branch', id, xmin::text, active from branches where tenant_id = ${tenant.id}
        union all select 'match', object_id, xmin::text, deactivated from sync_matches where tenant_id = ${tenant.id} order by 1, 2`),
    );
  const blocked = async () =>
    (
      await api.db.system.many<{ external_id: string }>(sql`
      select external_id from users where tenant_id = ${tenant.id} and blocked order by external_id`)
    ).map(({ external_id }) => external_id);

  it("brings branches over, and what is gone there becomes inactive here", async () => {
    source.rows = [1, 2, 3].map((number) => ({ external_id: `B${number}`, name: `Filiale ${number}` }));
    expect(await run("BRANCHES")).toMatchObject({ status: "DONE", rows: 3, created: 3, faults: [] });
    source.rows = [
      { external_id: "B1", name: "Graz" },
      { external_id: "B2", name: "Filiale 2" },
    ];
    expect(await run("BRANCHES")).toMatchObject({ status: "DONE", updated: 1, unchanged: 1, deactivated: 1 });
    const found = await admin.getBranches({});
    expect(found.map(({ external_id, name, active }) => [external_id, name, active])).toEqual([
      ["B2", "Filiale 2", true],
      ["B3", "Filiale 3", false],
      ["B1", "Graz", true],
    ]);
    source.rows = [1, 2, 3].map((number) => ({ external_id: `B${number}`, name: `Filiale ${number}` }));
    expect(await run("BRANCHES")).toMatchObject({ updated: 2, unchanged: 1, deactivated: 0 });
    expect((await admin.getBranches({})).every(({ active }) => active)).toBe(true);
  });

  it("writes nothing when nothing has changed, and nothing when it is dry", async () => {
    source.rows = drivers(30);
    const before = await fingerprint();
    expect(await run("DRIVERS", true)).toMatchObject({ status: "DONE", dry_run: true, created: 30 });
    expect(await fingerprint()).toBe(before);
    expect(await run("DRIVERS")).toMatchObject({ created: 30 });
    const after = await fingerprint();
    expect(await run("DRIVERS")).toMatchObject({
      status: "DONE",
      created: 0,
      updated: 0,
      unchanged: 30,
      deactivated: 0,
    });
    expect(await fingerprint()).toBe(after);
  });

  it.each([
    { whom: "everybody", left: 0, known: 30, status: "STOPPED" },
    { whom: "a third", left: 20, known: 30, status: "STOPPED" },
    { whom: "six, who are a little more than a fifth", left: 23, known: 29, status: "STOPPED" },
    { whom: "six, who are a fifth", left: 24, known: 30, status: "DONE" },
    { whom: "five, who are half", left: 5, known: 10, status: "DONE" },
  ])("that would make $whom inactive, with $left left of $known, is $status", async ({ left, known, status }) => {
    source.rows = drivers(known);
    await run("DRIVERS");
    const before = await fingerprint();
    source.rows = drivers(left);
    expect(await run("DRIVERS")).toMatchObject({ status, deactivated: status === "DONE" ? known - left : 0 });
    expect((await fingerprint()) === before).toBe(status === "STOPPED");
    expect((await admin.getCriticalMessages({})).map(({ kind }) => kind)).toEqual(
      status === "DONE" ? [] : ["SYNC_STOPPED"],
    );
    expect(await blocked()).toHaveLength(status === "DONE" ? known - left : 0);
  });

  it.each([
    { what: "is empty", rows: [] },
    { what: "calls its numbers otherwise", rows: [{ id: "P0" }, { id: "P1" }, { id: "P2" }] },
  ])("of a few is stopped too when the source $what", async ({ rows }) => {
    source.rows = drivers(3);
    await run("DRIVERS");
    source.rows = rows;
    expect(await run("DRIVERS")).toMatchObject({
      status: "STOPPED",
      error: "The source names nothing, 3 would become inactive",
    });
    expect(await blocked()).toEqual([]);
  });

  it("leaves out rows that the API would not take either, and names them", async () => {
    const wrong = [
      aDriver(1, { external_id: "P1\u0000" }),
      aDriver(2, { external_id: "\ud800" }),
      aDriver(3, { external_id: "x".repeat(1_000_000) }),
      aDriver(4, { lastname: "\udfff" }),
      aDriver(5, { lastname: " " }),
      aDriver(6, { email: "p6 at example.org" }),
      aDriver(7, { phone_number: "0664 1234567" }),
      aDriver(8, { firstname: { first: "Eva" } }),
      "P9",
      null,
    ];
    source.rows = [...(wrong as object[]), aDriver(10, { email: null, phone_number: undefined })];
    const done = await run("DRIVERS");
    expect(done).toMatchObject({ status: "DONE", rows: 11, created: 1 });
    expect(done?.faults).toEqual(
      [null, null, null, "P4", "P5", "P6", "P7", "P8", null, null].map((external_id, row) => ({
        row,
        external_id,
        code: "VALIDATION_FAILED",
      })),
    );
    source.rows = [{ external_id: "B1", name: "Graz", phone_number: "Durchwahl 7" }];
    expect((await run("BRANCHES"))?.faults).toEqual([{ row: 0, external_id: "B1", code: "VALIDATION_FAILED" }]);
  });

  it("touches nobody but those whom it knows by their number, and lets them in again", async () => {
    source.rows = drivers(10);
    await run("DRIVERS");
    await api.db.system.run(
      sql`insert into users (tenant_id, firstname, lastname, email) values (${tenant.id}, 'A', 'B', 'own@example.org')`,
    );
    source.rows = [
      ...drivers(9),
      aDriver(77, { email: "OWN@example.org" }),
      { external_id: "P9", firstname: "", lastname: "" },
    ];
    const kept = await run("DRIVERS");
    expect(kept).toMatchObject({ unchanged: 9, created: 0, deactivated: 0 });
    expect(kept?.faults.map(({ row, external_id, code }) => [row, external_id, code]).toSorted()).toEqual([
      [10, "P9", "VALIDATION_FAILED"],
      [9, "P77", "RESOURCE_ALREADY_EXISTS"],
    ]);
    source.rows = drivers(9);
    await run("DRIVERS");
    expect(await blocked()).toEqual(["P9"]);
    source.rows = drivers(10);
    await run("DRIVERS");
    expect(await blocked()).toEqual([]);
  });

  it("changes no dispatcher from outside", async () => {
    await api.db.system.run(
      sql`update users set external_id = 'P1', lastname = 'Chefin' where id = ${admin.session.user_id}`,
    );
    source.rows = [aDriver(1)];
    expect((await run("DRIVERS"))?.faults).toEqual([{ row: 0, external_id: "P1", code: "NOT_A_DRIVER" }]);
    expect(await api.db.system.one(sql`select lastname from users where id = ${admin.session.user_id}`)).toEqual({
      lastname: "Chefin",
    });
  });

  it.each([
    ["HTML", "<html><h1>Wartung</h1></html>", "no JSON"],
    ["10 MB", `{"drivers":["${"x".repeat(10_000_000)}"]}`, "more than 2000000 bytes"],
    ["something else", '{"people":[]}', "no JSON with a list of drivers"],
  ])("fails and changes nothing when the source answers %s", async (_what, answer, error) => {
    source.rows = drivers(10);
    await run("DRIVERS");
    const before = await fingerprint();
    source.answer = answer;
    expect(await run("DRIVERS")).toMatchObject({ status: "FAILED", error: expect.stringContaining(error) as string });
    expect(await fingerprint()).toBe(before);
  });

  it("of a job waits or runs once, for the own company", async () => {
    await trigger("DRIVERS");
    await expect(trigger("DRIVERS")).rejects.toMatchObject({ status: 409, code: "RESOURCE_IN_USE" });
    await trigger("BRANCHES");
    const foreign = await api.aTenant();
    const other = admin.triggerSync({ tenant_short_code: foreign.short_code, job: "DRIVERS" });
    await expect(other).rejects.toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
    await api.app.sync.runDue();
    await admin.deleteConnector({ id: tenant.id, kind: "SYNC" });
    await expect(trigger("DRIVERS")).rejects.toMatchObject({ status: 422, code: "ACTION_NOT_AVAILABLE" });
  });

  it("is left by a node that stops, which does not wait for the source, and carried out by another one", async () => {
    source.rows = drivers(3);
    source.answer = "SILENT";
    const stopping = aNode(api.db);
    await trigger("DRIVERS");
    const running = stopping.runDue();
    await vi.waitFor(() => expect(asked).toBe(1));
    const began = performance.now();
    await stopping.stop();
    await running;
    expect(performance.now() - began).toBeLessThan(2_000);
    source.answer = undefined;
    await api.app.sync.runDue();
    expect((await admin.getSyncRuns())[0]).toMatchObject({ status: "DONE", created: 3 });
  });

  it("brings 10,000 drivers over within a minute, and goes on where a node was killed", {
    timeout: 120_000,
  }, async () => {
    source.rows = drivers(10_000);
    await trigger("DRIVERS");
    const began = performance.now();
    const node = await MortalNode.open({ part: "sync", databaseUrl: api.databaseUrl });
    onTestFinished(() => node.close());
    await vi.waitFor(async () => expect((await admin.getSyncRuns())[0]?.created).toBeGreaterThan(2_000), {
      timeout: 30_000,
      interval: 5,
    });
    await node.kill();
    const [left] = await admin.getSyncRuns();
    expect(left).toMatchObject({ status: "RUNNING" });
    expect(left?.created).toBeLessThan(10_000);
    await api.app.sync.runDue();
    expect((await admin.getSyncRuns())[0]?.status, "leased").toBe("RUNNING");
    api.clock.advance({ seconds: 61 });
    await api.app.sync.runDue();
    const tookMs = performance.now() - began;
    expect(tookMs).toBeLessThan(60_000);
    if (process.env["SYNC_FIGURES"]) process.stderr.write(`10,000 drivers in ${Math.round(tookMs)} ms\n`);
    const [resumed] = await admin.getSyncRuns();
    expect(resumed).toMatchObject({
      status: "DONE",
      rows: 10_000,
      created: 10_000 - (left?.created ?? 0),
      unchanged: left?.created,
    });
    const before = await fingerprint();
    expect(await run("DRIVERS")).toMatchObject({
      status: "DONE",
      created: 0,
      updated: 0,
      unchanged: 10_000,
      deactivated: 0,
    });
    expect(await fingerprint()).toBe(before);
  });

  function aNode(db: typeof api.db) {
    const egress = new Egress({ allow: [{ host: "127.0.0.1", port: undefined }] });
    const sealing = new Sealing([{ number: 1, secret: "a sealing key for tests" }], "unused");
    return new SyncRunner({ db, clock: api.clock, egress, sealing, checkBody, onError: () => undefined });
  }
});
