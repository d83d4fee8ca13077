import { randomUUID } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import { insertTenant } from "../../testing/fixtures";
import { startApi } from "../../testing/start-api";
import { testDatabaseTimeouts } from "../../testing/start-node";
import { connectAsRole, terminateProductConnections } from "../../testing/test-database";
import { deriveTestDatabaseLogins } from "../../testing/test-logins";
import { announceEvent } from "../events/events";
import { Database, type QueryRunner } from "./database";
import { connectionPoolSizesFor } from "./pool-sizes";
import { toJsonParameter, Sql, sql } from "./sql";

describe("database access of one tenant", () => {
  const api = startApi();
  const aTenantWithBranch = async () => {
    const { id: tenantId } = await insertTenant(api.db, "FUNERAL");
    const branch = randomUUID();
    await api.db.transaction(tenantId, (tx) =>
      tx.run(sql`insert into branches (id, name) values (${branch}, 'North')`),
    );
    return { tenantId, branch };
  };
  const countBranches = (tenantId: string, lane: "short" | "long") =>
    api.db.read(tenantId, lane).one<{ count: number }>(sql`select count(*) from branches`);

  it.each(["short", "long"] as const)(
    "the database shows no row of another tenant on the %s lane, even to a statement that names no tenant",
    async (lane) => {
      const [mine, theirs] = [await aTenantWithBranch(), await aTenantWithBranch()];
      expect(await countBranches(mine.tenantId, lane)).toEqual({ count: 1 });
      const intrusion = api.db.transaction(mine.tenantId, (tx) =>
        tx.run(sql`update branches set name = 'taken' where id = ${theirs.branch}`),
      );
      expect(await intrusion).toBe(0);
    },
  );

  it("the statements of a snapshot see the same rows of one tenant, although others are committed in between", async () => {
    const { tenantId } = await aTenantWithBranch();
    const countOf = (tx: QueryRunner) => tx.one<{ count: number }>(sql`select count(*) from branches`);
    const reader = api.db.read(tenantId, "long");
    const counts = await reader.inSnapshot(async (snapshot) => {
      const before = await countOf(snapshot);
      await api.db.transaction(tenantId, (tx) => tx.run(sql`insert into branches (name) values ('South')`));
      return [before, await snapshot.readAtCommit(sql`select count(*) from branches`)];
    });
    expect(counts).toEqual([{ count: 1 }, { count: 1 }]);
    expect(await countOf(reader)).toEqual({ count: 2 });
  });

  it("nothing can be written in a snapshot, and no snapshot be read in a transaction", async () => {
    const { tenantId } = await aTenantWithBranch();
    const written = api.db
      .read(tenantId, "long")
      .inSnapshot((snapshot) => snapshot.run(sql`insert into branches (name) values ('South')`));
    await expect(written).rejects.toMatchObject({ code: "25006" });
    const inTransaction = api.db.transaction(tenantId, (tx) => tx.inSnapshot(async () => undefined));
    await expect(inTransaction).rejects.toThrow("another snapshot");
    expect(await countBranches(tenantId, "long")).toEqual({ count: 1 });
  });

  it("the database refuses to write a row for another tenant", async () => {
    const [mine, theirs] = [await aTenantWithBranch(), await aTenantWithBranch()];
    const forged = api.db.transaction(mine.tenantId, (tx) =>
      tx.run(sql`insert into branches (tenant_id, name) values (${theirs.tenantId}, 'forged')`),
    );
    await expect(forged).rejects.toMatchObject({ code: "42501" });
  });

  it("the database shows no row on a connection without a tenant", async () => {
    await aTenantWithBranch();
    const client = await connectAsRole(api.databaseUrl, "leitstand_app");
    try {
      expect((await client.query("select id from branches")).rowCount).toBe(0);
    } finally {
      await client.end();
    }
  });

  it("a failing statement does not affect others in the pipeline, prepared or not", async () => {
    const { tenantId } = await aTenantWithBranch();
    const wave = Array.from({ length: 200 }, (_, index) => {
      const divisor = index % 3 === 0 ? 0 : 1;
      // Different texts make some statements new exactly when a neighbour fails.
      const pad = new Sql([`/* ${index % 7} */`], []);
      return api.db
        .read(tenantId, "short")
        .one<{ value: number }>(sql`select 6 / ${divisor}::int as value, ${pad} 1 as other`);
    });
    const results = await Promise.allSettled(wave);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(133);
    expect(
      results.flatMap((result) => (result.status === "rejected" ? [(result.reason as { code: string }).code] : [])),
    ).toEqual(Array<string>(67).fill("22012"));
  });

  it("column types are parsed correctly also for prepared statements that the server no longer describes", async () => {
    const { tenantId, branch } = await aTenantWithBranch();
    const facts = sql`select ${branch}::uuid as id, 7::bigint as many, null::int as none, '2026-03-02 06:00+00'::timestamptz(3) as at,
      '{"a": [1]}'::jsonb as data, true as yes, array['x', 'y'] as list`;
    const told = {
      id: branch,
      many: 7,
      none: null,
      at: "2026-03-02T06:00:00+00:00",
      data: { a: [1] },
      yes: true,
      list: ["x", "y"],
    };
    await api.db.transaction(tenantId, async (tx) => {
      for (let time = 0; time < 3; time++) {
        expect(await tx.one(facts)).toEqual(told);
        expect(await tx.run(sql`update branches set name = 'South' where id = ${branch}`)).toBe(1);
        expect(await tx.many(sql`select id from branches where name = ${"nowhere"}`)).toEqual([]);
      }
    });
  });

  it("a value that cannot be sent fails only its own statement", async () => {
    const { tenantId, branch } = await aTenantWithBranch();
    const circle: unknown[] = [];
    circle.push({ circle });
    const broken = api.db.transaction(tenantId, (tx) =>
      tx.run(sql`select ${toJsonParameter(circle)}::jsonb, ${branch}::uuid`),
    );
    await expect(broken).rejects.toThrow(/circular/i);
    await Promise.all(
      Array.from({ length: 20 }, () =>
        api.db.transaction(tenantId, (tx) => tx.one(sql`select count(*) from branches`)),
      ),
    );
  });

  it("a transaction that fails is rolled back as a whole, with the events that wait for its commit", async () => {
    const { tenantId } = await aTenantWithBranch();
    const work = api.db.transaction(tenantId, async (tx) => {
      await tx.run(sql`insert into branches (name) values ('half done')`);
      announceEvent(tx, { type: "tour delete", audience: {}, payload: { tour_id: randomUUID(), natural_id: "T-1" } });
      throw new Error("changed my mind");
    });
    await expect(work).rejects.toThrow("changed my mind");
    expect(await countBranches(tenantId, "short")).toEqual({ count: 1 });
    expect(await api.db.system.one(sql`select count(*) from events where tenant_id = ${tenantId}`)).toEqual({
      count: 0,
    });
  });

  it("a transaction that lost a deadlock is repeated", async () => {
    const { tenantId, branch: first } = await aTenantWithBranch();
    const second = randomUUID();
    await api.db.transaction(tenantId, (tx) =>
      tx.run(sql`insert into branches (id, name) values (${second}, 'South')`),
    );
    let waiting: (() => void) | undefined;
    const meet = new Promise<void>((resolve) => {
      let count = 0;
      waiting = () => ++count === 2 && resolve();
    });
    const cross = (from: string, to: string) =>
      api.db.transaction(tenantId, async (tx) => {
        await tx.run(sql`update branches set lock_version = lock_version + 1 where id = ${from}`);
        waiting?.();
        await meet;
        await tx.run(sql`update branches set lock_version = lock_version + 1 where id = ${to}`);
      });
    await Promise.all([cross(first, second), cross(second, first)]);
    const rows = await api.db.read(tenantId, "short").many(sql`select lock_version from branches order by id`);
    expect(rows).toEqual([{ lock_version: 2 }, { lock_version: 2 }]);
  });

  it("a transaction that lost four deadlocks in a row is written once, and one that lost five is not written", async () => {
    const { tenantId } = await aTenantWithBranch();
    const loseDeadlocks = (count: number) => {
      let attempts = 0;
      return api.db.transaction(tenantId, async (tx) => {
        await tx.run(sql`insert into branches (id, name) values (${randomUUID()}, ${`${count} lost`})`);
        if (++attempts <= count) await tx.run(sql`do 'begin raise exception sqlstate ''40P01''; end'`);
      });
    };
    await loseDeadlocks(4);
    await expect(loseDeadlocks(5)).rejects.toMatchObject({ code: "40P01" });
    const named = api.db.read(tenantId, "short").many(sql`select name from branches where name like '%lost'`);
    expect(await named).toEqual([{ name: "4 lost" }]);
  });

  it("a connection whose server takes no writes any more is replaced after the first call that meets it", async () => {
    const { tenantId } = await aTenantWithBranch();
    const pools = { writers: 1, readers: 1, lists: 1, system: 1 };
    const logins = deriveTestDatabaseLogins(api.databaseUrl);
    const db = new Database({ logins, pools, ...testDatabaseTimeouts, onError: () => undefined, name: "test" });
    onTestFinished(() => db.close());
    // As on a server that was demoted behind an address that has moved on.
    const demote = sql`set session characteristics as transaction read only`;
    const rename = sql`update branches set name = 'South' where tenant_id = ${tenantId}`;
    const writeInTransaction = () => db.transaction(tenantId, (tx) => tx.run(rename));
    const writeAcrossTenants = () => db.system.run(rename);
    await db.transaction(tenantId, (tx) => tx.run(demote));
    await db.system.run(demote);
    for (const write of [writeInTransaction, writeAcrossTenants]) {
      await expect(write()).rejects.toMatchObject({ code: "25006" });
      expect(await write()).toBe(1);
    }
  });

  it("the database client reconnects when PostgreSQL ends every connection", async () => {
    const { tenantId } = await aTenantWithBranch();
    await terminateProductConnections(api.databaseUrl);
    // The first call per lane may meet a dying connection, and no more than one does.
    const settled = await Promise.allSettled(Array.from({ length: 8 }, () => countBranches(tenantId, "short")));
    expect(settled).toHaveLength(8);
    await expect.poll(() => countBranches(tenantId, "short")).toEqual({ count: 1 });
    await expect.poll(() => countBranches(tenantId, "long")).toEqual({ count: 1 });
  });

  it("the database client reports no lost connection once it has been closed", async () => {
    const open = async () => {
      const told: string[] = [];
      const db = new Database({
        logins: deriveTestDatabaseLogins(api.databaseUrl),
        pools: connectionPoolSizesFor(2),
        statementTimeoutMs: 5_000,
        onError: ({ message }) => told.push(message),
        name: "a node that stops",
      });
      const connection = await db.connect();
      return { db, told, ended: new Promise((resolve) => connection.once("end", resolve)) };
    };
    const [stopping, going] = [await open(), await open()];
    await stopping.db.close();
    await terminateProductConnections(api.databaseUrl);
    await Promise.all([stopping.ended, going.ended]);
    expect([stopping.told.length, going.told.length > 0]).toEqual([0, true]);
    await going.db.close();
  });
});

