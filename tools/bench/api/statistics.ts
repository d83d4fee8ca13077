import { recountStaleMonths } from "../../../apps/api/src/modules/statistics/index";
import type { BenchEnvironment } from "../harness/ground";
import { type BenchRow, formatMilliseconds, quantileOfSamples } from "../harness/row";
import { insertStatisticsBenchData } from "../harness/statistics-data";
import { runRawSocketLoad, expectStatus, formatRawHttpRequest } from "../harness/wire-client";

const CASE_COUNT = 1_000_000;
const MEASURED_SECONDS = 6;
const P99_GOAL_MS = 300;

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();
const dashboardPaths: Readonly<Record<string, () => string>> = {
  "tours running for an hour": () => "active_tours?duration=PT1H",
  "cases without addresses": () => "cases_without_sourcse_or_target_addresses",
  "delivered within a day": () => "delivered_cases",
  "delivered within a year": () => "delivered_cases?cases_age_threshold_in_hours=8760",
  "destinations of a year": () => "top_destination_addresses?period=YEAR&limit=100",
  "sources of a year": () => "top_source_addresses?period=YEAR&limit=100",
  "sources of a month": () => "top_source_addresses?period=MONTH&limit=100",
  "unassigned cases": () => `unassigned_cases?due_to=${tomorrow()}`,
  "early pickups": () => "unassigned_cases_early_pickup",
};
/** Statistics read by an office of one of two branches; they reach the most cases. */
const officeDashboards = ["delivered within a year", "sources of a year", "unassigned cases", "early pickups"];

/**
 * Benchmarks every dashboard of a tenant with a million cases in two years, one call at a time; tests check the answers.
 */
export async function benchStatistics(ground: BenchEnvironment): Promise<BenchRow[]> {
  const { token, officeToken, cases } = await insertStatisticsBenchData(ground.db, ground.owner, CASE_COUNT);
  const began = performance.now();
  const months = await recountStaleMonths(ground.db);
  const countedMs = performance.now() - began;
  // Months are counted one by one, and PostgreSQL analyses after each long before the next.
  await ground.owner.query("reset role");
  await ground.owner.query("vacuum (analyze) address_months, delivered_months, month_builds");
  await ground.owner.query("set role leitstand_system");
  const { url } = await ground.api();
  const rows: BenchRow[] = [];
  const asked = [
    ...Object.keys(dashboardPaths).map((name) => ({ name, whose: "", token })),
    ...officeDashboards.map((name) => ({ name, whose: " of one branch", token: officeToken })),
  ];
  for (const { name, whose, token: bearer } of asked) {
    const path = dashboardPaths[name] as () => string;
    const next = () =>
      formatRawHttpRequest({ method: "GET", path: `/api/v1/statistics-dashboard/${path()}`, token: bearer, body: "" });
    // A question that was not asked since the data was loaded reads from the disk; how long that takes is reported
    // beside the rest.
    const firstMs = await measureFirstAnswer(`${url}/api/v1/statistics-dashboard/${path()}`, bearer);
    const { latenciesMs } = await runRawSocketLoad({
      url,
      connections: 1,
      seconds: MEASURED_SECONDS,
      next,
      onAnswer: (_connection, answer) => expectStatus(200, answer),
    });
    const p95 = quantileOfSamples(latenciesMs, 0.95);
    rows.push({
      what: `statistics: ${name}${whose}, of ${cases.toLocaleString("en")} cases`,
      ours: `p95 ${formatMilliseconds(p95)}`,
      limit: "-",
      limitName: "",
      ratio: undefined,
      goal: `p95 ≤ ${P99_GOAL_MS} ms`,
      met: p95 <= P99_GOAL_MS,
      note: `p50 ${formatMilliseconds(quantileOfSamples(latenciesMs, 0.5))}, ${latenciesMs.length} calls, the first before them ${formatMilliseconds(firstMs)}; ${months} months counted in ${(countedMs / 1000).toFixed(0)} s before`,
    });
  }
  return rows;
}

async function measureFirstAnswer(address: string, token: string): Promise<number> {
  const began = performance.now();
  await (await fetch(address, { headers: { authorization: `Bearer ${token}` } })).text();
  return performance.now() - began;
}
