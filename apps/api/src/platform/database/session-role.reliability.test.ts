import { randomUUID } from "node:crypto";
import { createClient } from "@leitstand/client/client";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertTenant } from "../../testing/fixtures";
import { hasPooler, type Pooler, startPooler } from "../../testing/pooler";
import { startApi } from "../../testing/start-api";
import { startNode } from "../../testing/start-node";
import { testLogins } from "../../testing/test-logins";
import { startWire, type Wire } from "../../testing/wire";
import { Database } from "./database";
import type { Logins } from "./database-logins";
import { poolsOf } from "./pool-sizes";
import { SessionKind } from "./postgres-session";
import { connectTo } from "./primary";
import { compile, withFreshPlan, sql } from "./sql";

const api = startApi();
const open: Database[] = [];

afterAll(async () => {
  for (const db of open) await db.close();
});

const options = { pools: poolsOf(4), statementTimeoutMs: 5_000, onError: () => undefined, name: "test pooled" };

function connect(logins: Logins, DatabaseClass = Database): Database {
  const db = new DatabaseClass({ logins, ...options });
  open.push(db);
  return db;
}

/** A login that is not bound by any policy, as an old installation may have it. */
const mighty = (): Logins => ({ app: api.databaseUrl, system: api.databaseUrl });

async function aTenantWithBranch() {
  const { id: tenantId } = await insertTenant(api.db, "FUNERAL");
  const branch = randomUUID();
  await api.db.transaction(tenantId, (tx) => tx.run(sql`insert into branches (id, name) values (${branch}, 'North')`));
  return { tenantId, branch };
}

const facts = sql`
  select current_user::text as works_as, current_setting('timezone') as timezone, current_setting('statement_timeout') as patience,
    (select count(*) from branches) as branches, '2026-03-02 06:00+00'::timestamptz(3) as at`;
const asPromised = {
  works_as: "leitstand_app",
  timezone: "UTC",
  patience: "5s",
  branches: 1,
  at: "2026-03-02T06:00:00+00:00",
};

/** Trusts that the session works as the role because it was asked to when it began. */
class OnlyAtTheStart extends SessionKind {
  override enter(_client: pg.ClientBase, tenantId: string) {
    return compile(withFreshPlan(sql`select set_config('app.tenant_id', ${tenantId}, true)`));
  }
}
/** Does not look whom a connection works as. */
class Unchecked extends SessionKind {
  override greet = () => Promise.resolve();
}
const careless = (Kind: typeof SessionKind) =>
  class extends Database {
    protected override kindOf(...given: ConstructorParameters<typeof SessionKind>) {
      return new Kind(...given);
    }
  };

describe.runIf(hasPooler)("behind a pooler that gives each transaction another session", () => {
  let pooler: Pooler;

  beforeAll(async () => {
    pooler = await startPooler(api.databaseUrl, Object.values(testLogins(api.databaseUrl)));
  });
  afterAll(() => pooler?.stop());

  const through = ({ app, system }: Logins): Logins => ({ app: pooler.through(app), system: pooler.through(system) });

  it.each([
    ["logins of their own", () => testLogins(api.databaseUrl)],
    ["a login that no policy binds", mighty],
  ])("every read and write works as its tenant, with %s", async (_, logins) => {
    const db = connect(through(logins()));
    const desks = await Promise.all([1, 2, 3].map(() => aTenantWithBranch()));
    const rounds = Array.from({ length: 60 }, async (_round, index) => {
      const { tenantId, branch } = desks[index % 3] as (typeof desks)[number];
      const lane = index % 2 === 0 ? "short" : "long";
      expect(await db.read(tenantId, lane).one(facts)).toEqual(asPromised);
      const stranger = desks[(index + 1) % 3]?.branch;
      await db.transaction(tenantId, async (tx) => {
        expect(await tx.one(facts)).toEqual(asPromised);
        expect(await tx.run(sql`update branches set name = 'South' where id = ${branch}`)).toBe(1);
        expect(await tx.run(sql`update branches set name = 'taken' where id = ${stranger}`)).toBe(0);
      });
      const seen = await db.system.one(sql`
        select current_user::text as works_as, count(*) from branches where id = any(${desks.map((desk) => desk.branch)})`);
      expect(seen).toEqual({ works_as: "leitstand_system", count: 3 });
    });
    await Promise.all(rounds);
  });

  it("a whole node serves its desks", async () => {
    const logins = through(testLogins(api.databaseUrl));
    const node = await startNode(api.databaseUrl, undefined, new Database({ logins, ...options }));
    const { session } = await api.signIn("createBranch", "getBranches");
    const desk = createClient({ baseUrl: node.url, token: () => session.token });
    try {
      const names = Array.from({ length: 20 }, (_, index) => `Branch ${index}`);
      await Promise.all(names.map((name) => desk.createBranch({ name })));
      const branches = await desk.getBranches({});
      expect(branches.map(({ name }) => name).sort()).toEqual(names.sort());
    } finally {
      await node.stop();
    }
  });

  it("would show other tenants' rows to who relied on the start of the session", async () => {
    await aTenantWithBranch();
    const { tenantId } = await aTenantWithBranch();
    const mutant = connect(through(mighty()), careless(OnlyAtTheStart));
    const seen = await mutant.read(tenantId, "short").one<{ count: number }>(sql`select count(*) from branches`);
    expect(seen.count).toBeGreaterThan(1);
  });
});

