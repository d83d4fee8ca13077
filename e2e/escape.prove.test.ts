import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { type SignedInColleague, expectEventually, type OpenedConsole, openConsole } from "./console-testkit";
import { anOpenCase, aRunningTour } from "./tours-testkit";

/** Layer over the board: how it opens, and how its presence shows. */
interface BoardLayer {
  readonly open: (page: Page) => Promise<unknown>;
  readonly is: (page: Page) => ReturnType<Page["locator"]>;
  /** Layers below it, from top to bottom, besides the inspector. */
  readonly below?: readonly ((page: Page) => ReturnType<Page["locator"]>)[];
}
const buttonNamed = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();
const tourPlanDialog = (page: Page) => page.getByRole("dialog", { name: "Tour planen" });
const messagesDrawer = (page: Page) => page.getByRole("complementary", { name: "Kritische Meldungen" });

const boardLayers: Readonly<Record<string, BoardLayer>> = {
  "the palette": {
    open: (page) => page.keyboard.press("Control+k"),
    is: (page) => page.getByRole("dialog"),
  },
  "the keyboard sheet": {
    open: (page) => page.keyboard.press("?"),
    is: (page) => page.getByRole("dialog"),
  },
  "the messages": {
    open: (page) => buttonNamed(page, /^Kritische Meldungen/).click(),
    is: messagesDrawer,
  },
  "a list in the messages": {
    open: async (page) => {
      await buttonNamed(page, /^Kritische Meldungen/).click();
      await messagesDrawer(page).getByRole("button", { name: /^Neu/ }).click();
      await messagesDrawer(page).getByRole("combobox").click();
    },
    is: (page) => page.getByRole("listbox", { name: /^An/ }),
    below: [(page) => messagesDrawer(page).getByRole("combobox"), messagesDrawer],
  },
  "a person's own menu": {
    open: (page) => buttonNamed(page, /Einstellungen von/).click(),
    is: (page) => page.getByRole("menu"),
  },
  "the inspector's menu": {
    open: (page) => page.getByRole("button", { name: "Menü", exact: true }).click(),
    is: (page) => page.getByRole("menu"),
  },
  "the menu of a row of tours": {
    open: async (page) => {
      await page
        .getByRole("rowheader", { name: /1 von 1 offen|0 von 0 offen/ })
        .first()
        .focus();
      await page.keyboard.press(".");
    },
    is: (page) => page.getByRole("menu"),
  },
  // A quick user presses the key before the menu has the focus.
  "a menu that does not have the focus yet": {
    open: async (page) => {
      const row = page.getByRole("rowheader", { name: /1 von 1 offen|0 von 0 offen/ }).first();
      await row.focus();
      await page.keyboard.press(".");
      await page.getByRole("menuitem").first().waitFor();
      await expectEventually(() => page.evaluate(() => document.activeElement?.closest('[role="menu"]') !== null)).toBe(
        true,
      );
      await row.focus();
    },
    is: (page) => page.getByRole("menu"),
  },
  "a menu whose button still has the focus": {
    open: async (page) => {
      const button = page.getByRole("button", { name: "Menü", exact: true });
      await button.click();
      await expectEventually(() => page.evaluate(() => document.activeElement?.closest('[role="menu"]') !== null)).toBe(
        true,
      );
      await button.focus();
    },
    is: (page) => page.getByRole("menu"),
  },
  "the filter": {
    open: (page) => page.getByRole("button", { name: "Filtern", exact: true }).click(),
    is: (page) => page.getByRole("listbox", { name: "Filtern" }),
  },
  "the form of a tour": {
    open: (page) => buttonNamed(page, "Tour planen").click(),
    is: tourPlanDialog,
  },
  "a list in the form of a tour": {
    open: async (page) => {
      await buttonNamed(page, "Tour planen").click();
      await tourPlanDialog(page).getByRole("combobox", { name: "Niederlassung" }).click();
    },
    is: (page) => page.getByRole("listbox", { name: "Niederlassung" }),
    below: [tourPlanDialog],
  },
  "a question of an action": {
    open: async (page) => {
      await page.getByRole("button", { name: "Menü", exact: true }).click();
      await page.getByRole("menuitem", { name: /stornieren/i }).click();
      await page.getByRole("complementary", { name: "Einzelheiten" }).getByRole("textbox").first().focus();
    },
    is: (page) => page.getByRole("complementary", { name: "Einzelheiten" }).getByRole("form", { name: "Stornieren" }),
  },
};

