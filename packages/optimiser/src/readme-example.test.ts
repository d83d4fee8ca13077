import { readFileSync } from "node:fs";
import { readPlanningProblem } from "@leitstand/optimiser/problem/read-problem";
import { solvePlanningProblem } from "@leitstand/optimiser/solve";
import { describe, expect, it } from "vitest";
import { createTestProblem, createTickingClock } from "./problem/problem.factory";

const readFileText = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");
const linesOf = (code: string) => code.split("\n").map((line) => line.trim());

describe("README of the optimiser", () => {
  it("the README example of packages/optimiser plans the tours of a problem", () => {
    const [untrusted, clock]: [unknown, () => number] = [createTestProblem(), createTickingClock()];
    const problem = readPlanningProblem(untrusted); // throws PlanningProblemError: code, path such as jobs[3].time_windows[0], reason
    const answer = solvePlanningProblem(problem, { timeLimitMs: 1_000, clock }); // clock: milliseconds, such as () => performance.now()
    expect(answer).toMatchObject({ summary: { routes: 1, unassigned: 0 } });
  });

  it("the README of packages/optimiser contains only lines of code that its test runs", () => {
    const run = new Set(linesOf(readFileText("./readme-example.test.ts")));
    const examples = [...readFileText("../README.md").matchAll(/```ts\n(.*?)```/gs)].map(([, code = ""]) => code);
    expect(examples).toHaveLength(1);
    expect(examples.flatMap(linesOf).filter((line) => !run.has(line))).toEqual([]);
  });

  it("the README of packages/optimiser names only files that there are", () => {
    const named = readFileText("../README.md").match(/src\/[\w/-]+\.ts/g) ?? [];
    expect(named.length).toBeGreaterThan(0);
    for (const file of named) expect(readFileText(`../${file}`)).not.toBe("");
  });
});
