import { randomUUID } from "node:crypto";
import { onTestFinished } from "vitest";
import { createApp } from "../../apps/api/src/app";
import { Chance } from "../../apps/api/src/modules/demonstration/chance";
import { COMPANIES } from "../../apps/api/src/modules/demonstration/demonstration-companies";
import { foundCompany } from "../../apps/api/src/modules/demonstration/demonstration-company.service";
import { loadPlaces } from "../../apps/api/src/modules/demonstration/demonstration-places.service";
import { addOutboxPage } from "../../apps/api/src/modules/outbox-page/outbox-page.routes";
import { systemClock } from "../../apps/api/src/platform/clock";
import type { Database } from "../../apps/api/src/platform/database";
import { connectTo } from "../../apps/api/src/testing/start-node";
import { cloneDatabase } from "../../apps/api/src/testing/test-database";
import type { Nodes } from "./nodes";

const pepper = "a pepper for the smallest of days";

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

async function foundCompanies(db: Database) {
  const places = loadPlaces();
  for (const company of COMPANIES)
    await db.systemTransaction(randomUUID(), (tx) =>
      foundCompany(tx, company, { chance: new Chance(1), pepper, places }),
    );
}

/** A node that answers only what the contract promises. */
async function aNode(databaseUrl: string): Promise<string> {
  const db = connectTo(databaseUrl, 6);
  const app = await createApp({
    db,
    clock: systemClock,
    pepper,
    publicUrl: "http://localhost",
    dataDir: "unused",
    rateLimitFactor: 100_000,
    corsOrigins: [],
    trustProxy: false,
    logger: { level: process.env["LOG_LEVEL"] ?? "error" },
    checksAnswers: true,
  });
  addOutboxPage(app.server, { db, publicUrl: "http://localhost" });
  const url = await app.server.listen({ host: "127.0.0.1", port: 0 });
  app.start();
  onTestFinished(async () => {
    await app.stop();
    await db.close();
  });
  return url;
}
