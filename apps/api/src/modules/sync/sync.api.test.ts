import { EgressClient } from "#platform/egress/egress";
import { SecretSealer } from "#platform/process/sealing";
import { problemOfError } from "#platform/http/fault";
import { checkRequestBody } from "#platform/http/input/validation";
import { describe, expect, it, vi } from "vitest";
import { sql } from "#platform/database/sql";
import { startApi } from "../../testing/start-api";
import { SyncRunner, type SyncRunnerServices } from "./sync-runner.service";
import {
  createSyncSourceDriver,
  createSyncSourceDrivers,
  localEgressOptions,
  setUpSyncSource,
} from "../../testing/sync-source";

describe("a sync", () => {
  const api = startApi(localEgressOptions);
  const { source, company, trigger, run, fingerprint } = setUpSyncSource(api);
  const blocked = async () =>
    (
      await api.db.system.many<{ external_id: string }>(sql`
      select external_id from users where tenant_id = ${company.tenant.id} and blocked order by external_id`)
    ).map(({ external_id }) => external_id);

  it("a sync creates branches, and deactivates those that are no longer in the source", async () => {
    source.rows = [1, 2, 3].map((number) => ({ external_id: `B${number}`, name: `Filiale ${number}` }));
    expect(await run("BRANCHES")).toMatchObject({ status: "DONE", rows: 3, created: 3, faults: [] });
    source.rows = [
      { external_id: "B1", name: "Graz" },
      { external_id: "B2", name: "Filiale 2" },
    ];
    expect(await run("BRANCHES")).toMatchObject({ status: "DONE", updated: 1, unchanged: 1, deactivated: 1 });
    const found = await company.admin.getBranches({});
    expect(found.map(({ external_id, name, active }) => [external_id, name, active])).toEqual([
      ["B2", "Filiale 2", true],
      ["B3", "Filiale 3", false],
      ["B1", "Graz", true],
    ]);
    source.rows = [1, 2, 3].map((number) => ({ external_id: `B${number}`, name: `Filiale ${number}` }));
    expect(await run("BRANCHES")).toMatchObject({ updated: 2, unchanged: 1, deactivated: 0 });
    expect((await company.admin.getBranches({})).every(({ active }) => active)).toBe(true);
  });

  it("a sync writes nothing when nothing has changed, and a dry run never writes", async () => {
    source.rows = createSyncSourceDrivers(30);
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
    { whom: "all drivers", left: 0, known: 30, status: "STOPPED" },
    { whom: "a third", left: 20, known: 30, status: "STOPPED" },
    { whom: "six, who are a little more than a fifth", left: 23, known: 29, status: "STOPPED" },
    { whom: "six, who are a fifth", left: 24, known: 30, status: "DONE" },
    { whom: "five, who are half", left: 5, known: 10, status: "DONE" },
  ])(
    "a sync that would deactivate $whom, with $left remaining of $known, is $status",
    async ({ left, known, status }) => {
      source.rows = createSyncSourceDrivers(known);
      await run("DRIVERS");
      const before = await fingerprint();
      source.rows = createSyncSourceDrivers(left);
      expect(await run("DRIVERS")).toMatchObject({ status, deactivated: status === "DONE" ? known - left : 0 });
      expect((await fingerprint()) === before).toBe(status === "STOPPED");
      expect((await company.admin.getCriticalMessages({})).map(({ kind }) => kind)).toEqual(
        status === "DONE" ? [] : ["SYNC_STOPPED"],
      );
      expect(await blocked()).toHaveLength(status === "DONE" ? known - left : 0);
    },
  );

  it.each([
    { what: "is empty", rows: [] },
    { what: "has other external ids", rows: [{ id: "P0" }, { id: "P1" }, { id: "P2" }] },
  ])("a sync of a few people is also stopped when the source $what", async ({ rows }) => {
    source.rows = createSyncSourceDrivers(3);
    await run("DRIVERS");
    source.rows = rows;
    expect(await run("DRIVERS")).toMatchObject({
      status: "STOPPED",
      error: "The source names nothing, 3 would become inactive",
    });
    expect(await blocked()).toEqual([]);
  });

  it("a sync omits rows that the API would refuse, and reports them", async () => {
    const wrong = [
      createSyncSourceDriver(1, { external_id: "P1\u0000" }),
      createSyncSourceDriver(2, { external_id: "\ud800" }),
      createSyncSourceDriver(3, { external_id: "x".repeat(1_000_000) }),
      createSyncSourceDriver(4, { lastname: "\udfff" }),
      createSyncSourceDriver(5, { lastname: " " }),
      createSyncSourceDriver(6, { email: "p6 at example.org" }),
      createSyncSourceDriver(7, { phone_number: "unbekannt" }),
      createSyncSourceDriver(8, { firstname: { first: "Eva" } }),
      "P9",
      null,
    ];
    source.rows = [...(wrong as object[]), createSyncSourceDriver(10, { email: null, phone_number: undefined })];
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

  it("a sync does not block a driver whose external id the source sends as a number, and reports the row", async () => {
    source.rows = [1, 2].map((number) => createSyncSourceDriver(number, { external_id: `${number}` }));
    await run("DRIVERS");
    source.rows = [1, 2].map((number) => createSyncSourceDriver(number, { external_id: number }));
    const done = await run("DRIVERS");
    expect(done).toMatchObject({ status: "DONE", updated: 0, deactivated: 0 });
    expect(done?.faults).toEqual(
      ["1", "2"].map((external_id, row) => ({ row, external_id, code: "VALIDATION_FAILED" })),
    );
    expect(await blocked()).toEqual([]);
  });

  it("a sync does not unblock a driver whom an administrator has blocked by hand since a sync did", async () => {
    source.rows = createSyncSourceDrivers(3);
    await run("DRIVERS");
    source.rows = createSyncSourceDrivers(1);
    expect(await run("DRIVERS")).toMatchObject({ deactivated: 2 });
    const admin = await api.bearer({ tenant: company.tenant, roleType: "ADMINISTRATOR", grants: ["updateUser"] });
    const { users } = await company.admin.getUsers({});
    const { id, firstname, lastname, email, lock_version } = users.find(({ external_id }) => external_id === "P2")!;
    const freed = await admin.updateUser({ id, firstname, lastname, email, blocked: false, lock_version });
    await admin.updateUser({ id, firstname, lastname, email, blocked: true, lock_version: freed.lock_version });
    source.rows = createSyncSourceDrivers(3);
    expect(await run("DRIVERS")).toMatchObject({ status: "DONE" });
    expect(await blocked()).toEqual(["P2"]);
  });

  it("a sync does not activate a branch that an administrator has deactivated by hand since a sync did", async () => {
    const branches = [1, 2, 3].map((number) => ({ external_id: `B${number}`, name: `Filiale ${number}` }));
    source.rows = branches;
    await run("BRANCHES");
    source.rows = branches.slice(0, 1);
    expect(await run("BRANCHES")).toMatchObject({ deactivated: 2 });
    const admin = await api.bearer({ tenant: company.tenant, roleType: "ADMINISTRATOR", grants: ["updateBranch"] });
    const found = (await company.admin.getBranches({})).find(({ external_id }) => external_id === "B3");
    const { id, external_id, name, lock_version } = found!;
    const opened = await admin.updateBranch({ id, external_id, name, active: true, lock_version });
    await admin.updateBranch({ id, external_id, name, active: false, lock_version: opened.lock_version });
    source.rows = branches;
    await run("BRANCHES");
    const closed = (await company.admin.getBranches({})).filter(({ active }) => !active);
    expect(closed.map((branch) => branch.external_id)).toEqual(["B3"]);
  });

  it("a sync deactivates and reactivates only people that it knows by their external id", async () => {
    source.rows = createSyncSourceDrivers(10);
    await run("DRIVERS");
    await api.db.system.run(
      sql`insert into users (tenant_id, firstname, lastname, email) values (${company.tenant.id}, 'A', 'B', 'own@example.org')`,
    );
    source.rows = [
      ...createSyncSourceDrivers(9),
      createSyncSourceDriver(77, { email: "OWN@example.org" }),
      { external_id: "P9", firstname: "", lastname: "" },
    ];
    const kept = await run("DRIVERS");
    expect(kept).toMatchObject({ unchanged: 9, created: 0, deactivated: 0 });
    expect(kept?.faults.map(({ row, external_id, code }) => [row, external_id, code]).toSorted()).toEqual([
      [10, "P9", "VALIDATION_FAILED"],
      [9, "P77", "RESOURCE_ALREADY_EXISTS"],
    ]);
    source.rows = createSyncSourceDrivers(9);
    await run("DRIVERS");
    expect(await blocked()).toEqual(["P9"]);
    source.rows = createSyncSourceDrivers(10);
    await run("DRIVERS");
    expect(await blocked()).toEqual([]);
  });

  it("a sync ends the sessions of people whom it blocks, and they stay ended once the people are unblocked", async () => {
    source.rows = createSyncSourceDrivers(2);
    await run("DRIVERS");
    const { tenant } = company;
    await api.db.system.run(sql`
      insert into tokens (tenant_id, kind, token_hash, user_id, expires_at)
      select tenant_id, 'USER', convert_to(id::text, 'UTF8'), id, now() + interval '1 day'
      from users where tenant_id = ${tenant.id} and external_id is not null`);
    source.rows = createSyncSourceDrivers(1);
    expect(await run("DRIVERS")).toMatchObject({ deactivated: 1 });
    source.rows = createSyncSourceDrivers(2);
    expect(await run("DRIVERS")).toMatchObject({ updated: 1 });
    expect(
      await api.db.system.many(sql`
        select external_id, revoked_at is not null as ended from tokens join users on users.tenant_id = tokens.tenant_id and users.id = user_id
        where users.tenant_id = ${tenant.id} and external_id is not null order by external_id`),
    ).toEqual([
      { external_id: "P0", ended: false },
      { external_id: "P1", ended: true },
    ]);
  });

  it("a sync that changes a mail address voids password links mailed to the earlier one, and one that changes a number what proves that on a phone", async () => {
    source.rows = createSyncSourceDrivers(4);
    await run("DRIVERS");
    await api.db.system.run(sql`
      insert into challenges (tenant_id, purpose, identifier, user_id, secret_hash, expires_at)
      select tenant_id, purpose, id::text, id, 'secret', now() + interval '1 hour'
      from users, unnest(array['PASSWORD_RESET', 'PIN_TOKEN']) as purpose where tenant_id = ${company.tenant.id} and external_id is not null`);
    source.rows = [
      createSyncSourceDriver(0, { email: "new@example.org" }),
      createSyncSourceDriver(1, { lastname: "Maier" }),
      createSyncSourceDriver(2),
      createSyncSourceDriver(3, { phone_number: "+436649999999" }),
    ];
    expect(await run("DRIVERS")).toMatchObject({ updated: 3, unchanged: 1 });
    expect(
      await api.db.system.many(sql`
        select external_id, purpose from challenges join users on users.tenant_id = challenges.tenant_id and users.id = user_id
        where users.tenant_id = ${company.tenant.id} and voided_at is not null order by external_id`),
    ).toEqual([
      { external_id: "P0", purpose: "PASSWORD_RESET" },
      { external_id: "P3", purpose: "PIN_TOKEN" },
    ]);
  });

  it("a run of sync is listed for 90 days after its end", async () => {
    for (const days of [91, 89, 0]) {
      const ended = await run("DRIVERS");
      await api.db.system.run(sql`
        update sync_runs set row_count = ${days}, ended_at = ended_at - make_interval(days => ${days}) where id = ${ended?.id}`);
    }
    await api.app.tidyUp();
    expect((await company.admin.getSyncRuns()).map(({ rows }) => rows)).toEqual([0, 89]);
  });

  it("a sync of drivers does not change a dispatcher with the same external id", async () => {
    await api.db.system.run(
      sql`update users set external_id = 'P1', lastname = 'Chefin' where id = ${company.admin.session.user_id}`,
    );
    source.rows = [createSyncSourceDriver(1)];
    expect((await run("DRIVERS"))?.faults).toEqual([{ row: 0, external_id: "P1", code: "NOT_A_DRIVER" }]);
    expect(
      await api.db.system.one(sql`select lastname from users where id = ${company.admin.session.user_id}`),
    ).toEqual({
      lastname: "Chefin",
    });
  });

  it.each([
    ["HTML", "<html><h1>Wartung</h1></html>", "no JSON"],
    ["10 MB", `{"drivers":["${"x".repeat(10_000_000)}"]}`, "more than 2000000 bytes"],
    ["something else", '{"people":[]}', "no JSON with a list of drivers"],
  ])("a sync fails and changes nothing when the source answers %s", async (_what, answer, error) => {
    source.rows = createSyncSourceDrivers(10);
    await run("DRIVERS");
    const before = await fingerprint();
    source.answer = answer;
    expect(await run("DRIVERS")).toMatchObject({ status: "FAILED", error: expect.stringContaining(error) as string });
    expect(await fingerprint()).toBe(before);
  });

  it("triggering a sync that is already waiting is refused, as is triggering one of another tenant", async () => {
    await trigger("DRIVERS");
    await expect(trigger("DRIVERS")).rejects.toMatchObject({ status: 409, code: "RESOURCE_IN_USE" });
    await trigger("BRANCHES");
    const foreign = await api.aTenant();
    const other = company.admin.triggerSync({ tenant_short_code: foreign.short_code, job: "DRIVERS" });
    await expect(other).rejects.toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
    await api.app.sync.runDue();
    await company.admin.deleteConnector({ id: company.tenant.id, kind: "SYNC" });
    await expect(trigger("DRIVERS")).rejects.toMatchObject({ status: 422, code: "ACTION_NOT_AVAILABLE" });
  });

  it("a node that shuts down releases its sync run without waiting for the source, and another node completes it", async () => {
    source.rows = createSyncSourceDrivers(3);
    source.answer = "SILENT";
    const stopping = aNode(api.db);
    await trigger("DRIVERS");
    const running = stopping.runDue();
    await vi.waitFor(() => expect(source.asked).toBe(1), 15_000);
    // The source has five minutes to answer, longer than a test may take.
    await stopping.stop();
    await running;
    source.answer = undefined;
    await api.app.sync.runDue();
    expect((await company.admin.getSyncRuns())[0]).toMatchObject({ status: "DONE", created: 3 });
  });

  it("a sync that an internal error prevents is FAILED, its error is reported, and another one can be started", async () => {
    source.rows = createSyncSourceDrivers(2);
    // As after a change of the sealing key that left out the former one.
    await api.db.system.run(sql`
      update tenant_connectors set secret = decode('02', 'hex') where tenant_id = ${company.tenant.id} and kind = 'SYNC'`);
    const reported: Error[] = [];
    const node = aNode(api.db, { onError: (error) => reported.push(error) });
    await trigger("DRIVERS");
    await node.runDue();
    expect((await company.admin.getSyncRuns())[0]).toMatchObject({
      status: "FAILED",
      error: "An internal error; the operator's log says which",
    });
    expect(reported).toHaveLength(1);
    await trigger("DRIVERS");
    await node.runDue();
  });

  it("a sync that the database interrupts stays RUNNING, and is completed after its lease", async () => {
    source.rows = createSyncSourceDrivers(2);
    const shutDown = Object.assign(new Error("terminating connection"), { code: "57P01" });
    const node = aNode(api.db, { egress: { send: () => Promise.reject(shutDown) } });
    await trigger("DRIVERS");
    await expect(node.runDue()).rejects.toBe(shutDown);
    expect((await company.admin.getSyncRuns())[0]).toMatchObject({ status: "RUNNING" });
    api.clock.advance({ seconds: 61 });
    await api.app.sync.runDue();
    expect((await company.admin.getSyncRuns())[0]).toMatchObject({ status: "DONE", created: 2 });
  });

  function aNode(db: typeof api.db, given: Partial<SyncRunnerServices> = {}) {
    const egress = new EgressClient({ allow: [{ host: "127.0.0.1", port: undefined }] });
    const sealing = new SecretSealer([{ number: 1, secret: "a sealing key for tests" }], "unused");
    return new SyncRunner({
      db,
      clock: api.clock,
      egress,
      sealing,
      checkBody: checkRequestBody,
      problemOf: problemOfError,
      onError: () => undefined,
      ...given,
    });
  }
});
