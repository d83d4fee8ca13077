import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { funeralCaseRequest } from "../apps/api/src/testing/cases";
import { hasChromium } from "./browser";
import { expectEventually, type OpenedConsole, openConsole } from "./console-testkit";
import {
  openDriverPhone,
  assignNewCaseTo,
  beginShiftOnScreen,
  hideAppTemporarily,
  planDriverTour,
  signInOnPhone,
} from "./driver/driver-testkit";

describe.skipIf(!hasChromium)("a page of the drivers' app that stays open (needs /usr/bin/chromium)", () => {
  let office: OpenedConsole;
  beforeAll(async () => {
    office = await openConsole();
  });
  afterAll(() => office.close());

  it("the driver app, locked or not, contacts the server as soon as the network is back, and says that it is connected", async () => {
    const phone = await openDriverPhone(office, "bestattung", { place: 5 });
    const { page, context } = phone;
    await signInOnPhone(office, "bestattung", phone);
    await page.getByText("Für Sie ist keine Tour geplant.").waitFor();
    const networkIs = (what: "online" | "offline") =>
      page.evaluate((name) => window.dispatchEvent(new Event(name)), what);
    // Nothing waits to be sent, the stream is still open, and the clock stands: the app's own polls never come.
    await page.clock.pauseAt(office.clock.now().getTime() + 60_000);
    const backAtOnce = async () => {
      await networkIs("offline");
      await page.getByRole("button", { name: "Offline" }).waitFor();
      await networkIs("online");
      await page.getByRole("button", { name: "Verbunden" }).waitFor();
    };
    await backAtOnce();
    await page.getByRole("button", { name: "Verbunden" }).click();
    await page.getByRole("button", { name: "Sperren" }).click();
    await page.getByText("PIN eingeben, um weiterzuarbeiten").waitFor();
    await backAtOnce();
    await context.close();
  });

  it("the driver app fetches an announced case again after a failed attempt, although its stream stays open", async () => {
    const phone = await openDriverPhone(office, "bestattung", { place: 6 });
    const { page, context } = phone;
    const { dispatcher, tour } = await planDriverTour(await office.signIn("bestattung"), phone, []);
    await signInOnPhone(office, "bestattung", phone);
    await beginShiftOnScreen(page);
    await page.getByText("Gerade kein Fall.").waitFor();
    let failures = 0;
    await page.route(/\/api\/v1\/tours\?/, (route) => {
      failures += 1;
      return route.abort();
    });
    await assignNewCaseTo(dispatcher, tour, funeralCaseRequest({ display_name: "Fuchs, Alois" }));
    await expectEventually(async () => failures).toBeGreaterThan(0);
    await page.unroute(/\/api\/v1\/tours\?/);
    expect(await page.getByRole("alertdialog").count()).toBe(0);
    // Coming back to the app is one of its regular looks.
    await (await hideAppTemporarily(page))();
    await page.getByRole("alertdialog").getByText("Fuchs").waitFor();
    await context.close();
  });
});
