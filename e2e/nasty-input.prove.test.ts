import { afterAll, beforeAll, describe, it } from "vitest";
import { hasChromium } from "./browser";
import { type SignedInColleague, type OpenedConsole, expectEventually, openConsole } from "./console-testkit";
import { findOverflowingTexts } from "./overflowing";
import { anOpenCase } from "./tours-testkit";

describe.skipIf(!hasChromium)("a board that is treated badly in rarer ways (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  let colleague: SignedInColleague;
  beforeAll(async () => {
    product = await openConsole();
    colleague = await product.signIn("bestattung", "dispo2");
  });
  afterAll(() => product.close());

  it("the console saves a comment of ten thousand characters, or says why not", async () => {
    const dispatchCase = await anOpenCase(colleague, "Viel zu sagen");
    const page = await product.look(await product.signIn("bestattung"), { path: `/?case=${dispatchCase.id}` });
    const comment = page.getByRole("region", { name: "Kommentare" }).getByRole("textbox");
    await comment.fill("ä".repeat(10_000));
    await page
      .getByRole("region", { name: "Kommentare" })
      .getByRole("button", { name: /senden|hinzu|speichern/i })
      .click();
    const count = async () => (await colleague.api.getCaseComments({ id: dispatchCase.id })).meta.total_elements;
    const told = page.getByRole("alert");
    await expectEventually(async () => (await count()) + (await told.count())).toBeGreaterThan(0);
    await expectEventually(() => findOverflowingTexts(page)).toEqual([]);
    await page.close();
  });

  it("the case form keeps typed text when the user goes back and forward in the browser", async () => {
    const dispatchCase = await anOpenCase(colleague, "Hin und zurück");
    const page = await product.look(await product.signIn("bestattung"), { path: `/?case=${dispatchCase.id}` });
    await page.goto(`${product.url}/?form=new`);
    await page.getByLabel("Nachname").first().fill("Bleibt stehen");
    await page.goBack();
    await page.getByRole("heading", { name: "Hin und zurück" }).waitFor();
    await page.goForward();
    await expectEventually(() => page.getByLabel("Nachname").first().inputValue()).toBe("Bleibt stehen");
    await page.close();
  });

  it("signing out in one tab removes the typed text of an open case form in the other tab", async () => {
    const first = await product.look(await product.signIn("bestattung", "dispo3"), { path: "/?form=new" });
    await first.getByLabel("Nachname").first().fill("Im anderen Fenster");
    const [second] = await Promise.all([first.waitForEvent("popup"), first.evaluate(() => void window.open("/"))]);
    await second.getByRole("button", { name: /Einstellungen von/ }).click();
    await second.getByRole("menuitem", { name: "Abmelden" }).click();
    await second.getByRole("button", { name: "Anmelden" }).waitFor();
    await first.getByRole("button", { name: "Anmelden" }).first().waitFor();
    await expectEventually(() => first.getByText("Im anderen Fenster").count()).toBe(0);
    await expectEventually(() => first.evaluate(() => JSON.stringify(localStorage))).not.toContain(
      "Im anderen Fenster",
    );
    await first.context().close();
  });

  it.each([
    [320, 640],
    [720, 450],
  ])("the board is usable in a window of %i by %i pixels", async (width, height) => {
    await anOpenCase(colleague, `Auf ${width} Pixeln`);
    const page = await product.look(await product.signIn("bestattung"), { viewport: { width, height } });
    await page
      .getByRole("option")
      .filter({ hasText: `Auf ${width} Pixeln` })
      .first()
      .click();
    await page.getByRole("heading", { name: `Auf ${width} Pixeln` }).waitFor();
    await expectEventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.close();
  });
});
