import { describe, expect, it } from "vitest";
import { insertTenant } from "./testing/fixtures";
import { startApi } from "./testing/start-api";
import { deleteAllExpiredRows } from "./housekeeping";
import { sql } from "#platform/database/sql";

describe("housekeeping of expired data", () => {
  const api = startApi();

  it("housekeeping deletes rows after their retention period and keeps the rest", async () => {
    const { id } = await insertTenant(api.db, "FUNERAL");
    const record = (key: string, age: string) =>
      api.db.system.run(sql`
        insert into idempotency_records (tenant_id, subject, operation, key, fingerprint, status, created_at)
        values (${id}, ${id}, 'createCase', ${key}, '\\x00', 201, now() - ${age}::interval)`);
    await record("old", "25 hours");
    await record("young", "23 hours");
    await deleteAllExpiredRows(api.db, api.clock.now());
    const left = await api.db.system.many(sql`select key from idempotency_records where tenant_id = ${id}`);
    expect(left).toEqual([{ key: "young" }]);
  });

  it("housekeeping deletes queued events of a partner after a month", async () => {
    const { id } = await insertTenant(api.db, "ROADSIDE_ASSISTANCE");
    await api.db.systemTransaction(id, (tx) =>
      tx.run(sql`
        with tour as (insert into tours (tenant_id, status) values (${id}, 'SCHEDULED') returning id)
        insert into queued_events (tenant_id, type, order_key, tour_id, payload, created_at)
        select ${id}, 'driver_duty_status_update', tour.id, tour.id, json_build_object('days', days), now() - make_interval(days => days)
        from tour, unnest(array[29, 31]) as days`),
    );
    await deleteAllExpiredRows(api.db, api.clock.now());
    const left = await api.db.system.many(sql`select payload from queued_events where tenant_id = ${id}`);
    expect(left).toEqual([{ payload: { days: 29 } }]);
  });
});
