import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aFuneralCase } from "../apps/api/src/testing/cases";
import { hasBrowser } from "./browser";
import { eventually, type OpenedConsole, openConsole } from "./console-testkit";
import { aPhone, beginShift, planTour, press, signInOn } from "./driver/driver-testkit";
import { holdAnswer } from "./driver/held-answer";
import { rowsOf } from "./driver/phone-rows";
import { goToList, takeBack } from "./driver/scenes/taken-case";
import { stateOf } from "./tours-testkit";

describe.skipIf(!hasBrowser)("answers that stay away (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  beforeAll(async () => {
    product = await openConsole();
  });
  afterAll(() => product.close());

  it("missing answers delay no step while the shift is fetched, are shown where a step waits, and undo nothing", async () => {
    const phone = await aPhone(product, "bestattung", { prepare: waitForAnswers });
    const { page, context } = phone;
    const drafts = ["Fuchs, Anna", "Lang, Theresia"].map((display_name) => aFuneralCase({ display_name }));
    const { dispatcher, tour, ids } = await planTour(await product.signIn("bestattung"), phone, drafts);
    const [first = "", second = ""] = ids;
    await signInOn(product, "bestattung", phone);
    await beginShift(page);
    for (const _id of ids) await press(page, "Annehmen");
    for (const id of ids) await eventually(() => stateOf(dispatcher, id, tour.id)).toBe("ACCEPTED");
    const open = async (name: string) => {
      await goToList(page);
      await page.getByRole("button", { name }).click();
      await page.getByRole("heading", { name }).waitFor();
    };

    await open("Fuchs, Anna");
    const fetched = await holdAnswer(page, /\/cases-request$/);
    await press(page, "Losfahren");
    await fetched.isThere;
    const arrived = await holdAnswer(page, /\/send_action$/);
    await press(page, "Angekommen");
    await eventually(() => stateOf(dispatcher, first, tour.id)).toBe("ARRIVED");
    await fetched.letThrough();
    // Sent rows leave the phone while the next step waits for its answer, and so does that one afterwards.
    await eventually(() => rowsOf(page, "outbox")).toHaveLength(1);
    const { lock_version } = await dispatcher.api.getCase({ id: first });
    await eventually(() => rowsOf(page, "cases")).toContainEqual(
      expect.stringContaining(`id ${first} lock_version ${lock_version} `),
    );
    await arrived.letThrough();
    await eventually(() => rowsOf(page, "outbox")).toEqual([]);

    await open("Lang, Theresia");
    const answered = await holdAnswer(page, /\/send_action$/);
    await press(page, "Losfahren");
    await page.getByText("1 wird gesendet").waitFor();
    await press(page, "Angekommen");
    await page.getByText("2 werden gesendet").waitFor();
    await answered.letThrough();
    await eventually(() => stateOf(dispatcher, second, tour.id)).toBe("ARRIVED");
    await page.getByText("Verbunden").waitFor();

    await goToList(page);
    const late = await holdAnswer(page, /\/cases-request$/);
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await late.isThere;
    await takeBack({ api: dispatcher.api, tour }, second);
    await eventually(() => rowsOf(page, "cases")).toHaveLength(1);
    await late.letThrough();
    expect(await rowsOf(page, "cases")).toHaveLength(1);
    await context.close();
  });
});

/** Disables timeouts: a call waits as long as its answer is held back. */
const waitForAnswers = (page: Page) =>
  page.addInitScript(() => Object.assign(AbortSignal, { timeout: () => new AbortController().signal }));
