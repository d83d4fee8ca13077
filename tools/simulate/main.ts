import { hasChromium } from "../../e2e/browser";
import { buildApi, buildDriver } from "../build.mjs";
import { givenNode, startNodes } from "../nodes/nodes";
import { readOptions, usage } from "./options";
import { Progress } from "./progress";
import { reportOf } from "./report";
import { simulate } from "./simulate";

if (process.argv.includes("--help")) {
  console.log(usage);
  process.exit(0);
}
const options = readOptions(process.argv.slice(2));
const progress = new Progress(process.stdout);
if (options.url === undefined) {
  await buildApi();
  if (options.browser && hasChromium) await buildDriver();
  progress.say("Starting the product; an empty database is filled first ...");
}
const nodes = options.url === undefined ? await startNodes(options.nodes) : givenNode(options.url);
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void nodes.stop().finally(() => process.exit(130)));
let failed = true;
try {
  for (const remark of nodes.remarks) progress.say(remark);
  const outcome = await simulate(options, nodes, progress);
  console.log(reportOf(outcome));
  failed = outcome.faults.length > 0;
} finally {
  await nodes.stop();
}
process.exit(failed ? 1 : 0);
