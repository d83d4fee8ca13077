import { fileURLToPath } from "node:url";
import { drawnSeed } from "@leitstand/scenario/seed-testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrate } from "#platform/database/migrations";
import { look } from "#platform/events/event-looks";
import { insertTenant } from "./testing/fixtures";
import { DebianServer, hasDebianServer } from "./testing/postgres/debian-server";
import { lookMutants } from "./testing/races/look-mutants";
import { type LookModel, simulateLooks } from "./testing/races/look-model";
import { connectTo } from "./testing/start-node";
import { makeTestLogins } from "./testing/test-logins";

const SEED = drawnSeed(import.meta.url);
const RUNS = 12;
const migrationsDir = fileURLToPath(new URL("../migrations/", import.meta.url));
const flawless = { late: 0, doubled: 0, disordered: 0, invented: 0, broken: 0 };

/** Needs Debian's PostgreSQL: transactions are prepared only where a server is set up for it. */
describe.runIf(hasDebianServer)(`looks at the event log (seed ${SEED})`, () => {
  let server: DebianServer;
  let tenantId: string;
  beforeAll(async () => {
    server = await DebianServer.open("fsync=off", "max_prepared_transactions=10");
    await migrate(server.url, migrationsDir);
    await makeTestLogins(server.url);
  });
  afterAll(() => server.close());

  const run = async (seed: number, given: Pick<LookModel, "look" | "tellsEarly">) => {
    const db = connectTo(server.url, 1);
    tenantId = (await insertTenant(db, "FUNERAL")).id;
    await db.close();
    return simulateLooks({ databaseUrl: server.url, tenantId, seed, steps: 1_500, prepares: true, ...given });
  };

  it("tell each commit once, by the next look and in the order of its object, whatever is open or prepared", async () => {
    for (let at = 0; at < RUNS; at++)
      expect(await run(SEED + at, { look }), `seed ${SEED + at}`).toMatchObject(flawless);
  }, 600_000);

  it.each(Object.entries(lookMutants))(
    "%s are found",
    async (_name, mutant) => {
      let found = false;
      for (let at = 0; at < RUNS && !found; at++) {
        const { committed: _, ...faults } = await run(SEED + at, mutant);
        found = Object.values(faults).some((count) => count > 0);
      }
      expect(found).toBe(true);
    },
    600_000,
  );
});
