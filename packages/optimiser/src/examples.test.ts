import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkSolution } from "./answer/check";
import type { Problem } from "./problem/problem";
import { createTickingClock } from "./problem/problem.factory";
import { readPlanningProblem } from "./problem/read-problem";
import type { Solution } from "./problem/solution";
import { solvePlanningProblem } from "./solve";

interface ExampleFile {
  readonly title: string;
  readonly problem: Problem;
  readonly solution: Solution;
}

const examplesFolder = new URL("../examples/", import.meta.url);
const exampleFiles = readdirSync(examplesFolder)
  .filter((file) => file.endsWith(".json"))
  .map((file) => JSON.parse(readFileSync(new URL(file, examplesFolder), "utf8")) as ExampleFile);

describe("documented examples", () => {
  it.each(exampleFiles)(
    "the solver returns for a documented example the documented plan: $title",
    ({ problem, solution }) => {
      const answer = solvePlanningProblem(readPlanningProblem(problem), {
        timeLimitMs: 200,
        clock: createTickingClock(),
      });
      expect({ ...answer, summary: { ...answer.summary, computing_times: { solving: 0 } } }).toEqual(solution);
      expect(checkSolution(problem, solution)).toEqual([]);
    },
  );
});
