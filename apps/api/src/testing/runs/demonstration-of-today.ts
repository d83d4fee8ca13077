/**
 * The demonstration as `npm start` shows it, but in this process, on a clone of the tests' database, and without weeks
 * of history.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SecretSealer } from "#platform/process/sealing";
import { assignDemoServiceTokens } from "#demonstration/demonstration-tokens.service";
import { DEMO_ADMINISTRATOR_EMAILS, describeSignIns, seedDemonstration } from "#demonstration/demonstration.service";
import { startDemoPartnerServer } from "#demonstration/partner/demonstration-partner.service";
import { connectTestDatabase, testNodeOptions } from "../start-node";
import { testClock } from "../test-clock";
import { cloneDatabase } from "../test-database";
import { createDemonstrationNode } from "./create-demonstration";
import { demonstrationPasswordAndPin } from "./test-sign-ins";

const CONNECTION_COUNT = 12;
const DEMONSTRATION_SECRET = "a secret";
/** Address of the documentation site under `npm start`. */
const DOCS_URL = "http://localhost:8081";

interface TodayOptions {
  /** Factor on rate limits; the product's own unless set. */
  readonly rateLimitFactor?: number;
}

/** Starts the demonstration; `output` is the text about signing in that a start prints. */
export async function startDemonstrationAtCurrentTime({ rateLimitFactor = 1 }: TodayOptions = {}) {
  testClock.followMachine(); // Follows the machine's clock, as the programs do that call it.
  const database = await cloneDatabase();
  const db = connectTestDatabase(database.url, CONNECTION_COUNT);
  const dataDir = mkdtempSync(join(tmpdir(), "leitstand-demonstration-"));
  const options = { ...testNodeOptions(db), demonstration: true, docsUrl: DOCS_URL, dataDir, rateLimitFactor };
  const { pepper, sealingKeys = [] } = options;
  const parts = { db, loading: db, clock: testClock, pepper, readSignIns: () => demonstrationPasswordAndPin };
  await seedDemonstration({ ...parts, historyDays: 0, onProgress: () => undefined });
  await assignDemoServiceTokens(db, DEMONSTRATION_SECRET);
  const partner = await startDemoPartnerServer({
    db,
    secret: DEMONSTRATION_SECRET,
    sealing: new SecretSealer(sealingKeys, dataDir),
  });
  const app = await createDemonstrationNode(
    { ...options, egressAllow: partner ? [partner.host] : [] },
    { administrators: DEMO_ADMINISTRATOR_EMAILS, partner },
  );
  const { port } = new URL(await app.server.listen({ host: "127.0.0.1", port: 0 }));
  app.start();
  return {
    url: `http://localhost:${port}`,
    output: () => describeSignIns({ ...demonstrationPasswordAndPin, secret: DEMONSTRATION_SECRET }).join("\n"),
    stop: async () => {
      await partner?.stop();
      await app.stop();
      await db.close();
      await database.drop();
      rmSync(dataDir, { recursive: true });
    },
  };
}
