import { cpus, platform, release, totalmem } from "node:os";
import { writeFileSync } from "node:fs";
import { parseCommandLine } from "../read-options.mjs";
import { buildApi, buildChangedParts } from "../build.mjs";
import { benchActionToPaintedRow } from "./console/action-to-row";
import { benchActionToStream } from "./streams/action-to-screen";
import { benchCalendars } from "./api/calendars";
import { benchCaseSearch } from "./api/case-search";
import { benchConsoleBoard } from "./console/console-board";
import { benchConsoleMemory } from "./console/console-memory";
import { benchExports } from "./api/exports";
import { benchFanOut } from "./streams/fan-out";
import { benchPartnerEvents } from "./streams/partner-lag";
import { benchWebhookLag } from "./streams/webhook-lag";
import { benchRoadRouting } from "./roads/geo";
import { benchGeocoder } from "./roads/geocoder";
import { type BenchEnvironment, prepareBenchEnvironment } from "./harness/ground";
import { benchArchiveGrowth } from "./api/growth";
import { benchLocationBatches, benchLocationSingles } from "./api/location-ingest";
import { benchPlanning } from "./roads/planning";
import { type BenchRow, formatBenchTable } from "./harness/row";
import { benchIdleEventDelivery } from "./streams/quiet-delivery";
import { benchReassign } from "./api/reassign";
import { benchSendAction } from "./api/send-action";
import { benchStatistics } from "./api/statistics";
import { benchServerStart } from "./api/start";
import { benchSuggestions } from "./roads/suggestions";
import { benchTourPlans } from "./roads/tour-plans";
import { benchTileImport } from "./roads/tiles";
import { benchVehicleById, benchVehicleList } from "./api/vehicle-reads";

const { values, positionals } = parseCommandLine({
  options: {
    only: { type: "string", multiple: true, default: [] },
    list: { type: "boolean", default: false },
    minutes: { type: "string", default: "10" },
    sample: { type: "string", default: "4" },
    seconds: { type: "string", multiple: true, default: ["1", "10"] },
    days: { type: "boolean", default: false },
  },
  allowPositionals: true,
});

type Benchmark = (ground: BenchEnvironment) => Promise<BenchRow | BenchRow[]>;

/**
 * Benchmarks in order: each finds the database as small as it can be, and the archive of a million cases comes last.
 */
const orderedBenchmarks: Readonly<Record<string, Benchmark>> = {
  start: benchServerStart,
  "keyed-read": benchVehicleById,
  list: benchVehicleList,
  "send-action": benchSendAction,
  reassign: benchReassign,
  "location-batches": benchLocationBatches,
  "location-singles": benchLocationSingles,
  "quiet-delivery": benchIdleEventDelivery,
  "action-to-screen": benchActionToStream,
  "action-to-row": benchActionToPaintedRow,
  "fan-out": benchFanOut,
  webhooks: benchWebhookLag,
  partner: benchPartnerEvents,
  suggestions: benchSuggestions,
  calendars: benchCalendars,
  "tour-plans": benchTourPlans,
  console: benchConsoleBoard,
  exports: benchExports,
  growth: benchArchiveGrowth,
  "case-search": benchCaseSearch,
  statistics: benchStatistics,
};

/** Benchmarks that run only when named, because their duration is an option: `--only console-memory --minutes 60`. */
const benchmarksOnDemand: Readonly<Record<string, Benchmark>> = {
  "console-memory": () => benchConsoleMemory(Number(values.minutes)),
};

/** Benchmarks that need more of the product than its server. */
const browserBenchmarks: ReadonlySet<string> = new Set(["start", "action-to-row", "console", "console-memory"]);

/**
 * Benchmarks of libraries: measured without server or database, and so without waiting for them when nothing else is
 * asked for.
 */
const libraryBenchmarks: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  geo: async () => [...(await benchRoadRouting()), ...(await benchTileImport()), ...(await benchGeocoder())],
  // All instances take a quarter of an hour; `npm run bench -- planning --sample 1` measures them.
  planning: async () =>
    benchPlanning({
      sample: Number(values.sample),
      seconds: values.seconds.map(Number),
      onlyDays: values.days,
      onInstance: (line) => console.log(`  ${line}`),
    }),
};