describe("database schema", () => {
  const api = startApi();
  const catalogue = async (query: string) => {
    const client = await connectAsRole(api.databaseUrl, "leitstand_app");
    try {
      return (await client.query<{ name: string }>(query)).rows.map(({ name }) => name);
    } finally {
      await client.end();
    }
  };

  it("row level security is forced on every table with a tenant", async () => {
    const open = await catalogue(`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not c.relispartition
        and not (c.relrowsecurity and c.relforcerowsecurity)`);
    expect(open).toEqual([]);
  });

  it("every primary and unique key of a tenant's table begins with the tenant, except for secrets that identify their tenant and positions in the event log", async () => {
    const astray = await catalogue(`
      select i.indexrelid::regclass::text as name from pg_index i
      join pg_attribute t on t.attrelid = i.indrelid and t.attname = 'tenant_id'
      join pg_attribute head on head.attrelid = i.indrelid and head.attnum = i.indkey[0]
      join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace and not c.relispartition
      where i.indisunique and i.indkey[0] <> t.attnum and head.attname not in ('token_hash', 'secret_hash') and i.indexrelid <> 'event_positions_position_key'::regclass`);
    expect(astray).toEqual([]);
  });

  it("every foreign key has an index", async () => {
    const bare = await catalogue(`
      select k.conname as name from pg_constraint k
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conkey <> '{}'
        and not exists (select 1 from pg_index i where i.indrelid = k.conrelid
          and (select array_agg(x order by x) from unnest(k.conkey) x) =
              (select array_agg(x order by x) from unnest((i.indkey::int2[])[0:cardinality(k.conkey) - 1]) x))`);
    expect(bare).toEqual([]);
  });

  it("the database roles of the application cannot bypass row level security", async () => {
    const powerful = await catalogue(`
      select rolname as name from pg_roles where rolname like 'leitstand_%' and (rolbypassrls or rolsuper or rolcreaterole)`);
    expect(powerful).toEqual([]);
    const owned = await catalogue(`
      select c.relname as name from pg_class c join pg_roles r on r.oid = c.relowner
      where r.rolname like 'leitstand_%' and c.relkind in ('r', 'p')`);
    expect(owned).toEqual([]);
  });
});
