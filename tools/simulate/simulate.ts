import type { Browser } from "playwright-core";
import { readCompanyCredentials } from "../nodes/demonstration-keys";
import { openDriverAppBrowser } from "./browser/open-browser";
import { SimulatedDayRecord } from "./day/book";
import { collectDayFacts } from "./reconcile/collect";
import { DayClock } from "./day/day-clock";
import { NodePool } from "./day/node-pool";
import type { ProductNodes } from "../nodes/nodes";
import type { SimulationOptions } from "./options";
import { finishSimulatedDay, runSimulatedDay, prepareSimulatedDay, type PreparedDay } from "./play";
import type { ProgressBar } from "./progress";
import { reconcileDay } from "./reconcile/reconcile";
import type { SimulationOutcome } from "./report";

const NODE_DOWN_MS = 4_000;

/** Plays one day of both companies against running nodes, and judges it. */
export async function runSimulation(
  options: SimulationOptions,
  nodes: ProductNodes,
  progress: ProgressBar,
): Promise<SimulationOutcome> {
  const say = (line: string) => progress.say(line);
  const browser = options.browser ? await openDriverAppBrowser(nodes.urls[0] as string, say) : undefined;
  try {
    return await playCompanies(options, nodes, { progress, browser });
  } finally {
    await browser?.close();
  }
}

interface DayObservers {
  readonly progress: ProgressBar;
  readonly browser: Browser | undefined;
}

async function playCompanies(
  options: SimulationOptions,
  nodes: ProductNodes,
  { progress, browser }: DayObservers,
): Promise<SimulationOutcome> {
  const book = new SimulatedDayRecord();
  const pool = new NodePool(nodes.urls);
  let taken = 0;
  const say = (line: string) => progress.say(line);
  const stage = { options, pool, book, browser, say, onTaken: () => void taken++ };
  const clock = new DayClock(options.speed);
  const ready: PreparedDay[] = [];
  for (const [index, keys] of readCompanyCredentials(nodes.signIns).entries())
    ready.push(await prepareSimulatedDay(stage, keys, { clock, index }));
  const began = performance.now();
  clock.begin();
  const show = setInterval(
    () => progress.show(shareOfDayDone(ready, options), statusLineOf({ taken, book, clock })),
    200,
  );
  try {
    const killing = options.kill ? killNodeLater(options, nodes, { clock, progress }) : Promise.resolve();
    await Promise.all([...ready.map((one) => runSimulatedDay(one, stage)), killing]);
    await Promise.all(ready.map(finishSimulatedDay));
  } finally {
    clearInterval(show);
  }
  const seconds = (performance.now() - began) / 1000;
  progress.show(1, statusLineOf({ taken, book, clock }));
  progress.say("Reading everything back ...");
  const facts = await collectDayFacts(ready);
  return {
    options,
    book,
    facts,
    faults: [...book.faults, ...reconcileDay(facts)],
    seconds,
    lostAnswers: ready.flatMap(({ phones }) => phones).reduce((sum, { crew }) => sum + crew.network.lostAnswers, 0),
    apps: ready.flatMap(({ app }) => app?.summary ?? []),
    reconnects: ready
      .flatMap(({ listeners }) => listeners)
      .reduce((sum, { connects }) => sum + Math.max(0, connects - 1), 0),
    killed: options.kill,
  };
}

async function killNodeLater(
  options: SimulationOptions,
  nodes: ProductNodes,
  { clock, progress }: { clock: DayClock; progress: ProgressBar },
) {
  await clock.passUntil(options.hours * 30);
  progress.say("Killing one node with -9 ...");
  await nodes.killOne(NODE_DOWN_MS);
  progress.say("The node is back.");
}

/** Share of the day that is done: it is over when all cases are; most of the work is. */
function shareOfDayDone(ready: readonly PreparedDay[], { cases }: SimulationOptions): number {
  const closed = ready.flatMap(({ scene }) => [...scene.cases.values()]).filter(({ finalized }) => finalized).length;
  return Math.min(0.99, closed / cases);
}

function statusLineOf({ taken, book, clock }: { taken: number; book: SimulatedDayRecord; clock: DayClock }) {
  const minutes = Math.floor(clock.now());
  const time = `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
  return `${time} of the day, ${taken} cases taken, ${book.actionMs.length} actions, ${book.faults.length} faults`;
}
