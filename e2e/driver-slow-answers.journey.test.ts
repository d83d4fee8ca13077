import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { funeralCaseRequest } from "../apps/api/src/testing/cases";
import { hasChromium } from "./browser";
import { expectEventually, type OpenedConsole, openConsole } from "./console-testkit";
import { openDriverPhone, beginShift, planDriverTour, pressPrimary, signInOnPhone } from "./driver/driver-testkit";
import { holdAnswer } from "./driver/held-answer";
import { readTableRows } from "./driver/phone-rows";
import { goBackToList, unassignCase } from "./driver/scenes/taken-case";
import { linkStateOf } from "./tours-testkit";

describe.skipIf(!hasChromium)("answers that stay away (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  beforeAll(async () => {
    product = await openConsole();
  });
  afterAll(() => product.close());

  it("the driver app takes steps while answers are missing, shows which step waits, and undoes none", async () => {
    const phone = await openDriverPhone(product, "bestattung", { prepare: disableTimeouts });
    const { page, context } = phone;
    const drafts = ["Fuchs, Anna", "Lang, Theresia"].map((display_name) => funeralCaseRequest({ display_name }));
    const { dispatcher, tour, ids } = await planDriverTour(await product.signIn("bestattung"), phone, drafts);
    const [first = "", second = ""] = ids;
    await signInOnPhone(product, "bestattung", phone);
    await beginShift(page);
    for (const _id of ids) await pressPrimary(page, "Annehmen");
    for (const id of ids) await expectEventually(() => linkStateOf(dispatcher, id, tour.id)).toBe("ACCEPTED");
    const open = async (name: string) => {
      await goBackToList(page);
      await page.getByRole("button", { name }).click();
      await page.getByRole("heading", { name }).waitFor();
    };

    await open("Fuchs, Anna");
    // An answer from before the step would leave the row of the step on the phone.
    const fetched = await holdAnswer(page, /\/cases-request$/, (text) => text.includes('"state":"STARTED"'));
    await pressPrimary(page, "Losfahren");
    await fetched.isThere;
    const arrived = await holdAnswer(page, /\/send_action$/);
    await pressPrimary(page, "Angekommen");
    await expectEventually(() => linkStateOf(dispatcher, first, tour.id)).toBe("ARRIVED");
    await fetched.letThrough();
    // Sent rows leave the phone while the next step waits for its answer, and so does that one afterwards.
    await expectEventually(() => readTableRows(page, "outbox")).toHaveLength(1);
    const { lock_version } = await dispatcher.api.getCase({ id: first });
    await expectEventually(() => readTableRows(page, "cases")).toContainEqual(
      expect.stringContaining(`id ${first} lock_version ${lock_version} `),
    );
    await arrived.letThrough();
    await expectEventually(() => readTableRows(page, "outbox")).toEqual([]);

    await open("Lang, Theresia");
    const answered = await holdAnswer(page, /\/send_action$/);
    await pressPrimary(page, "Losfahren");
    await page.getByText("1 wird gesendet").waitFor();
    await pressPrimary(page, "Angekommen");
    await page.getByText("2 werden gesendet").waitFor();
    await answered.letThrough();
    await expectEventually(() => linkStateOf(dispatcher, second, tour.id)).toBe("ARRIVED");
    await page.getByText("Verbunden").waitFor();

    await goBackToList(page);
    const late = await holdAnswer(page, /\/cases-request$/);
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await late.isThere;
    await unassignCase({ api: dispatcher.api, tour }, second);
    await expectEventually(() => readTableRows(page, "cases")).toHaveLength(1);
    await late.letThrough();
    expect(await readTableRows(page, "cases")).toHaveLength(1);
    await context.close();
  });
});

/** Disables timeouts: a call waits as long as its answer is held back. */
const disableTimeouts = (page: Page) =>
  page.addInitScript(() => Object.assign(AbortSignal, { timeout: () => new AbortController().signal }));
