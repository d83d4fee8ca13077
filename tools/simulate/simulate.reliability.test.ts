import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { devNull } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { createApp } from "../../apps/api/src/app";
import { Chance } from "../../apps/api/src/modules/demonstration/chance";
import { COMPANIES } from "../../apps/api/src/modules/demonstration/demonstration-companies";
import { foundCompany } from "../../apps/api/src/modules/demonstration/demonstration-company.service";
import { loadPlaces } from "../../apps/api/src/modules/demonstration/demonstration-places";
import { addOutboxPage } from "../../apps/api/src/modules/outbox-page/outbox-page.service";
import { systemClock } from "../../apps/api/src/platform/clock";
import type { Database } from "../../apps/api/src/platform/database";
import { connectTo } from "../../apps/api/src/testing/start-node";
import { cloneDatabase } from "../../apps/api/src/testing/test-database";
import { readOptions } from "./options";
import { Progress } from "./progress";
import { simulate } from "./simulate";

const pepper = "a pepper for the smallest of days";

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

/** The two companies without their past: people, vehicles and phones. */
async function foundCompanies(db: Database) {
  const places = loadPlaces();
  for (const company of COMPANIES)
    await db.systemTransaction(randomUUID(), (tx) =>
      foundCompany(tx, company, { chance: new Chance(1), pepper, places }),
    );
}

test("a small day on two nodes: nothing lost, nothing twice, nothing seen by the wrong people", async () => {
  const database = await cloneDatabase();
  onTestFinished(database.drop);
  const db = connectTo(database.url, 2);
  await foundCompanies(db);
  await db.close();
  const urls = [await aNode(database.url), await aNode(database.url)];
  const nodes = { urls, remarks: [], killOne: () => Promise.resolve(), stop: () => Promise.resolve() };
  const options = readOptions(["--cases", "20", "--speed", "1000", "--seed", "7"]);
  const silent = new Progress(
    Object.assign(createWriteStream(devNull), { isTTY: false }) as unknown as NodeJS.WriteStream,
  );

  const { faults, facts, book } = await simulate(options, nodes, silent);

  expect(faults).toEqual([]);
  expect(facts.cases).toHaveLength(20);
  expect(facts.cases.filter(({ state }) => !state.finalized)).toEqual([]);
  expect(book.replays.length).toBeGreaterThan(0);
}, 180_000);
