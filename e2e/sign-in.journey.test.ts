import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMONSTRATION_PASSWORD } from "@leitstand/scenario/staff";
import { funeralCaseRequest, roadsideCaseRequest } from "../apps/api/src/testing/cases";
import { hasChromium } from "./browser";
import { type OpenedConsole, expectEventually, openConsole } from "./console-testkit";
import { recordReceivedData, type ReceivedData } from "./received-data";
import { findAccessibilityViolations } from "../apps/api/src/testing/axe-testkit";

describe.skipIf(!hasChromium)("signing in to the console (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  beforeAll(async () => {
    product = await openConsole();
  });
  afterAll(() => product.close());

  it("signing in asks for the company, takes on its colours and opens the board", async () => {
    const page = await product.browser.newPage({ locale: "de-AT" });
    await page.goto(product.url);
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
    await expectEventually(() => page.title()).toBe("Bestattung Abendfrieden");
    await page.close();
  });

  it.each(["light", "dark"] as const)("the sign-in page is accessible in %s", async (colorScheme) => {
    const page = await product.browser.newPage({ locale: "de-AT", colorScheme });
    await page.goto(`${product.url}/sign-in?tenant=pannenhilfe`);
    await page.getByRole("button", { name: "Anmelden" }).waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.close();
  });

  it("the console asks for the password again over the open page when the session has ended", async () => {
    const colleague = await product.signIn("bestattung", "dispo2");
    const page = await product.look(colleague);
    await page.getByText("Live", { exact: true }).waitFor();
    // Changing the password ends all sessions of the user.
    await colleague.api.changeOwnPassword({
      old_password: DEMONSTRATION_PASSWORD,
      new_password: `${DEMONSTRATION_PASSWORD}!`,
    });
    const again = page.getByRole("dialog", { name: "Die Sitzung ist beendet" });
    await again.waitFor();
    // An accidental key or click must not sign the user out during work.
    await page.keyboard.press("Escape");
    await page.mouse.click(5, 5);
    await again.getByLabel("Passwort", { exact: false }).first().fill(`${DEMONSTRATION_PASSWORD}!`);
    await again.getByRole("button", { name: "Anmelden" }).click();
    await again.waitFor({ state: "hidden" });
    await page.getByText("Live", { exact: true }).waitFor();
    await page.close();
  });

  it("a company never sees data of the other one, not even for a moment", async () => {
    const sides = await Promise.all([sideOf("bestattung"), sideOf("pannenhilfe")]);
    // Existing cases come with the snapshot, new ones by the stream.
    for (const { create } of sides) await create("im Bestand");
    const opened = await Promise.all(sides.map((side) => open(side)));
    for (const { create } of sides) await create("im Strom");
    for (const { page, look, side } of opened) {
      // Waits for the company's own case from the same source: by then a case of the other company would have arrived,
      // too.
      const sees = (where: keyof ReceivedData, what: string) =>
        expectEventually(async () => (await look())[where].includes(`${side.name} ${what}`)).toBe(true);
      await sees("answered", "im Bestand");
      await sees("streamed", "im Strom");
      await page.getByRole("button", { name: "1 neuer Fall" }).click();
      for (const what of ["im Bestand", "im Strom"]) await sees("shown", what);
    }
    for (const { page, look, side } of opened) {
      const others = sides.filter((other) => other !== side).flatMap(({ secrets }) => secrets);
      const { streamed, answered, shown } = await look();
      const leaksIn = (text: string) => others.filter((secret) => text.includes(secret));
      expect({ streamed: leaksIn(streamed), answered: leaksIn(answered), shown: leaksIn(shown) }).toEqual({
        streamed: [],
        answered: [],
        shown: [],
      });
      await page.close();
    }
  });

  /** Creates a case with a unique name in a company, which the other company must never see. */
  async function sideOf(company: "bestattung" | "pannenhilfe") {
    const colleague = await product.signIn(company);
    const name = company === "bestattung" ? "Trauerfall Abendrot" : "Pannenfall Morgenrot";
    const anyCase = company === "bestattung" ? funeralCaseRequest : roadsideCaseRequest;
    const { tenant } = await colleague.api.getUserInfo();
    const secrets = [name, tenant.id];
    const create = async (how: string) => {
      const { id } = await colleague.api.createCase(anyCase({ display_name: `${name} ${how}` }));
      secrets.push(id);
    };
    return { colleague, name, secrets, create };
  }

  async function open(side: Awaited<ReturnType<typeof sideOf>>) {
    let look: Awaited<ReturnType<typeof recordReceivedData>> | undefined;
    const page = await product.look(side.colleague, {
      prepare: async (fresh) => {
        look = await recordReceivedData(fresh);
      },
    });
    await page.getByText("Live", { exact: true }).waitFor();
    if (!look) throw new Error("No request was heard.");
    return { page, look, side };
  }
});
