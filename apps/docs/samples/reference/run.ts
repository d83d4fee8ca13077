import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { fileURLToPath } from "node:url";
import type { Operation } from "@leitstand/contract/operation/operation";
import { errorRegistry } from "@leitstand/contract/errors/errors";
import { cleanEnvironment } from "../runner/clean-environment";
import { API_ORIGIN, API_URL, samplesOf } from "../../steps/operation-samples";
import { operations, requestOf } from "../../steps/reference";
import { draftOf } from "./drafts";
import { freshened } from "./fresh";
import { type Program, type SampleLanguage, SCRIPT } from "./languages";
import { setScene } from "./scenes";
import type { Stage, Variables } from "./stage";

const execute = promisify(execFile);
const hostPath = fileURLToPath(new URL("script-host.mjs", import.meta.url));
const files = fileURLToPath(new URL("../files", import.meta.url));
/** Most samples at once, for two cores of which the server needs one. */
const AT_ONCE = 3;
/** Settings of the product: a few programs do in a minute here what people do in a day. */
export const SETTINGS = { RATE_LIMIT_FACTOR: "1000" };
const PATIENCE_MS = 60_000;

export interface Outcome {
  readonly operation: string;
  readonly language: string;
  /** Status, and the code of a refusal; the whole output when it was neither. */
  readonly answered: string;
  readonly isAnnounced: boolean;
}

/** Runs the sample of each operation in each language, each on objects of its own. */
export async function runSamples(stage: Stage, languages: readonly SampleLanguage[], only = operations) {
  const home = mkdtempSync(join(tmpdir(), "leitstand-reference-"));
  const hosts = Array.from({ length: AT_ONCE }, () =>
    fork(hostPath, { stdio: ["ignore", "inherit", "inherit", "ipc"], execArgv: [] }),
  );
  try {
    // The status of the answer is the last line, as programs in other languages print it.
    writeFileSync(join(home, ".curlrc"), 'silent\nwrite-out = "\\n%{http_code}"\n');
    for (const language of languages) await prepare(home, { language, only, stage });
    // Sorted so that an operation is not run in all languages at once: some are limited to a few calls at a time.
    const jobs = languages.flatMap((language) => only.map((operation) => ({ operation, language })));
    return await inTurns(jobs, hosts.length, (job, lane) =>
      runOne(home, { ...job, stage, lane, host: hosts[lane] as Host }),
    );
  } finally {
    for (const host of hosts) host.kill();
    rmSync(home, { recursive: true });
  }
}

const folderOf = (home: string, { label }: SampleLanguage) => join(home, label.replaceAll(" ", "-"));

interface Preparation {
  readonly language: SampleLanguage;
  readonly only: readonly Operation[];
  readonly stage: Stage;
}

async function prepare(home: string, { language, only, stage }: Preparation) {
  const folder = folderOf(home, language);
  mkdirSync(folder);
  const programs = only.map((operation): Program => {
    const request = freshened(operation, requestOf(operation), stage.next());
    const sample = samplesOf(operation, request).find(({ label }) => label === language.label);
    if (sample === undefined) throw new Error(`${operation.id} has no sample for ${language.label}`);
    const code = sample.code.replaceAll(API_URL, `${stage.url}/api/v1`).replaceAll(API_ORIGIN, stage.url);
    return { id: operation.id, code };
  });
  await language.prepare(folder, programs);
}

interface Job {
  readonly operation: Operation;
  readonly language: SampleLanguage;
  readonly stage: Stage;
  readonly lane: number;
  readonly host: Host;
}
type Host = ReturnType<typeof fork>;

/** Chain of samples that change the spare company, one after the other, because they share its version. */
const turns = new Map<string, Promise<unknown>>();
async function runOne(home: string, job: Job): Promise<Outcome> {
  if (draftOf(job.operation.id).at !== "spare") return runAlone(home, job);
  const turn = (turns.get("spare") ?? Promise.resolve()).then(() => runAlone(home, job));
  turns.set("spare", turn);
  return turn;
}

async function runAlone(home: string, { operation, language, stage, lane, host }: Job): Promise<Outcome> {
  const answered = await setScene(stage, operation).then(
    async (variables) => {
      const cwd = join(home, `files-${lane}`);
      cpSync(files, cwd, { recursive: true });
      const status = statusOf(
        await execution(language.command(folderOf(home, language), operation.id), { home, cwd, variables, host }),
      );
      // Our client does not print a status: without an exception it was a success.
      return status === "" && language.label === "TypeScript client" ? String(operation.success) : status;
    },
    (error: unknown) => `scene: ${String(error)}`,
  );
  const { refused } = draftOf(operation.id);
  const announced = refused === undefined ? String(operation.success) : `${errorRegistry[refused].status} ${refused}`;
  return { operation: operation.id, language: language.label, answered, isAnnounced: answered === announced };
}

interface Surroundings {
  readonly home: string;
  readonly cwd: string;
  readonly variables: Variables;
  readonly host: Host;
}
interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

async function execution(
  [program, ...args]: readonly [string, ...string[]],
  surroundings: Surroundings,
): Promise<Output> {
  const { home, cwd, variables, host } = surroundings;
  if (program === SCRIPT) {
    host.send({ path: args[0] as string, cwd, variables });
    return (await once(host, "message"))[0] as Output;
  }
  const env = cleanEnvironment({ CURL_HOME: home, LC_ALL: "C.UTF-8", ...variables });
  return execute(program, args, { cwd, env, timeout: PATIENCE_MS, encoding: "latin1" }).catch(
    (error: Error & { stdout?: string; stderr?: string }) => ({
      stdout: error.stdout ?? "",
      stderr: error.stderr || error.message,
    }),
  );
}

/** Status in the output: first in that of programs, last in that of the shell; our client only throws on failure. */
function statusOf({ stdout, stderr }: Output): string {
  const problem = /ApiProblem: (\d{3} \w+)/.exec(stderr)?.[1];
  if (problem !== undefined) return problem;
  if (stderr.trim() !== "") return stderr.trim();
  const status = /^(\d{3})(?!\S)/.exec(stdout)?.[1] ?? /\n(\d{3})$/.exec(stdout)?.[1];
  if (status === undefined) return "";
  const code = Number(status) >= 400 ? /"code":\s*"(\w+)"/.exec(stdout)?.[1] : undefined;
  return code === undefined ? status : `${status} ${code}`;
}

async function inTurns<T, R>(
  jobs: readonly T[],
  lanes: number,
  run: (job: T, lane: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let index = next++; index < jobs.length; index = next++) results[index] = await run(jobs[index] as T, lane);
    }),
  );
  return results;
}
