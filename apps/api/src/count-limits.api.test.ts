import { STORED_ADDRESSES_MAX } from "@leitstand/contract/operation/limits";
import { describe, expect, it } from "vitest";
import { type Sql, sql } from "#platform/database/sql";
import { type ApiSession, startApi } from "./testing/start-api";

const PARALLEL_REQUESTS = 12;

interface CountLimit {
  readonly things: string;
  readonly grants: readonly string[];
  readonly most: number;
  /** Stores so many of a tenant. */
  readonly fill: (office: ApiSession, count: number) => Sql;
  readonly create: (office: ApiSession, index: number) => Promise<unknown>;
}

const countLimits: readonly CountLimit[] = [
  {
    things: "master data entries",
    grants: ["createTenantMasterData"],
    most: 1_000,
    fill: ({ session }, count) => sql`
      insert into tenant_master_data (tenant_id, key, value)
      select ${session.tenant.id}, 'old ' || number, '1' from generate_series(1, ${count}::int) number`,
    create: (office, index) =>
      office.createTenantMasterData({
        tenant_short_code: office.session.tenant.short_code,
        key: `new ${index}`,
        value: 1,
      }),
  },
  {
    things: "export templates",
    grants: ["exportTemplate"],
    most: 200,
    fill: ({ session }, count) => sql`
      insert into export_templates (tenant_id, kind, name, content)
      select ${session.tenant.id}, 'CASE', 'old ' || number, 'x' from generate_series(1, ${count}::int) number`,
    create: (office, index) => office.putExportTemplate({ kind: "CASE", name: `new ${index}`, content: "x" }),
  },
  {
    things: "addresses",
    grants: ["createAddress"],
    most: STORED_ADDRESSES_MAX,
    fill: ({ session }, count) => sql`
      insert into stored_addresses (tenant_id, name)
      select ${session.tenant.id}, 'old ' || number from generate_series(1, ${count}::int) number`,
    create: (office, index) => office.createAddress({ name: `new ${index}`, country: "AT", city: "Graz" }),
  },
  {
    things: "calendars",
    grants: ["writeCalendars"],
    most: 1_000,
    fill: ({ session }, count) => sql`
      insert into calendars (tenant_id, name)
      select ${session.tenant.id}, 'old ' || number from generate_series(1, ${count}::int) number`,
    create: (office, index) => office.createCalendar({ name: `new ${index}` }),
  },
  {
    things: "calendar groups",
    grants: ["writeCalendars"],
    most: 1_000,
    fill: ({ session }, count) => sql`
      insert into calendar_groups (tenant_id, name)
      select ${session.tenant.id}, 'old ' || number from generate_series(1, ${count}::int) number`,
    create: (office, index) => office.createCalendarGroup({ name: `new ${index}` }),
  },
  {
    things: "calendar events",
    grants: ["readCalendars", "writeCalendars"],
    most: 50_000,
    fill: ({ session }, count) => sql`
      with roster as (
        insert into calendars (tenant_id, name, is_default) values (${session.tenant.id}, 'Roster', true) returning id)
      insert into calendar_events (tenant_id, calendar_id, event_type, user_id, all_day, start_local, end_local, timezone,
        first_start, first_end, starts_at, ends_at, expanded_until)
      select ${session.tenant.id}, roster.id, 'UNAVAILABLE', ${session.user_id}, true, '2026-01-01', '2026-01-02', 'UTC',
        '2026-01-01Z', '2026-01-02Z', '2026-01-01Z', '2026-01-02Z', '2026-01-02'
      from roster, generate_series(1, ${count}::int) number`,
    create: (office) =>
      office.createDefaultCalendarEvent({
        start_at: "2026-12-01",
        end_at: "2026-12-02",
        event_type: "UNAVAILABLE",
        resource_type: "USER",
        resource_id: String(office.session.user_id),
      }),
  },
];

describe("how many things a tenant may have", () => {
  const api = startApi();

  it.each(countLimits)(
    "of many $things that are created at the same time, only as many are stored as a tenant may have",
    async ({ grants, most, fill, create }) => {
      const office = await api.signIn(...grants);
      await api.db.system.run(fill(office, most - 1));
      const outcomes = await Promise.all(
        Array.from({ length: PARALLEL_REQUESTS }, (_, index) =>
          create(office, index).then(
            () => "done",
            (refusal: { code: string }) => refusal.code,
          ),
        ),
      );
      expect(outcomes.filter((code) => code === "done")).toHaveLength(1);
      expect(outcomes.filter((code) => code === "LIMIT_EXCEEDED")).toHaveLength(PARALLEL_REQUESTS - 1);
    },
  );
});
