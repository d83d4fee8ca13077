import { setTimeout } from "node:timers/promises";
import type { Page } from "playwright-core";
import { CaseActionCycle } from "../api/action-cycle";
import { waitUntilMapDrawn, MainThreadTimer, openSignedInDispatcherPage, launchBenchBrowser } from "./board-page";
import { boardBenchCaseRanges, benchCaseIdAt, type DispatchDayData } from "../harness/dispatch-data";
import { openBenchStreams, BENCH_STREAM_COUNT } from "../streams/dispatch-streams";
import type { BenchEnvironment } from "../harness/ground";
import { type BenchRow, formatMilliseconds, quantileOfSamples } from "../harness/row";
import { runRawSocketLoad, type RawSocketAnswer } from "../harness/wire-client";

const ACTIONS_PER_SECOND = 200;
const WARM_UP_SECONDS = 4;
const AT_MOST_SECONDS = 300;
const SEEN_WITHIN_MS = 10_000;
const P99_GOAL_MS = 250;
const BUSY_STATUS = 503;
/**
 * Time between two presses: no dispatcher is quicker for hours, and each press has the console fetch the case again.
 */
const PRESS_EVERY_MS = 2_000;

/** Steps of a case that need no input: the button, and how its row looks afterwards. */
const PRESSED_STEPS = [
  { button: "Annehmen", look: "accepted" },
  { button: "Starten", look: "moving" },
  { button: "Angekommen", look: "onsite" },
] as const;
/** Name that finds only the benchmark's cases, followed by the number of their group. */
const BENCH_CASE_NAME = "Moritz Muster";
/** Number of rows in sight in a window of the usual size; only those are painted. */
const CASES_PER_GROUP = 6;

/**
 * Benchmarks the time from pressing a button in one browser to the painted row in another, on a server that is busy
 * with other clients.
 */
export async function benchActionToPaintedRow(ground: BenchEnvironment): Promise<BenchRow> {
  const day = await ground.dayOnBoard();
  const { url } = await ground.api();
  await nameCases(ground, day);
  const close = await openBenchStreams(ground, day);
  const browser = await launchBenchBrowser();
  let isOver = false;
  const cycle = new CaseActionCycle(day, ACTIONS_PER_SECOND, boardBenchCaseRanges.others);
  let refused = 0;
  const onAnswer = (connection: number, answer: RawSocketAnswer) => {
    // A busy server answers so; its next attempt is a second later.
    if (answer.status === BUSY_STATUS) refused++;
    else cycle.onAnswer(connection, answer);
  };
  const load = { url, connections: ACTIONS_PER_SECOND, everyMs: 1_000, next: cycle.next, onAnswer };
  try {
    const viewer = { url, short_code: day.fleet.tenant.short_code, email: "bench@example.org", token: day.token };
    const [acting, watching] = [
      await openSignedInDispatcherPage(browser, viewer),
      await openSignedInDispatcherPage(browser, viewer),
    ];
    // Boards are opened before: what that costs is measured by the rows of the console.
    for (const page of [acting, watching]) await openBoard(page, url);
    await noteClicks(acting);
    await noteRows(watching);
    await runRawSocketLoad({ ...load, seconds: WARM_UP_SECONDS });
    refused = 0;
    const loading = runRawSocketLoad({ ...load, seconds: AT_MOST_SECONDS, isOver: () => isOver });
    // A load that fails ends the row at once.
    const thread = await MainThreadTimer.of(watching);
    let samples: number[] = [];
    const cpuMs = await thread.during(async () => {
      samples = await Promise.race([pressAll({ acting, watching }), loading.then(() => [])]);
    });
    isOver = true;
    const { answers, seconds } = await loading;
    return actionToRowRow(samples, { answers, refused, seconds, cpuMs });
  } finally {
    isOver = true;
    await browser.close();
    close();
  }
}

const benchCaseIds = () => {
  const { from, count } = boardBenchCaseRanges.own;
  return Array.from({ length: count }, (_, index) => benchCaseIdAt(from + index));
};

async function nameCases({ owner }: BenchEnvironment, { fleet }: DispatchDayData) {
  await owner.query("select set_config('app.tenant_id', $1, false)", [fleet.tenant.id]);
  await owner.query(
    `update cases set display_name = given.name, search_text = lower(given.name)
      from unnest($1::uuid[], $2::text[]) as given (id, name) where cases.id = given.id`,
    [benchCaseIds(), benchCaseIds().map((_, index) => groupNameOf(Math.floor(index / CASES_PER_GROUP)))],
  );
}

const groupNameOf = (group: number) => `${BENCH_CASE_NAME} ${group + 1}`;

async function openBoard(page: Page, url: string) {
  await page.goto(`${url}/?tab=all`);
  await page.getByText("Live", { exact: true }).waitFor();
  await waitUntilMapDrawn(page);
}

