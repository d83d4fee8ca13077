import { operations } from "@leitstand/contract/operations";
import { describe, expect, it } from "vitest";
import { runGit, readHandWrittenFiles } from "./written-files.mjs";

/** The seven places of an operation, as "To add an operation" in ARCHITECTURE.md lists them. */
const operationPlaces: Readonly<Record<string, RegExp>> = {
  contract: /^packages\/contract\/src\/(?!operation\/)[\w-]+\/[\w-]+\.ts$/,
  sql: /^apps\/api\/(migrations\/\d{4}_\w+\.sql|src\/modules\/[\w-]+\/[\w-]+\.sql\.ts)$/,
  service: /^apps\/api\/src\/modules\/[\w-]+\/[\w-]+\.service\.ts$/,
  routes: /^apps\/api\/src\/modules\/[\w-]+\/[\w-]+\.routes\.ts$/,
  test: /^apps\/api\/src\/modules\/[\w-]+\/[\w-]+\.api\.test\.ts$/,
  matrix: /^apps\/api\/src\/(authorization\.expected\.csv|testing\/authorization\/samples-of-\w+\.ts)$/,
  changelog: /^CHANGELOG\.md$/,
};
/** Whether a file is generated, or given: the specification lists operations before they are built. */
const isGeneratedOrSpecified = (path: string) =>
  /^(openapi\.yaml|packages\/contract\/(operations\.tsv|src\/operation\/grant-names\.ts))$/.test(path) ||
  path === "apps/docs/docs/release_history.md" ||
  path.startsWith("tools/check/places");

interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** Finds files by place; `beyond` are those that no place allows. */
function findPlacesOfOperation(operation: string, files: readonly TextFile[]) {
  const pattern = new RegExp(`\\b${operation}\\b`);
  const found: Record<string, string[]> = {};
  for (const { path, text } of files) {
    if (isGeneratedOrSpecified(path) || !pattern.test(text)) continue;
    const place = Object.keys(operationPlaces).find((name) => operationPlaces[name]?.test(path)) ?? "beyond";
    (found[place] ??= []).push(path);
  }
  return found;
}

/** Ordinary operations of different modules that no client of the repository calls. */
const ordinaryOperations = ["getSkill", "deleteCalendarGroup"];
const writtenFiles = readHandWrittenFiles();

describe("places of an operation", () => {
  it.each(ordinaryOperations)(
    "the operation %s has a contract, routes, a test and a row of the matrix, and appears nowhere outside the seven places",
    (operation) => {
      const found = findPlacesOfOperation(operation, [...writtenFiles, ...tableAndListFiles()]);
      expect(found["beyond"] ?? []).toEqual([]);
      expect(Object.keys(found)).toEqual(expect.arrayContaining(["contract", "routes", "test", "matrix"]));
    },
  );

  it("the check of an operation's places finds an additional place", () => {
    const planted = { path: "apps/api/src/platform/http/exceptions.ts", text: 'const open = ["getSkill"];' };
    const found = findPlacesOfOperation("getSkill", [...writtenFiles, ...tableAndListFiles(), planted]);
    expect(found["beyond"]).toEqual([planted.path]);
  });
});

/** Call of a client (`.getSkill`) or a title; a grant, alone or in a list of them, is neither. */
const CLIENT_CALL_PATTERN = /\.(\w+)/g;
const TEST_TITLE_PATTERN = /\b(?:describe|it)(?:\.\w+)*\(\s*["`](.*)["`]/g;

/** Finds operations that no test of a module calls or has in a title. */
function findUntestedOperations(written: readonly TextFile[]): readonly string[] {
  const tests = written.filter(({ path }) => operationPlaces["test"]?.test(path));
  const called = tests.flatMap(({ text }) => [...text.matchAll(CLIENT_CALL_PATTERN)].map(([, name]) => name));
  const inTitles = tests.flatMap(({ text }) =>
    [...text.matchAll(TEST_TITLE_PATTERN)].flatMap(([, title = ""]) => title.match(/\w+/g)),
  );
  const tested = new Set([...called, ...inTitles]);
  return Object.keys(operations).filter((operation) => !tested.has(operation));
}

describe("test of an operation", () => {
  it("the check of operations finds the test of an operation by its name in a module's tests", () => {
    expect(findUntestedOperations(writtenFiles)).toEqual([]);
  });

  it("the check of operations reports an operation that no module tests", () => {
    const withoutSkills = writtenFiles.filter(({ path }) => !/modules\/skills\/.*\.api\.test\.ts$/.test(path));
    expect(findUntestedOperations(withoutSkills)).toContain("deleteSkill");
  });

  it("the check of operations reports an operation that tests name only as a grant", () => {
    const path = "apps/api/src/modules/skills/skills.api.test.ts";
    const withoutSkills = writtenFiles.filter((file) => !/modules\/skills\/.*\.api\.test\.ts$/.test(file.path));
    const granted = { path, text: 'const grants = ["getSkills", "deleteSkill"];' };
    expect(findUntestedOperations([...withoutSkills, granted])).toContain("deleteSkill");
    const signedIn = { path, text: 'const caller = await api.signIn("deleteSkill");' };
    expect(findUntestedOperations([...withoutSkills, signedIn])).toContain("deleteSkill");
    const titled = { path, text: 'describe("deleteSkill", () => {});' };
    expect(findUntestedOperations([...withoutSkills, titled])).not.toContain("deleteSkill");
    const called = { path, text: "await admin.deleteSkill({ id });" };
    expect(findUntestedOperations([...withoutSkills, called])).not.toContain("deleteSkill");
  });
});

/** Tables and lists, which name operations too. */
function tableAndListFiles(): readonly TextFile[] {
  const lines = runGit(
    "grep",
    "--untracked",
    "-n",
    "-w",
    "-E",
    ordinaryOperations.join("|"),
    "--",
    "*.csv",
    "*.tsv",
    "*.yaml",
    "CHANGELOG.md",
  );
  return lines.split("\n").flatMap((line) => {
    const [path = "", , ...text] = line.split(":");
    return path === "" ? [] : [{ path, text: text.join(":") }];
  });
}
