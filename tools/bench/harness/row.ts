/** Row of the benchmark table: the product's figure, the figure of a limit or peer in the same run, and the ratio. */
export interface BenchRow {
  readonly what: string;
  readonly ours: string;
  /** Figure of the peer or limit, measured in the same run; a dash where there is none. */
  readonly limit: string;
  readonly limitName: string;
  /** Ratio of the product's figure to the limit, as the goal counts it; undefined where the goal is absolute. */
  readonly ratio: number | undefined;
  readonly goal: string;
  readonly met: boolean;
  readonly note?: string;
}

/** Number of callers at once by which a rate is measured. */
export const CONNECTION_COUNT = 64;
export const MEASURED_SECONDS = 4;
export const MEASURED_ROUNDS = 3;

export const formatPerSecond = (count: number) => `${Math.round(count).toLocaleString("en")} /s`;
export const formatMilliseconds = (ms: number) => `${ms.toFixed(ms < 10 ? 2 : 0)} ms`;

/** Note on the processor time of the API process itself; empty where the system does not tell. */
export const formatCpuNote = (microseconds: number, each: string) =>
  Number.isFinite(microseconds)
    ? `${microseconds.toFixed(microseconds < 10 ? 1 : 0)} µs of CPU per ${each} in the API`
    : "";

export function formatBenchTable(rows: readonly BenchRow[]): string {
  const lines = rows.map(({ what, ours, limit, limitName, ratio, goal, met, note }) =>
    [
      what,
      ours,
      limit === "-" ? "-" : `${limit} (${limitName})`,
      ratio?.toFixed(2) ?? "-",
      goal,
      met ? "met" : "not met",
      note ?? "",
    ].join(" | "),
  );
  return [
    "| What | Ours | Limit or peer | Ratio | Goal | | Note |",
    "|---|---|---|---|---|---|---|",
    ...lines.map((line) => `| ${line} |`),
  ].join("\n");
}

/** The value below which `share` of the samples lie, in whatever order they are. */
export function quantileOfSamples(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (samples: readonly number[]) => quantileOfSamples(samples, 0.5);
