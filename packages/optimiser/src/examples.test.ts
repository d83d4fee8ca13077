import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkSolution } from "./answer/check";
import type { Problem } from "./problem/problem";
import { tickingClock } from "./problem/problem.factory";
import { readProblem } from "./problem/read-problem";
import type { Solution } from "./problem/solution";
import { solve } from "./solve";

interface Example {
  readonly title: string;
  readonly problem: Problem;
  readonly solution: Solution;
}

const folder = new URL("../examples/", import.meta.url);
const examples = readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .map((file) => JSON.parse(readFileSync(new URL(file, folder), "utf8")) as Example);

describe("documented examples", () => {
  it.each(examples)("answers a documented example as documented: $title", ({ problem, solution }) => {
    const answer = solve(readProblem(problem), { timeLimitMs: 200, clock: tickingClock() });
    expect({ ...answer, summary: { ...answer.summary, computing_times: { solving: 0 } } }).toEqual(solution);
    expect(checkSolution(problem, solution)).toEqual([]);
  });
});
