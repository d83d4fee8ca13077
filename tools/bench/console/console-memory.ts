import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Browser, CDPSession, Page } from "playwright-core";
import { createClient } from "../../../packages/client/src/client";
import {
  type CompanyCredentials,
  readCompanyCredentials,
  type DemonstrationCredentials,
} from "../../nodes/demonstration-keys";
import { startProductNodes } from "../../nodes/nodes";
import { waitUntilMapDrawn, openSignedInDispatcherPage, launchBenchBrowser, type BoardViewer } from "./board-page";
import type { BenchRow } from "../harness/row";

const repositoryRoot = fileURLToPath(new URL("../../..", import.meta.url));
const tsxCli = createRequire(import.meta.url).resolve("tsx/cli");
const SAMPLE_INTERVAL_MS = 30_000;
const DAY_HOURS = 10;
const CASE_COUNT = 500;
/**
 * Growth above which a leak is reported. A shift of twelve hours may then grow by 24 MiB, which no dispatcher notices;
 * one object of 200 bytes that is kept for each of the 5,000 events of such an hour would be seen. Elements come and go
 * with the day, so that their number may vary by a tenth.
 */
const GROWTH_MAX = { heapKiBPerHour: 2_048, share: 0.1 } as const;

/** Benchmarks a board that stays open beside the demonstration's day: its memory after each collection of garbage. */
export async function benchConsoleMemory(minutes: number): Promise<BenchRow> {
  const nodes = await startProductNodes(1);
  const [url] = nodes.urls as [string];
  const day = startDay(url, { minutes, signIns: nodes.signIns });
  const browser = await launchBenchBrowser();
  try {
    const viewer = await signIn(url, nodes.signIns);
    const page = await openBoard(browser, viewer);
    const samples = await sampleMemory(page, { minutes, hasEnded: day.hasEnded });
    return memoryBenchRow(samples, await measureMemoryOfFreshBoard(browser, viewer));
  } finally {
    await browser.close();
    await day.stop();
    await nodes.stop();
  }
}

async function signIn(url: string, signIns: DemonstrationCredentials) {
  const [company] = readCompanyCredentials(signIns);
  const { short_code, dispatchers, password } = company as CompanyCredentials;
  const [email = ""] = dispatchers;
  const { tenant_key } = await createClient({ baseUrl: url }).getTenantKey({ short_code });
  const { token } = await createClient({ baseUrl: url, tenantKey: tenant_key }).authUser({ email, password });
  return { url, short_code, email, token };
}

async function openBoard(browser: Browser, viewer: BoardViewer): Promise<Page> {
  const page = await openSignedInDispatcherPage(browser, viewer);
  await page.goto(viewer.url);
  await waitUntilMapDrawn(page);
  return page;
}

/** Memory of a board that was opened just now and shows the same data: how much the data alone takes, without any leak. */
async function measureMemoryOfFreshBoard(browser: Browser, viewer: BoardViewer): Promise<MemorySample> {
  const page = await openBoard(browser, viewer);
  await openAndCloseCase(page);
  return measureMemory(await page.context().newCDPSession(page), 0);
}

