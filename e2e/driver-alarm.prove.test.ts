import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { funeralCaseRequest } from "../apps/api/src/testing/cases";
import { hasChromium } from "./browser";
import { expectEventually } from "./console-testkit";
import {
  restAreaBreakdownRequest,
  AlarmScene,
  alarmDialog,
  assignNewCaseToAlarmCrew,
  countRingsUntilTakenBack,
  countAlarmSounds,
} from "./driver/scenes/alarm-scene";
import { pressPrimaryButton, typePin } from "./driver/driver-testkit";
import { assertMutantApplies, type SourceMutant } from "./driver/planted-page";

/** The phone polls every twenty seconds while it has no stream. */
const POLL_MS = 20_000;
const SHOWN_WITHIN_MS = 2_000;

const mutantWithoutPoll = assertMutantApplies({
  file: "work/sending.ts",
  from: "if (!isStreamOpen || isShiftStale())",
  to: "if (Date.now() < 0)",
});
const mutantRingingTwice = assertMutantApplies({
  file: "features/alarm/alarm.ts",
  from: "key: `${dispatchCase.id} ${link.tour_id} ${link.answer_until}`",
  to: "key: `${dispatchCase.id} ${link.tour_id} ${Math.random()}`",
});
const mutantReceiptWithAnswer = assertMutantApplies({
  file: "work/shift.ts",
  from: "const receipts = cases.flatMap(",
  to: `const receipts = cases.filter(({ tour_case_states }) =>
    tour_case_states?.some(({ accepted_at }) => accepted_at !== null)).flatMap(`,
});

describe.skipIf(!hasChromium)(
  "alarms in time, and with a faulty app (needs /usr/bin/chromium)",
  { timeout: 120_000 },
  () => {
    let alarms: AlarmScene;
    beforeAll(async () => {
      alarms = await AlarmScene.open();
    });
    afterAll(() => alarms.close());

    it("the phone rings within two seconds after a case is assigned", async () => {
      const shift = await alarms.aShift("pannenhilfe");
      await assignNewCaseToAlarmCrew(shift, restAreaBreakdownRequest());
      await alarmDialog(shift.page).waitFor({ timeout: SHOWN_WITHIN_MS });
    });

    it("the test of alarms detects a driver app that rings several times because an alarm's key changes", async () => {
      expect((await (await countRingsUntilTakenBack(alarms, mutantRingingTwice))()).rings).toBeGreaterThan(1);
    });

    it("the dispatcher sees that a case has reached the phone before the driver answers", async () => {
      expect(await isReceivedFirst()).toBe(true);
    });

    it("the test of alarms detects a driver app that sends the receipt only with the answer", async () => {
      expect(await isReceivedFirst(mutantReceiptWithAnswer)).toBe(false);
    });

    /** Whether the case had reached the phone when it was accepted, as the dispatcher reads it afterwards. */
    async function isReceivedFirst(mutant?: SourceMutant): Promise<boolean> {
      const shift = await alarms.aShift("bestattung", mutant);
      const id = await assignNewCaseToAlarmCrew(shift, funeralCaseRequest({ display_name: "Weber, Rosa" }));
      await alarmDialog(shift.page).waitFor();
      await pressPrimaryButton(shift.page, "Annehmen");
      await expectEventually(async () => (await shift.link(id))?.accepted_at).not.toBeNull();
      await expectEventually(async () => (await shift.link(id))?.device_received_at).not.toBeNull();
      const { accepted_at, device_received_at } = (await shift.link(id)) ?? {};
      return Date.parse(device_received_at ?? "") <= Date.parse(accepted_at ?? "");
    }

    it("the phone rings at its next poll while its stream is cut", async () => {
      expect(await ringsWithoutStream()).toBe(true);
    });

    it("the test of alarms detects a driver app without polling, which does not ring while the stream is cut", async () => {
      expect(await ringsWithoutStream(mutantWithoutPoll)).toBe(false);
    });

    async function ringsWithoutStream(mutant?: SourceMutant): Promise<boolean> {
      const shift = await alarms.aShift("bestattung", mutant);
      const { page } = shift;
      await page.route("**/api/v1/dashboard", (route) => route.abort());
      // An open stream would be kept: after a reload the page never gets one.
      await page.reload();
      const fetched = page.waitForResponse((response) => response.url().includes("/api/v1/cases"));
      await typePin(page);
      await fetched;
      await page.getByText("Gerade kein Fall.").waitFor();
      await assignNewCaseToAlarmCrew(shift, funeralCaseRequest({ display_name: "Moser, Karl" }));
      return alarmDialog(page)
        .waitFor({ timeout: POLL_MS + SHOWN_WITHIN_MS })
        .then(
          () => true,
          () => false,
        );
    }

    it("the dispatcher sees that a case has reached the phone before the driver rejects it, which requires a reason", async () => {
      const shift = await alarms.aShift("bestattung");
      const { page } = shift;
      const id = await assignNewCaseToAlarmCrew(shift, funeralCaseRequest({ display_name: "Lang, Theresia" }));
      await alarmDialog(page).waitFor();
      await expectEventually(async () => (await shift.link(id))?.device_received_at).not.toBeNull();
      expect((await shift.link(id))?.accepted_at).toBeNull();
      await alarmDialog(page).getByRole("button", { name: "Ablehnen …" }).click();
      await page.getByRole("radio", { name: "Fahrzeug" }).check();
      await expectEventually(() => countAlarmSounds(page)).toEqual({ rings: 1, sounding: 0 });
      await pressPrimaryButton(page, "Ablehnen");
      await expectEventually(async () => (await shift.link(id))?.bucket).toBe("unassigned");
      await alarmDialog(page).waitFor({ state: "detached" });
    });
  },
);
