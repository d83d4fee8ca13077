import { hasChromium } from "../../e2e/browser";
import { buildApi, buildDriver } from "../build.mjs";
import { productNodesAtUrl, startProductNodes } from "../nodes/nodes";
import { readSimulationOptions, SIMULATION_USAGE } from "./options";
import { ProgressBar } from "./progress";
import { formatSimulationReport } from "./report";
import { runSimulation } from "./simulate";

if (process.argv.includes("--help")) {
  console.log(SIMULATION_USAGE);
  process.exit(0);
}
const runOptions = readSimulationOptions(process.argv.slice(2));
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
  const outcome = await runSimulation(runOptions, productNodes, progressBar);
  console.log(formatSimulationReport(outcome));
  hasFailed = outcome.faults.length > 0;
} finally {
  await productNodes.stop();
}
process.exit(hasFailed ? 1 : 0);
