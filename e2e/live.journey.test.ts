import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startFaultProxy } from "../apps/api/src/testing/fault-proxy";
import { type Colleague, type Desk, eventually, hasBrowser, startDesk } from "./desk-testkit";
import { anOpenCase, aRunningTour } from "./tours-testkit";

describe.skipIf(!hasBrowser)("the board of several dispatchers (needs /usr/bin/chromium)", () => {
  let desk: Desk;
  let colleague: Colleague;
  beforeAll(async () => {
    desk = await startDesk();
    colleague = await desk.signIn("bestattung", "dispo2");
  });
  afterAll(() => desk.close());

  it("assigns 50 cases at once and says for each of 3 why it could not be", async () => {
    const tour = await aRunningTour(colleague, 0);
    const names = Array.from({ length: 50 }, (_, index) => `Sammel ${String(index).padStart(2, "0")}`);
    for (const [index, name] of names.entries())
      await anOpenCase(colleague, name, {
        dueInMinutes: index,
        excludes: index % 20 === 7 ? [tour.vehicle_type_id] : [],
      });
    const page = await desk.look(await desk.signIn("bestattung"), { path: "/?q=Sammel" });
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
    expect(await failures.getByRole("listitem").count()).toBe(3);
    const { open_cases } = await colleague.api.getTour({ id: tour.id });
    expect(open_cases).toHaveLength(47);
    await page.close();
  });

  it("misses nothing on screen when the connection was lost while others went on", async () => {
    const tour = await aRunningTour(colleague, 1);
    const proxy = await startFaultProxy(desk.port, {});
    const page = await desk.look(await desk.signIn("bestattung"), { base: proxy.url, path: "/?tab=all" });
    await page.getByText("Live", { exact: true }).waitFor();
    await page.context().setOffline(true);
    proxy.cut();
    await page.getByText(/^Verbindung verloren, Stand/).waitFor();
    const job = await anOpenCase(colleague, "Während der Störung");
    await colleague.api.receiveAction({
      id: job.id,
      action: "ASSIGN",
      tour_id: tour.id,
      lock_version: job.lock_version,
    });
    await page.context().setOffline(false);
    await page.getByText("Live", { exact: true }).waitFor();
    const card = page.getByRole("option").filter({ hasText: "Während der Störung" });
    await card.waitFor();
    await eventually(() => card.getByText(tour.plate).count()).toBe(1);
    await page.close();
    await proxy.close();
  });
});
