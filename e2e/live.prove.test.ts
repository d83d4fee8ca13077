import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { type SignedInColleague, type OpenedConsole, openConsole } from "./console-testkit";
import { anOpenCase, aRunningTour } from "./tours-testkit";

describe.skipIf(!hasChromium)("a board in time, and with many cases (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  let colleague: SignedInColleague;
  beforeAll(async () => {
    product = await openConsole();
    colleague = await product.signIn("bestattung", "dispo2");
  });
  afterAll(() => product.close());

  it("the board shows a critical message within ten seconds although the live stream has no event for it", async () => {
    const page = await product.look(await product.signIn("bestattung"));
    await page.getByText("Live", { exact: true }).waitFor();
    const [branch] = await colleague.api.getBranches();
    const title = "A9 gesperrt bei Deutschfeistritz";
    await colleague.api.createCriticalMessage({ branch_id: branch?.id ?? "", title });
    await expect.poll(() => page.getByText(title).count(), { timeout: 10_000, interval: 50 }).toBeGreaterThan(0);
    await page.close();
  });

  it("assigning 50 cases at once gives the reason for each of the 3 that could not be assigned", async () => {
    const tour = await aRunningTour(colleague, 0);
    const names = Array.from({ length: 50 }, (_, index) => `Sammel ${String(index).padStart(2, "0")}`);
    for (const [index, name] of names.entries())
      await anOpenCase(colleague, name, {
        dueInMinutes: index,
        excludes: index % 20 === 7 ? [tour.vehicle_type_id] : [],
      });
    const page = await product.look(await product.signIn("bestattung"), { path: "/?q=Sammel" });
    const list = page.getByRole("listbox", { name: "Liste der Fälle" });
    await page.getByText("50", { exact: true }).first().waitFor();
    await list.getByText("Sammel 49").waitFor();
    await list.focus();
    await page.keyboard.press("Control+a");
    await page.getByText("50 ausgewählt").waitFor();
    await page.getByRole("button", { name: "Zuweisen" }).click();
    await page.getByRole("combobox", { name: "Tour" }).fill(tour.plate);
    await page.keyboard.press("Enter");
    await page.getByText("47 erledigt, 3 fehlgeschlagen").waitFor();
    const failures = page.getByRole("list", { name: "Was fehlgeschlagen ist" });
    await failures.getByText(/^C-\S+, C-\S+, C-\S+$/).waitFor();
    expect(await failures.getByRole("listitem").count()).toBe(1);
    const { open_cases } = await colleague.api.getTour({ id: tour.id });
    expect(open_cases).toHaveLength(47);
    await page.close();
  });
});
