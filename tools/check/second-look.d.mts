import type { TestFile, TestRun } from "./run-vitest.mjs";

/** The run as it counts after the second look, and the files (with their first errors) that passed only then. */
export interface RerunResult {
  readonly run: TestRun;
  readonly unstable: readonly TestFile[];
}
export function rerunFailedFiles(run: TestRun, runAlone: (file: TestFile) => Promise<TestRun>): Promise<RerunResult>;
