import { gzipSync } from "node:zlib";
import type { Browser, Page, Response } from "playwright-core";
import { createClient } from "../../../packages/client/src/client";
import { type BoardBenchData, boardSize } from "../harness/board-data";
import { waitUntilMapDrawn, MainThreadTimer, openSignedInDispatcherPage, launchBenchBrowser } from "./board-page";
import type { BenchEnvironment } from "../harness/ground";
import { type BenchRow, median, formatMilliseconds } from "../harness/row";

const boardGoals = { usableMs: 1_500, frameMs: 8, restMsPerSecond: 60, firstLoadKiB: 250 } as const;
const SIGN_IN_COUNT = 5;
const SCROLL_FRAMES = 120;
const REST_SECONDS = 10;
const DRAG_PIXELS = 240;
const DRAG_MOVES = 60;
/** Positions sent at once by a client that keeps up with 5,000 vehicles at 1 Hz: the API takes 100 in a call. */
const POSITIONS_AT_ONCE = 100;

/** Benchmarks a large board in a real browser: how long the main thread works for a dispatcher's actions. */
export async function benchConsoleBoard(ground: BenchEnvironment): Promise<BenchRow[]> {
  const { tenant, dispatcher, ...day } = await ground.boardDay();
  const { url } = await ground.api();
  const fleet = driveFleet(url, day);
  const browser = await launchBenchBrowser();
  try {
    const signIns: number[] = [];
    while (signIns.length < SIGN_IN_COUNT)
      signIns.push(await signIn(browser, { url, short_code: tenant.short_code, ...dispatcher }));
    const page = await openSignedInDispatcherPage(browser, { url, short_code: tenant.short_code, ...dispatcher });
    const scriptsKiB = countScripts(page);
    const openedMs = await openBoard(page, url);
    const firstLoadKiB = await scriptsKiB();
    const size = `${boardSize.cases} cases, ${boardSize.tours} tours, ${boardSize.vehicles} vehicles at 1 Hz`;
    return [
      boardBenchRow(`board usable after sign-in, ${size}`, {
        value: median(signIns),
        goal: boardGoals.usableMs,
        note: `median of ${SIGN_IN_COUNT} in browsers that knew nothing yet, the slowest ${formatMilliseconds(Math.max(...signIns))}; opened again by somebody signed in ${formatMilliseconds(openedMs)}`,
      }),
      ...(await weighMainThread(page, fleet.reported)),
      boardBenchRow("console: compressed JavaScript until the board is usable, without the map", {
        value: firstLoadKiB,
        goal: boardGoals.firstLoadKiB,
        unit: "KiB",
      }),
    ];
  } finally {
    await browser.close();
    await fleet.stop();
  }
}

/** Measures CPU time, so that what other processes take of the machine does not count. */
async function weighMainThread(page: Page, reported: () => number): Promise<BenchRow[]> {
  await waitUntilMapDrawn(page);
  const thread = await MainThreadTimer.of(page);
  const perFrame = async (what: string, work: () => Promise<number>) => {
    let frames = 0;
    const ms = await thread.during(async () => {
      frames = await work();
    });
    return boardBenchRow(`board: main thread per frame, ${what}`, {
      value: ms / frames,
      goal: boardGoals.frameMs,
      note: CPU_TIME_LABEL,
    });
  };
  const reportedBefore = reported();
  const rest = await thread.during(() => page.waitForTimeout(REST_SECONDS * 1_000));
  const hertz = (reported() - reportedBefore) / REST_SECONDS / boardSize.vehicles;
  return [
    await perFrame("queue scrolled", () => scrollPane(page, "queue", "scrollTop")),
    await perFrame("timeline scrolled", () => scrollPane(page, "timeline", "scrollTop")),
    await perFrame("timeline scrolled through time", () => scrollPane(page, "timeline", "scrollLeft")),
    await perFrame("bar dragged", () => dragBar(page)),
    boardBenchRow("board: main thread per second, at rest", {
      value: rest / REST_SECONDS,
      goal: boardGoals.restMsPerSecond,
      note: `${CPU_TIME_LABEL}; vehicles came to ${hertz.toFixed(2)} Hz`,
    }),
  ];
}
const CPU_TIME_LABEL = "CPU time of the thread";
interface BoardMeasurement {
  readonly value: number;
  readonly goal: number;
  readonly unit?: string;
  readonly note?: string;
}
const boardBenchRow = (what: string, { value, goal, unit = "ms", note }: BoardMeasurement): BenchRow => ({
  what,
  ours: unit === "ms" ? formatMilliseconds(value) : `${value.toFixed(0)} ${unit}`,
  limit: "-",
  limitName: "",
  ratio: undefined,
  goal: `≤ ${goal} ${unit}`,
  met: value <= goal,
  ...(note === undefined ? {} : { note }),
});

