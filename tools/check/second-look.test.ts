import { describe, expect, it } from "vitest";
import { summaryOfRun, type TestFile, type TestRun } from "./run-vitest.mjs";
import { rerunFailedFiles } from "./second-look.mjs";

const testFileOf = (name: string, more: Partial<TestFile> = {}): TestFile => ({
  name,
  project: "rule",
  passed: 2,
  failed: [],
  skipped: [],
  seconds: 1,
  ...more,
});
const failingFile = (name: string, more: Partial<TestFile> = {}) =>
  testFileOf(name, { passed: 1, failed: [{ title: "adds up", error: "expected 3 to be 4" }], ...more });
const testRunOf = (...files: TestFile[]): TestRun => ({ files, outside: [], seconds: 1 });
/** Lets every file pass when it is alone. */
const rerunPassing = ({ name, project }: TestFile) => Promise.resolve(testRunOf(testFileOf(name, { project })));
const rerunForbidden = () => Promise.reject(new Error("must not be run again"));

describe("second look at failed tests", () => {
  it("the rerun of failed test files accepts one that passes alone, and lists it as unstable with its first error", async () => {
    const { run, unstable } = await rerunFailedFiles(
      testRunOf(testFileOf("a.test.ts"), failingFile("b.test.ts")),
      rerunPassing,
    );
    expect(summaryOfRun(run)).toEqual({ passed: 4, failed: [], skipped: [] });
    expect(unstable).toMatchObject([{ name: "b.test.ts", failed: [{ error: "expected 3 to be 4" }] }]);
  });

  it("the rerun of failed test files keeps one as failed that also fails alone", async () => {
    const { run, unstable } = await rerunFailedFiles(testRunOf(failingFile("b.test.ts")), ({ name }) =>
      Promise.resolve(testRunOf(failingFile(name))),
    );
    expect(summaryOfRun(run).failed).toEqual(["b.test.ts: adds up"]);
    expect(unstable).toEqual([]);
  });

  it("the rerun of failed test files accepts up to three, and reruns none if there are more", async () => {
    const names = ["a.test.ts", "b.test.ts", "c.test.ts", "d.test.ts"];
    const three = await rerunFailedFiles(testRunOf(...names.slice(1).map((name) => failingFile(name))), rerunPassing);
    expect(three.unstable).toHaveLength(3);
    const four = await rerunFailedFiles(testRunOf(...names.map((name) => failingFile(name))), rerunForbidden);
    expect(four.unstable).toEqual([]);
    expect(summaryOfRun(four.run).failed).toHaveLength(4);
  });

  it.each([
    "apps/api/src/authorization.api.test.ts",
    "apps/api/src/modules/dispatch/reassignment.api.test.ts",
    "apps/api/src/modules/dispatch/dispatch-concurrency.api.test.ts",
    "apps/api/src/lost-updates.api.test.ts",
    "apps/api/src/ownership.api.test.ts",
    "apps/api/src/live-access.api.test.ts",
    "apps/api/src/sign-out.api.test.ts",
    "apps/api/src/modules/calendars/calendar-news.api.test.ts",
    "apps/api/src/modules/dashboard/dashboard-stream.api.test.ts",
    "apps/api/src/modules/dispatch/end-of-link.api.test.ts",
    "apps/api/src/modules/webhooks/webhooks.api.test.ts",
    "apps/api/src/platform/events/event-looks.api.test.ts",
    "apps/console/src/live/board.test.ts",
    "e2e/dispatch.journey.test.ts",
    "e2e/live-recovery.journey.test.ts",
  ])("the rerun of failed test files never reruns a test of a guarantee: %s", async (name) => {
    const { run, unstable } = await rerunFailedFiles(testRunOf(failingFile(name)), rerunForbidden);
    expect(unstable).toEqual([]);
    expect(summaryOfRun(run).failed).toHaveLength(1);
  });

  it("failed test files are not rerun when the test run itself broke", async () => {
    const broken = { ...testRunOf(failingFile("a.test.ts")), outside: ["b.test.ts: was running when the run ended"] };
    expect(summaryOfRun((await rerunFailedFiles(broken, rerunForbidden)).run).failed).toHaveLength(2);
  });

  it("the rerun of a failed test file does not count as passing when some of its tests are skipped", async () => {
    const { run, unstable } = await rerunFailedFiles(testRunOf(failingFile("a.test.ts")), ({ name }) =>
      Promise.resolve(testRunOf(testFileOf(name, { passed: 0, skipped: ["adds up (no database)"] }))),
    );
    expect(unstable).toEqual([]);
    expect(summaryOfRun(run).failed).toEqual(["a.test.ts: adds up"]);
  });

  it("the rerun of a failed test file does not count as passing when the rerun itself broke", async () => {
    const { run } = await rerunFailedFiles(testRunOf(failingFile("a.test.ts")), () =>
      Promise.resolve({ files: [], outside: ["vitest ended with 1"], seconds: 1 }),
    );
    expect(summaryOfRun(run).failed).toEqual(["a.test.ts: adds up", "vitest ended with 1"]);
  });
});
