import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { type SignedInColleague, type OpenedConsole, expectEventually, openConsole } from "./console-testkit";
import { findOverflowingTexts } from "./overflowing";
import { anOpenCase, aRunningTour } from "./tours-testkit";

const nastyTexts = {
  markup: `<img src=x onerror="window.broken=1"><b>fett</b> & "Ende"`,
  long: "Donaudampfschifffahrtsgesellschaft".repeat(5),
  others: "😀👩‍👩‍👧‍👦 مرحبا بالعالم \u202Everkehrt",
};

describe.skipIf(!hasChromium)("a board that is treated badly (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  let colleague: SignedInColleague;
  beforeAll(async () => {
    product = await openConsole();
    colleague = await product.signIn("bestattung", "dispo2");
  });
  afterAll(() => product.close());

  it.each(Object.entries(nastyTexts))(
    "the board shows an unusual name as typed, without a broken layout: %s",
    async (_kind, name) => {
      const dispatchCase = await anOpenCase(colleague, name);
      const page = await product.look(await product.signIn("bestattung"), { path: `/?case=${dispatchCase.id}` });
      const inspector = page.getByRole("complementary", { name: "Einzelheiten" });
      await inspector.getByRole("heading", { level: 2 }).waitFor();
      await expectEventually(() => inspector.getByRole("heading", { level: 2 }).innerText()).toBe(name);
      expect(await page.evaluate(() => "broken" in window)).toBe(false);
      await expectEventually(() => findOverflowingTexts(page)).toEqual([]);
      await page.close();
    },
  );

  it("pressing the save button of a new case several times creates one case", async () => {
    const page = await product.look(await product.signIn("bestattung"), { path: "/?form=new" });
    await page.getByLabel("Nachname").first().fill("Doppelklick");
    await page.getByLabel("Vorname").first().fill("Dora");
    await page.getByLabel("Sterbedatum").first().fill("gestern");
    await page.getByLabel("PLZ").first().fill("8036");
    await page.getByLabel("Ort").first().fill("Graz");
    const save = page.getByRole("button", { name: /^Speichern(?! und)/ });
    await save.dblclick();
    await page.getByRole("heading", { name: /Doppelklick/ }).waitFor();
    const { meta } = await colleague.api.getCases({ text: "Doppelklick" });
    expect(meta.total_elements).toBe(1);
    await page.close();
  });

  it("pressing the assign button several times assigns a case once", async () => {
    const tour = await aRunningTour(colleague, 0);
    const dispatchCase = await anOpenCase(colleague, "Zweimal gedrückt");
    const page = await product.look(await product.signIn("bestattung"), { path: `/?case=${dispatchCase.id}` });
    await page.getByRole("button", { name: `${tour.plate} zuweisen` }).dblclick();
    await expectEventually(async () => (await colleague.api.getCase({ id: dispatchCase.id })).state.current).toBe(
      "ASSIGNED",
    );
    await expectEventually(() => page.getByText(/ist .* zugewiesen/).count()).toBe(1);
    const { tour_case_states: links = [] } = await colleague.api.getCase({ id: dispatchCase.id });
    expect(links.map(({ tour_id, bucket }) => ({ tour_id, bucket }))).toEqual([{ tour_id: tour.id, bucket: "open" }]);
    await page.close();
  });
});
