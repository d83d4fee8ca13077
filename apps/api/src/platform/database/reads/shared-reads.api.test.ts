import { expect, it } from "vitest";
import { insertTenant } from "../../../testing/fixtures";
import { startApi } from "../../../testing/start-api";
import { withResultSharedByCallers, sql } from "../sql";

const GATE_LOCK = 4_711;

const api = startApi();

it("a shared read contains what was committed before its caller asked, although an equal one was under way", async () => {
  const { id } = await insertTenant(api.db, "FUNERAL");
  const ask = () =>
    api.db
      .read(id, "long")
      .one<{ count: number }>(
        withResultSharedByCallers(
          sql`select count(*) as count from branches where pg_advisory_xact_lock_shared(${GATE_LOCK}) is not null`,
        ),
      );
  const insertBranch = () => api.db.transaction(id, (tx) => tx.run(sql`insert into branches (name) values ('North')`));
  await insertBranch();
  const { first, second } = await api.db.systemTransaction(id, async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${GATE_LOCK})`);
    const running = ask();
    await expect.poll(countWaitingReads).toBe(1);
    await insertBranch();
    // Both are returned in an object: a promise that is returned would be awaited before the lock is given up.
    return { first: running, second: ask() };
  });
  expect(await first).toEqual({ count: 1 });
  expect(await second).toEqual({ count: 2 });
});

const countWaitingReads = async () => {
  const { waiting } = await api.db.system.one<{ waiting: number }>(sql`
    select count(*)::int as waiting from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where locktype = 'advisory' and objid = ${GATE_LOCK} and not granted and datname = current_database()`);
  return waiting;
};