const mapLayersMenu: BoardLayer = {
  open: (page) => page.getByRole("button", { name: "Ebenen", exact: true }).click(),
  is: (page) => page.getByRole("menu"),
};

describe.skipIf(!hasChromium)("Escape on the board (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  let colleague: SignedInColleague;
  let id: string;
  let free: Page | undefined;
  beforeAll(async () => {
    product = await openConsole();
    colleague = await product.signIn("bestattung");
    await aRunningTour(colleague, 0);
    ({ id } = await anOpenCase(colleague, "Bleibt offen"));
  });
  afterAll(() => product.close());

  /** Runs on the page of the previous test, or on a new one after a failure. */
  async function onBoard(test: (page: Page) => Promise<void>) {
    const page = free ?? (await product.look(colleague));
    free = undefined;
    await test(page);
    free = page;
  }

  it.each(Object.entries(boardLayers))("Escape closes %s of the console and nothing behind it", (_name, over) =>
    onBoard((page) => expectClosesAlone(page, { id, over })),
  );

  it("Escape closes a list in the case form and keeps the typed text", () =>
    onBoard(async (page) => {
      await page.goto(`${product.url}/?case=${id}&form=new`);
      const name = page.getByLabel("Nachname").first();
      await name.fill("Getippt");
      await page.keyboard.press("Escape");
      const question = page.getByRole("dialog", { name: "Entwurf behalten?" });
      await question.waitFor();
      await page.keyboard.press("Escape");
      await question.waitFor({ state: "hidden" });
      await expectEventually(() => name.inputValue()).toBe("Getippt");
      expect(new URL(page.url()).searchParams.get("case")).toBe(id);
    }));
});

describe.skipIf(!hasChromium)("Escape on the map (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  beforeAll(async () => {
    product = await openConsole({ hasMap: true });
  });
  afterAll(() => product.close());

  it("Escape closes the menu of the map's layers and nothing behind it", async () => {
    const colleague = await product.signIn("bestattung");
    const { id } = await anOpenCase(colleague, "Bleibt offen");
    await expectClosesAlone(await product.look(colleague), { id, over: mapLayersMenu });
  });
});

/** Opens a layer over an open case, and closes all by Escape, one after the other. */
async function expectClosesAlone(page: Page, { id, over }: { readonly id: string; readonly over: BoardLayer }) {
  const { open, is, below = [] } = over;
  await page.getByRole("option").filter({ hasText: "Bleibt offen" }).click();
  const inspector = page.getByRole("complementary", { name: "Einzelheiten" });
  await inspector.getByRole("heading", { name: "Bleibt offen" }).waitFor();
  await open(page);
  await is(page).waitFor();
  await page.keyboard.press("Escape");
  await is(page).waitFor({ state: "hidden" });
  await waitForVisibleFocus(page);
  // The next Escape is for the layer below, and the last one for the inspector.
  for (const layer of below) {
    await layer(page).waitFor();
    await page.keyboard.press("Escape");
    await layer(page).waitFor({ state: "hidden" });
    await waitForVisibleFocus(page);
  }
  expect(new URL(page.url()).searchParams.get("case")).toBe(id);
  await page.keyboard.press("Escape");
  await inspector.waitFor({ state: "hidden" });
}

/**
 * Waits until a visible element has the focus: a hidden one keeps it until the next frame, and a key before that
 * belongs to the closed layer.
 */
const waitForVisibleFocus = (page: Page) =>
  expectEventually(() => page.evaluate(() => document.activeElement?.checkVisibility() ?? true)).toBe(true);
