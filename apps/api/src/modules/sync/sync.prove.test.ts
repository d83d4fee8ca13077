import { expect, it, onTestFinished, vi } from "vitest";
import { KillableNode } from "../../testing/mortal/mortal-node";
import { startApi } from "../../testing/start-api";
import { createSyncSourceDrivers, localEgressOptions, setUpSyncSource } from "../../testing/sync-source";

const api = startApi(localEgressOptions);
const { source, company, trigger, run, fingerprint } = setUpSyncSource(api);

it("a sync of 10,000 drivers takes less than a minute, and another node continues it after its node was killed", {
  timeout: 120_000,
}, async () => {
  source.rows = createSyncSourceDrivers(10_000);
  await trigger("DRIVERS");
  const began = performance.now();
  const node = await KillableNode.open({ part: "sync", databaseUrl: api.databaseUrl });
  onTestFinished(() => node.close());
  await vi.waitFor(async () => expect((await company.admin.getSyncRuns())[0]?.created).toBeGreaterThan(2_000), {
    timeout: 30_000,
    interval: 5,
  });
  await node.kill();
  const [left] = await company.admin.getSyncRuns();
  expect(left).toMatchObject({ status: "RUNNING" });
  expect(left?.created).toBeLessThan(10_000);
  await api.app.sync.runDue();
  expect((await company.admin.getSyncRuns())[0]?.status, "leased").toBe("RUNNING");
  api.clock.advance({ seconds: 61 });
  await api.app.sync.runDue();
  const tookMs = performance.now() - began;
  expect(tookMs).toBeLessThan(60_000);
  if (process.env["SYNC_FIGURES"]) process.stderr.write(`10,000 drivers in ${Math.round(tookMs)} ms\n`);
  const [resumed] = await company.admin.getSyncRuns();
  expect(resumed).toMatchObject({
    status: "DONE",
    rows: 10_000,
    created: 10_000 - (left?.created ?? 0),
    unchanged: left?.created,
  });
  const before = await fingerprint();
  expect(await run("DRIVERS")).toMatchObject({
    status: "DONE",
    created: 0,
    updated: 0,
    unchanged: 10_000,
    deactivated: 0,
  });
  expect(await fingerprint()).toBe(before);
});
