import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { expectEventually } from "./console-testkit";
import {
  restAreaBreakdownRequest,
  AlarmScene,
  alarmDialog,
  assignNewCaseToAlarmCrew,
  countRingsUntilTakenBack,
  countAlarmSounds,
  countWaitingPositions,
} from "./driver/scenes/alarm-scene";
import { chooseOption, pressPrimaryButton } from "./driver/driver-testkit";

const depotPosition = { latitude: 47.07, longitude: 15.43 };

describe.skipIf(!hasChromium)("the phone as a device (needs /usr/bin/chromium)", () => {
  let alarms: AlarmScene;
  beforeAll(async () => {
    alarms = await AlarmScene.open();
  });
  afterAll(() => alarms.close());

  it("the phone rings for an assigned case, shows the distance, and sends the answer with an arrival time", async () => {
    const shift = await alarms.aShift("pannenhilfe");
    const { page } = shift;
    await shift.phone.context.setGeolocation(depotPosition);
    await expectEventually(() => countWaitingPositions(page)).toBeGreaterThan(0);
    const id = await assignNewCaseToAlarmCrew(shift, restAreaBreakdownRequest());
    await alarmDialog(page).waitFor();
    await expectEventually(() => countAlarmSounds(page)).toEqual({ rings: 1, sounding: 1 });
    await alarmDialog(page).getByText("Autobahn: Warnweste, absichern").waitFor();
    await alarmDialog(page)
      .getByText(/\d km · \d+ min/)
      .waitFor();
    await expectEventually(async () => (await shift.link(id))?.device_received_at).not.toBeNull();

    await page.getByRole("button", { name: "Leiser" }).click();
    await chooseOption(page.getByRole("radio", { name: "30" }));
    const minute = () => alarms.product.clock.now().getTime() / 60_000;
    const from = minute();
    await pressPrimaryButton(page, /Annehmen\s*Ankunft gegen \d\d:\d\d/);
    await alarmDialog(page).waitFor({ state: "detached" });
    const tapped = { from, until: minute() };
    await expectEventually(() => countAlarmSounds(page)).toEqual({ rings: 1, sounding: 0 });
    await page.getByRole("heading", { name: "G 123 AB" }).waitFor();
    await expectEventually(async () => (await shift.link(id))?.accepted_at).not.toBeNull();
    const { eta } = (await shift.link(id)) ?? {};
    // The arrival counts from the time of the tap, however long ago that was.
    const minutes = Date.parse(eta ?? "") / 60_000;
    expect(minutes).toBeGreaterThanOrEqual(tapped.from + 29);
    expect(minutes).toBeLessThanOrEqual(tapped.until + 30);
  });

  it("the phone rings once for a case, and falls silent when the dispatcher unassigns it", async () => {
    await expectEventually(await countRingsUntilTakenBack(alarms)).toEqual({ rings: 1, sounding: 0 });
  });
});
