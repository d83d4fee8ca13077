import { describe, expect, it } from "vitest";
import { insertTenant } from "./testing/fixtures";
import { cancelBlockedStatements, startBlockedWork } from "./testing/races/blocked-work";
import { startApi } from "./testing/start-api";
import { deleteAllExpiredRows } from "./housekeeping";
import { deleteExpiredRows } from "#platform/database/retention";
import { sql } from "#platform/database/sql";

const DAY_MS = 86_400_000;

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

  it("a table whose old rows cannot be deleted does not keep the old rows of other tables", async () => {
    const office = await api.signIn("writeCalendars", "readCalendars");
    const event = await office.createDefaultCalendarEvent({
      start_at: api.clock.now().toISOString().slice(0, 10),
      end_at: new Date(api.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10),
      event_type: "UNAVAILABLE",
      resource_type: "USER",
      resource_id: String(office.session.user_id),
    });
    const tenantId = office.session.tenant.id;
    await api.db.system.run(
      sql`update calendar_events set ends_at = now() - interval '4 years' where id = ${event.id}`,
    );
    await api.db.system.run(sql`
      insert into challenges (tenant_id, purpose, identifier, secret_hash, expires_at)
      values (${tenantId}, 'USER_CODE', 'old', 'x', now() - interval '1 year')`);
    const { outcome } = await api.db.transaction(tenantId, async (tx) => {
      await tx.one(sql`select id from calendar_events where id = ${event.id} for update`);
      const blocked = await startBlockedWork({ tx, db: api.db.system }, () =>
        deleteAllExpiredRows(api.db, api.clock.now()).catch((error: unknown) => error),
      );
      await cancelBlockedStatements(tx, api.databaseUrl);
      return blocked;
    });
    expect(await outcome).toBeInstanceOf(AggregateError);
    expect(await api.db.system.many(sql`select id from challenges where tenant_id = ${tenantId}`)).toEqual([]);
    await deleteAllExpiredRows(api.db, api.clock.now());
    expect(await api.db.system.many(sql`select id from calendar_events where tenant_id = ${tenantId}`)).toEqual([]);
  });

  it("rows are also deleted to the last one where one statement deletes few of them", async () => {
    const { id } = await insertTenant(api.db, "FUNERAL");
    await api.db.system.run(sql`
      insert into challenges (tenant_id, purpose, identifier, secret_hash, expires_at)
      select ${id}, 'USER_CODE', number::text, 'x', now() - interval '1 year' from generate_series(1, 5) as number`);
    const retention = { table: sql`challenges`, column: sql`expires_at`, days: 2, rowsPerStatement: 2 };
    await deleteExpiredRows(api.db, api.clock.now(), retention);
    expect(await api.db.system.many(sql`select id from challenges where tenant_id = ${id}`)).toEqual([]);
  });
});
