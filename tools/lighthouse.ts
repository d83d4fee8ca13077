/**
 * Lighthouse on the documentation site, mobile and desktop, the median of five runs: `npm run lighthouse`. Accessibility,
 * best practices and SEO have to be 100, performance 95 or more. It throttles by computing, from what this machine took:
 * on a busy one performance says more about the machine, so the load is told with each figure. Lighthouse takes it for
 * one whose benchmark is about 1500 and slows a phone down to a quarter of it; LIGHTHOUSE_SLOWDOWN names another factor
 * for another machine, as the calculator of the Lighthouse project gives it.
 */
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { launch } from "chrome-launcher";
import lighthouse, { type Config, defaultConfig, desktopConfig, type RunnerResult } from "lighthouse";
import { createDocsSite } from "../apps/api/src/platform/sites/docs-site";
import { buildDocs } from "./build.mjs";

const auditedPaths = ["/", "/docs/guides/driver-app", "/docs/concepts/case", "/openapi/", "/openapi/receiveAction"];
const minimumScores = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 } as const;
const RUN_COUNT = 5;
const cpuSlowdown = process.env["LIGHTHOUSE_SLOWDOWN"];
const { throttling } = defaultConfig.settings ?? {};
const mobileConfig: Config | undefined =
  cpuSlowdown === undefined
    ? undefined
    : {
        extends: "lighthouse:default",
        settings: { throttling: { ...throttling, cpuSlowdownMultiplier: Number(cpuSlowdown) } },
      };
type LighthouseReport = RunnerResult["lhr"];

await buildDocs();
const siteFolder = fileURLToPath(new URL("../apps/docs/build/", import.meta.url));
const docsSite = createDocsSite({ folder: siteFolder, apiOrigin: "http://localhost:8080" });
const siteUrl = await docsSite.listen({ host: "127.0.0.1", port: 0 });
const chromeProcess = await launch({
  chromePath: process.env["CHROME_PATH"] ?? "/usr/bin/chromium",
  chromeFlags: ["--headless=new", "--no-sandbox"],
});
let isBelowMinimum = false;
try {
  for (const [device, config] of [
    ["mobile", mobileConfig],
    ["desktop", desktopConfig],
  ] as const) {
    for (const path of auditedPaths) {
      const report = await medianReportOf(siteUrl + path, config);
      const scores = Object.entries(minimumScores).map(([name, bar]) => {
        const score = categoryScoreOf(report, name);
        isBelowMinimum ||= score < bar;
        return `${name} ${score}${score < bar ? ` (bar ${bar})` : ""}`;
      });
      console.log(`${device.padEnd(8)} ${path.padEnd(28)} ${scores.join(", ")}; load ${loadavg()[0]?.toFixed(1)}`);
      console.log(`  ${performanceMeasuresOf(report)}`);
      for (const fault of failedAuditsOf(report)) console.log(`  ${fault}`);
    }
  }
} finally {
  chromeProcess.kill();
  await docsSite.close();
}
process.exitCode = isBelowMinimum ? 1 : 0;

/** The run in the middle by performance; the other scores do not differ from run to run. */
async function medianReportOf(address: string, config: Config | undefined): Promise<LighthouseReport> {
  const reports: LighthouseReport[] = [];
  for (let run = 0; run < RUN_COUNT; run++) {
    const result = await lighthouse(address, { port: chromeProcess.port, output: "json", logLevel: "error" }, config);
    if (result === undefined) throw new Error(`Lighthouse said nothing about ${address}.`);
    reports.push(result.lhr);
  }
  reports.sort((a, b) => categoryScoreOf(a, "performance") - categoryScoreOf(b, "performance"));
  return reports[Math.floor(RUN_COUNT / 2)] as LighthouseReport;
}

function categoryScoreOf({ categories }: LighthouseReport, name: string): number {
  return Math.round((categories[name]?.score ?? 0) * 100);
}

/** Describes the measures behind the performance score, and how quick Lighthouse took this machine to be. */
function performanceMeasuresOf({ audits, environment, configSettings }: LighthouseReport): string {
  const names = [
    "first-contentful-paint",
    "largest-contentful-paint",
    "speed-index",
    "total-blocking-time",
    "cumulative-layout-shift",
  ];
  const measures = names.map((name) => `${audits[name]?.title} ${audits[name]?.displayValue}`);
  return `${measures.join(", ")}; benchmark ${environment.benchmarkIndex.toFixed(0)}, slowed down ${configSettings.throttling.cpuSlowdownMultiplier} times`;
}

/** Audits that keep a score from being full, except for performance, to which every audit contributes a little. */
function failedAuditsOf({ categories, audits }: LighthouseReport): readonly string[] {
  return ["accessibility", "best-practices", "seo"].flatMap((name) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${name}: ${id}`),
  );
}
