import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { prepareDataDir } from "./data-dir";
import { StartupError } from "./startup-error";

describe("data directory", () => {
  let base = "";
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), "data-dir-"));
  });
  afterEach(() => rmSync(base, { recursive: true }));

  it("the data directory and its parents are made, and stay empty", () => {
    const dir = join(base, "a", "b");
    prepareDataDir(dir);
    prepareDataDir(dir);
    expect(readdirSync(dir)).toEqual([]);
  });

  it("the error about a file in place of the data directory is one sentence", () => {
    const file = join(base, "taken");
    writeFileSync(file, "");
    const refused = (dir: string, reason: string) =>
      expect(() => prepareDataDir(dir)).toThrow(
        new StartupError(`DATA_DIR is "${dir}", which cannot be used: ${reason}.`),
      );
    refused(file, "it is a file and not a directory");
    refused(join(file, "below"), "a part of the path is a file and not a directory");
  });

  it.runIf(existsSync("/proc/self"))("a data directory that cannot be created is reported without waiting", () => {
    expect(() => prepareDataDir("/proc/leitstand/data")).toThrow("directories cannot be made there");
  });
});
