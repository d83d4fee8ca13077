import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { insertTenant } from "./testing/fixtures";
import { startApi } from "./testing/start-api";
import { testClock } from "./testing/test-clock";

describe("numbers half an hour before midnight UTC on New Year's Eve", () => {
  beforeAll(() => testClock.advance({ days: 44, hours: 14, minutes: 30 }));
  const api = startApi();

  it.each([
    ["Europe/Vienna", "C-2027-000001"],
    ["Etc/UTC", "C-2026-000001"],
    ["America/New_York", "C-2026-000001"],
  ])("the first number of a company in %s has the year of its own calendar", async (timezone, number) => {
    const { id } = await insertTenant(api.db, "FUNERAL");
    await api.db.system.run(sql`update tenants set timezone = ${timezone} where id = ${id}`);
    const numbered = await api.db.transaction(id, (tx) => tx.one(sql`select next_natural_id('C') as id`));
    expect(numbered).toEqual({ id: number });
  });
});
