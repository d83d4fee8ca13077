import { describe, expect, it } from "vitest";
import { checkSolution } from "../src/answer/check";
import { createTestJob, createTestProblem } from "../src/problem/problem.factory";
import type { SolveProgress } from "../src/solve";
import { solveProblemInWorker } from "./solve-in-worker";

const exampleProblem = createTestProblem({
  jobs: [
    createTestJob({ id: 1 }),
    createTestJob({ id: 2, location_index: 2 }),
    createTestJob({ id: 3, location_index: 3 }),
  ],
});

// Loading TypeScript in a new thread takes long on a busy machine.
describe("planning in a worker thread", { timeout: 120_000 }, () => {
  it("the solver in a worker thread returns a valid plan, and reports progress", async () => {
    const seen: SolveProgress[] = [];
    const solution = await solveProblemInWorker(exampleProblem, {
      timeLimitMs: 1_000,
      onProgress: (progress) => seen.push(progress),
    });
    expect(checkSolution(exampleProblem, solution)).toEqual([]);
    expect(seen.at(-1)).toMatchObject({ cost: solution.summary.cost, unassigned: solution.unassigned.length });
  });

  it("the solver in a worker thread rejects with the caller's reason when planning is cancelled", async () => {
    const controller = new AbortController();
    const reason = new Error("The dispatcher closed the plan.");
    const onProgress = () => controller.abort(reason);
    await expect(
      solveProblemInWorker(exampleProblem, { timeLimitMs: 600_000, signal: controller.signal, onProgress }),
    ).rejects.toBe(reason);
  });

  it("the solver in a worker thread rejects planning that was cancelled before the start", async () => {
    const signal = AbortSignal.abort(new Error("too late"));
    await expect(solveProblemInWorker(exampleProblem, { timeLimitMs: 1_000, signal })).rejects.toThrow("too late");
  });

  it("the solver in a worker thread passes its errors on to the caller", async () => {
    const broken = { ...exampleProblem, matrices: {} };
    await expect(solveProblemInWorker(broken, { timeLimitMs: 1_000 })).rejects.toThrow(TypeError);
  });
});
