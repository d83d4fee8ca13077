import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deleteEventsOutsideWindow } from "../apps/api/src/platform/events/event-retention";
import { startFaultProxy } from "../apps/api/src/testing/fault-proxy";
import { startTestServerNode } from "../apps/api/src/testing/start-node";
import { hasChromium } from "./browser";
import { type SignedInColleague, type OpenedConsole, expectEventually, openConsole } from "./console-testkit";
import { carryOutAction, anOpenCase, aRunningTour } from "./tours-testkit";
import { recordReceivedData } from "./received-data";

describe.skipIf(!hasChromium)("the board of several dispatchers (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  let colleague: SignedInColleague;
  let databaseUrl: string;
  beforeAll(async () => {
    product = await openConsole({
      prepare: async (url) => {
        databaseUrl = url;
      },
    });
    colleague = await product.signIn("bestattung", "dispo2");
  });
  afterAll(() => product.close());

  it("the board reads everything again when it was offline for longer than the server keeps events", async () => {
    const tour = await aRunningTour(colleague, 1);
    const proxy = await startFaultProxy(product.port, {});
    const page = await product.look(await product.signIn("bestattung"), {
      base: proxy.url,
      path: "/?tab=all&q=Vergessen",
    });
    const resets = await recordReceivedData(page);
    await page.reload();
    await page.getByText("Live", { exact: true }).waitFor();
    proxy.down();
    await page.getByText(/^Verbindung verloren, Stand/).waitFor();
    const dispatchCase = await anOpenCase(colleague, "Vergessen");
    await carryOutAction(colleague, dispatchCase.id, { action: "ASSIGN", tour_id: tour.id });
    // The log no longer has what happened meanwhile: the stream cannot send it, and says so. A node that was running
    // would still have it.
    const other = await startTestServerNode(databaseUrl);
    other.app.start();
    const removed = await deleteEventsOutsideWindow(product.db, new Date(product.clock.now().getTime() + 3_600_000), {
      hours: 0,
      events: 0,
    });
    expect(removed).toBeGreaterThan(0);
    proxy.up(other.port);
    await page.getByText("Live", { exact: true }).waitFor();
    const card = page.getByRole("option").filter({ hasText: "Vergessen" });
    await card.waitFor();
    expect((await resets()).streamed).toContain("window_exceeded");
    await expectEventually(() => card.getByText(tour.plate).count()).toBe(1);
    await page.close();
    await proxy.close();
    await other.stop();
  });

  it("a board in a hidden tab stays up to date although the browser paints no frames", async () => {
    const tour = await aRunningTour(colleague, 2);
    const dispatchCase = await anOpenCase(colleague, "Verborgen");
    const page = await product.look(await product.signIn("bestattung"), { path: "/?tab=all&q=Verborgen" });
    await page.getByText("Live", { exact: true }).waitFor();
    const card = page.getByRole("option").filter({ hasText: "Verborgen" });
    await card.waitFor();
    await page.evaluate(() => {
      window.requestAnimationFrame = () => 0;
    });
    await carryOutAction(colleague, dispatchCase.id, { action: "ASSIGN", tour_id: tour.id });
    await expectEventually(() => card.getByText(tour.plate).count()).toBe(1);
    await page.close();
  });

  it("the board shows a critical message although the live stream has no event for it", async () => {
    const page = await product.look(await product.signIn("bestattung"));
    await page.getByText("Live", { exact: true }).waitFor();
    const [branch] = await colleague.api.getBranches();
    const title = "A9 gesperrt bei Deutschfeistritz";
    await colleague.api.createCriticalMessage({ branch_id: branch?.id ?? "", title });
    await page.getByText(title).first().waitFor();
    await page.close();
  });
});
