/**
 * Runs test files that failed in a run of many files once more, alone. A test that passes then has failed by chance: a
 * fault of the test, to be mended by the first developer who sees it, but no reason to keep a change away. It never
 * excuses a guarantee, nor many files at once.
 */

/** Number of files that may have failed by chance. */
const UNSTABLE_FILES_MAX = 3;

/**
 * Tests of guarantees: authorization, ownership, dispatch, lost updates and live events. One failure in many runs is
 * the fault itself.
 */
const guaranteeTestPattern =
  /(^|\/)(authorization|ownership|dispatch|lost-updates|live|sign-out|event-looks|dashboard-stream|end-of-link|webhooks)\b|-news[.]/;

const hasFailed = ({ failed }) => failed.length > 0;
const isGuaranteeTest = ({ name }) => guaranteeTestPattern.test(name);

/**
 * @param {import("./run-vitest.mjs").TestRun} run
 * @param {(file: import("./run-vitest.mjs").TestFile) => Promise<import("./run-vitest.mjs").TestRun>} runAlone
 */
export async function rerunFailedFiles(run, runAlone) {
  const suspects = run.files.filter(hasFailed);
  const isHopeless = run.outside.length > 0 || suspects.length > UNSTABLE_FILES_MAX || suspects.some(isGuaranteeTest);
  if (suspects.length === 0 || isHopeless) return { run, unstable: [] };
  const secondRuns = new Map();
  const outside = [];
  for (const file of suspects) {
    const again = await runAlone(file);
    outside.push(...again.outside);
    const found = again.files.find(({ name, project }) => name === file.name && project === file.project);
    // With fewer tests than before, the missing ones have not passed.
    const isWhole = found && found.passed + found.failed.length >= file.passed + file.failed.length;
    if (isWhole) secondRuns.set(file, found);
  }
  return {
    run: { ...run, files: run.files.map((file) => secondRuns.get(file) ?? file), outside },
    unstable: suspects.filter((file) => secondRuns.has(file) && !hasFailed(secondRuns.get(file))),
  };
}
