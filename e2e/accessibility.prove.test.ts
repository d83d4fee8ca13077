import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { consoleScreenScenarios } from "./screens/console-screens";
import { findElementsNotReachedByTab, walkByTab } from "./screens/focus-walk";
import type { ScreenScenario } from "./screens/screen";
import { ScreenBrowser } from "./screens/screen-browser";
import { findAccessibilityViolations } from "../apps/api/src/testing/axe-testkit";

/**
 * Whether an element of the form has a key of its own, so that Tab may skip it: Escape closes the form, Alt and a
 * number or M move within it, times can be typed.
 */
const hasOwnShortcut = (what: string) =>
  /^(Formular schließen|Mehr \(\d+\) Alt M|sofort|in 1 h|morgen 08:00)$|(noch offen|erfasst)\d$/.test(what);
const screenNamed = (name: string) => consoleScreenScenarios.find((screen) => screen.name === name) as ScreenScenario;

/** Expects that everything on a screen is reached by Tab, has a name, and shows its focus. */
async function expectTabReachesEverything(browser: ScreenBrowser, name: string) {
  await browser.show({ scheme: "light", size: "1440" });
  const { page } = await browser.open(screenNamed(name), "de");
  await findAccessibilityViolations(page, ["document-title"]);
  const stops = await walkByTab(page);
  expect(stops.filter((stop) => stop.name === "")).toEqual([]);
  expect(stops.filter((stop) => !stop.isMarked)).toEqual([]);
  // A drawer that was opened covers stops behind it; Escape closes it without moving the focus on.
  const covered = stops.filter((stop) => stop.isCovered && name !== "messages-compose");
  expect(covered).toEqual([]);
  const unreached = await findElementsNotReachedByTab(page);
  expect(unreached.filter((what) => !hasOwnShortcut(what))).toEqual([]);
}

describe.skipIf(!hasChromium)("accessibility of the map (needs /usr/bin/chromium)", () => {
  let browser: ScreenBrowser;
  beforeAll(async () => {
    browser = await ScreenBrowser.start({ hasMap: true });
  });
  afterAll(() => browser.close());

  it("Tab reaches every control of the board with its map, and the focus is always visible", () =>
    expectTabReachesEverything(browser, "board"));
});

describe.skipIf(!hasChromium)("accessibility of the console (needs /usr/bin/chromium)", () => {
  let browser: ScreenBrowser;
  beforeAll(async () => {
    browser = await ScreenBrowser.start({ hasMap: false });
  });
  afterAll(() => browser.close());

  it.each(["inspector-case", "inspector-tour", "form-new", "messages-compose", "deliveries-webhook", "sign-in"])(
    "Tab reaches every control of the console on %s, and the focus is always visible",
    (name) => expectTabReachesEverything(browser, name),
  );

  it("the arrow keys reach the tabs, cases and tours of the board that Tab skips", async () => {
    const { page, word } = await browser.open(screenNamed("board"), "de");
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent);
    await page.getByRole("tab", { selected: true }).focus();
    for (const tab of ["running", "planned", "all", "open"]) {
      await page.keyboard.press("ArrowRight");
      expect(await focused()).toContain(word(`queue.tab_${tab}`));
    }
    const list = page.getByRole("listbox", { name: word("queue.list") });
    await list.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const active = await list.getAttribute("aria-activedescendant");
    expect(await page.locator(`[id="${active}"]`).getAttribute("aria-posinset")).toBe("2");
    const bars = await page.locator("[data-bar]").count();
    const met = new Set<string>();
    await page.getByRole("treegrid").locator('[tabindex="0"]').focus();
    for (let line = 0; line < 40; line++) {
      for (let step = 0; step < 4; step++) {
        met.add((await focused()) ?? "");
        await page.keyboard.press("ArrowRight");
      }
      await page.keyboard.press("Home");
      await page.keyboard.press("ArrowDown");
    }
    expect([...met].filter((name) => /^C-\d+/.test(name)).length).toBeGreaterThanOrEqual(bars);
  });

  it("the case form has shortcuts for its controls that Tab skips", async () => {
    const { page, word } = await browser.open(screenNamed("form-new"), "de");
    const section = () => page.evaluate(() => document.activeElement?.closest("section")?.textContent ?? "");
    await page.keyboard.press("Alt+4");
    expect(await section()).toContain(word("case-form.sections.subject_FUNERAL"));
    await page.keyboard.press("Alt+m");
    await page.getByText(word("case-form.fields.cargo_deceased_height_cm")).waitFor();
    const due = page.getByRole("textbox", { name: word("case-form.fields.due_at") }).first();
    await due.fill(word("case-form.at_once"));
    await page.keyboard.press("Tab");
    expect(await due.inputValue()).toContain("09:41");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: word("case-form.leave") }).waitFor();
  });

  it("the accessible names on the timeline contain crew, times, state and conflicts of the tours", async () => {
    const { page, word } = await browser.open(screenNamed("board"), "de");
    const grid = page.getByRole("treegrid", { name: word("tours.grid") });
    await grid.getByRole("rowheader", { name: /Fahrzeug G 122 BE, .+, 2 von 2 offen/ }).waitFor();
    const said = await grid
      .getByRole("gridcell")
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));
    expect(said).toContain("C-17 Schwarz Theresia, Angenommen, 10:30 bis 11:30, Fahrzeug G 122 BE");
    expect(said.find((name) => name?.startsWith("C-6 "))).toMatch(
      /Vor Ort, 08:12 bis 09:15, Fahrzeug G 122 BE, verspätet$/,
    );
    expect(said.find((name) => name?.startsWith("C-19 "))).toMatch(/Regelverletzung$/);
    expect(said.every((name) => name !== null && name !== "")).toBe(true);
  });

  it.each([
    ["palette", "dialog"],
    ["shortcuts", "dialog"],
    ["messages-received", "complementary"],
    ["timeline-row-menu", "menu"],
    ["user-menu", "menu"],
  ] as const)("Escape closes %s of the console and returns the focus", async (name, role) => {
    const stage = await browser.open(screenNamed("board"), "de");
    const { page, word } = stage;
    await page
      .getByRole("button", { name: word("shell.search") })
      .first()
      .focus();
    await screenNamed(name).reach?.(stage);
    const layer = page.getByRole(role).last();
    await layer.waitFor();
    await page.keyboard.press("Escape");
    await layer.waitFor({ state: "detached" });
    await page.waitForFunction(() => document.activeElement !== document.body);
  });
});
