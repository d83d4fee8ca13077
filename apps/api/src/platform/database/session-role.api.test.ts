import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApi } from "../../testing/start-api";
import { createDatabaseSubclass, setUpDatabaseConnections } from "../../testing/postgres/start-connecting";
import { deriveTestDatabaseLogins } from "../../testing/test-logins";
import { startPostgresRecordingProxy, type PostgresRecordingProxy } from "../../testing/wire";
import type { Database } from "./database";
import type { ServingDatabaseUrls } from "./database-logins";
import { PgSessionSetup } from "./postgres-session";
import { connectToPrimary } from "./primary";
import { sql } from "./sql";

const api = startApi();
const { connect, mighty, aTenantWithBranch } = setUpDatabaseConnections(api);

/** Session that does not check the database role of its connection. */
class UncheckedSession extends PgSessionSetup {
  override greet = () => Promise.resolve();
}

describe("connection whose role was not set", () => {
  let wire: PostgresRecordingProxy;

  beforeAll(async () => {
    // A value of four letters, in the encoding of the protocol.
    const [asked, kept] = [Buffer.from("\0\0\0\x04role"), Buffer.from("\0\0\0\x04r.le")];
    wire = await startPostgresRecordingProxy(api.databaseUrl, (piece) => {
      for (let at = piece.indexOf(asked); at >= 0; at = piece.indexOf(asked)) kept.copy(piece, at);
      return piece;
    });
  });
  afterAll(() => wire?.close());

  const through = ({ app, system }: ServingDatabaseUrls): ServingDatabaseUrls => ({
    app: wire.through(app),
    system: wire.through(system),
  });
  const countBranches = (db: Database, tenantId: string) => [
    ...(["short", "long"] as const).map((lane) =>
      db.read(tenantId, lane).one<{ count: number }>(sql`select count(*) from branches`),
    ),
    db.transaction(tenantId, (tx) => tx.one<{ count: number }>(sql`select count(*) from branches`)),
  ];

  it("a connection that did not switch to its database role serves no request, whatever the login may do", async () => {
    await aTenantWithBranch();
    const { tenantId } = await aTenantWithBranch();
    for (const answer of await Promise.allSettled(countBranches(connect(through(mighty())), tenantId)))
      expect(answer).toMatchObject({
        status: "rejected",
        reason: { message: expect.stringMatching(/^A connection works as .+ instead of leitstand_app\.$/) },
      });
  });

  it("code that does not check the database role gets no rows with the operator's own logins", async () => {
    const { tenantId } = await aTenantWithBranch();
    const unchecked = connect(through(deriveTestDatabaseLogins(api.databaseUrl)), {
      DatabaseClass: createDatabaseSubclass(UncheckedSession),
    });
    for (const answer of await Promise.allSettled(countBranches(unchecked, tenantId)))
      expect(answer).toMatchObject({ status: "rejected", reason: { code: "42501" } });
  });

  it("code that does not check the database role gets other tenants' rows with a login that bypasses row level security", async () => {
    await aTenantWithBranch();
    const { tenantId } = await aTenantWithBranch();
    const unchecked = connect(through(mighty()), { DatabaseClass: createDatabaseSubclass(UncheckedSession) });
    for (const counted of countBranches(unchecked, tenantId)) expect((await counted).count).toBeGreaterThan(1);
  });
});

describe("database login for requests", () => {
  it("the database login for requests can read nothing by itself and can switch only to leitstand_app", async () => {
    await aTenantWithBranch();
    const client = await connectToPrimary(deriveTestDatabaseLogins(api.databaseUrl).app, {});
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

describe("round trips of a call to the database", () => {
  let wire: PostgresRecordingProxy;
  let db: Database;

  beforeAll(async () => {
    wire = await startPostgresRecordingProxy(api.databaseUrl);
    const { app, system } = deriveTestDatabaseLogins(api.databaseUrl);
    db = connect({ app: wire.through(app), system: wire.through(system) });
  });
  afterAll(() => wire?.close());

  /** Counts messages of the second of two runs: in the first, connections are opened and statements prepared. */
  async function sentBy(work: () => Promise<unknown>): Promise<string> {
    for (let time = 0; time < 8; time++) await work();
    wire.sent();
    await work();
    return wire.sent();
  }

  it.each(["short", "long"] as const)(
    "a read on the %s lane is sent as one round trip of two statements",
    async (lane) => {
      const { tenantId } = await aTenantWithBranch();
      expect(await sentBy(() => db.read(tenantId, lane).one(sql`select count(*) from branches`))).toBe("BEBES");
    },
  );

  it("a change of one statement is sent as one round trip, begin and commit included", async () => {
    const { tenantId } = await aTenantWithBranch();
    const change = () =>
      db.transaction(tenantId, (tx) => tx.readAtCommit(sql`update branches set name = 'South' returning id`));
    expect(await sentBy(change)).toBe("BEBEBEBES");
  });

  it("a change that reads first is sent as two round trips, the commit included", async () => {
    const { tenantId } = await aTenantWithBranch();
    const change = () =>
      db.transaction(tenantId, async (tx) => {
        await tx.one(sql`select count(*) from branches`);
        await tx.readAtCommit(sql`update branches set name = 'South' returning id`);
      });
    expect(await sentBy(change)).toBe("BEBEBESBEBES");
  });

  it("work across tenants is sent as one round trip", async () => {
    expect(await sentBy(() => db.system.one(sql`select count(*) from tenants`))).toBe("BEBES");
  });
});
