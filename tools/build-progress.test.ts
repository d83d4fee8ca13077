import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { writeBuildFailure, writeBuildProgress } from "./build-progress.mjs";
import { storeSecondsOfStep, usualSeconds } from "./usual-seconds.mjs";

const temporaryFolder = mkdtempSync(join(tmpdir(), "leitstand-build-"));
afterAll(() => rmSync(temporaryFolder, { recursive: true }));
const newProgressFile = () => join(temporaryFolder, crypto.randomUUID(), "progress.json");
const readProgressFile = (file: string) => JSON.parse(readFileSync(file, "utf8")) as unknown;

/** Runs a build that ends in the middle as the text says; returns its exit code. */
function runBuild(file: string, end: string) {
  const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const script = `
    import { exitWhenStopped } from ${module("beside.mjs")};
    import { writeBuildProgress } from ${module("build-progress.mjs")};
    exitWhenStopped();
    writeBuildProgress(${JSON.stringify(file)}, 60);
    setInterval(() => undefined, 1_000);
    ${end}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "ignore" });
  return new Promise<number | null>((resolve) => void child.once("exit", resolve));
}

describe("progress of a build", () => {
  it("the progress of a running build is always written as a complete file", () => {
    const file = newProgressFile();
    const end = writeBuildProgress(file, 60);
    expect(readProgressFile(file)).toEqual({ started_at: expect.stringMatching(/Z$/), usual_seconds: 60 });
    expect(readdirSync(join(file, ".."))).toEqual(["progress.json"]);
    end();
    expect(existsSync(file)).toBe(false);
  });

  it("the progress of a build says that it failed when it ends early", async () => {
    const file = newProgressFile();
    expect(await runBuild(file, "process.exit(1);")).toBe(1);
    expect(readProgressFile(file)).toEqual({ failed: true });
  });

  it.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
    ["SIGHUP", 129],
  ])("the progress file of a build is removed when the build is stopped by %s", async (signal, code) => {
    const file = newProgressFile();
    expect(await runBuild(file, `process.kill(process.pid, "${signal}");`)).toBe(code);
    expect(existsSync(file)).toBe(false);
  });

  it("writeBuildFailure does not throw when the file cannot be written", () => {
    expect(() => writeBuildFailure("/dev/null/progress.json")).not.toThrow();
  });
});

describe("usual time of a build", () => {
  it("the estimated time of a build is a default for two idle cores at first, and then the last measured time", () => {
    const folder = join(temporaryFolder, "seconds");
    expect(usualSeconds("docs", folder)).toBe(100);
    storeSecondsOfStep("docs", 76.8, folder);
    expect(usualSeconds("docs", folder)).toBe(77);
    expect(usualSeconds("driver", folder)).toBe(6);
  });

  it("the estimated time of a build is the default when the stored time is invalid", () => {
    const folder = join(temporaryFolder, "no-seconds");
    for (const noted of [Number.NaN, 0, -3]) {
      storeSecondsOfStep("docs", noted, folder);
      expect(usualSeconds("docs", folder)).toBe(100);
    }
  });
});
