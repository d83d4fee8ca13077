import { failRequests, answerWithEmptyLists, holdAnswersBack, breakLiveStream } from "./network";
import type { ScreenScenario, ScreenScenarioContext } from "./screen";

const timelineBar = ({ page, day }: ScreenScenarioContext, key: string) =>
  page.locator(`[data-bar="${day.case(key)}"]`);
const caseList = ({ page, word }: ScreenScenarioContext) => page.getByRole("listbox", { name: word("queue.list") });

async function drawLasso({ page, word }: ScreenScenarioContext) {
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

async function pickThreeCases(stage: ScreenScenarioContext) {
  await caseList(stage).focus();
  for (let picked = 0; picked < 3; picked++) {
    await stage.page.keyboard.press("j");
    await stage.page.keyboard.press("x");
  }
}

const absenceIds = new Set<string>();

/**
 * Adds absences to the calendar: a vehicle in the workshop and a driver at the doctor's during tours, days of a vehicle
 * without a tour, and a shift after one.
 */
async function addAbsences({ page, day, colleague: { api } }: ScreenScenarioContext) {
  const crewOf = async (plate: string) => (await api.getTour({ id: day.tour(plate) })).users[0]?.id as string;
  const vehicle = (plate: string) => ({ resource_type: "VEHICLE", resource_id: day.vehicle(plate) }) as const;
  const driver = async (plate: string) => ({ resource_type: "USER", resource_id: await crewOf(plate) }) as const;
  const at = (from: string, to: string) => ({
    start_at: `2026-11-18T${from}:00+01:00`,
    end_at: `2026-11-18T${to}:00+01:00`,
  });
  const days = { start_at: "2026-11-17", end_at: "2026-11-20", all_day: true };
  for (const event of [
    { ...vehicle("G 164 BE"), ...at("09:00", "13:30"), event_type: "UNAVAILABLE", note: "Werkstatt" },
    { ...(await driver("G 122 BE")), ...at("11:45", "13:15"), event_type: "UNAVAILABLE", note: "Arzt" },
    { ...(await driver("G 143 BE")), ...at("10:30", "13:00"), event_type: "UNAVAILABLE" },
    { ...vehicle("G 143 BE"), ...at("10:00", "11:30"), event_type: "UNAVAILABLE", note: "Reifenwechsel" },
    { ...vehicle("G 185 BE"), ...days, event_type: "UNAVAILABLE", note: "Überprüfung nach § 57a" },
    { ...vehicle("G 101 BE"), ...at("15:30", "20:00"), event_type: "SCHEDULED_SHIFT" },
  ] as const)
    absenceIds.add((await api.createDefaultCalendarEvent(event)).id);
  // Events bring them to the board; the last one is read with all before it.
  await page.locator("[data-calendar=SCHEDULED_SHIFT]").waitFor();
}

async function deleteAbsences({ colleague: { api } }: ScreenScenarioContext) {
  for (const id of absenceIds) await api.deleteDefaultCalendarEvent({ id });
  absenceIds.clear();
}

/** Screens with queue, map and tours. */
export const boardScreenScenarios: readonly ScreenScenario[] = [
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
  { name: "queue-picked", path: "/", reach: pickThreeCases },
  {
    name: "queue-bulk-failed",
    path: "/",
    reach: async (stage) => {
      const { page, word } = stage;
      await pickThreeCases(stage);
      await page.getByRole("button", { name: word("queue.assign"), exact: true }).click();
      await page.getByRole("combobox", { name: word("queue.tour") }).fill("LN 150");
      await page.keyboard.press("Enter");
      await page.getByRole("list", { name: word("queue.failures") }).waitFor();
    },
  },
  { name: "board-empty", path: "/", isMain: true, network: answerWithEmptyLists },
  {
    name: "board-loading",
    path: "/",
    isMain: true,
    network: holdAnswersBack,
    isBeforeMap: true,
    isReady: ({ page, word }) => page.getByRole("status", { name: word("queue.loading") }).waitFor(),
  },
  {
    name: "board-error",
    path: "/",
    isMain: true,
    network: failRequests,
    // List, tours and map show a fault; each has been retried before.
    isReady: ({ page }) => page.getByRole("alert").nth(2).waitFor(),
  },
  {
    name: "board-offline",
    path: "/",
    isMain: true,
    network: breakLiveStream,
    isReady: async (stage) => {
      await stage.page.locator('[data-is="lost"]').first().waitFor();
      await caseList(stage).getByRole("option").first().waitFor();
    },
  },
  { name: "timeline-3-days", path: "/?days=3" },
  { name: "timeline-7-days", path: "/?days=7" },
  { name: "timeline-absences", path: "/", reach: addAbsences, leave: deleteAbsences },
  {
    name: "timeline-carried",
    path: "/",
    reach: async (stage) => {
      await timelineBar(stage, "accepted").focus();
      await stage.page.keyboard.press("m");
      for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowUp"]) await stage.page.keyboard.press(key);
    },
  },
  {
    name: "timeline-row-menu",
    path: "/",
    reach: async (stage) => {
      await timelineBar(stage, "accepted").focus();
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