/** Starts one simulated day that lasts as long as the measurement. */
function startDay(url: string, { minutes, signIns }: { minutes: number; signIns: DemonstrationCredentials }) {
  const speed = Math.max(1, Math.floor((DAY_HOURS * 60) / (minutes + 1)));
  const args = ["--url", url, "--hours", String(DAY_HOURS), "--cases", String(CASE_COUNT), "--speed", String(speed)];
  const child = spawn(process.execPath, [tsxCli, "tools/simulate/main.ts", ...args], {
    cwd: repositoryRoot,
    env: { ...process.env, DEMONSTRATION_PASSWORD: signIns.password, DEMONSTRATION_PIN: signIns.pin },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return { hasEnded: () => child.exitCode !== null, stop: () => stopProcess(child) };
}

async function stopProcess(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}

interface MemorySample {
  readonly seconds: number;
  readonly heapKiB: number;
  readonly nodes: number;
  readonly listeners: number;
}
interface MemoryWatch {
  readonly minutes: number;
  readonly hasEnded: () => boolean;
}

async function sampleMemory(page: Page, { minutes, hasEnded }: MemoryWatch): Promise<MemorySample[]> {
  const devtools = await page.context().newCDPSession(page);
  const began = performance.now();
  const samples: MemorySample[] = [];
  for (let next = 0; next <= minutes * 60_000; next += SAMPLE_INTERVAL_MS) {
    await new Promise((resolve) => setTimeout(resolve, began + next - performance.now()));
    if (hasEnded()) throw new Error("The simulated day ended before the measurement.");
    await openAndCloseCase(page);
    const sample = await measureMemory(devtools, (performance.now() - began) / 1_000);
    console.log(
      `  ${(sample.seconds / 60).toFixed(1)} min: ${sample.heapKiB.toFixed(0)} KiB, ${sample.nodes} nodes, ${sample.listeners} listeners`,
    );
    samples.push(sample);
  }
  return samples;
}

/** Opens a case now and then, as a dispatcher does: leaks of the inspector would otherwise never be seen. */
async function openAndCloseCase(page: Page) {
  const first = page.getByRole("option").first();
  if ((await first.count()) === 0) return;
  await first.click();
  const inspector = page.getByRole("complementary");
  await inspector.getByRole("heading").first().waitFor();
  await page.keyboard.press("Escape");
  await inspector.waitFor({ state: "hidden" });
  await page.mouse.move(0, 0);
}

async function measureMemory(devtools: CDPSession, seconds: number): Promise<MemorySample> {
  // The second garbage collection frees what the first has only released.
  for (let round = 0; round < 2; round++) await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  const { nodes, jsEventListeners } = await devtools.send("Memory.getDOMCounters");
  return { seconds, heapKiB: usedSize / 1024, nodes, listeners: jsEventListeners };
}

/** Growth per hour, by least squares. */
function growthPerHour(samples: readonly MemorySample[], what: "heapKiB" | "nodes" | "listeners"): number {
  const mean = (of: (sample: MemorySample) => number) =>
    samples.reduce((sum, one) => sum + of(one), 0) / samples.length;
  const [middle, level] = [mean(({ seconds }) => seconds), mean((sample) => sample[what])];
  const rise = mean((sample) => (sample.seconds - middle) * (sample[what] - level));
  return (rise / mean(({ seconds }) => (seconds - middle) ** 2)) * 3_600;
}

function memoryBenchRow(samples: readonly MemorySample[], fresh: MemorySample): BenchRow {
  const [first, last] = [samples[0], samples.at(-1)] as [MemorySample, MemorySample];
  // Samples of the second half: in the first the board fills with the day, and the browser compiles what is used most.
  const half = samples.slice(Math.floor(samples.length / 2));
  const [heap, nodes, listeners] = [
    growthPerHour(half, "heapKiB"),
    growthPerHour(half, "nodes"),
    growthPerHour(half, "listeners"),
  ];
  const { heapKiBPerHour, share } = GROWTH_MAX;
  const isFlat = heap < heapKiBPerHour && nodes < share * last.nodes && listeners < share * last.listeners;
  const signed = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(0)}`;
  return {
    what: `board: memory over ${(last.seconds / 60).toFixed(0)} min of the simulation`,
    ours: `${signed(heap)} KiB per hour, ${isFlat ? "flat" : "growing"}`,
    limit: "-",
    limitName: "",
    ratio: undefined,
    goal: `< ${heapKiBPerHour} KiB per hour, nodes and listeners < ${share * 100} %`,
    met: isFlat,
    note: `heap ${first.heapKiB.toFixed(0)} to ${last.heapKiB.toFixed(0)} KiB, nodes ${first.nodes} to ${last.nodes} (${signed(nodes)} per hour), listeners ${first.listeners} to ${last.listeners} (${signed(listeners)} per hour); slopes of the second half; a board opened at the end held ${fresh.heapKiB.toFixed(0)} KiB, ${fresh.nodes} nodes and ${fresh.listeners} listeners`,
  };
}
