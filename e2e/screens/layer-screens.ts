import type { ScreenScenario, ScreenScenarioContext } from "./screen";

const openMessagesDrawer = async ({ page, word }: ScreenScenarioContext) => {
  await page
    .getByRole("navigation")
    .getByRole("button", { name: word("shell.messages") })
    .focus();
  await page.keyboard.press("Enter");
  await page.getByRole("complementary", { name: word("messages.name") }).waitFor();
};

const openShortcutSheet = async ({ page }: ScreenScenarioContext) => {
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
};

const openPalette = async ({ page }: ScreenScenarioContext) => {
  await page.keyboard.press("Control+k");
  await page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]') !== null);
};

const openUserMenu = async ({ page }: ScreenScenarioContext) => {
  await page.getByRole("button", { name: /^JW:/ }).click();
  await page.getByRole("menu").waitFor();
};

const openSessions = async (stage: ScreenScenarioContext) => {
  await openUserMenu(stage);
  await stage.page.getByRole("menuitem", { name: stage.word("shell.sessions") }).click();
};

/** Sessions in a fixed answer: the real ones depend on the screens that were checked before. */
const exampleSessions = [
  ["Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "PASSWORD", true],
  ["Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0", "PASSWORD", false],
  ["Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36", "PHONE", false],
].map(([user_agent, method, current], index) => ({
  id: `6f1d5f0a-1f37-4a52-8a0e-5d6a1c0f7e1${index}`,
  kind: "USER",
  created_at: `2026-11-18T0${5 + index}:12:00Z`,
  last_used_at: `2026-11-18T0${6 + index}:40:00Z`,
  expires_at: "2026-11-18T19:12:00Z",
  idle_seconds: 1800,
  user_agent,
  address_prefix: `203.0.${113 + index}.0/24`,
  methods: method === "PHONE" ? ["PHONE", "PIN"] : [method],
  device_id: null,
  current,
}));

/** Screens of dialogs and layers over a page. */
export const layerScreenScenarios: readonly ScreenScenario[] = [
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
  { name: "shortcuts", path: "/", reach: openShortcutSheet },
  { name: "messages-received", path: "/", reach: openMessagesDrawer },
  {
    name: "messages-sent",
    path: "/",
    reach: async (stage) => {
      await openMessagesDrawer(stage);
      await stage.page.getByText(stage.word("messages.sent_list"), { exact: true }).click();
      await stage.page.getByText("Bitte sofort in der Leitstelle anrufen.").first().waitFor();
    },
  },
  {
    name: "messages-compose",
    path: "/",
    reach: async (stage) => {
      await openMessagesDrawer(stage);
      await stage.page.getByRole("button", { name: stage.word("messages.new") }).click();
      await stage.page.getByLabel(stage.word("messages.body")).waitFor();
    },
  },
  {
    name: "user-menu",
    path: "/",
    reach: openUserMenu,
  },
  {
    name: "sessions",
    path: "/",
    network: (page) => page.route("**/api/v1/user/sessions", (route) => route.fulfill({ json: exampleSessions })),
    reach: async (stage) => {
      await openSessions(stage);
      await stage.page.getByText(stage.word("session.this_session")).waitFor();
    },
  },
  {
    name: "sessions-fault",
    path: "/",
    network: (page) => page.route("**/api/v1/user/sessions", (route) => route.fulfill({ status: 400, json: {} })),
    reach: async (stage) => {
      await openSessions(stage);
      await stage.page.getByRole("dialog").getByRole("alert").waitFor();
    },
  },
  {
    name: "signed-out-late",
    path: "/",
    who: "dispo1",
    network: (page) => page.route("**/api/v1/auth/sign_out", (route) => route.abort()),
    reach: async (stage) => {
      await openUserMenu(stage);
      await stage.page.getByRole("menuitem", { name: stage.word("shell.sign_out") }).click();
      await stage.page.getByRole("alert").waitFor();
    },
  },
];
