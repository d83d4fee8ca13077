import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { funeralCaseRequest } from "../apps/api/src/testing/cases";
import { hasChromium } from "./browser";
import { expectEventually, type OpenedConsole, openConsole } from "./console-testkit";
import {
  openDriverPhone,
  beginShiftOnScreen,
  planDriverTour,
  pressPrimaryButton,
  signInOnPhone,
  unassignCase,
} from "./driver/driver-testkit";
import { holdBackFirstAnswer } from "./driver/held-answer";
import { readPhoneTableRows } from "./driver/phone-rows";
import { goBackToList } from "./driver/scenes/taken-case";
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
    await beginShiftOnScreen(page);
    for (const _id of ids) await pressPrimaryButton(page, "Annehmen");
    for (const id of ids) await expectEventually(() => linkStateOf(dispatcher, id, tour.id)).toBe("ACCEPTED");
    const open = async (name: string) => {
      await goBackToList(page);
      await page.getByRole("button", { name }).click();
      await page.getByRole("heading", { name }).waitFor();
    };

    await open("Fuchs, Anna");
    // An answer from before the step would leave the row of the step on the phone.
    const fetched = await holdBackFirstAnswer(page, /\/cases-request$/, (text) => text.includes('"state":"STARTED"'));
    await pressPrimaryButton(page, "Losfahren");
    await fetched.isThere;
    const arrived = await holdBackFirstAnswer(page, /\/send_action$/);
    await pressPrimaryButton(page, "Angekommen");
    await expectEventually(() => linkStateOf(dispatcher, first, tour.id)).toBe("ARRIVED");
    await fetched.letThrough();
    // Sent rows leave the phone while the next step waits for its answer, and so does that one afterwards.
    await expectEventually(() => readPhoneTableRows(page, "outbox")).toHaveLength(1);
    const { lock_version } = await dispatcher.api.getCase({ id: first });
    await expectEventually(() => readPhoneTableRows(page, "cases")).toContainEqual(
      expect.stringContaining(`id ${first} lock_version ${lock_version} `),
    );
    await arrived.letThrough();
    await expectEventually(() => readPhoneTableRows(page, "outbox")).toEqual([]);

    await open("Lang, Theresia");
    const answered = await holdBackFirstAnswer(page, /\/send_action$/);
    await pressPrimaryButton(page, "Losfahren");
    await page.getByText("1 wird gesendet").waitFor();
    await pressPrimaryButton(page, "Angekommen");
    await page.getByText("2 werden gesendet").waitFor();
    await answered.letThrough();
    await expectEventually(() => linkStateOf(dispatcher, second, tour.id)).toBe("ARRIVED");
    await page.getByText("Verbunden").waitFor();

    await goBackToList(page);
    const late = await holdBackFirstAnswer(page, /\/cases-request$/);
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await late.isThere;
    await unassignCase({ api: dispatcher.api, tour }, second);
    await expectEventually(() => readPhoneTableRows(page, "cases")).toHaveLength(1);
    await late.letThrough();
    expect(await readPhoneTableRows(page, "cases")).toHaveLength(1);
    await context.close();
  });
});

/** Disables timeouts: a call waits as long as its answer is held back. */
const disableTimeouts = (page: Page) =>
  page.addInitScript(() => Object.assign(AbortSignal, { timeout: () => new AbortController().signal }));
