import { onTestFinished } from "vitest";
import { createApp } from "../../apps/api/src/app";
import { addOutboxPage } from "../../apps/api/src/demonstration/outbox-page/outbox-page.routes";
import { addConsolePages, addDriverPages } from "../../apps/api/src/platform/sites/console-pages";
import { createDemonstrationCompanies } from "../../apps/api/src/testing/demonstration-companies";
import { demonstrationPasswordAndPin } from "../../apps/api/src/testing/runs/test-sign-ins";
import { connectTestDatabase, testNodeOptions } from "../../apps/api/src/testing/start-node";
import { testClock } from "../../apps/api/src/testing/test-clock";
import { cloneDatabase } from "../../apps/api/src/testing/test-database";
import type { ProductNodes } from "./nodes";

/**
 * Starts two nodes in this process with both companies, but without their history: people, vehicles and phones; with or
 * without a build of the driver app.
 */
export async function startSmallDemonstration({ driverApp }: { driverApp?: string } = {}): Promise<ProductNodes> {
  // The simulation plans its day by the machine's clock.
  testClock.followMachine();
  const database = await cloneDatabase();
  onTestFinished(database.drop);
  const db = connectTestDatabase(database.url, 2);
  await createDemonstrationCompanies(db);
  await db.close();
  const urls = [
    await startDemonstrationNode(database.url, driverApp),
    await startDemonstrationNode(database.url, driverApp),
  ];
  return {
    urls,
    signIns: demonstrationPasswordAndPin,
    remarks: [],
    killOne: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  };
}

/** Starts a node that also shows its outgoing messages. */
async function startDemonstrationNode(databaseUrl: string, driverApp: string | undefined): Promise<string> {
  const db = connectTestDatabase(databaseUrl, 6);
  const options = {
    ...testNodeOptions(db),
    demonstration: true,
    egressAllow: [{ host: "127.0.0.1", port: undefined }],
  };
  const app = await createApp(options);
  addOutboxPage(app.server, {
    ...options,
    principals: app.principals,
    attachments: app.attachedMessages,
    administrators: [],
  });
  if (driverApp !== undefined) {
    // The driver app is served beside the console, whose files are not needed here.
    addConsolePages(app.server, driverApp);
    addDriverPages(app.server, driverApp);
  }
  const url = await app.server.listen({ host: "127.0.0.1", port: 0 });
  app.start();
  onTestFinished(async () => {
    await app.stop();
    await db.close();
  });
  return url;
}
