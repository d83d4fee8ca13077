import { describe, expect, it } from "vitest";
import { startApi } from "../../testing/start-api";
import { connectAsRole } from "../../testing/test-database";
import { createEventLogRead } from "./event-looks";
import { compileSql, type Sql, sql } from "../database/sql";

describe("event log", () => {
  const api = startApi();

  it("new events are found by index alone, whatever the planner believes about the size of the log", async () => {
    const { session } = await api.signIn("getDashboard");
    const { id } = session.tenant;
    await api.db.systemTransaction(id, (tx) =>
      tx.run(sql`
        insert into events (tenant_id, type, payload)
        select ${id}, 'area waiting time', json_build_object('title', repeat('x', 1000)) from generate_series(1, 10000)`),
    );
    const client = await connectAsRole(api.databaseUrl, "leitstand_system");
    try {
      await client.query("set plan_cache_mode = force_generic_plan");
      const { settings, transaction, read } = createEventLogRead({ after: 0n, limit: 1_000 });
      await client.query("begin");
      await client.query(compileSql(settings).text);
      for (const [statement, given] of [
        [transaction.at(-1) as Sql, ""],
        [read, "('0', '1000')"],
      ] as const) {
        await client.query(`prepare statement as ${compileSql(statement).text}`);
        const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain execute statement ${given}`);
        await client.query("deallocate statement");
        const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
        expect(plan).toMatch(/Index Scan (using|on) event/);
        expect(plan).not.toMatch(/Seq Scan on event|Merge Join|Hash Join/);
      }
      await client.query("rollback");
    } finally {
      await client.end();
    }
  });

  it("numbers of events are not cached per connection, so that they ascend in order", async () => {
    // A cached sequence number would be used after greater ones, and its event be told before them.
    const sequence = sql`select cache_size::int from pg_sequences where sequencename = 'events_id_seq'`;
    expect(await api.db.system.one(sequence)).toEqual({ cache_size: 1 });
  });

  it("the event log is analysed cheaply on a busy day: with small samples, and without parsing documents", async () => {
    const columns = await api.db.system.many<{ name: string; type: string; target: number }>(sql`
      select attrelid::regclass || '.' || attname as name, format_type(atttypid, null) as type,
        coalesce(nullif(attstattarget, -1), 100)::int as target
      from pg_attribute where attrelid in ('case_history'::regclass, 'events'::regclass, 'outbox_messages'::regclass)
        and attnum > 0 and not attisdropped`);
    expect(columns.length).toBeGreaterThan(40);
    expect(columns.filter(({ type, target }) => target > (type === "jsonb" ? 0 : 20))).toEqual([]);
  });
});
