import { describe, expect, it } from "vitest";
import { insertBranch, insertTenant } from "./testing/fixtures";
import { cancelBlockedStatements, startBlockedWork } from "./testing/races/blocked-work";
import { startApi } from "./testing/start-api";
import { deleteAllExpiredRows } from "./housekeeping";
import { deleteExpiredRows } from "#platform/database/retention";
import { type Sql, sql } from "#platform/database/sql";

const DAY_MS = 86_400_000;

describe("housekeeping of expired data", () => {
  const api = startApi();
  const titlesLeft = async (rows: Sql) =>
    (await api.db.system.many<{ title: string }>(rows)).map(({ title }) => title).sort();

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

  it("housekeeping deletes critical messages after 90 days, but none that dispatchers have yet to acknowledge", async () => {
    const { id } = await insertTenant(api.db, "FUNERAL");
    const branch = await insertBranch(api.db, id);
    await api.db.system.run(sql`
      insert into critical_messages (tenant_id, kind, title, branch_id, device_id, user_id, created_at, acknowledged_at)
      select ${id}, 'TEST', of.title || ' ' || days, of.branch_id, of.device_id, of.user_id,
        now() - make_interval(days => coalesce(of.created, days)), case when of.read then now() - make_interval(days => days) end
      from unnest(array[89, 91]) as days, (values ('read', ${branch}::uuid, null::uuid, null::uuid, 200, true),
        ('waits', ${branch}, null, null, null, false), ('waits for all', null, null, null, null, false),
        ('phone', null, ${id}, null, null, false), ('person', null, null, ${id}, null, false)) as of (title, branch_id, device_id, user_id, created, read)`);
    await deleteAllExpiredRows(api.db, api.clock.now());
    expect(await titlesLeft(sql`select title from critical_messages where tenant_id = ${id}`)).toEqual([
      "person 89",
      "phone 89",
      "read 89",
      "waits 89",
      "waits 91",
      "waits for all 89",
      "waits for all 91",
    ]);
  });

  it("housekeeping deletes deliveries of webhooks that have waited for a month, also of a tenant that is closed", async () => {
    const boss = await api.signIn("writeWebhooks");
    const { id } = boss.session.tenant;
    await api.db.system.run(sql`
      with webhook as (insert into webhooks (tenant_id, service_account_user_id, url, event_types, active, sealed_secret)
        values (${id}, ${boss.session.user_id}, 'https://example.org', array['location update'], true, '\\x00') returning id)
      insert into webhook_deliveries (tenant_id, webhook_id, event_id, type, occurred_at, data, status, due_at, created_at)
      select ${id}, webhook.id, number, title, now() - interval '31 days', '{}', 'PENDING', now() - make_interval(days => days), now() - interval '31 days'
      from webhook, (values (1, 'location update', 31), (2, 'case comment', 31), (3, 'sent again', 29)) as of (number, title, days)`);
    await api.db.system.run(sql`update tenants set active = false where id = ${id}`);
    await deleteAllExpiredRows(api.db, api.clock.now());
    expect(await titlesLeft(sql`select type as title from webhook_deliveries where tenant_id = ${id}`)).toEqual([
      "sent again",
    ]);
  });

  it("housekeeping forgets attempts to sign in after a month, and never those that only success or a dispatcher forgets", async () => {
    const { id } = await insertTenant(api.db, "FUNERAL");
    await api.db.system.run(sql`
      insert into auth_counters (tenant_id, scope, identifier, failures, window_started_at, locked_until, recent)
      select ${id}, scope, title, failures, now() - interval '31 days', locked_until, recent from (values
        ('PASSWORD', 'mistyped once', 1, null::timestamptz, array[]::timestamptz[]),
        ('PASSWORD', 'waiting', 5, now() - interval '31 days', array[]::timestamptz[]),
        ('PASSWORD', 'used up', 100, now() - interval '31 days', array[]::timestamptz[]),
        ('CODE_FAILED', 'locked number', 20, 'infinity', array[now() - interval '31 days']),
        ('PASSWORD_NETWORK', 'old network', 60, now() - interval '31 days', array[]::timestamptz[]),
        ('PASSWORD_NETWORK', 'waiting network', 60, now() + interval '1 minute', array[]::timestamptz[]),
        ('MESSAGE', 'old allowance', 0, null, array[now() - interval '31 days']),
        ('MESSAGE', 'allowance of today', 0, null, array[now() - interval '31 days', now()])) as of (scope, title, failures, locked_until, recent)`);
    await deleteAllExpiredRows(api.db, api.clock.now());
    expect(await titlesLeft(sql`select identifier as title from auth_counters where tenant_id = ${id}`)).toEqual([
      "allowance of today",
      "locked number",
      "used up",
      "waiting",
      "waiting network",
    ]);
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
