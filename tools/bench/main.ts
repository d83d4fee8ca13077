import { writeFileSync } from "node:fs";
import { buildWhatHasChanged } from "../build.mjs";
import { Database } from "../../apps/api/src/platform/database";
import { startApiProcess } from "./api-process";
import { loadFleet } from "./fleet-data";
import { asTable, type BenchRow } from "./row";
import { createScratchDatabase } from "./scratch-database";
import { benchKeyedRead, benchVehicleList } from "./vehicle-reads";

await buildWhatHasChanged();
const rows: BenchRow[] = [];
const scratch = await createScratchDatabase();
const db = new Database({
  url: scratch.url,
  poolSize: 4,
  statementTimeoutMs: 60_000,
  onError: () => undefined,
  name: "bench",
});
try {
  const fleet = await loadFleet(db, scratch.owner);
  const api = await startApiProcess(scratch.url);
  try {
    const where = { databaseUrl: scratch.url, apiUrl: api.url, fleet };
    rows.push(await benchKeyedRead(where));
    rows.push(await benchVehicleList(where));
  } finally {
    await api.stop();
  }
} finally {
  await db.close();
  await scratch.drop();
}
console.log(asTable(rows));
writeFileSync("docs/benchmarks.json", `${JSON.stringify(rows, null, 2)}\n`);
