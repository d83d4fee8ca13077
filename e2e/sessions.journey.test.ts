import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { originsVisitedBySignIn } from "./signed-in-to";
import { type SignedInColleague, type OpenedConsole, expectEventually, openConsole } from "./console-testkit";
import { findAccessibilityViolations } from "../apps/api/src/testing/axe-testkit";

describe.skipIf(!hasChromium)("sessions of the console (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  beforeAll(async () => {
    product = await openConsole();
  });
  afterAll(() => product.close());

  const openMenu = (page: Page) => page.getByRole("button", { name: /Einstellungen von/ }).click();
  const signOut = async (page: Page) => {
    await openMenu(page);
    await page.getByRole("menuitem", { name: "Abmelden" }).click();
  };
  const openSessions = async (page: Page) => {
    await openMenu(page);
    await page.getByRole("menuitem", { name: "Sitzungen" }).click();
    await page.getByRole("dialog", { name: "Sitzungen" }).getByRole("list").waitFor();
    return page.getByRole("dialog", { name: "Sitzungen" });
  };
  const signInForm = (page: Page) => page.getByRole("button", { name: "Anmelden", exact: true });
  const isIn = ({ api }: SignedInColleague) =>
    api.getUserInfo().then(
      () => true,
      ({ code }: { code: string }) => code,
    );

  it("signing out of the console ends the session on the server and in every tab", async () => {
    const colleague = await product.signIn("bestattung", "dispo1");
    const first = await product.look(colleague);
    const [second] = await Promise.all([first.waitForEvent("popup"), first.evaluate(() => void window.open("/"))]);
    await second.getByText("Live", { exact: true }).waitFor();
    await signOut(first);
    await signInForm(first).waitFor();
    await signInForm(second).waitFor();
    await expectEventually(() => isIn(colleague)).toBe("AUTH_TOKEN_REVOKED");
    await first.context().close();
  });

  it("signing out offline ends the session at once in the browser, and on the server as soon as it can be reached", async () => {
    const colleague = await product.signIn("bestattung", "dispo2");
    const page = await product.look(colleague);
    await page.getByText("Live", { exact: true }).waitFor();
    let isCut = true;
    await page.route("**/api/v1/auth/sign_out", (route) => (isCut ? route.abort() : route.continue()));
    await signOut(page);
    await page.getByRole("heading", { name: "In diesem Browser abgemeldet" }).waitFor();
    await page.getByRole("alert").filter({ hasText: "Der Server ist nicht zu erreichen." }).waitFor();
    const kept = await page.evaluate(() => JSON.stringify(localStorage) + JSON.stringify(sessionStorage));
    expect(kept).not.toContain(colleague.token);
    await expectEventually(() => page.getByText("Disposition").count()).toBe(0);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    expect(await isIn(colleague)).toBe(true);
    await page.getByRole("button", { name: "Nochmals versuchen" }).click();
    isCut = false;
    await signInForm(page).waitFor();
    await expectEventually(() => isIn(colleague)).toBe("AUTH_TOKEN_REVOKED");
    await page.close();
  });

  it("a user's sessions are listed, and can be ended singly or all at once, also by keyboard", async () => {
    const colleague = await product.signIn("bestattung", "dispo3");
    const [lost, second, third] = await Promise.all([1, 2, 3].map(() => product.signIn("bestattung", "dispo3")));
    const page = await product.look(colleague);
    const dialog = await openSessions(page);
    await expectEventually(() => dialog.getByRole("listitem").count()).toBe(4);
    await expectEventually(() => dialog.getByText("diese Sitzung").count()).toBe(1);
    await dialog
      .getByRole("button", { name: /^Beenden: / })
      .first()
      .focus();
    await page.keyboard.press("Enter");
    await expectEventually(() => dialog.getByRole("listitem").count()).toBe(3);
    const states = async () => Promise.all([lost, second, third].map((one) => isIn(one as SignedInColleague)));
    expect((await states()).filter((state) => state === "AUTH_TOKEN_REVOKED")).toHaveLength(1);
    await dialog.getByRole("button", { name: "Alle 2 anderen Sitzungen beenden" }).click();
    await dialog.getByText("Sonst sind Sie nirgends angemeldet.").waitFor();
    expect(await states()).toEqual(Array(3).fill("AUTH_TOKEN_REVOKED"));
    expect(await isIn(colleague)).toBe(true);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await page.close();
  });

  it("the list of a user's sessions says when they cannot be read or ended, and offers a retry", async () => {
    const page = await product.look(await product.signIn("bestattung", "dispo4"));
    await product.signIn("bestattung", "dispo4");
    await page.getByText("Live", { exact: true }).waitFor();
    const fail = {
      status: 400,
      contentType: "application/json",
      body: JSON.stringify({ code: "X", message: "Nein." }),
    };
    await page.route("**/api/v1/user/sessions**", (route) => route.fulfill(fail));
    await openMenu(page);
    await page.getByRole("menuitem", { name: "Sitzungen" }).click();
    const dialog = page.getByRole("dialog", { name: "Sitzungen" });
    await dialog.getByRole("alert").waitFor();
    await page.unroute("**/api/v1/user/sessions**");
    await dialog.getByRole("button", { name: "Nochmals versuchen" }).click();
    await dialog.getByRole("list").waitFor();
    await page.route("**/api/v1/user/sessions/*", (route) => route.fulfill(fail));
    await dialog
      .getByRole("button", { name: /^Beenden: / })
      .first()
      .click();
    await dialog.getByRole("alert").waitFor();
    await page.close();
  });

  it.each(["http://elsewhere.example/", "/\\elsewhere.example"])(
    "signing in never leads to another site, not even to %j",
    async (to) => {
      expect(await originsVisitedBySignIn(product, to)).toEqual([product.url]);
    },
  );

  it("the sign-in page requests no file that does not exist", async () => {
    const page = await product.browser.newPage({ locale: "de-AT" });
    const complaints: string[] = [];
    page.on("console", (line) => line.type() === "error" && complaints.push(line.text()));
    page.on("response", (response) => response.status() >= 400 && complaints.push(response.url()));
    await page.goto(`${product.url}/sign-in`);
    await page.getByLabel("Unternehmen").fill("bestattung");
    await page.getByRole("button", { name: "Weiter" }).click();
    await signInForm(page).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });
});
