import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { funeralCaseRequest, roadsideCaseRequest } from "../../../apps/api/src/testing/cases";
import { type SignedInColleague, expectEventually, type OpenedConsole, openConsole } from "../../console-testkit";
import { phoneOptionsWithMutant } from "../driver-build";
import {
  openDriverPhone,
  assignNewCaseTo,
  beginShiftOnScreen,
  planDriverTour,
  signInOnPhone,
  endTour,
  unassignCase,
} from "../driver-testkit";
import { countPhoneTableRows } from "../phone-rows";
import type { SourceMutant } from "../planted-page";
import { linkOfCase } from "../../tours-testkit";

const positionBeforeShift = { latitude: 47.06, longitude: 15.42 };

/**
 * The product with drivers who are alarmed; each has a phone and a vehicle of their own, because codes by SMS are
 * limited for each number.
 */
export class AlarmScene {
  private place = 0;

  private constructor(readonly product: OpenedConsole) {}

  static async open(): Promise<AlarmScene> {
    return new AlarmScene(await openConsole());
  }

  close = () => this.product.close();

  nextPlace = () => this.place++;

  /** A driver whose shift has begun, without cases yet. */
  async aShift(company: SignedInColleague["company"], mutant?: SourceMutant) {
    const { product } = this;
    const phone = await openDriverPhone(product, company, {
      place: this.nextPlace(),
      position: positionBeforeShift,
      prepare: listenToSound,
      ...(await phoneOptionsWithMutant(mutant)),
    });
    const { dispatcher, tour } = await planDriverTour(await product.signIn(company), phone, []);
    const { api } = dispatcher;
    onTestFinished(() => endTour(api, tour.id));
    await signInOnPhone(product, company, phone);
    await beginShiftOnScreen(phone.page);
    await phone.page.getByText("Gerade kein Fall.").waitFor();
    await expectEventually(async () => (await api.getTour({ id: tour.id })).status).toBe("STARTED");
    const link = (id: string) => linkOfCase(dispatcher, id, tour.id);
    return { phone, page: phone.page, dispatcher, api, tour, link };
  }
}
type AlarmShift = Awaited<ReturnType<AlarmScene["aShift"]>>;

export const assignNewCaseToAlarmCrew = (
  { dispatcher, tour }: AlarmShift,
  draft: ReturnType<typeof funeralCaseRequest>,
) => assignNewCaseTo(dispatcher, tour, draft);

export const restAreaBreakdownRequest = () => {
  const draft = roadsideCaseRequest({ display_name: "G 123 AB" });
  const source_address = { name: "Rastplatz Kaiserwald", city: "Premstätten", lat: 46.98, lon: 15.41 };
  return {
    ...draft,
    rsa_data: { ...draft.rsa_data, damage: { description: "Springt nicht an", on_motorway: true }, source_address },
  };
};

export const alarmDialog = (page: Page) => page.getByRole("alertdialog");

/** Number of rings for one case that the phone is told of several times. */
export async function countRingsUntilTakenBack(alarms: AlarmScene, mutant?: SourceMutant) {
  const shift = await alarms.aShift("bestattung", mutant);
  const { page, api } = shift;
  const id = await assignNewCaseToAlarmCrew(shift, funeralCaseRequest({ display_name: "Fuchs, Alois" }));
  await alarmDialog(page).getByRole("heading", { name: "Fuchs, Alois" }).waitFor();
  // The receipt, a note and changes of the case are no new alarms.
  await api.createCaseComment({ id, text: "Schlüssel beim Portier" });
  await expectEventually(async () => (await shift.link(id))?.device_received_at).not.toBeNull();
  const fetched = page.waitForResponse((response) => response.url().includes("/api/v1/cases"));
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  const known = await api.getCase({ id });
  await api.updateCase({
    ...funeralCaseRequest({ display_name: "Fuchs, Alois Josef" }),
    id,
    branch_id: shift.tour.branch?.id ?? null,
    lock_version: known.lock_version,
  });
  await fetched;
  await alarmDialog(page).getByRole("heading", { name: "Fuchs, Alois Josef" }).waitFor();
  await unassignCase(shift, id);
  await alarmDialog(page).waitFor({ state: "detached" });
  return () => countAlarmSounds(page);
}

/** Counts sounds where a person would hear them. */
async function listenToSound(page: Page) {
  await page.addInitScript(() => {
    const heard = { rings: 0, sounding: 0 };
    const { start, stop } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function play(...input) {
      heard.rings++;
      heard.sounding++;
      return start.apply(this, input);
    };
    AudioBufferSourceNode.prototype.stop = function end(...input) {
      heard.sounding--;
      return stop.apply(this, input);
    };
    Object.assign(window, { heard });
  });
}
/** Number of rings on the phone so far, and of sounds now. */
export const countAlarmSounds = (page: Page) =>
  page.evaluate(() => ({ ...(window as unknown as { heard: { rings: number; sounding: number } }).heard }));

/** Number of positions on the phone. */
export const countWaitingPositions = (page: Page) => countPhoneTableRows(page, "positions");
