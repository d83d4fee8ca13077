import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { insertTenant } from "./fixtures";
import { startApi } from "./start-api";
import { testClock } from "./test-clock";

/** The hour in which each test file begins, whatever the machine's calendar says. */
const TEST_HOUR_PATTERN = /^2026-11-17T09:/;

describe("clock of tests", () => {
  const api = startApi();

  it("the test clock also applies in SQL statements, column defaults and functions", async () => {
    const { id } = await insertTenant(api.db, "FUNERAL");
    const told = await api.db.system.one<Record<string, string>>(sql`
      select now() as begun, transaction_timestamp() as transaction, statement_timestamp() as statement,
        clock_timestamp() as moment, created_at as made from tenants where id = ${id}`);
    const numbered = await api.db.transaction(id, (tx) => tx.one(sql`select next_natural_id('C') as id`));
    for (const moment of [api.clock.now(), ...Object.values(told)])
      expect(new Date(moment).toISOString()).toMatch(TEST_HOUR_PATTERN);
    expect(numbered).toEqual({ id: "C-2026-000001" });
  });

  it("the test clock is reset for the next file, and can follow the machine's clock", () => {
    testClock.advance({ days: 400 });
    testClock.begin();
    expect(testClock.now().toISOString()).toMatch(TEST_HOUR_PATTERN);
    testClock.followMachine();
    expect(testClock.aheadMs).toBe(0);
    testClock.begin();
  });
});