const serverBenchmarks: Readonly<Record<string, Benchmark>> = { ...orderedBenchmarks, ...benchmarksOnDemand };
/** `npm run bench -- geo` means the same as `--only geo`. */
const selectedNames = [...values.only, ...positionals];
const benchmarkNames = Object.keys({ ...serverBenchmarks, ...libraryBenchmarks });
const unknownNames = selectedNames.filter((name) => !(name in serverBenchmarks) && !(name in libraryBenchmarks));
if (unknownNames.length > 0) {
  console.error(`There is no row ${unknownNames.join(", ")}. Rows: ${benchmarkNames.join(", ")}`);
  process.exit(2);
}
if (values.list) {
  console.log(benchmarkNames.join("\n"));
  process.exit(0);
}

const startedAtMs = performance.now();
const benchRows: BenchRow[] = [];
const serverFacts: { postgres: string } = { postgres: "not asked" };
const isSelected = (name: string) => selectedNames.length === 0 || selectedNames.includes(name);
for (const [name, bench] of Object.entries(libraryBenchmarks)) if (isSelected(name)) await addRows(bench);
if (selectedNames.length === 0 || selectedNames.some((name) => name in serverBenchmarks)) await benchOnGround();
console.log(`\n${formatBenchTable(benchRows)}\n\n${describeMachine()}`);
// The report is written only by a whole run.
if (selectedNames.length === 0) writeReport();

async function benchOnGround() {
  await (selectedNames.length > 0 && !selectedNames.some((name) => browserBenchmarks.has(name))
    ? buildApi()
    : buildChangedParts());
  console.log("Rate limits are raised a million times for these measurements. What counts are ratios within one run.");
  const ground = await prepareBenchEnvironment();
  for (const signal of ["SIGINT", "SIGTERM"])
    process.once(signal, () => void ground.close().then(() => process.exit(1)));
  try {
    const { rows: versions } = await ground.owner.query<{ server_version: string }>("show server_version");
    serverFacts.postgres = versions[0]?.server_version ?? "";
    for (const [name, bench] of Object.entries(selectedNames.length > 0 ? serverBenchmarks : orderedBenchmarks))
      if (isSelected(name)) await addRows(() => bench(ground));
  } finally {
    await ground.close();
  }
}

async function addRows(bench: () => Promise<BenchRow | BenchRow[]>) {
  const started = performance.now();
  const measured = [await bench()].flat();
  benchRows.push(...measured);
  for (const row of measured) console.log(progressLineOf(row, (performance.now() - started) / 1000));
}

function progressLineOf({ what, ours, ratio, goal, met }: BenchRow, seconds: number): string {
  const compared = ratio === undefined ? "" : `, ratio ${ratio.toFixed(2)}`;
  return `${met ? "✓" : "✗"} ${what}: ${ours}${compared} (${goal}), ${seconds.toFixed(0)} s`;
}

function describeMachine(): string {
  const processors = cpus();
  const model = processors[0]?.model.trim() ?? "unknown";
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  return `${new Date().toISOString().slice(0, 10)}, ${platform()} ${release()}, ${processors.length} × ${model}, ${gigabytes} GB, Node ${process.versions.node}, PostgreSQL ${serverFacts.postgres}, ${Math.round((performance.now() - startedAtMs) / 1000)} s in all`;
}

function writeReport() {
  const text = `# Benchmarks

Written by \`npm run bench\`; \`npm run bench -- send-action\` measures one row and writes nothing. A figure counts as a
ratio to the peer or limit that was measured in the same run, because machines differ and are shared. The server, the
database, the load and the peer share this machine. Rate limits are raised for these measurements.

${formatBenchTable(benchRows)}

Measured on ${describeMachine()}.

\`\`\`json
${JSON.stringify(benchRows, null, 2)}
\`\`\`
`;
  writeFileSync("docs/benchmarks.md", text);
}
