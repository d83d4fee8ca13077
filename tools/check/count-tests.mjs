/** A vitest reporter that writes what `npm test` sums up: counts, and every skipped test with its reason. */
import { writeFileSync } from "node:fs";

export default class CountTests {
  onTestRunEnd(modules, unhandledErrors) {
    const sum = { passed: 0, failed: unhandledErrors.length, skipped: [] };
    for (const module of modules) {
      // A file that fails outside its tests (an import, a hook) has none that could be counted as failed.
      if (module.errors().length > 0) sum.failed += 1;
      for (const suite of module.children.allSuites()) sum.failed += suite.errors().length > 0 ? 1 : 0;
      for (const test of module.children.allTests()) count(sum, module, test);
    }
    writeFileSync(process.env.TEST_COUNTS_FILE, JSON.stringify(sum));
  }
}

function count(sum, module, test) {
  const { state, note } = test.result();
  if (state === "passed") sum.passed += 1;
  else if (state === "failed") sum.failed += 1;
  else sum.skipped.push(`${module.relativeModuleId}: ${test.fullName} (${note ?? "no reason given"})`);
}
