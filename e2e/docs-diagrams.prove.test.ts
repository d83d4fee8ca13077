import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { type DocsSite, startDocs, desktopViewportOptions, phoneViewportOptions } from "./docs-testkit";
import { findAccessibilityViolations } from "../apps/api/src/testing/axe-testkit";

const CASE_PAGE = "/docs/concepts/case";

describe.skipIf(!hasChromium)("diagrams of the documentation", () => {
  let site: DocsSite;
  beforeAll(async () => {
    site = await startDocs();
  });
  afterAll(() => site.close());

  const chip = (page: Page, action: string) => page.getByRole("button", { name: action, exact: true });
  const marked = (page: Page) =>
    page.evaluate(() => ({
      edges: [...document.querySelectorAll("[data-edge][data-shown]")].map((edge) => edge.textContent),
      states: [...document.querySelectorAll("svg [data-state][data-shown]")].map((state) => state.textContent).sort(),
      rows: [...document.querySelectorAll("tr[data-shown] td:first-child code")].map((cell) => cell.textContent),
    }));
  const loading = {
    edges: ["LOAD", "LOAD"],
    states: ["ARRIVED", "LOADED", "STARTED"],
    rows: ["STARTED", "ARRIVED"],
  };
  const nothing = { edges: [], states: [], rows: [] };

  it("choosing LOAD in a state diagram highlights its edges, states and rows, says who may do it, and is kept in the URL", async () => {
    const page = await site.look(CASE_PAGE, desktopViewportOptions);
    await chip(page, "LOAD").first().click();
    expect(await marked(page)).toEqual(loading);
    expect(new URL(page.url()).search).toBe("?action=LOAD");
    const told = await page.locator("figcaption").first().textContent();
    expect(told).toContain("LOAD by drivers and dispatchers");
    expect(told).toContain("UNDO takes it back");
    await page.reload();
    await page.locator("[data-edge][data-shown]").first().waitFor({ state: "attached" });
    expect(await marked(page)).toEqual(loading);
    await chip(page, "LOAD").first().click();
    expect(await marked(page)).toEqual(nothing);
    expect(new URL(page.url()).search).toBe("");
  });

  it("a link to an action highlights it only in the diagram of the state machine to which it belongs", async () => {
    const page = await site.look(`${CASE_PAGE}?action=LOAD&machine=ROADSIDE_ASSISTANCE`, desktopViewportOptions);
    await page.locator("[data-edge][data-shown]").first().waitFor({ state: "attached" });
    expect(await marked(page)).toEqual({ edges: ["LOAD"], states: ["arrived"], rows: ["arrived"] });
  });

  it("a state diagram highlights the action under the mouse until the mouse leaves", async () => {
    const page = await site.look(CASE_PAGE, desktopViewportOptions);
    await chip(page, "LOAD").first().hover();
    expect(await marked(page)).toEqual(loading);
    await page.mouse.move(0, 0);
    expect(await marked(page)).toEqual(nothing);
  });

  it("no two texts of a diagram in the documentation overlap in a browser, and none is cut off", async () => {
    const page = await site.look(CASE_PAGE, desktopViewportOptions);
    await page.evaluate(() => document.fonts.ready);
    const faults = await page.evaluate(() =>
      [...document.querySelectorAll("figure svg")].flatMap((svg) => {
        const texts = [...svg.querySelectorAll("text")].filter((text) => text.textContent !== "");
        const boxes = texts.map((text) => ({ name: text.textContent, box: text.getBBox() }));
        const pairs = boxes.flatMap((one, at) =>
          boxes
            .slice(at + 1)
            .filter(
              ({ box }) =>
                one.box.x < box.x + box.width &&
                box.x < one.box.x + one.box.width &&
                one.box.y < box.y + box.height &&
                box.y < one.box.y + one.box.height,
            )
            .map((other) => `${one.name} and ${other.name}`),
        );
        return [...pairs, ...boxes.filter(({ box }) => box.x < 0 || box.x + box.width > 870).map(({ name }) => name)];
      }),
    );
    expect(faults).toEqual([]);
  });

  it("a state diagram is shown on a phone as a list of states with their actions, without scrolling sideways", async () => {
    const page = await site.look(`${CASE_PAGE}?action=LOAD`, phoneViewportOptions);
    expect(await page.locator("figure svg:visible").count()).toBe(0);
    const entry = page.locator("figure ol > li", { hasText: /^STARTED/ }).first();
    expect(await entry.innerText()).toMatch(/ARRIVE → ARRIVED\s+LOAD → LOADED\s+POSTPONE → POSTPONED\s+FINISH/);
    const shared = page
      .locator("figure")
      .first()
      .locator("li", { hasText: /^From each of these/ })
      .first();
    expect((await shared.innerText()).match(/UNASSIGN|CANCEL\b/g)).toEqual(["UNASSIGN", "CANCEL"]);
    const aside = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(aside).toBeLessThanOrEqual(0);
  });

  it("a sequence diagram is a picture on a wide screen, a numbered list on a phone and in Markdown, and both on request", async () => {
    const page = await site.look("/docs/concepts/offline", desktopViewportOptions);
    const list = page.locator("figure ol").first();
    expect(await list.locator("li").count()).toBe(7);
    expect((await list.boundingBox())?.width).toBeLessThan(2);
    await page.getByRole("button", { name: /^As text/ }).click();
    expect((await list.boundingBox())?.width).toBeGreaterThan(400);
    const small = await site.look("/docs/concepts/offline", phoneViewportOptions);
    expect(await small.locator("figure svg:visible").count()).toBe(0);
    expect(await small.locator("figure ol li:visible").count()).toBe(7);
    const markdown = await (await page.request.get("/docs/concepts/offline.md")).text();
    expect(markdown).toMatch(
      /^5\. \*\*Driver app → Leitstand API:\*\* ACCEPT, the same action_id\. Answer: 200, not done again\.$/m,
    );
  });

  it.each(["light", "dark"])(
    "a state diagram with a chosen action and a sequence diagram as text are accessible, %s",
    async (theme) => {
      for (const path of [`${CASE_PAGE}?action=LOAD`, "/docs/concepts/offline"]) {
        const page = await site.look(path, desktopViewportOptions);
        await page.evaluate((name) => document.documentElement.setAttribute("data-theme", name), theme);
        const asText = page.getByRole("button", { name: /^As text/ });
        if ((await asText.count()) > 0) await asText.click();
        expect(await findAccessibilityViolations(page)).toEqual([]);
      }
    },
  );
});