/** Lets every vehicle report once a second until it is stopped. */
function driveFleet(url: string, { reporter, vehicleIds }: Pick<BoardBenchData, "reporter" | "vehicleIds">) {
  const api = createClient({ baseUrl: url, token: () => reporter, attempts: 1 });
  let isStopped = false;
  let reported = 0;
  const round = async () => {
    while (!isStopped) {
      const began = performance.now();
      for (let from = 0; from < vehicleIds.length && !isStopped; from += POSITIONS_AT_ONCE) {
        const time = new Date().toISOString();
        const locations = vehicleIds.slice(from, from + POSITIONS_AT_ONCE).map((vehicle_id) => ({
          vehicle_id,
          lat: 46.8 + Math.random() * 1.6,
          lon: 13 + Math.random() * 3.5,
          time,
        }));
        await api.updateLocation({ locations });
        reported += locations.length;
      }
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, 1_000 - (performance.now() - began))));
    }
  };
  const running = round();
  return {
    reported: () => reported,
    stop: () => {
      isStopped = true;
      return running;
    },
  };
}

/**
 * Counts KiB of the scripts that a page has loaded so far, packed by gzip; the map's own come later and are not
 * counted.
 */
function countScripts(page: Page): () => Promise<number> {
  const scripts: Response[] = [];
  page.on("response", (response) => {
    const path = new URL(response.url()).pathname;
    if (path.endsWith(".js") && !/map/i.test(path)) scripts.push(response);
  });
  return async () => {
    const bodies = await Promise.all(scripts.map((script) => script.body()));
    return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1024;
  };
}

/** Milliseconds from the button of the sign-in form, with an empty cache, until cases and tours are there. */
async function signIn(browser: Browser, { url, short_code, email, password }: SignInPerson): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(`${url}/sign-in?tenant=${short_code}`);
  await page.locator("input[type=email]").fill(email);
  await page.locator("input[type=password]").fill(password);
  const began = performance.now();
  await page.locator("button[type=submit]").click();
  await waitUntilUsable(page);
  const ms = performance.now() - began;
  await context.close();
  return ms;
}
interface SignInPerson {
  readonly url: string;
  readonly short_code: string;
  readonly email: string;
  readonly password: string;
}

/** Milliseconds from opening the page, signed in, until cases and tours are there. */
async function openBoard(page: Page, url: string): Promise<number> {
  const began = performance.now();
  await page.goto(url);
  await waitUntilUsable(page);
  return performance.now() - began;
}

async function waitUntilUsable(page: Page) {
  await page.getByRole("option").first().waitFor();
  await page.getByRole("treegrid").getByRole("row").nth(2).waitFor();
}

const boardRegions = { queue: /^(Fälle|Cases)$/, timeline: /^(Touren|Tours)$/ } as const;

