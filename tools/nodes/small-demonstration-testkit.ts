import { onTestFinished } from "vitest";
import { createApp } from "../../apps/api/src/app";
import { addOutboxPage } from "../../apps/api/src/demonstration/outbox-page/outbox-page.routes";
import { foundCompanies } from "../../apps/api/src/testing/found-companies";
import { connectTo, testOptions } from "../../apps/api/src/testing/start-node";
import { cloneDatabase } from "../../apps/api/src/testing/test-database";
import type { Nodes } from "./nodes";

/** Two nodes in this process with both companies, but without their past: people, vehicles and phones. */
export async function aSmallDemonstration(): Promise<Nodes> {
  const database = await cloneDatabase();
  onTestFinished(database.drop);
  const db = connectTo(database.url, 2);
  await foundCompanies(db);
  await db.close();
  const urls = [await aNode(database.url), await aNode(database.url)];
  return { urls, remarks: [], killOne: () => Promise.resolve(), stop: () => Promise.resolve() };
}

/** A node that also shows what it sends. */
async function aNode(databaseUrl: string): Promise<string> {
  const db = connectTo(databaseUrl, 6);
  const options = { ...testOptions(db), demonstration: true };
  const app = await createApp(options);
  addOutboxPage(app.server, { ...options, principals: app.principals, administrators: [] });
  const url = await app.server.listen({ host: "127.0.0.1", port: 0 });
  app.start();
  onTestFinished(async () => {
    await app.stop();
    await db.close();
  });
  return url;
}
