import { previewInsertions } from "../../../packages/optimiser/src/preview/preview";
import type { Problem } from "../../../packages/optimiser/src/problem/problem";
import { readPlanningProblem } from "../../../packages/optimiser/src/problem/read-problem";
import { solvePlanningProblem } from "../../../packages/optimiser/src/solve";
import { createDispatchDayProblem, createRunningToursWithRequest, type RoadBenchEnvironment } from "./dispatch-day";
import { loadRoadBenchEnvironment } from "./road-ground";
import { type BenchRow, median, formatMilliseconds, quantileOfSamples } from "../harness/row";
import { type VrpInstance, VRP_COORDINATE_FACTOR, loadVrpInstances } from "./vrp-instances";

export interface PlanningBenchOptions {
  /** Step through the instances: every n-th only. */
  readonly sample: number;
  readonly seconds: readonly number[];
  /** Whether to plan only days like those of dispatchers, each with a line of its own. */
  readonly onlyDays?: boolean;
  readonly onInstance?: (line: string) => void;
}

/**
 * Benchmarks plans of the published instances and of days like those of dispatchers. A second is one of the process's
 * CPU time, so that the figures are those of one core of its own, whatever else the machine does; compiling and
 * collecting garbage count.
 */
export async function benchPlanning(options: PlanningBenchOptions): Promise<BenchRow[]> {
  const ground = await loadRoadBenchEnvironment();
  const rows = [benchPreview()];
  const overs: number[] = [];
  for (const limit of options.seconds) rows.push(benchDays({ ...options, limit, overs, ground }));
  const instances = options.onlyDays ? undefined : loadVrpInstances();
  for (const limit of instances ? options.seconds : []) {
    const { solomon, liLim } = instances as NonNullable<typeof instances>;
    const isShort = limit < 10;
    rows.push(benchCostGap("Solomon 100", solomon, { ...options, limit, overs, goal: isShort ? 0.8 : 0.3 }));
    rows.push(benchCostGap("Li and Lim 100", liLim, { ...options, limit, overs, goal: isShort ? 0.9 : 0 }));
  }
  return [...rows, timeLimitRow(overs)];
}

/** Row of how many whole runs keep their time, from handing in the problem to having the answer checked. */
function timeLimitRow(overs: readonly number[]): BenchRow {
  const kept = overs.filter((over) => over <= 105).length;
  return {
    what: "Plans that keep their time limit",
    ours: `${kept} of ${overs.length}`,
    limit: "-",
    limitName: "",
    ratio: undefined,
    goal: "all, within 5 %",
    met: kept === overs.length,
    note: `longest ${Math.max(...overs).toFixed(1)} % of its time`,
  };
}

function createCpuClock(): () => number {
  const began = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000;
  };
}

interface CostGapOptions extends PlanningBenchOptions {
  readonly limit: number;
  readonly goal: number;
  /** Share of its time limit that each run took, in percent. */
  readonly overs: number[];
}

/**
 * Row of the gap to the best known solutions, by VROOM's convention: distance only, however many vehicles. The
 * reference of Li and Lim's instances is the shortest with the fewest vehicles; where more vehicles have less to drive,
 * the gap is below zero by far, so that the note tells of the others alone.
 */
function benchCostGap(
  name: string,
  all: readonly VrpInstance[],
  { sample, limit, goal, overs, onInstance }: CostGapOptions,
): BenchRow {
  const instances = all.filter((_, index) => index % sample === 0);
  const solved = instances.map((instance) => {
    const { reference } = instance;
    const { gap, unserved, over, routes } = solveTimed(instance.problem, limit, reference * VRP_COORDINATE_FACTOR);
    overs.push(over);
    onInstance?.(
      `${instance.name} at ${limit} s: ${formatPercent(gap)}, ${unserved} unserved, ${formatPercent(over)} of time`,
    );
    return { gap, unserved, isComparable: routes <= instance.vehicles };
  });
  const comparable = solved.filter(({ isComparable }) => isComparable).map(({ gap }) => gap);
  const gaps = solved.map(({ gap }) => gap);
  const mean = meanOf(gaps);
  const unserved = solved.reduce((sum, one) => sum + one.unserved, 0);
  return {
    what: `${name}, ${instances.length} instances at ${limit} s`,
    ours: formatPercent(mean),
    limit: "-",
    limitName: "",
    ratio: undefined,
    goal: `mean gap at most ${formatPercent(goal)}`,
    met: mean <= goal && unserved === 0,
    note: `median ${formatPercent(median(gaps))}, worst ${formatPercent(Math.max(...gaps))}; ${formatPercent(meanOf(comparable))} for the ${comparable.length} with no more vehicles than the reference; ${unserved} unserved; all checked`,
  };
}

