import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { tellFailure, tellProgress } from "./build-progress.mjs";
import { rememberSeconds, usualSeconds } from "./usual-seconds.mjs";

const home = mkdtempSync(join(tmpdir(), "leitstand-build-"));
afterAll(() => rmSync(home, { recursive: true }));
const aFile = () => join(home, crypto.randomUUID(), "progress.json");
const read = (file: string) => JSON.parse(readFileSync(file, "utf8")) as unknown;

/** Ends as the text says, in the middle of a build that it has told of; answers its exit code. */
function build(file: string, end: string) {
  const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const script = `
    import { exitWhenStopped } from ${module("beside.mjs")};
    import { tellProgress } from ${module("build-progress.mjs")};
    exitWhenStopped();
    tellProgress(${JSON.stringify(file)}, 60);
    setInterval(() => undefined, 1_000);
    ${end}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "ignore" });
  return new Promise<number | null>((resolve) => void child.once("exit", resolve));
}

describe("the progress of a build", () => {
  it("is told as long as it is under way, and in whole", () => {
    const file = aFile();
    const end = tellProgress(file, 60);
    expect(read(file)).toEqual({ started_at: expect.stringMatching(/Z$/), usual_seconds: 60 });
    expect(readdirSync(join(file, ".."))).toEqual(["progress.json"]);
    end();
    expect(existsSync(file)).toBe(false);
  });

  it("is a failure when the build ends before its time", async () => {
    const file = aFile();
    expect(await build(file, "process.exit(1);")).toBe(1);
    expect(read(file)).toEqual({ failed: true });
  });

  it.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
    ["SIGHUP", 129],
  ])("is none after the build was stopped by %s", async (signal, code) => {
    const file = aFile();
    expect(await build(file, `process.kill(process.pid, "${signal}");`)).toBe(code);
    expect(existsSync(file)).toBe(false);
  });

  it("may be a failure that nobody can write down", () => {
    expect(() => tellFailure("/dev/null/progress.json")).not.toThrow();
  });
});

describe("the usual time of a build", () => {
  it("is that of two idle cores, and then what it has taken here", () => {
    const folder = join(home, "seconds");
    expect(usualSeconds("docs", folder)).toBe(100);
    rememberSeconds("docs", 76.8, folder);
    expect(usualSeconds("docs", folder)).toBe(77);
    expect(usualSeconds("driver", folder)).toBe(6);
  });

  it("is that of two idle cores where what was noted is no time", () => {
    const folder = join(home, "no-seconds");
    for (const noted of [Number.NaN, 0, -3]) {
      rememberSeconds("docs", noted, folder);
      expect(usualSeconds("docs", folder)).toBe(100);
    }
  });
});
