import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { fileURLToPath } from "node:url";
import { cleanEnvironmentKeepingClock } from "./clean-environment";
import { filesOfSample, type SampleFile } from "./sample-files";
import { moveCalendarFileToWeek } from "./shown-days";

const executeFile = promisify(execFile);
/** Working folder of samples, with the files that they upload. */
const sampleWorkingFolder = fileURLToPath(new URL("../files", import.meta.url));

export interface RunSampleOptions {
  readonly variables: Readonly<Record<string, string>>;
  /** Shell samples that were run before in the same shell. */
  readonly after?: readonly string[];
}

/** Output of a sample; throws with all of it when it fails. */
export async function runSample(
  { language, path, code }: SampleFile,
  { variables, after = [] }: RunSampleOptions,
): Promise<string> {
  if (after.length > 0 && language.suffix !== "sh") throw new Error(`${path} follows others, which only a shell can.`);
  const before = after.flatMap((sample) => filesOfSample(sample).filter((file) => file.language === language));
  const script =
    before.length > 0
      ? temporaryFolder(`{\n${before.map((file) => file.code).join("\n")}\n} >/dev/null\n${code}\n`)
      : path;
  const [program, ...args] = language.run(script);
  const cwd = variables["MONDAY"] === undefined ? sampleWorkingFolder : copySampleFiles(variables["MONDAY"]);
  try {
    const env = cleanEnvironmentKeepingClock({ LC_ALL: "C.UTF-8", ...variables });
    const { stdout } = await executeFile(program, args, { cwd, env, timeout: 60_000 });
    return stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${path} failed:\n${stdout}\n${stderr}`, { cause: error });
  } finally {
    if (script !== path) rmSync(script);
    if (cwd !== sampleWorkingFolder) rmSync(cwd, { recursive: true });
  }
}

/** A copy of the files whose calendar begins on a future Monday. */
function copySampleFiles(monday: string): string {
  const copy = mkdtempSync(join(tmpdir(), "leitstand-sample-files-"));
  cpSync(sampleWorkingFolder, copy, { recursive: true });
  const roster = join(copy, "roster.ics");
  writeFileSync(roster, moveCalendarFileToWeek(monday, readFileSync(roster, "utf8")));
  return copy;
}

/** Output of each of several shell samples when they are pasted one after another into the same shell. */
export async function runSamplesInOneShell(
  files: readonly SampleFile[],
  variables: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const env = cleanEnvironmentKeepingClock({ LC_ALL: "C.UTF-8", ...variables });
  const running = executeFile("bash", [], { cwd: sampleWorkingFolder, env, timeout: 60_000 });
  running.child.stdin?.end(files.map(({ code }) => `${code}\necho "${END_OF_BLOCK}"\n`).join(""));
  const { stdout } = await running;
  return stdout.split(`${END_OF_BLOCK}\n`).slice(0, -1);
}

const END_OF_BLOCK = "-- end of block --";

function temporaryFolder(text: string): string {
  const path = join(tmpdir(), `leitstand-sample-${crypto.randomUUID()}.sh`);
  writeFileSync(path, text);
  return path;
}

/** Whether this machine can run the language. */
export async function isLanguageInstalled({ version: [program, ...args] }: SampleFile["language"]): Promise<boolean> {
  return executeFile(program, args).then(
    () => true,
    () => false,
  );
}
