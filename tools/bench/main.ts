import { cpus, platform, release, totalmem } from "node:os";
import { writeFileSync } from "node:fs";
import { buildWhatHasChanged } from "../build.mjs";
import { benchActionToScreen } from "./action-to-screen";
import { benchCaseSearch } from "./case-search";
import { benchConsoleBoard } from "./console-board";
import { benchFanOut } from "./fan-out";
import { type Ground, prepareGround } from "./ground";
import { benchGrowth } from "./growth";
import { benchLocationBatches, benchLocationSingles } from "./location-ingest";
import { type BenchRow, asTable } from "./row";
import { benchSendAction } from "./send-action";
import { benchStart } from "./start";
import { benchKeyedRead, benchVehicleList } from "./vehicle-reads";

type Bench = (ground: Ground) => Promise<BenchRow | BenchRow[]>;

/** In this order: each finds the database as small as it can be, and the archive of a million cases comes last. */
const benches: Readonly<Record<string, Bench>> = {
  start: benchStart,
  "keyed-read": benchKeyedRead,
  list: benchVehicleList,
  "send-action": benchSendAction,
  "location-batches": benchLocationBatches,
  "location-singles": benchLocationSingles,
  "action-to-screen": benchActionToScreen,
  "fan-out": benchFanOut,
  console: benchConsoleBoard,
  growth: benchGrowth,
  "case-search": benchCaseSearch,
};

const only = process.argv.flatMap((word, index) => (word === "--only" ? (process.argv[index + 1] ?? "") : []));
const unknown = only.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`There is no row ${unknown.join(", ")}. Rows: ${Object.keys(benches).join(", ")}`);
  process.exit(1);
}

await buildWhatHasChanged();
console.log("Rate limits are raised a million times for these measurements. What counts are ratios within one run.");
const began = performance.now();
const ground = await prepareGround();
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void ground.close().then(() => process.exit(1)));
const rows: BenchRow[] = [];
const facts: { postgres: string } = { postgres: "" };
try {
  const { rows: versions } = await ground.owner.query<{ server_version: string }>("show server_version");
  facts.postgres = versions[0]?.server_version ?? "";
  for (const [name, bench] of Object.entries(benches)) {
    if (only.length > 0 && !only.includes(name)) continue;
    const started = performance.now();
    const measured = [await bench(ground)].flat();
    rows.push(...measured);
    for (const row of measured) console.log(progressOf(row, (performance.now() - started) / 1000));
  }
} finally {
  await ground.close();
}
console.log(`\n${asTable(rows)}\n\n${machine()}`);
// A part of the rows would be a wrong picture of the whole.
if (only.length === 0) writeReport();

function progressOf({ what, ours, ratio, goal, met }: BenchRow, seconds: number): string {
  const compared = ratio === undefined ? "" : `, ratio ${ratio.toFixed(2)}`;
  return `${met ? "✓" : "✗"} ${what}: ${ours}${compared} (${goal}), ${seconds.toFixed(0)} s`;
}

function machine(): string {
  const processors = cpus();
  const model = processors[0]?.model.trim() ?? "unknown";
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  return `${new Date().toISOString().slice(0, 10)}, ${platform()} ${release()}, ${processors.length} × ${model}, ${gigabytes} GB, Node ${process.versions.node}, PostgreSQL ${facts.postgres}, ${Math.round((performance.now() - began) / 1000)} s in all`;
}

function writeReport() {
  const text = `# Benchmarks

Written by \`npm run bench\`; \`npm run bench -- --only send-action\` measures one row and writes nothing. A figure counts as a
ratio to the peer or limit that was measured in the same run, because machines differ and are shared. The server, the
database, the load and the peer share this machine. Rate limits are raised for these measurements.

${asTable(rows)}

Measured on ${machine()}.

\`\`\`json
${JSON.stringify(rows, null, 2)}
\`\`\`
`;
  writeFileSync("docs/benchmarks.md", text);
}
