import { expect, it, onTestFinished } from "vitest";
import { speedUpProcessTime } from "../../testing/process-time";
import { startApi } from "../../testing/start-api";
import { testDatabaseTimeouts } from "../../testing/start-node";
import { deriveTestDatabaseLogins } from "../../testing/test-logins";
import { startPostgresRecordingProxy } from "../../testing/wire";
import { problemOfError } from "../http/fault";
import { Database, type DatabaseOptions } from "./database";
import { connectionPoolSizesFor } from "./pool-sizes";
import { sql } from "./sql";

const api = startApi();

/** Opens the database through a wire that can be hushed; both end with the test. */
async function openDatabaseOnWire(given: Partial<DatabaseOptions>, tamper?: (piece: Buffer) => Buffer) {
  const wire = await startPostgresRecordingProxy(api.databaseUrl, tamper);
  const { app, system } = deriveTestDatabaseLogins(api.databaseUrl);
  const logins = { app: wire.through(app), system: wire.through(system) };
  const pools = connectionPoolSizesFor(2);
  const db = new Database({ logins, pools, ...testDatabaseTimeouts, onError: () => undefined, name: "test", ...given });
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= db.close());
  onTestFinished(async () => {
    await close();
    await wire.close();
  });
  return { wire, db, close };
}

const one = sql`select 1 as one`;
const askEverywhere = (db: Database, tenantId: string) =>
  Promise.allSettled([
    ...[1, 2, 3, 4].map(() => db.read(tenantId, "short").one(one)),
    db.read(tenantId, "long").one(one),
    db.transaction(tenantId, (tx) => tx.one(one)),
    db.system.one(one),
  ]);
const answered = Array.from({ length: 7 }, () => ({ status: "fulfilled", value: { one: 1 } }));

it("a database connection that falls silent is closed, and its statements are sent again on other connections", async () => {
  const { id } = await api.aTenant();
  const { wire, db } = await openDatabaseOnWire({ silenceMs: 20_000 });
  expect(await askEverywhere(db, id)).toEqual(answered);
  wire.hush(true);
  // Makes time pass quicker: the limit is long, so that a busy database is never taken for a silent one.
  const calmDown = speedUpProcessTime(20);
  for (const answer of await askEverywhere(db, id))
    expect(answer).toMatchObject({ reason: { message: expect.stringMatching(/^Connection terminated/) } });
  wire.hush(false);
  calmDown();
  expect(await askEverywhere(db, id)).toEqual(answered);
});

it("a database that is silent from the first connection on is reported as away within the limit for connections", async () => {
  const { id } = await api.aTenant();
  const { wire, db } = await openDatabaseOnWire({ connectionTimeoutMs: 300 });
  wire.hush(true);
  const asked = [...(await askEverywhere(db, id)), ...(await Promise.allSettled([db.connect()]))];
  for (const answer of asked)
    expect(answer.status === "rejected" && problemOfError(answer.reason).code).toBe("SERVICE_UNAVAILABLE");
});

it("a database that falls silent while it is greeted is reported as away within the limit for connections", async () => {
  const { id } = await api.aTenant();
  const { wire, db } = await openDatabaseOnWire({ connectionTimeoutMs: 2_000 }, (piece) => {
    if (piece.includes("pg_backend_pid")) wire.hush(true);
    return piece;
  });
  for (const answer of await askEverywhere(db, id))
    expect(answer.status === "rejected" && problemOfError(answer.reason).code).toBe("SERVICE_UNAVAILABLE");
});

it("a database that has fallen silent does not keep a node from stopping", async () => {
  const { id } = await api.aTenant();
  const { wire, db, close } = await openDatabaseOnWire({ connectionTimeoutMs: 2_000 });
  await expect.poll(() => askEverywhere(db, id)).toEqual(answered);
  wire.hush(true);
  await expect(close()).resolves.toBeUndefined();
});