function solveTimed(problem: Problem, seconds: number, reference: number) {
  const clock = createCpuClock();
  const timeLimitMs = seconds * 1000;
  const { summary } = solvePlanningProblem(readPlanningProblem(problem), { timeLimitMs, clock, startedAt: 0, seed: 1 });
  return {
    gap: 100 * (summary.cost / reference - 1),
    unserved: summary.unassigned,
    routes: summary.routes,
    over: (100 * clock()) / timeLimitMs,
  };
}

interface DaysOptions extends Pick<CostGapOptions, "limit" | "overs" | "onInstance"> {
  readonly ground: RoadBenchEnvironment | undefined;
}

/** Divisor of the time for a hasty plan, hardly more than a greedy one, with which plans are compared. */
const HASTY_TIME_DIVISOR = 20;

/** Benchmarks ten days by their seeds: the cases served, and the cost, delays included. */
function benchDays({ limit, overs, ground, onInstance }: DaysOptions): BenchRow {
  const days = Array.from({ length: 10 }, (_, seed) => {
    const day = createDispatchDayProblem(seed, ground);
    const clock = createCpuClock();
    const { summary } = solvePlanningProblem(readPlanningProblem(day), {
      timeLimitMs: limit * 1000,
      clock,
      startedAt: 0,
    });
    overs.push(clock() / (limit * 10));
    const cases = (day.shipments ?? []).length;
    const [served, hours, delay] = [cases - summary.unassigned / 2, summary.duration / 3600, summary.delay_cost];
    onInstance?.(
      `day ${seed} at ${limit} s: ${served} of ${cases} cases on ${summary.routes} of ${day.vehicles.length} tours, ${hours.toFixed(1)} h of driving, cost ${Math.round(summary.cost + delay)}`,
    );
    const hasty = solvePlanningProblem(readPlanningProblem(day), {
      timeLimitMs: (limit * 1000) / HASTY_TIME_DIVISOR,
      clock: createCpuClock(),
      startedAt: 0,
    });
    return { cases, served, hours, cost: summary.cost + delay, hasty: cases - hasty.summary.unassigned / 2 };
  });
  const sum = (pick: (day: (typeof days)[number]) => number) => days.reduce((total, day) => total + pick(day), 0);
  const roads = ground ? "roads of Liechtenstein" : "straight lines";
  const [served, cases, hasty] = [sum((day) => day.served), sum((day) => day.cases), sum((day) => day.hasty)];
  return {
    what: `Ten dispatch-like days at ${limit} s`,
    ours: `${served} of ${cases} cases`,
    limit: `${hasty}`,
    limitName: `in a ${HASTY_TIME_DIVISOR}th of the time`,
    ratio: served / hasty,
    goal: "more than in haste",
    met: served > hasty,
    note: `${sum((day) => day.hours).toFixed(1)} h of driving on ${roads}, cost with delays ${Math.round(sum((day) => day.cost)).toLocaleString("en")}`,
  };
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Benchmarks the preview of one more case over 200 tours of 10 stops. */
function benchPreview(): BenchRow {
  const { problem, request } = createRunningToursWithRequest({ tours: 200, cases: 5, seed: 1 });
  // Warms up, as in a running server.
  for (let round = 0; round < 5; round++) previewInsertions(problem, request);
  const samples = Array.from({ length: 20 }, () => {
    const clock = createCpuClock();
    previewInsertions(problem, request);
    return clock();
  });
  const typical = median(samples);
  return {
    what: "Preview of one case over 200 tours × 10 stops",
    ours: formatMilliseconds(typical),
    limit: "-",
    limitName: "",
    ratio: undefined,
    goal: "below 100 ms",
    met: quantileOfSamples(samples, 0.95) < 100,
    note: `p95 ${formatMilliseconds(quantileOfSamples(samples, 0.95))}, CPU time of the process`,
  };
}

const formatPercent = (value: number) => `${value >= 0 ? "+" : ""}${value.toFixed(2)} %`;
