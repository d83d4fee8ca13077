import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { funeralCaseRequest } from "../apps/api/src/testing/cases";
import { hasChromium } from "./browser";
import { expectEventually, type OpenedConsole, openConsole } from "./console-testkit";
import {
  openDriverPhone,
  assignNewCaseTo,
  beginShiftOnScreen,
  planDriverTour,
  pressPrimaryButton,
  signInOnPhone,
  typePin,
} from "./driver/driver-testkit";

describe.skipIf(!hasChromium)("two windows of the drivers' app (needs /usr/bin/chromium)", () => {
  let opened: OpenedConsole;
  beforeAll(async () => {
    opened = await openConsole();
  });
  afterAll(() => opened.close());

  it("two windows of the driver app share one stream, even after the one that reads it is closed, and send a step once", async () => {
    const phone = await openDriverPhone(opened, "bestattung");
    const { page: first, context } = phone;
    const readers: Page[] = [];
    context.on("request", (request) => {
      if (request.headers()["accept"]?.includes("event-stream")) readers.push(request.frame().page());
    });
    const { dispatcher, tour, ids } = await planDriverTour(await opened.signIn("bestattung"), phone, [
      funeralCaseRequest({ display_name: "Lang, Theresia" }),
    ]);
    const [id = ""] = ids;
    await signInOnPhone(opened, "bestattung", phone);
    await beginShiftOnScreen(first);
    await first.getByText("Lang, Theresia").first().waitFor();
    const second = await context.newPage();
    await second.goto(`${opened.url}/driver/`);
    await typePin(second);
    await second.getByText("Lang, Theresia").first().waitFor();
    expect(readers).toHaveLength(1);

    const windows = [first, second];
    const hear = (seeing: readonly Page[], name: string) =>
      Promise.all(seeing.map((page) => page.getByText(name).first().waitFor()));
    await assignNewCaseTo(dispatcher, tour, funeralCaseRequest({ display_name: "Moser, Anton" }));
    await hear(windows, "Moser, Anton");
    expect(readers).toHaveLength(1);

    await readers[0]?.close();
    const [left] = windows.filter((page) => !page.isClosed());
    if (left === undefined) throw new Error("Both windows are closed.");
    await assignNewCaseTo(dispatcher, tour, funeralCaseRequest({ display_name: "Nagl, Berta" }));
    await hear([left], "Nagl, Berta");
    expect(readers).toHaveLength(2);

    await pressPrimaryButton(left, "Annehmen");
    const states = async () =>
      (await dispatcher.api.getCaseStateHistory({ id })).filter(({ transition }) => transition === "ACCEPT");
    await expectEventually(async () => (await states()).length).toBe(1);
    await context.close();
  });
});
