import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type FaultProxy, startFaultProxy } from "../apps/api/src/testing/fault-proxy";
import { hasBrowser } from "./browser";
import { type Colleague, type OpenedConsole, openConsole } from "./console-testkit";
import { aBusyMinute, aDayBefore, drive, onScreen } from "./outage-testkit";

const CUT_MS = 60_000;

describe.skipIf(!hasBrowser)("a board that was cut off (needs /usr/bin/chromium)", () => {
  let desk: OpenedConsole;
  let colleague: Colleague;
  let driver: Colleague;
  let proxy: FaultProxy;
  beforeAll(async () => {
    desk = await openConsole();
    colleague = await desk.signIn("bestattung", "dispo2");
    driver = await desk.signIn("bestattung", "fahrer01");
    proxy = await startFaultProxy(desk.port, {});
  });
  afterAll(async () => {
    await proxy.close();
    await desk.close();
  });

  it("shows after a minute without a connection what a board shows that has just been opened", async () => {
    const before = await aDayBefore(colleague, driver);
    const snapshots: string[] = [];
    const own = await desk.signIn("bestattung");
    const options = { path: `/?tab=all&vehicle=${before.first.vehicle_id}`, viewport: { width: 1600, height: 2400 } };
    // The minute passes on the page's own clock: all its timers come due as they would, and nobody waits for it.
    const prepare = (page: Page) => page.clock.install({ time: desk.clock.now() });
    const page = await desk.look(own, { ...options, base: proxy.url, prepare });
    await page.getByText("Live", { exact: true }).waitFor();
    await page.getByText(/36 km\/h/).waitFor();
    const stale = await onScreen(page);

    proxy.down();
    await page.getByText(/^Verbindung verloren, Stand/).waitFor();
    page.on("request", (request) => {
      const isSnapshot = request.url().endsWith("/dashboard") && request.headers()["accept"] !== "text/event-stream";
      if (isSnapshot) snapshots.push(request.url());
    });
    await aBusyMinute(colleague, before);
    await drive(driver, 72);
    await page.clock.runFor(CUT_MS);
    expect(await onScreen(page)).toEqual(stale);
    proxy.up();

    await page.getByText("Live", { exact: true }).waitFor();
    await page.getByRole("button", { name: /neue/ }).click();
    // A minute later, too.
    const later = (fresh: Page) => fresh.clock.install({ time: desk.clock.now().getTime() + CUT_MS });
    const fresh = await desk.look(own, { ...options, prepare: later });
    await fresh.getByText("Live", { exact: true }).waitFor();
    await fresh.getByText(/72 km\/h/).waitFor();
    // Both are read again each time: some of it changes by the minute.
    const areTheSame = async () => expect(await onScreen(page)).toEqual(await onScreen(fresh));
    await vi.waitFor(areTheSame, { timeout: 15_000, interval: 50 });
    const wanted = await onScreen(fresh);
    // The comparison is of something: all that was done has left its mark.
    expect(wanted.queue.join("\n")).toMatch(/Neu in der Störung[^]*Umbenannt in der Störung/);
    expect(wanted).not.toEqual(stale);
    // It was the stream that told it, not a board fetched again.
    expect(snapshots).toEqual([]);
    await Promise.all([page.close(), fresh.close()]);
  });
});
