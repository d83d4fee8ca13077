import type { ScreenScenario, ScreenScenarioContext } from "./screen";

const waitForSignInForm = ({ page, word }: ScreenScenarioContext) =>
  page.getByRole("button", { name: word("session.sign_in") }).waitFor();
const signInPath = "/sign-in?tenant=bestattung";

/** Screens before sign-in, and the page for unknown addresses. */
export const signInScreenScenarios: readonly ScreenScenario[] = [
  {
    name: "sign-in-company",
    isSignedOut: true,
    path: "/sign-in",
    isReady: ({ page, word }) => page.getByRole("button", { name: word("session.next") }).waitFor(),
  },
  { name: "sign-in", isSignedOut: true, path: signInPath, isReady: waitForSignInForm },
  {
    name: "sign-in-roadside",
    company: "pannenhilfe",
    isSignedOut: true,
    path: "/sign-in?tenant=pannenhilfe",
    isReady: waitForSignInForm,
  },
  {
    name: "sign-in-fault",
    isSignedOut: true,
    path: signInPath,
    isReady: waitForSignInForm,
    reach: async ({ page, word }) => {
      await page.getByLabel(word("session.email")).fill("dispo4@bestattung.example");
      await page.getByLabel(word("session.password")).first().fill("falsch");
      await page.keyboard.press("Enter");
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "forgot-password",
    isSignedOut: true,
    path: signInPath,
    isReady: waitForSignInForm,
    reach: async ({ page, language, word }) => {
      await page.getByRole("button", { name: word("session.forgot") }).click();
      // A different address for each: a second request within a minute is refused, and this clock stands still.
      await page.getByLabel(word("session.email")).fill(`buero-${language}@bestattung.example`);
      await page.keyboard.press("Enter");
      await page.getByText(word("session.reset_sent")).waitFor();
    },
  },
  {
    name: "set-password",
    isSignedOut: true,
    path: (day) => `/set-password#tenant=bestattung&token=${day.passwordToken}`,
    isReady: ({ page, word }) => page.getByLabel(word("session.again")).waitFor(),
    reach: async ({ page, word }) => {
      await page.getByLabel(/dispo3/).fill("ein neues Passwort");
      await page.getByLabel(word("session.again")).fill("ein anderes Passwort");
      await page.keyboard.press("Enter");
      await page.getByText(word("session.passwords_differ")).waitFor();
    },
  },
  {
    name: "set-password-expired",
    isSignedOut: true,
    path: "/set-password#tenant=bestattung&token=abgelaufen",
    isReady: ({ page }) => page.getByRole("alert").waitFor(),
  },
  {
    name: "not-found",
    path: "/gibt-es-nicht",
    isReady: ({ page, word }) => page.getByText(word("shell.not_found")).waitFor(),
  },
  {
    name: "crash",
    path: "/",
    // After an update the server no longer has the files of a page that is still open.
    network: (page) => page.route(/\/assets\/board-[^/]*\.js/, (route) => route.abort()),
    isReady: ({ page, word }) => page.getByText(word("faults.old_page")).waitFor(),
  },
];
