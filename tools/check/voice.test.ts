import { describe, expect, it } from "vitest";
import {
  parseAddedLines,
  countOffences,
  findCountsAboveCeiling,
  findOffences,
  findRaisedCeilings,
  lowerCeilings,
  partOfRepository,
} from "./voice.mjs";

const rulesBrokenBy = (text: string, path = "apps/api/src/a.ts") =>
  findOffences({ path, text }).map(({ rule, line, word }) => `${rule} ${line} ${word}`);

describe("check of voice", () => {
  it("the check of voice finds doc comments that begin with a half sentence, on one line or several", () => {
    const text = "/** Of the call. */\n/**\n * Whoever calls.\n */\n/** The call. Of it. */\n// What else";
    expect(rulesBrokenBy(text)).toEqual(["half sentences 1 Of", "half sentences 3 Whoever", "pronouns 3 Whoever"]);
  });

  it("the check of voice finds unwanted pronouns and words as whole words, in upper and lower case", () => {
    expect(rulesBrokenBy("Nobody\nthe desk, desktop\n a job of jobs, jobless")).toEqual([
      "pronouns 1 Nobody",
      "desk 2 desk",
      "job 3 job",
      "job 3 jobs",
    ]);
  });

  it("the check of voice allows the word job for background jobs and tasks of a planner", () => {
    expect(rulesBrokenBy("a job", "apps/api/src/platform/background/jobs.ts")).toEqual([]);
    expect(rulesBrokenBy("a job", "apps/api/src/modules/dispatch/dispatch.jobs.ts")).toEqual([]);
    expect(rulesBrokenBy("a job", "packages/optimiser/src/solve.ts")).toEqual([]);
  });

  it("the check of voice counts violations by rule and part of the repository", () => {
    const offences = [
      ...findOffences({ path: "apps/api/src/a.ts", text: "nobody, somebody" }),
      ...findOffences({ path: "e2e/a.ts", text: "nobody" }),
    ];
    expect(countOffences(offences)).toEqual({ pronouns: { "apps/api": 2, e2e: 1 } });
    expect(["packages/ui/src/a.ts", "README.md"].map(partOfRepository)).toEqual(["packages/ui", "root"]);
  });

  it("the check of voice reports a count above its ceiling, and any violation in a part without a ceiling", () => {
    const counts = { desk: { "apps/api": 11, e2e: 1, tools: 10 } };
    expect(findCountsAboveCeiling({ desk: { "apps/api": 10, tools: 10 } }, counts)).toEqual([
      { rule: "desk", part: "apps/api", count: 11, ceiling: 10 },
      { rule: "desk", part: "e2e", count: 1, ceiling: 0 },
    ]);
  });

  it("the check of voice lowers a ceiling to the count, removes it at zero, and never raises it", () => {
    const ceilings = { desk: { "apps/api": 100, e2e: 20, tools: 30, docs: 10 } };
    const counts = { desk: { "apps/api": 81, tools: 35, docs: 3 } };
    expect(lowerCeilings(ceilings, counts)).toEqual({ desk: { "apps/api": 81, tools: 30, docs: 3 } });
  });

  it("the check of voice reports ceilings that are higher than before", () => {
    const before = { desk: { "apps/api": 100, e2e: 20 } };
    expect(findRaisedCeilings({ desk: { "apps/api": 110, e2e: 10 } }, before)).toEqual([
      "desk in apps/api: 110 is above 100",
    ]);
  });

  it("the check of voice reads from a diff which lines are new", () => {
    const diff = "--- a/x.ts\n+++ b/x.ts\n@@ -4,0 +5,2 @@ f\n+a\n+b\n@@ -9 +11 @@\n-c\n+d\n@@ -20,2 +21,0 @@\n-e\n-f";
    expect([...parseAddedLines(diff)]).toEqual(["x.ts:5", "x.ts:6", "x.ts:11"]);
  });
});
