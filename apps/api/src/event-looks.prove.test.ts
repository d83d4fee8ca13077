import { fileURLToPath } from "node:url";
import { seedFromEnvironmentOrDrawn } from "@leitstand/scenario/seed-testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applyMigrations } from "#platform/database/migrations";
import { createEventLogRead } from "#platform/events/event-looks";
import { insertTenant } from "./testing/fixtures";
import { DebianPostgresServer, hasDebianPostgres } from "./testing/postgres/debian-server";
import { faultyEventLogReads } from "./testing/races/look-mutants";
import { type EventLogReadOutcome, simulateEventLogReads } from "./testing/races/look-model";
import type { EventLogReadVariant } from "./testing/races/log-reader";
import { connectTestDatabase } from "./testing/start-node";
import { createTestDatabaseLogins } from "./testing/test-logins";

const SEED = seedFromEnvironmentOrDrawn(import.meta.url);
const RUN_COUNT = 8;
/** Runs of each mutant, as some faults show in one of four runs only. */
const RUNS_PER_MUTANT = 30;
const migrationsDir = fileURLToPath(new URL("../migrations/", import.meta.url));
const noFaults = { late: 0, doubled: 0, disordered: 0, invented: 0, needless: 0, broken: 0 };

/** Needs Debian's PostgreSQL: transactions can be prepared only where a server is set up for it. */
describe.runIf(hasDebianPostgres)(`looks of nodes at the event log (seed ${SEED})`, () => {
  let server: DebianPostgresServer;
  let tenantId: string;
  beforeAll(async () => {
    // Commits that do not wait for the disk are lost when the server is stopped, unless another session flushes the
    // log.
    server = await DebianPostgresServer.open("fsync=off", "max_prepared_transactions=10", "wal_writer_delay=10s");
    await applyMigrations(server.url, migrationsDir);
    await createTestDatabaseLogins(server.url);
  });
  afterAll(() => server.close());

  const run = async (seed: number, given: EventLogReadVariant) => {
    // Empties the log, so that no other run has left anything in it.
    await server.query("truncate events, event_positions, event_looks restart identity");
    const db = connectTestDatabase(server.url, 1);
    tenantId = (await insertTenant(db, "FUNERAL")).id;
    await db.close();
    const restartServer = () => {
      server.stop("immediate");
      server.start();
    };
    return simulateEventLogReads({
      databaseUrl: server.url,
      tenantId,
      seed,
      steps: 1_500,
      prepares: true,
      restartServer,
      ...given,
    });
  };

  it("looks at the event log deliver each commit once in the order of its object or reset, also with prepared transactions, crashes and restores", async () => {
    const outcomes: EventLogReadOutcome[] = [];
    for (let at = 0; at < RUN_COUNT; at++) {
      const outcome = await run(SEED + at, { look: createEventLogRead });
      expect(outcome, `seed ${SEED + at}`).toMatchObject(noFaults);
      outcomes.push(outcome);
    }
    const total = (of: "committed" | "crashes" | "restores") => outcomes.reduce((sum, outcome) => sum + outcome[of], 0);
    console.log(`${total("committed")} committed, ${total("crashes")} crashes, ${total("restores")} restores`);
    expect(Math.min(total("committed"), total("crashes"), total("restores"))).toBeGreaterThan(RUN_COUNT);
  }, 600_000);

  it.each(Object.entries(faultyEventLogReads))(
    "the simulation detects looks at the event log %s",
    async (_name, mutant) => {
      let found = false;
      for (let at = 0; at < RUNS_PER_MUTANT && !found; at++) {
        const { late, doubled, disordered, invented, needless, broken } = await run(SEED + at, mutant);
        found = late + doubled + disordered + invented + needless + broken > 0;
      }
      expect(found).toBe(true);
    },
    600_000,
  );
});
