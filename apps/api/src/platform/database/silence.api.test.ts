import { expect, it, onTestFinished } from "vitest";
import { speedUpProcessTime } from "../../testing/process-time";
import { startApi } from "../../testing/start-api";
import { testDatabaseTimeouts } from "../../testing/start-node";
import { deriveTestDatabaseLogins } from "../../testing/test-logins";
import { startPostgresRecordingProxy } from "../../testing/wire";
import { Database } from "./database";
import { connectionPoolSizesFor } from "./pool-sizes";
import { sql } from "./sql";

const api = startApi();

it("a database connection that falls silent is closed, and its statements are sent again on other connections", async () => {
  const { id } = await api.aTenant();
  const wire = await startPostgresRecordingProxy(api.databaseUrl);
  const { app, system } = deriveTestDatabaseLogins(api.databaseUrl);
  const logins = { app: wire.through(app), system: wire.through(system) };
  const options = {
    pools: connectionPoolSizesFor(2),
    ...testDatabaseTimeouts,
    silenceMs: 20_000,
    onError: () => undefined,
    name: "test",
  };
  const db = new Database({ logins, ...options });
  onTestFinished(async () => {
    await db.close();
    await wire.close();
  });
  const one = sql`select 1 as one`;
  const askEverywhere = () =>
    Promise.allSettled([
      ...[1, 2, 3, 4].map(() => db.read(id, "short").one(one)),
      db.read(id, "long").one(one),
      db.transaction(id, (tx) => tx.one(one)),
      db.system.one(one),
    ]);
  const answered = Array.from({ length: 7 }, () => ({ status: "fulfilled", value: { one: 1 } }));

  expect(await askEverywhere()).toEqual(answered);
  wire.hush(true);
  // Makes time pass quicker: the limit is long, so that a busy database is never taken for a silent one.
  const calmDown = speedUpProcessTime(20);
  for (const answer of await askEverywhere())
    expect(answer).toMatchObject({ reason: { message: expect.stringMatching(/^Connection terminated/) } });
  wire.hush(false);
  calmDown();
  expect(await askEverywhere()).toEqual(answered);
});
