import type { Screen, Stage } from "./screen";

const openMessages = async ({ page, word }: Stage) => {
  await page
    .getByRole("navigation")
    .getByRole("button", { name: word("shell.messages") })
    .focus();
  await page.keyboard.press("Enter");
  await page.getByRole("complementary", { name: word("messages.name") }).waitFor();
};

const openSheet = async ({ page }: Stage) => {
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
};

const openPalette = async ({ page }: Stage) => {
  await page.keyboard.press("Control+k");
  await page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]') !== null);
};

/** What opens over a page. */
export const layerScreens: readonly Screen[] = [
  { name: "palette", path: "/", reach: openPalette },
  {
    name: "palette-found",
    path: "/",
    reach: async (stage) => {
      await openPalette(stage);
      await stage.page.keyboard.type("Graz");
      await stage.page
        .getByRole("option", { name: /C-2026/ })
        .first()
        .waitFor();
    },
  },
  { name: "shortcuts", path: "/", reach: openSheet },
  { name: "messages-received", path: "/", reach: openMessages },
  {
    name: "messages-sent",
    path: "/",
    reach: async (stage) => {
      await openMessages(stage);
      await stage.page.getByText(stage.word("messages.sent_list"), { exact: true }).click();
      await stage.page.getByText("Bitte sofort in der Leitstelle anrufen.").first().waitFor();
    },
  },
  {
    name: "messages-compose",
    path: "/",
    reach: async (stage) => {
      await openMessages(stage);
      await stage.page.getByRole("button", { name: stage.word("messages.new") }).click();
      await stage.page.getByLabel(stage.word("messages.body")).waitFor();
    },
  },
  {
    name: "user-menu",
    path: "/",
    reach: async ({ page }) => {
      await page.getByRole("button", { name: /^JW:/ }).click();
      await page.getByRole("menu").waitFor();
    },
  },
];
