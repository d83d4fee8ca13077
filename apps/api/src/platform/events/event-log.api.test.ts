import { describe, expect, it } from "vitest";
import { startApi } from "../../testing/start-api";
import { connectAs } from "../../testing/test-database";
import { eventLogDefaults } from "./event-log";
import { compile, sql } from "../database/sql";

describe("the event log", () => {
  const api = startApi();

  it("is read in its own order to learn what is new, and never as a whole", async () => {
    const { session } = await api.signIn("getDashboard");
    const { id } = session.tenant;
    await api.db.systemTransaction(id, (tx) =>
      tx.run(sql`
        insert into events (tenant_id, type, payload)
        select ${id}, 'area waiting time', json_build_object('title', repeat('x', 1000)) from generate_series(1, 10000)`),
    );
    const client = await connectAs(api.databaseUrl, "leitstand_system");
    try {
      await client.query("set plan_cache_mode = force_generic_plan");
      const { text } = compile(eventLogDefaults.selectAfter({ xid: 1n, id: 1n, timeline: "1" }, 1_000));
      await client.query(`prepare look as ${text}`);
      const { rows } = await client.query<{ "QUERY PLAN": string }>("explain execute look ('1', '1', 1000)");
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      // Whatever else a plan may do is bounded by what it believes about a log that has grown since.
      expect(plan.match(/\S+ \S*Scan .*events.*?(?= \()/g)).toEqual([
        expect.stringContaining("Index Scan using events_by_cursor"),
        expect.stringContaining("Index Scan using events_by_cursor"),
      ]);
    } finally {
      await client.end();
    }
  });

  it("costs little to be analysed, however busy the day: small samples, and no documents taken apart", async () => {
    const columns = await api.db.system.many<{ name: string; type: string; target: number }>(sql`
      select attrelid::regclass || '.' || attname as name, format_type(atttypid, null) as type,
        coalesce(nullif(attstattarget, -1), 100)::int as target
      from pg_attribute where attrelid in ('case_history'::regclass, 'events'::regclass, 'outbox_messages'::regclass)
        and attnum > 0 and not attisdropped`);
    expect(columns.length).toBeGreaterThan(40);
    expect(columns.filter(({ type, target }) => target > (type === "jsonb" ? 0 : 20))).toEqual([]);
  });
});
