import { hasChromium } from "../../e2e/browser";
import { buildApi, buildDriver } from "../build.mjs";
import { productNodesAtUrl, startProductNodes } from "../nodes/nodes";
import { exitWithUsageError } from "../read-options.mjs";
import { readSimulationOptions, SIMULATION_USAGE, type SimulationOptions, WrongSimulationOptionError } from "./options";
import { ProgressBar } from "./progress";
import { formatSimulationReport } from "./report";
import { runSimulation } from "./simulate";
import { unreachableServerSentence } from "./unreachable-server";

if (process.argv.includes("--help")) {
  console.log(SIMULATION_USAGE);
  process.exit(0);
}
/** Milliseconds within which a server given by its address has to answer. */
const FIRST_ANSWER_WITHIN_MS = 10_000;
const runOptions = readOptionsOrExit(process.argv.slice(2));
const progressBar = new ProgressBar(process.stdout);
if (runOptions.url === undefined) {
  await buildApi();
  if (runOptions.browser && hasChromium) await buildDriver();
  progressBar.say("Starting the product; an empty database is filled first ...");
}
const productNodes =
  runOptions.url === undefined ? await startProductNodes(runOptions.nodes) : productNodesAtUrl(runOptions.url);
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void productNodes.stop().finally(() => process.exit(130)));
let hasFailed = true;
try {
  for (const remark of productNodes.remarks) progressBar.say(remark);
  if (runOptions.url !== undefined) await requireAnswer(runOptions.url);
  const outcome = await runSimulation(runOptions, productNodes, progressBar);
  console.log(formatSimulationReport(outcome));
  hasFailed = outcome.faults.length > 0;
} catch (error) {
  const sentence = unreachableServerSentence(error, productNodes.urls);
  if (sentence === undefined) throw error;
  progressBar.endBar();
  console.error(sentence);
} finally {
  await productNodes.stop();
}
process.exit(hasFailed ? 1 : 0);

function readOptionsOrExit(args: readonly string[]): SimulationOptions {
  try {
    return readSimulationOptions(args);
  } catch (error) {
    if (error instanceof WrongSimulationOptionError) return exitWithUsageError(error.message);
    throw error;
  }
}

/**
 * Calls the server once, without a second attempt: the clients would repeat their first call for half a minute. The
 * timer also keeps the process alive: `fetch` may never settle where a server closes the connection at once.
 */
async function requireAnswer(url: string) {
  const given = new AbortController();
  const timer = setTimeout(
    () => given.abort(new TypeError("fetch failed", { cause: new Error("no answer within 10 s") })),
    FIRST_ANSWER_WITHIN_MS,
  );
  try {
    const answer = await fetch(url, { signal: given.signal });
    await answer.body?.cancel();
  } finally {
    clearTimeout(timer);
  }
}
