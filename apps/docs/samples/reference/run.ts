import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { fileURLToPath } from "node:url";
import type { Operation } from "@leitstand/contract/operation/operation";
import { errorDefinitions } from "@leitstand/contract/errors/errors";
import { cleanEnvironmentKeepingClock } from "../runner/clean-environment";
import { API_ORIGIN_PLACEHOLDER, API_URL_PLACEHOLDER, samplesOfOperation } from "../../steps/operation-samples";
import { operations, exampleRequestOfOperation } from "../../steps/reference";
import { sampleOverridesOfOperation } from "./drafts";
import { withUniqueValues } from "./fresh";
import { type SampleProgram, type SampleLanguage, NODE_SCRIPT_COMMAND } from "./languages";
import { prepareSampleVariables } from "./scenes";
import type { OperationSampleRunContext, SampleVariables } from "./stage";

const executeFile = promisify(execFile);
const hostPath = fileURLToPath(new URL("script-host.mjs", import.meta.url));
const sampleFilesFolder = fileURLToPath(new URL("../files", import.meta.url));
/** Most samples at once, for two cores of which the server needs one. */
const SAMPLES_AT_ONCE = 3;
/** Settings of the product: a few programs do in a minute here what people do in a day. */
export const SAMPLE_RUN_PRODUCT_SETTINGS = { RATE_LIMIT_FACTOR: "1000" };
const SAMPLE_TIMEOUT_MS = 60_000;

export interface SampleOutcome {
  readonly operation: string;
  readonly language: string;
  /** Status, and the code of a refusal; the whole output when it was neither. */
  readonly answered: string;
  readonly isAnnounced: boolean;
}

/** Runs the sample of each operation in each language, each on objects of its own. */
export async function runSamples(
  stage: OperationSampleRunContext,
  languages: readonly SampleLanguage[],
  only = operations,
) {
  const home = mkdtempSync(join(tmpdir(), "leitstand-reference-"));
  const hosts = Array.from({ length: SAMPLES_AT_ONCE }, () =>
    fork(hostPath, { stdio: ["ignore", "inherit", "inherit", "ipc"], execArgv: [] }),
  );
  try {
    // The status of the answer is the last line, as programs in other languages print it.
    writeFileSync(join(home, ".curlrc"), 'silent\nwrite-out = "\\n%{http_code}"\n');
    for (const language of languages) await prepareSample(home, { language, only, stage });
    // Sorted so that an operation is not run in all languages at once: some are limited to a few calls at a time.
    const jobs = languages.flatMap((language) => only.map((operation) => ({ operation, language })));
    return await runInTurns(jobs, hosts.length, (job, lane) =>
      runOneSample(home, { ...job, stage, lane, host: hosts[lane] as ScriptHost }),
    );
  } finally {
    for (const host of hosts) host.kill();
    rmSync(home, { recursive: true });
  }
}

const sampleFolderOf = (home: string, { label }: SampleLanguage) => join(home, label.replaceAll(" ", "-"));

interface SamplePreparation {
  readonly language: SampleLanguage;
  readonly only: readonly Operation[];
  readonly stage: OperationSampleRunContext;
}

async function prepareSample(home: string, { language, only, stage }: SamplePreparation) {
  const folder = sampleFolderOf(home, language);
  mkdirSync(folder);
  const programs = only.map((operation): SampleProgram => {
    const request = withUniqueValues(operation, exampleRequestOfOperation(operation), stage.next());
    const sample = samplesOfOperation(operation, request).find(({ label }) => label === language.label);
    if (sample === undefined) throw new Error(`${operation.id} has no sample for ${language.label}`);
    const code = sample.code
      .replaceAll(API_URL_PLACEHOLDER, `${stage.url}/api/v1`)
      .replaceAll(API_ORIGIN_PLACEHOLDER, stage.url);
    return { id: operation.id, code };
  });
  await language.prepare(folder, programs);
}

interface SampleRunJob {
  readonly operation: Operation;
  readonly language: SampleLanguage;
  readonly stage: OperationSampleRunContext;
  readonly lane: number;
  readonly host: ScriptHost;
}
type ScriptHost = ReturnType<typeof fork>;

/** Chain of samples that change the spare company, one after the other, because they share its version. */
const runChains = new Map<string, Promise<unknown>>();
async function runOneSample(home: string, job: SampleRunJob): Promise<SampleOutcome> {
  if (sampleOverridesOfOperation(job.operation.id).at !== "spare") return runInOwnProcess(home, job);
  const turn = (runChains.get("spare") ?? Promise.resolve()).then(() => runInOwnProcess(home, job));
  runChains.set("spare", turn);
  return turn;
}

async function runInOwnProcess(
  home: string,
  { operation, language, stage, lane, host }: SampleRunJob,
): Promise<SampleOutcome> {
  const answered = await prepareSampleVariables(stage, operation).then(
    async (variables) => {
      const cwd = join(home, `files-${lane}`);
      cpSync(sampleFilesFolder, cwd, { recursive: true });
      const status = statusOfOutput(
        await executeProgram(language.command(sampleFolderOf(home, language), operation.id), {
          home,
          cwd,
          variables,
          host,
        }),
      );
      // Our client does not print a status: without an exception it was a success.
      return status === "" && language.label === "TypeScript client" ? String(operation.success) : status;
    },
    (error: unknown) => `scene: ${String(error)}`,
  );
  const { refused } = sampleOverridesOfOperation(operation.id);
  const announced =
    refused === undefined ? String(operation.success) : `${errorDefinitions[refused].status} ${refused}`;
  return { operation: operation.id, language: language.label, answered, isAnnounced: answered === announced };
}

interface SampleEnvironment {
  readonly home: string;
  readonly cwd: string;
  readonly variables: SampleVariables;
  readonly host: ScriptHost;
}
interface ProcessOutput {
  readonly stdout: string;
  readonly stderr: string;
}

async function executeProgram(
  [program, ...args]: readonly [string, ...string[]],
  surroundings: SampleEnvironment,
): Promise<ProcessOutput> {
  const { home, cwd, variables, host } = surroundings;
  if (program === NODE_SCRIPT_COMMAND) {
    host.send({ path: args[0] as string, cwd, variables });
    return (await once(host, "message"))[0] as ProcessOutput;
  }
  const env = cleanEnvironmentKeepingClock({ CURL_HOME: home, LC_ALL: "C.UTF-8", ...variables });
  return executeFile(program, args, { cwd, env, timeout: SAMPLE_TIMEOUT_MS, encoding: "latin1" }).catch(
    (error: Error & { stdout?: string; stderr?: string }) => ({
      stdout: error.stdout ?? "",
      stderr: error.stderr || error.message,
    }),
  );
}

/** Status in the output: first in that of programs, last in that of the shell; our client only throws on failure. */
function statusOfOutput({ stdout, stderr }: ProcessOutput): string {
  const problem = /ApiProblem: (\d{3} \w+)/.exec(stderr)?.[1];
  if (problem !== undefined) return problem;
  if (stderr.trim() !== "") return stderr.trim();
  const status = /^(\d{3})(?!\S)/.exec(stdout)?.[1] ?? /\n(\d{3})$/.exec(stdout)?.[1];
  if (status === undefined) return "";
  const code = Number(status) >= 400 ? /"code":\s*"(\w+)"/.exec(stdout)?.[1] : undefined;
  return code === undefined ? status : `${status} ${code}`;
}

async function runInTurns<T, R>(
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
