import { describe, expect, it } from "vitest";
import { Database, type Tx } from "#platform/database/database";
import { compileSql, Sql, sql } from "#platform/database/sql";
import { incrementVehicleFieldConcurrently, CONCURRENT_WRITER_COUNT } from "./testing/races/object-writers";
import { startApi } from "./testing/start-api";

/** Number of acknowledged changes of each writer. */
const INCREMENTS_PER_WRITER = 10;
const MANY_INCREMENTS = 50;

describe("16 writers of a vehicle", () => {
  const api = startApi();

  it("16 concurrent writers of a vehicle cause conflicts, and no acknowledged change is lost", async () => {
    const { acknowledged, value, conflicts } = await incrementVehicleFieldConcurrently(api, INCREMENTS_PER_WRITER);
    expect(value).toBe(acknowledged);
    expect(conflicts).toBeGreaterThan(0);
  }, 60_000);

  it("none of many changes of a vehicle by 16 concurrent writers is lost", async () => {
    const { conflicts: _, ...kept } = await incrementVehicleFieldConcurrently(api, MANY_INCREMENTS);
    const all = CONCURRENT_WRITER_COUNT * MANY_INCREMENTS;
    expect(kept).toEqual({ acknowledged: all, value: all, lock_version: all });
  }, 240_000);
});

/** Database whose update of a vehicle checks the version first and then writes without it, a common mistake. */
class ForgetfulDatabase extends Database {
  override transaction<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return super.transaction(tenantId, (tx) => work({ ...tx, maybe: (query) => readThenWrite(tx, query) }));
  }
}

const versionConditionPattern = /lock_version = (\$\d+) and/;
async function readThenWrite<R>(tx: Tx, query: Sql): Promise<R | undefined> {
  const { text, values } = compileSql(query);
  const [, place] = versionConditionPattern.exec(text) ?? [];
  if (!text.includes("update vehicles") || place === undefined) return tx.maybe<R>(query);
  const expected = values[Number(place.slice(1)) - 1];
  const id = values[Number(/vehicle\.id = \$(\d+)/.exec(text)?.[1]) - 1];
  const seen = await tx.maybe<{ lock_version: number }>(sql`select lock_version from vehicles where id = ${id}`);
  if (seen?.lock_version !== expected) return undefined;
  const unconditional = text.replace(versionConditionPattern, "$1::bigint is not null and");
  return tx.maybe<R>(new Sql(unconditional.split(/\$\d+/), values));
}

describe("a vehicle whose update does not name the version", () => {
  const api = startApi({ open: (options) => new ForgetfulDatabase(options) });

  it("changes of a vehicle get lost when the update does not check the version, and the count detects it", async () => {
    const { acknowledged, value } = await incrementVehicleFieldConcurrently(api, INCREMENTS_PER_WRITER);
    expect(acknowledged).toBe(CONCURRENT_WRITER_COUNT * INCREMENTS_PER_WRITER);
    expect(value).toBeLessThan(acknowledged);
  }, 60_000);
});
