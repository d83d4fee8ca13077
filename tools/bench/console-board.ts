import { gzipSync } from "node:zlib";
import { type CDPSession, chromium, type Page } from "playwright-core";
import { createClient } from "../../packages/client/src/client";
import { type BoardDay, boardSize } from "./board-data";
import type { Ground } from "./ground";
import { type BenchRow, milliseconds } from "./row";

const browserPath = "/usr/bin/chromium";
const flags = ["--no-sandbox", "--use-gl=swiftshader", "--enable-unsafe-swiftshader", "--js-flags=--expose-gc"];
const goals = { usableMs: 1_500, frameMs: 8, restMsPerSecond: 60, firstLoadKiB: 250 } as const;
const SCROLL_FRAMES = 120;
const REST_SECONDS = 10;
/** What a client that keeps up with 5,000 vehicles at 1 Hz sends at once: the API takes 100 positions in a call. */
const POSITIONS_AT_ONCE = 100;

/** The board of a large desk in a real browser: how long the main thread works for what a dispatcher does. */
export async function benchConsoleBoard(ground: Ground): Promise<BenchRow[]> {
  const day = await ground.boardDay();
  const { url } = await ground.api();
  const fleet = driveFleet(url, day);
  const browser = await chromium.launch({ executablePath: browserPath, args: flags });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
    const firstLoad = countScripts(page);
    const usableMs = await openBoard(page, url, day);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Performance.enable");
    const rest = await atRest(page, devtools);
    const queue = await scrolling(page, devtools, "queue");
    const timeline = await scrolling(page, devtools, "timeline");
    const size = `${boardSize.cases} cases, ${boardSize.tours} tours, ${boardSize.vehicles} vehicles at 1 Hz`;
    return [
      row(`board usable after sign-in, ${size}`, { value: usableMs, goal: goals.usableMs }),
      row("board: main thread per frame, queue scrolled", { value: queue, goal: goals.frameMs }),
      row("board: main thread per frame, timeline scrolled", { value: timeline, goal: goals.frameMs }),
      row("board: main thread per second, at rest", { value: rest, goal: goals.restMsPerSecond }),
      row("console: compressed JavaScript of the first load", {
        value: firstLoad(),
        goal: goals.firstLoadKiB,
        unit: "KiB",
      }),
    ];
  } finally {
    await browser.close();
    await fleet.stop();
  }
}

interface Measured {
  readonly value: number;
  readonly goal: number;
  readonly unit?: string;
}
const row = (what: string, { value, goal, unit = "ms" }: Measured): BenchRow => ({
  what,
  ours: unit === "ms" ? milliseconds(value) : `${value.toFixed(0)} ${unit}`,
  limit: "-",
  limitName: "",
  ratio: undefined,
  goal: `≤ ${goal} ${unit}`,
  met: value <= goal,
});

/** Every vehicle reports once a second until it is stopped. */
function driveFleet(url: string, { reporter, vehicleIds }: BoardDay) {
  const api = createClient({ baseUrl: url, token: () => reporter, attempts: 1 });
  let isStopped = false;
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
      }
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, 1_000 - (performance.now() - began))));
    }
  };
  const running = round();
  return {
    stop: () => {
      isStopped = true;
      return running;
    },
  };
}

/** KiB of the scripts that a page loads, packed by gzip; the map's own come later and are not counted. */
function countScripts(page: Page): () => number {
  let bytes = 0;
  page.on("response", (response) => {
    const path = new URL(response.url()).pathname;
    if (!path.endsWith(".js") || /map/i.test(path)) return;
    response.body().then(
      (body) => (bytes += gzipSync(body).length),
      () => undefined,
    );
  });
  return () => bytes / 1024;
}

/** Milliseconds from opening the page, signed in, until cases and tours are there. */
async function openBoard(page: Page, url: string, { tenant, token }: BoardDay): Promise<number> {
  await page.addInitScript(
    ([session]) => localStorage.setItem("leitstand.session", session ?? ""),
    [JSON.stringify({ token, email: "bench@example.org", expires_at: "2099-01-01T00:00:00Z" })],
  );
  // The loader of these files wraps functions in a helper that a page does not have.
  await page.addInitScript("globalThis.__name = (named) => named");
  const config = await createClient({ baseUrl: url }).getTenantConfig({ short_code: tenant.short_code });
  await page.addInitScript((kept) => localStorage.setItem("leitstand.tenant", kept), JSON.stringify(config));
  const began = performance.now();
  await page.goto(url);
  await page.getByRole("option").first().waitFor();
  await page.getByRole("treegrid").getByRole("row").nth(2).waitFor();
  return performance.now() - began;
}

const taskSeconds = async (devtools: CDPSession) =>
  (await devtools.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;

async function atRest(page: Page, devtools: CDPSession): Promise<number> {
  await page.waitForTimeout(2_000);
  const before = await taskSeconds(devtools);
  await page.waitForTimeout(REST_SECONDS * 1_000);
  return ((await taskSeconds(devtools)) - before) * (1_000 / REST_SECONDS);
}

/** Milliseconds of the main thread per frame while a pane is scrolled at the speed of a wheel, 40 pixels a frame. */
async function scrolling(page: Page, devtools: CDPSession, pane: "queue" | "timeline"): Promise<number> {
  const section = page.getByRole("region", { name: pane === "queue" ? /^(Fälle|Cases)$/ : /^(Touren|Tours)$/ });
  const before = await taskSeconds(devtools);
  await section.evaluate(
    (root, frames) =>
      new Promise<void>((resolve) => {
        const scrollers = [root, ...root.querySelectorAll("*")].filter(
          (element) =>
            element.scrollHeight > element.clientHeight + 200 && getComputedStyle(element).overflowY !== "visible",
        );
        const [scroller] = scrollers.sort((one, other) => other.scrollHeight - one.scrollHeight);
        let frame = 0;
        const step = () => {
          if (!scroller || frame++ >= frames) return resolve();
          scroller.scrollTop += 40;
          requestAnimationFrame(step);
        };
        step();
      }),
    SCROLL_FRAMES,
  );
  return (((await taskSeconds(devtools)) - before) * 1_000) / SCROLL_FRAMES;
}
