import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../apps/api/src/platform/database/sql";
import { funeralCaseRequest } from "../apps/api/src/testing/cases";
import { testClock } from "../apps/api/src/testing/test-clock";
import { hasChromium } from "./browser";
import { expectEventually, type OpenedConsole, openConsole } from "./console-testkit";
import {
  openDriverPhone,
  assignNewCaseTo,
  beginShiftOnScreen,
  planDriverTour,
  pressPrimaryButton,
  signInOnPhone,
  unassignCase,
} from "./driver/driver-testkit";

/** Default time for crews to answer, and a moment more. */
const ANSWER_TIME_PASSED = { seconds: 121 };

describe.skipIf(!hasChromium)("an alarm without an answer (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  beforeAll(async () => {
    product = await openConsole();
  });
  afterAll(() => product.close());

  const alarmsOf = async (case_id: string) =>
    product.db.system.many<{ channel: string; recipient: string; body: string }>(sql`
      select channel, recipient, body from outbox_messages
      where case_id = ${case_id} and purpose = 'CASE_ALARM' order by seq`);
  const channelsOf = async (id: string) => (await alarmsOf(id)).map(({ channel }) => channel);

  it("an unanswered alarm is followed by an SMS and a call without names, until the driver answers or the dispatcher unassigns", async () => {
    const phone = await openDriverPhone(product, "bestattung");
    const { page, context, number } = phone;
    const { dispatcher, tour } = await planDriverTour(await product.signIn("bestattung"), phone, []);
    await signInOnPhone(product, "bestattung", phone);
    await beginShiftOnScreen(page);
    const assign = (display_name: string) => assignNewCaseTo(dispatcher, tour, funeralCaseRequest({ display_name }));
    await page.getByText("Gerade kein Fall.").waitFor();
    const [answered, takenBack, ignored] = [
      await assign("Fuchs, Alois"),
      await assign("Lang, Theresia"),
      await assign("Moser, Karl"),
    ];
    const all = [answered, takenBack, ignored];
    await page.getByRole("alertdialog").getByText("Danach noch 2 neue Fälle").waitFor();
    const passUnanswered = async () => {
      testClock.advance(ANSWER_TIME_PASSED);
      await page.clock.fastForward(ANSWER_TIME_PASSED.seconds * 1_000);
    };
    for (const channels of [["PUSH"], ["PUSH", "SMS"]]) {
      await passUnanswered();
      for (const id of all) await expectEventually(() => channelsOf(id)).toEqual(channels);
    }
    // The phone has fallen silent; the cases are on it, and can still be answered.
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    await page.getByText("Fuchs, Alois").first().waitFor();
    await pressPrimaryButton(page, "Annehmen");
    const acceptedAt = async () =>
      (await dispatcher.api.getCase({ id: answered })).tour_case_states?.map(({ accepted_at }) => accepted_at);
    await expectEventually(acceptedAt).not.toContain(null);
    await unassignCase({ api: dispatcher.api, tour }, takenBack);
    await page.getByText("Lang, Theresia").waitFor({ state: "detached" });

    await passUnanswered();
    await expectEventually(() => channelsOf(ignored)).toEqual(["PUSH", "SMS", "ROBO_CALL"]);
    for (const id of [answered, takenBack]) expect(await channelsOf(id)).toEqual(["PUSH", "SMS"]);
    for (const { recipient, body } of (await alarmsOf(ignored)).filter(({ channel }) => channel !== "PUSH")) {
      expect(recipient).toBe(number);
      expect(body).not.toContain("Moser");
    }
    await context.close();
  });
});
