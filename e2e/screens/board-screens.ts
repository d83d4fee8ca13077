import { fails, hasNothingYet, holdsBack, losesTheStream } from "./network";
import type { Screen, Stage } from "./screen";

const bar = ({ page, day }: Stage, key: string) => page.locator(`[data-bar="${day.case(key)}"]`);
const list = ({ page, word }: Stage) => page.getByRole("listbox", { name: word("queue.list") });

async function drawLasso({ page, word }: Stage) {
  await page.getByRole("button", { name: word("map.lasso") }).click();
  const box = await page.getByRole("region", { name: word("shell.map"), exact: true }).boundingBox();
  if (!box) throw new Error("The map is not on the screen.");
  const [x, y] = [box.x + box.width * 0.45, box.y + box.height * 0.5];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const [right, down] of [
    [300, -120],
    [460, 40],
    [300, 160],
    [60, 150],
  ] as const)
    await page.mouse.move(x + right, y + down, { steps: 4 });
  await page.mouse.up();
}

async function pickThree(stage: Stage) {
  await list(stage).focus();
  for (let picked = 0; picked < 3; picked++) {
    await stage.page.keyboard.press("j");
    await stage.page.keyboard.press("x");
  }
}

/** Queue, map and tours. */
export const boardScreens: readonly Screen[] = [
  { name: "board", path: "/", isMain: true },
  { name: "board-roadside", isOfMap: true, company: "pannenhilfe", path: "/" },
  { name: "queue-running", path: "/?tab=running" },
  { name: "queue-planned", path: "/?tab=planned" },
  { name: "queue-all", path: "/?tab=all" },
  { name: "queue-nothing-found", path: "/?tab=all&q=Unauffindbar&filter=%5B%22due%3Alate%22%5D" },
  {
    name: "queue-filter-menu",
    path: "/?filter=%5B%22due%3Atoday%22%5D",
    reach: async ({ page, word }) => {
      await page.getByRole("button", { name: word("queue.filter"), exact: true }).click();
      await page.getByRole("option").first().waitFor();
    },
  },
  { name: "queue-picked", path: "/", reach: pickThree },
  {
    name: "queue-bulk-failed",
    path: "/",
    reach: async (stage) => {
      const { page, word } = stage;
      await pickThree(stage);
      await page.getByRole("button", { name: word("queue.assign"), exact: true }).click();
      await page.getByRole("combobox", { name: word("queue.tour") }).fill("LN 150");
      await page.keyboard.press("Enter");
      await page.getByRole("list", { name: word("queue.failures") }).waitFor();
    },
  },
  { name: "board-empty", path: "/", isMain: true, network: hasNothingYet },
  {
    name: "board-loading",
    path: "/",
    isMain: true,
    network: holdsBack,
    isBeforeMap: true,
    isReady: ({ page, word }) => page.getByRole("status", { name: word("queue.loading") }).waitFor(),
  },
  {
    name: "board-error",
    path: "/",
    isMain: true,
    network: fails,
    // List, tours and map; each has tried again by itself before.
    isReady: ({ page }) => page.getByRole("alert").nth(2).waitFor(),
  },
  {
    name: "board-offline",
    path: "/",
    isMain: true,
    network: losesTheStream,
    isReady: async (stage) => {
      await stage.page.locator('[data-is="lost"]').first().waitFor();
      await list(stage).getByRole("option").first().waitFor();
    },
  },
  { name: "timeline-3-days", path: "/?days=3" },
  { name: "timeline-7-days", path: "/?days=7" },
  {
    name: "timeline-carried",
    path: "/",
    reach: async (stage) => {
      await bar(stage, "accepted").focus();
      await stage.page.keyboard.press("m");
      for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowUp"]) await stage.page.keyboard.press(key);
    },
  },
  {
    name: "timeline-row-menu",
    path: "/",
    reach: async (stage) => {
      await bar(stage, "accepted").focus();
      await stage.page.keyboard.press(".");
      await stage.page.getByRole("menu").waitFor();
    },
  },
  {
    name: "tour-form",
    path: "/",
    reach: async ({ page, word }) => {
      await page.getByRole("button", { name: word("tours.plan") }).click();
      await page.getByLabel(word("tours.field_start")).first().waitFor();
    },
  },
  { name: "map-lasso", isOfMap: true, path: "/", reach: drawLasso },
  {
    name: "map-layers",
    isOfMap: true,
    path: "/",
    reach: async ({ page, word }) => {
      await page.getByRole("button", { name: word("map.layers") }).click();
      await page.getByRole("menu").waitFor();
    },
  },
];
