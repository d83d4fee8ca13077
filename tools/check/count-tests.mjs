/**
 * A vitest reporter that writes what `npm test` sums up: counts, what failed and why, every skipped test with its
 * reason, and how long each file took. It writes after each file, so that a run that is stopped still shows its
 * results; and it ends a run in which a file hangs.
 */
import { writeFileSync } from "node:fs";
import { killProcessTree } from "./process-tree.mjs";

/** Seconds after which a file counts as hanging: the longest takes two minutes beside another. */
const FILE_LIMIT_S = Number(process.env.TEST_FILE_LIMIT_S ?? 600);

export default class CountingReporter {
  #ended = new Map();
  #running = new Map();
  #outside = [];

  /** Called before the file is read, so that one that hangs while it is imported is noticed as well. */
  onTestModuleQueued(module) {
    const timer = setTimeout(() => this.#endRun(module), FILE_LIMIT_S * 1000);
    this.#running.set(module.id, { module, timer });
    this.#write();
  }

  onTestModuleEnd(module) {
    clearTimeout(this.#running.get(module.id)?.timer);
    this.#running.delete(module.id);
    this.#ended.set(module.id, countTestsOf(module));
    this.#write();
  }

  onTestRunEnd(modules, unhandledErrors) {
    for (const { timer } of this.#running.values()) clearTimeout(timer);
    this.#running.clear();
    for (const module of modules) this.#ended.set(module.id, countTestsOf(module));
    this.#outside.push(...unhandledErrors.map((error) => `outside the tests: ${error.message}`));
    this.#write();
  }

  /** Ends the run: a process that never comes back to its event loop can only be killed. */
  #endRun(module) {
    this.#running.delete(module.id);
    this.#outside.push(`${module.relativeModuleId}: was ended after its limit of ${FILE_LIMIT_S} s`);
    this.#write();
    killProcessTree(process.pid);
  }

  #write() {
    const sum = {
      files: [...this.#ended.values()],
      outside: this.#outside,
      running: [...this.#running.values()].map(({ module }) => module.relativeModuleId),
    };
    writeFileSync(process.env.TEST_COUNTS_FILE, JSON.stringify(sum));
  }
}

function countTestsOf(module) {
  const { duration, collectDuration, setupDuration } = module.diagnostic();
  const file = {
    name: module.relativeModuleId,
    project: module.project.name,
    passed: 0,
    failed: [],
    skipped: [],
    seconds: (duration + collectDuration + setupDuration) / 1000,
  };
  // A file that fails outside its tests (an import, a hook) has no test that could be counted as failed.
  if (module.errors().length > 0) file.failed.push({ title: "the file", error: errorTextOf(module.errors()) });
  for (const suite of module.children.allSuites()) {
    if (suite.errors().length > 0)
      file.failed.push({ title: `around ${suite.fullName}`, error: errorTextOf(suite.errors()) });
  }
  for (const test of module.children.allTests()) {
    const { state, note, errors } = test.result();
    if (state === "passed") file.passed += 1;
    else if (state === "failed") file.failed.push({ title: test.fullName, error: errorTextOf(errors) });
    else file.skipped.push(`${test.fullName} (${note ?? "no reason given"})`);
  }
  return file;
}

const errorTextOf = (errors) => errors.map(({ stack, message }) => stack ?? message).join("\n");
