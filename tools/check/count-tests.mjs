/**
 * A vitest reporter that writes what `npm test` sums up: counts, what failed, every skipped test with its reason, and how long
 * each file took. It writes after each file, so that a run that is stopped still tells what it had found.
 */
import { writeFileSync } from "node:fs";

export default class CountTests {
  #ended = new Map();
  #running = new Set();

  onTestModuleStart(module) {
    this.#running.add(module.relativeModuleId);
    this.#write();
  }

  onTestModuleEnd(module) {
    this.#running.delete(module.relativeModuleId);
    this.#ended.set(module, countOf(module));
    this.#write();
  }

  onTestRunEnd(modules, unhandledErrors) {
    this.#running.clear();
    for (const module of modules) this.#ended.set(module, countOf(module));
    this.#write(unhandledErrors.map((error) => `outside the tests: ${error.message}`));
  }

  #write(unhandled = []) {
    const files = [...this.#ended.values()];
    const sum = {
      passed: files.reduce((passed, file) => passed + file.passed, 0),
      failed: [...files.flatMap((file) => file.failed), ...unhandled],
      skipped: files.flatMap((file) => file.skipped),
      files: files.map(({ name, seconds }) => ({ name, seconds })),
      running: [...this.#running],
    };
    writeFileSync(process.env.TEST_COUNTS_FILE, JSON.stringify(sum));
  }
}

function countOf(module) {
  const name = module.relativeModuleId;
  const { duration, collectDuration, setupDuration } = module.diagnostic();
  const file = {
    name,
    passed: 0,
    failed: [],
    skipped: [],
    seconds: (duration + collectDuration + setupDuration) / 1000,
  };
  // A file that fails outside its tests (an import, a hook) has none that could be counted as failed.
  if (module.errors().length > 0) file.failed.push(`${name}: the file`);
  for (const suite of module.children.allSuites()) {
    if (suite.errors().length > 0) file.failed.push(`${name}: around ${suite.fullName}`);
  }
  for (const test of module.children.allTests()) {
    const { state, note } = test.result();
    if (state === "passed") file.passed += 1;
    else if (state === "failed") file.failed.push(`${name}: ${test.fullName}`);
    else file.skipped.push(`${name}: ${test.fullName} (${note ?? "no reason given"})`);
  }
  return file;
}
