import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMONSTRATION_PASSWORD } from "../apps/api/src/modules/demonstration/demonstration-companies";
import { aFuneralCase, aRoadsideCase } from "../apps/api/src/testing/cases";
import { type Desk, eventually, findAxeFaults, hasBrowser, startDesk } from "./desk-testkit";

describe.skipIf(!hasBrowser)("signing in at the desk (needs /usr/bin/chromium)", () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startDesk();
  });
  afterAll(() => desk.close());

  it("asks whose desk it is, wears the company's colours and opens the board", async () => {
    const page = await desk.browser.newPage({ locale: "de-AT" });
    await page.goto(desk.url);
    await page.getByLabel("Unternehmen").fill("gibt-es-nicht");
    await page.getByRole("button", { name: "Weiter" }).click();
    await page.getByText("Unter diesem Namen ist kein Unternehmen bekannt.").waitFor();
    await page.getByLabel("Unternehmen").fill("bestattung");
    await page.getByRole("button", { name: "Weiter" }).click();
    await page.getByLabel("E-Mail-Adresse").fill("dispo1@bestattung.example");
    await page.getByLabel("Passwort", { exact: false }).first().fill("falsch");
    await page.getByRole("button", { name: "Anmelden" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByLabel("Passwort", { exact: false }).first().fill(DEMONSTRATION_PASSWORD);
    await page.getByRole("button", { name: "Anmelden" }).click();
    await page.getByRole("heading", { name: "Disposition" }).waitFor();
    expect(await page.title()).toBe("Bestattung Abendfrieden");
    await page.close();
  });

  it.each(["light", "dark"] as const)("can be used by everybody in %s", async (colorScheme) => {
    const page = await desk.browser.newPage({ locale: "de-AT", colorScheme });
    await page.goto(`${desk.url}/sign-in?tenant=pannenhilfe`);
    await page.getByRole("button", { name: "Anmelden" }).waitFor();
    expect(await findAxeFaults(page)).toEqual([]);
    await page.close();
  });

  it("asks for the password again over what was there when the session has ended", async () => {
    const colleague = await desk.signIn("bestattung", "dispo2");
    const page = await desk.look(colleague);
    await page.getByText("Live", { exact: true }).waitFor();
    // Whoever changes the password ends all sessions of that person.
    await colleague.api.changeOwnPassword({
      old_password: DEMONSTRATION_PASSWORD,
      new_password: `${DEMONSTRATION_PASSWORD}!`,
    });
    const again = page.getByRole("dialog", { name: "Die Sitzung ist beendet" });
    await again.waitFor();
    await again.getByLabel("Passwort", { exact: false }).first().fill(`${DEMONSTRATION_PASSWORD}!`);
    await again.getByRole("button", { name: "Anmelden" }).click();
    await again.waitFor({ state: "hidden" });
    await page.getByText("Live", { exact: true }).waitFor();
    await page.close();
  });

  it("never shows one company what belongs to the other, not even for a moment", async () => {
    const own = await desk.signIn("bestattung");
    const others = await desk.signIn("pannenhilfe");
    const page = await desk.look(own);
    const heard: string[] = [];
    page.on("response", (response) => {
      response.text().then(
        (text) => heard.push(text),
        () => undefined,
      );
    });
    await page.getByText("Live", { exact: true }).waitFor();
    await others.api.createCase(aRoadsideCase({ display_name: "Fremder Wagen" }));
    await own.api.createCase(aFuneralCase({ display_name: "Eigener Fall" }));
    await eventually(() => page.getByText("Eigener Fall").count()).toBeGreaterThan(0);
    expect(await page.getByText("Fremder Wagen").count()).toBe(0);
    expect(heard.filter((text) => text.includes("Fremder Wagen"))).toEqual([]);
    await page.close();
  });
});