describe("a connection on which the role does not come through", () => {
  let wire: Wire;

  beforeAll(async () => {
    // A value of four letters, as it is on the wire.
    const [asked, kept] = [Buffer.from("\0\0\0\x04role"), Buffer.from("\0\0\0\x04r.le")];
    wire = await startWire(api.databaseUrl, (piece) => {
      for (let at = piece.indexOf(asked); at >= 0; at = piece.indexOf(asked)) kept.copy(piece, at);
      return piece;
    });
  });
  afterAll(() => wire?.close());

  const through = ({ app, system }: Logins): Logins => ({ app: wire.through(app), system: wire.through(system) });
  const countBranches = (db: Database, tenantId: string) => [
    ...(["short", "long"] as const).map((lane) =>
      db.read(tenantId, lane).one<{ count: number }>(sql`select count(*) from branches`),
    ),
    db.transaction(tenantId, (tx) => tx.one<{ count: number }>(sql`select count(*) from branches`)),
  ];

  it("serves nobody, whatever its login may do", async () => {
    await aTenantWithBranch();
    const { tenantId } = await aTenantWithBranch();
    for (const answer of await Promise.allSettled(countBranches(connect(through(mighty())), tenantId)))
      expect(answer).toMatchObject({
        status: "rejected",
        reason: { message: expect.stringMatching(/^A connection works as .+ instead of leitstand_app\.$/) },
      });
  });

  it("shows nothing with logins of their own, even to who does not look", async () => {
    const { tenantId } = await aTenantWithBranch();
    const unchecked = connect(through(testLogins(api.databaseUrl)), careless(Unchecked));
    for (const answer of await Promise.allSettled(countBranches(unchecked, tenantId)))
      expect(answer).toMatchObject({ status: "rejected", reason: { code: "42501" } });
  });

  it("would show other tenants' rows to who does not look, where the login is bound by no policy", async () => {
    await aTenantWithBranch();
    const { tenantId } = await aTenantWithBranch();
    const unchecked = connect(through(mighty()), careless(Unchecked));
    for (const counted of countBranches(unchecked, tenantId)) expect((await counted).count).toBeGreaterThan(1);
  });
});

describe("the login for requests", () => {
  it("reads nothing by itself, and may become nobody but leitstand_app", async () => {
    await aTenantWithBranch();
    const client = await connectTo(testLogins(api.databaseUrl).app, {});
    try {
      const refused = { code: "42501" };
      await expect(client.query("select id from branches")).rejects.toMatchObject(refused);
      const { rows } = await client.query<{ owner: string }>(
        "select relowner::regrole::text as owner from pg_class where oid = 'branches'::regclass",
      );
      for (const role of ["leitstand_system", rows[0]?.owner])
        await expect(client.query(`set role ${role}`)).rejects.toMatchObject(refused);
      await client.query("set role leitstand_app");
      expect((await client.query("select id from branches")).rowCount).toBe(0);
    } finally {
      await client.end();
    }
  });
});

describe("what a call sends to the database", () => {
  let wire: Wire;
  let db: Database;

  beforeAll(async () => {
    wire = await startWire(api.databaseUrl);
    const { app, system } = testLogins(api.databaseUrl);
    db = connect({ app: wire.through(app), system: wire.through(system) });
  });
  afterAll(() => wire?.close());

  /** Twice before it is counted: connections are opened and statements prepared once. */
  async function sentBy(work: () => Promise<unknown>): Promise<string> {
    for (let time = 0; time < 8; time++) await work();
    wire.sent();
    await work();
    return wire.sent();
  }

  it.each(["short", "long"] as const)("is one round trip of two statements for a read on the %s lane", async (lane) => {
    const { tenantId } = await aTenantWithBranch();
    expect(await sentBy(() => db.read(tenantId, lane).one(sql`select count(*) from branches`))).toBe("BEBES");
  });

  it("is one round trip for a change of one statement, begin and commit included", async () => {
    const { tenantId } = await aTenantWithBranch();
    const change = () =>
      db.transaction(tenantId, (tx) => tx.last(sql`update branches set name = 'South' returning id`));
    expect(await sentBy(change)).toBe("BEBEBEBES");
  });

  it("is two round trips for a change that reads first, the commit included", async () => {
    const { tenantId } = await aTenantWithBranch();
    const change = () =>
      db.transaction(tenantId, async (tx) => {
        await tx.one(sql`select count(*) from branches`);
        await tx.last(sql`update branches set name = 'South' returning id`);
      });
    expect(await sentBy(change)).toBe("BEBEBESBEBES");
  });

  it("is one round trip for work across tenants", async () => {
    expect(await sentBy(() => db.system.one(sql`select count(*) from tenants`))).toBe("BEBES");
  });
});
