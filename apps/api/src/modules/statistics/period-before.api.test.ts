import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { toJsonParameter, sql } from "#platform/database/sql";
import { startApi } from "../../testing/start-api";
import { recountStaleMonths } from "./index";
import { NO_BRANCH_ID } from "./month-builds.sql";
import { countDeliveredCases, listTopAddresses } from "./statistics.service";

const wholeTenantScope = { all: true, branch_ids: [], driver: null };
const periodBounds = (span: { from: string; to: string }) =>
  [span.from, span.to].map((at) => new Date(at).toISOString());

describe("the previous period", () => {
  const api = startApi();

  async function aCompany(timezone = "Europe/Vienna") {
    const office = await api.signIn("getStatistics");
    const { id } = office.session.tenant;
    await api.db.system.run(sql`update tenants set timezone = ${timezone} where id = ${id}`);
    /** Cases that began at a place a number of days ago, and were closed at once. */
    const cases = (name: string, count: number, days: number) =>
      api.db.systemTransaction(id, (tx) =>
        tx.run(sql`
          insert into cases (natural_id, data_type, state, finalized, approved, created_at, finalized_at, funeral_data)
          select ${randomUUID()} || number, 'FUNERAL', 'DELIVERED', true, true, now() - make_interval(days => ${days}),
            now() - make_interval(days => ${days}), ${toJsonParameter({ cargo_type: "PERSON", source_address: { name, city: "Graz" } })}::jsonb
          from generate_series(1, ${count}::int) as number`),
      );
    const top = (period: "DAY" | "WEEK" | "MONTH" | "YEAR", now: string) =>
      api.db.transaction(id, (tx) =>
        listTopAddresses(tx, { scope: wholeTenantScope, now: new Date(now) }, { side: "SOURCE", period, limit: 10 }),
      );
    const delivered = (hours: number, now: string) =>
      api.db.transaction(id, (tx) => countDeliveredCases(tx, { scope: wholeTenantScope, now: new Date(now) }, hours));
    return { id, office, cases, top, delivered };
  }

  it("the counts of places in the previous period omit places with fewer than three cases", async () => {
    const { office, cases } = await aCompany();
    const counts = [
      ["Hospital", 5, 4],
      ["Hospice", 4, 3],
      ["Home", 3, 2],
      ["Guest house", 2, 9],
    ] as const;
    for (const [name, present, before] of counts) {
      await cases(name, present, 1);
      await cases(name, before, 8);
    }
    const { total, previous, addresses } = await office.getTopSourceAddressesStatistics({ period: "WEEK", limit: 10 });
    expect([total, previous.total]).toEqual([14, 18]);
    expect(addresses.map(({ name, count, previous_count }) => [name, count, previous_count])).toEqual([
      ["Hospital", 5, 4],
      ["Hospice", 4, 3],
      ["Home", 3, null],
    ]);
  });

  it.each([
    ["Europe/Vienna", "DAY", "2026-11-17T09:00Z", ["2026-11-15T23:00Z", "2026-11-16T09:00Z"]],
    ["Europe/Vienna", "MONTH", "2026-11-17T09:00Z", ["2026-09-18T22:00Z", "2026-10-18T08:00Z"]],
    ["Europe/Vienna", "YEAR", "2024-12-31T09:00Z", ["2023-01-01T23:00Z", "2024-01-01T09:00Z"]],
    ["Australia/Lord_Howe", "WEEK", "2026-10-09T03:00Z", ["2026-09-25T13:30Z", "2026-10-02T03:30Z"]],
    // The time is half past two, which the day before skips (29 March) or has twice (25 October).
    ["Europe/Vienna", "DAY", "2026-03-30T00:30Z", ["2026-03-28T23:00Z", "2026-03-29T01:30Z"]],
    ["Europe/Vienna", "DAY", "2026-10-26T01:30Z", ["2026-10-24T22:00Z", "2026-10-25T01:30Z"]],
    // The clocks of Nuuk skip the hour before midnight on the day before: it would reach into today.
    ["America/Nuuk", "DAY", "2026-03-30T00:30Z", ["2026-03-28T02:00Z", "2026-03-29T01:00Z"]],
    // Havana has two midnights on this day, and the time is half an hour after the first one.
    ["America/Havana", "DAY", "2026-11-01T04:30Z", ["2026-10-31T04:00Z", "2026-10-31T04:30Z"]],
  ] as const)(
    "the previous period covers the same part of as many local days in the time zone %s: %s at %s",
    async (...asked) => {
      const [timezone, period, now, span] = asked;
      const { top } = await aCompany(timezone);
      const { from, to, previous } = await top(period, now);
      const [begins, ends] = span.map((at) => new Date(at).toISOString());
      expect(periodBounds(previous)).toEqual([begins, ends]);
      expect(new Date(from) <= new Date(to) && new Date(previous.to) <= new Date(from)).toBe(true);
    },
  );

  it("the previous period of deliveries has exactly as many hours, also across a clock change", async () => {
    const { delivered } = await aCompany();
    const { from, previous } = await delivered(24, "2026-10-26T01:30Z");
    expect(new Date(from).toISOString()).toBe("2026-10-25T01:30:00.000Z");
    expect(periodBounds(previous)).toEqual(["2026-10-24T01:30:00.000Z", "2026-10-25T01:30:00.000Z"]);
  });

  it("cases between two midnights of one day count to the day and month that begin at the first one", async () => {
    const { id, top, delivered } = await aCompany("America/Havana");
    await api.db.systemTransaction(id, (tx) =>
      tx.run(sql`
        insert into cases (natural_id, data_type, state, finalized, approved, created_at, finalized_at, funeral_data)
        select ${randomUUID()} || number, 'FUNERAL', 'DELIVERED', true, true, '2026-11-01T04:30Z', '2026-11-01T04:30Z',
          ${toJsonParameter({ cargo_type: "PERSON", source_address: { name: "Hospital", city: "Graz" } })}::jsonb
        from generate_series(1, 3) as number`),
    );
    const days = async () => {
      const told = await delivered(60 * 24, "2026-11-17T09:00Z");
      return told.days.filter(({ count }) => count > 0);
    };
    expect((await top("DAY", "2026-11-01T17:00Z")).total).toBe(3);
    expect(await days()).toEqual([{ date: "2026-11-01", count: 3 }]);
    // Stores the month's count as an earlier release would have stored it.
    await api.db.system.run(sql`
      insert into month_builds (tenant_id, counted, month, dirty, timezone, begins_at, ends_at)
      select ${id}, counted, '2026-10-01', false, 'America/Havana', '2026-10-01T04:00Z', '2026-11-01T05:00Z'
      from (values ('PLACES'), ('DELIVERED')) kind (counted)`);
    await api.db.system.run(sql`
      insert into delivered_months (tenant_id, month, branch_id, guest_branch_ids, part, value, cases)
      values (${id}, '2026-10-01', ${NO_BRANCH_ID}, '{}', 'DAY', 1, 3)`);
    expect(await recountStaleMonths(api.db)).toBe(2);
    expect(await days()).toEqual([{ date: "2026-11-01", count: 3 }]);
  });

  it("months of the previous period are counted in advance, up to two years back", async () => {
    const { id, office, cases } = await aCompany();
    for (const days of [70, 700, 900]) await cases("Hospital", 3, days);
    const ago = (kind: "PLACES" | "DELIVERED") =>
      api.db.system.one<{ months: number[]; are_counted: boolean }>(sql`
        select json_agg((extract(year from age(date_trunc('month', now()), month)) * 12 + extract(month from age(date_trunc('month', now()), month)))::int order by month desc) as months,
          bool_and(not dirty) as are_counted
        from month_builds where tenant_id = ${id} and counted = ${kind}`);
    await recountStaleMonths(api.db);
    for (const kind of ["PLACES", "DELIVERED"] as const)
      expect(await ago(kind)).toEqual({ months: [2, 23], are_counted: true });
    const { addresses, previous } = await office.getTopSourceAddressesStatistics({ period: "YEAR", limit: 1 });
    expect([addresses[0]?.previous_count, previous.total]).toEqual([3, 3]);
    const delivered = await office.getDeliveredCasesStatistics({ cases_age_threshold_in_hours: 8_760 });
    expect([delivered.count, delivered.previous.count]).toEqual([3, 3]);
  });
});