/** Scrolls at the speed of a wheel, 40 pixels a frame, and back again at the end; returns how many frames it took. */
async function scrollPane(
  page: Page,
  pane: keyof typeof boardRegions,
  along: "scrollTop" | "scrollLeft",
): Promise<number> {
  const moved = await page.getByRole("region", { name: boardRegions[pane] }).evaluate(
    (root, { frames, along }) =>
      new Promise<number>((resolve) => {
        const roomOf = (element: Element) =>
          along === "scrollTop"
            ? element.scrollHeight - element.clientHeight
            : element.scrollWidth - element.clientWidth;
        const [scroller] = [...root.querySelectorAll("*")]
          .filter((element) => getComputedStyle(element).overflowY !== "visible")
          .sort((one, other) => roomOf(other) - roomOf(one));
        let [frame, moved, pixels] = [0, 0, 40];
        const step = () => {
          if (!scroller || frame++ >= frames) return resolve(moved);
          const before = scroller[along];
          scroller[along] += pixels;
          if (scroller[along] === before) pixels = -pixels;
          else moved++;
          requestAnimationFrame(step);
        };
        step();
      }),
    { frames: SCROLL_FRAMES, along },
  );
  if (moved < SCROLL_FRAMES * 0.9) throw new Error(`The ${pane} could not be scrolled: ${moved} steps.`);
  return SCROLL_FRAMES;
}

/** Drags a bar through time and over two rows, and back; returns how many frames it took. */
async function dragBar(page: Page): Promise<number> {
  const from = await findDraggableBar(page);
  const at = (share: number) => [from.x + share * DRAG_PIXELS, from.y + share * 2 * from.rowHeight] as const;
  await page.mouse.move(...at(0));
  await page.mouse.down();
  // Each move is answered when the page has handled it, which it does once a frame.
  for (let move = 1; move <= DRAG_MOVES; move++) await page.mouse.move(...at(move / DRAG_MOVES));
  const carried = page.locator("[data-dragged]");
  if ((await carried.count()) !== 1) throw new Error("The bar did not follow the pointer.");
  await page.keyboard.press("Escape");
  await carried.waitFor({ state: "detached" });
  await page.mouse.up();
  return DRAG_MOVES;
}

/**
 * Finds a bar that can be dragged, with room to its right and below: which hours and rows have such bars changes with
 * the day.
 */
async function findDraggableBar(page: Page) {
  const grid = page.getByRole("treegrid");
  for (let looks = 0; looks < 100; looks++) {
    const found = await grid.evaluate(barInSight, DRAG_PIXELS);
    if (found) return found;
    await grid.evaluate(scrollFurther);
    await waitUntilMapDrawn(page);
  }
  throw new Error("There is no bar that could be pulled.");
}

function barInSight(grid: Element, pixels: number) {
  const room = grid.getBoundingClientRect();
  for (const bar of grid.querySelectorAll("[data-bar][data-free]")) {
    const { left, top, width, height } = bar.getBoundingClientRect();
    const rowHeight = bar.closest("[data-line]")?.getBoundingClientRect().height ?? 0;
    const [x, y] = [left + Math.min(width, 60) / 2, top + height / 2];
    const hasRoom = x + pixels < room.right - 60 && y + 2 * rowHeight < room.bottom - 60;
    if (width > 30 && hasRoom && bar.contains(document.elementFromPoint(x, y))) return { x, y, rowHeight };
  }
  return undefined;
}

/**
 * Scrolls on by a twelfth of the day; from its end to its beginning on the next rows, and from the last to the first.
 */
function scrollFurther(grid: Element) {
  const roomOf = ({ scrollWidth, clientWidth }: Element) => scrollWidth - clientWidth;
  const [scroller] = [grid, ...grid.querySelectorAll("*")]
    .filter((element) => getComputedStyle(element).overflowY !== "visible")
    .sort((one, other) => roomOf(other) - roomOf(one));
  if (!scroller) return;
  const before = scroller.scrollLeft;
  scroller.scrollLeft += scroller.scrollWidth / 12;
  if (scroller.scrollLeft !== before) return;
  scroller.scrollLeft = 0;
  const above = scroller.scrollTop;
  scroller.scrollTop += scroller.clientHeight / 2;
  if (scroller.scrollTop === above) scroller.scrollTop = 0;
}