/** Filters the queue to the cases of one group. */
async function filterToGroup(page: Page, { group, ids }: { group: number; ids: readonly string[] }) {
  await page.getByRole("search").getByRole("textbox").fill(groupNameOf(group));
  for (const id of ids) await rowOfCase(page, id).waitFor();
}
const rowOfCase = (page: Page, id: string) => page.locator(`[data-id="${id}"]`);

interface PageNotes {
  clickedAt: number;
  readonly rows: Map<string, number>;
  readonly awaited: Map<string, (paintedAt: number) => void>;
}

/** Moments are taken from the clock of the machine, which both pages share. */
const noteClicks = (page: Page) =>
  page.evaluate(() => {
    const noted = window as unknown as PageNotes;
    document.addEventListener(
      "click",
      ({ timeStamp }) => {
        noted.clickedAt = performance.timeOrigin + timeStamp;
      },
      { capture: true },
    );
  });

/** Records when each row was first painted in each of its looks. */
const noteRows = (page: Page) =>
  page.evaluate(() => {
    const rows: PageNotes["rows"] = new Map();
    const awaited: PageNotes["awaited"] = new Map();
    Object.assign(window, { rows, awaited });
    new MutationObserver(() => {
      const keys = [...document.querySelectorAll("[data-id]")].map(
        (row) => `${row.getAttribute("data-id")} ${row.querySelector("[data-state]")?.getAttribute("data-state")}`,
      );
      const fresh = keys.filter((key) => !rows.has(key));
      if (fresh.length === 0) return;
      for (const key of fresh) rows.set(key, Number.NaN);
      requestAnimationFrame(() => {
        for (const key of fresh) {
          const paintedAt = performance.timeOrigin + performance.now();
          rows.set(key, paintedAt);
          awaited.get(key)?.(paintedAt);
        }
      });
    }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-state"] });
  });

interface BoardPages {
  readonly acting: Page;
  readonly watching: Page;
}
/**
 * Takes each case through its steps, one after the other; returns the milliseconds of each press, infinite where
 * nothing came of it.
 */
async function pressAll({ acting, watching }: BoardPages): Promise<number[]> {
  const samples: number[] = [];
  const all = benchCaseIds();
  for (let group = 0; group * CASES_PER_GROUP < all.length; group++) {
    const ids = all.slice(group * CASES_PER_GROUP, (group + 1) * CASES_PER_GROUP);
    await Promise.all([acting, watching].map((page) => filterToGroup(page, { group, ids })));
    for (const id of ids) samples.push(...(await pressEach({ acting, watching }, id)));
  }
  return samples;
}

async function pressEach({ acting, watching }: BoardPages, id: string): Promise<number[]> {
  const samples: number[] = [];
  await rowOfCase(acting, id).click();
  for (const { button, look } of PRESSED_STEPS) {
    await setTimeout(PRESS_EVERY_MS);
    await acting.getByRole("complementary").getByRole("button", { name: button, exact: true }).click();
    const clickedAt = await acting.evaluate(() => (window as unknown as PageNotes).clickedAt);
    const tookMs = (await paintedAt(watching, `${id} ${look}`)) - clickedAt;
    samples.push(tookMs);
    // A step that has failed cannot be followed by the next one.
    if (!Number.isFinite(tookMs)) break;
  }
  return samples;
}

/**
 * Moment of the paint, infinite for a row that was not painted in time. The page reports by itself: to be asked all the
 * time would keep it busy.
 */
const paintedAt = (page: Page, key: string): Promise<number> =>
  page.evaluate(
    ({ wanted, withinMs }) =>
      new Promise<number>((resolve) => {
        const { rows, awaited } = window as unknown as PageNotes;
        const known = rows.get(wanted);
        if (known) return resolve(known);
        awaited.set(wanted, resolve);
        window.setTimeout(() => resolve(Number.POSITIVE_INFINITY), withinMs);
      }),
    { wanted: key, withinMs: SEEN_WITHIN_MS },
  );

interface BackgroundLoad {
  readonly answers: number;
  readonly refused: number;
  readonly seconds: number;
  /** Processor time of the watching page's main thread. */
  readonly cpuMs: number;
}
function actionToRowRow(samples: readonly number[], { answers, refused, seconds, cpuMs }: BackgroundLoad): BenchRow {
  const p99 = quantileOfSamples(samples, 0.99);
  const perSecond = ((answers - refused) / seconds).toFixed(0);
  return {
    what: `action in one browser to the row in another, ${BENCH_STREAM_COUNT} streams, ${ACTIONS_PER_SECOND} actions/s offered`,
    ours: `p50 ${formatMilliseconds(quantileOfSamples(samples, 0.5))}, p99 ${formatMilliseconds(p99)}`,
    limit: "-",
    limitName: "",
    ratio: undefined,
    goal: `p99 < ${P99_GOAL_MS} ms`,
    met: samples.length === benchCaseIds().length * PRESSED_STEPS.length && p99 < P99_GOAL_MS,
    note: `${samples.length} presses, from the click to the painted row; the load came to ${perSecond} actions/s, ${refused} were refused; main thread of the page ${formatMilliseconds(cpuMs / seconds)} per second`,
  };
}
