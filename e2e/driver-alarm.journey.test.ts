import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../apps/api/src/platform/database/sql";
import { aFuneralCase, aRoadsideCase } from "../apps/api/src/testing/cases";
import { hasBrowser } from "./browser";
import { type Colleague, eventually, findAxeFaults, type OpenedConsole, openConsole } from "./console-testkit";
import { builtWith } from "./driver/driver-build";
import {
  aPhone,
  assignTo,
  beginShift,
  type DriverPhone,
  planTour,
  press,
  signInOn,
  typePin,
} from "./driver/driver-testkit";
import { aMutant, type Mutant } from "./driver/planted-page";
import { hasTime } from "./has-time";

type Company = Colleague["company"];

const depot = { latitude: 47.07, longitude: 15.43 };
const before = { latitude: 47.06, longitude: 15.42 };
/** The phone asks every twenty seconds while it hears nothing. */
const POLL_MS = 20_000;
const ON_SCREEN_MS = 2_000;

const noPoll = aMutant({ file: "work/sending.ts", from: "if (!isStreamOpen)", to: "if (Date.now() < 0)" });
const twoRings = aMutant({
  file: "features/alarm/alarm.ts",
  from: "key: `${dispatchCase.id} ${link.tour_id} ${link.answer_until}`",
  to: "key: `${dispatchCase.id} ${link.tour_id} ${Math.random()}`",
});
const receiptWithAnswer = aMutant({
  file: "work/shift.ts",
  from: "const receipts = cases.flatMap(",
  to: `const receipts = cases.filter(({ tour_case_states }) =>
    tour_case_states?.some(({ accepted_at }) => accepted_at !== null)).flatMap(`,
});

describe.skipIf(!hasBrowser || !hasTime)("the phone as a device (needs /usr/bin/chromium, not in CI)", () => {
  let desk: OpenedConsole;
  const ends: (() => unknown)[] = [];
  /** Everybody has a phone and a vehicle of their own; codes by SMS are few for each number. */
  let place = 0;
  beforeAll(async () => {
    desk = await openConsole();
  });
  afterAll(() => desk.close());
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });

  /** A driver whose shift has begun, with nothing to do yet. */
  async function aShift(company: Company, mutant?: Mutant) {
    const phone = await aPhone(desk, company, {
      place: place++,
      position: before,
      prepare: listenToSound,
      ...(await builtWith(mutant, ends)),
    });
    const { dispatcher, tour } = await planTour(await desk.signIn(company), phone, []);
    const { api } = dispatcher;
    ends.push(() => endTour(api, tour.id));
    await signInOn(desk, company, phone);
    await beginShift(phone.page);
    await phone.page.getByText("Gerade kein Fall.").waitFor();
    await eventually(async () => (await api.getTour({ id: tour.id })).status).toBe("STARTED");
    return { phone, page: phone.page, dispatcher, api, tour };
  }
  type Shift = Awaited<ReturnType<typeof aShift>>;

  /** What rings for one test must not be heard in the next. */
  async function endTour(api: Colleague["api"], id: string) {
    const { status, open_cases } = await api.getTour({ id });
    if (status !== "STARTED") return;
    for (const { id: caseId, lock_version: version } of open_cases)
      await api.receiveAction({ id: caseId, tour_id: id, action: "UNASSIGN", reason: "Ende", lock_version: version });
    await api.finishTour({ id, lock_version: (await api.getTour({ id })).lock_version });
  }

  const assign = ({ dispatcher, tour }: Shift, draft: ReturnType<typeof aFuneralCase>) =>
    assignTo(dispatcher, tour, draft);
  async function takeBack({ api, tour: { id: tour_id } }: Shift, id: string) {
    const { lock_version } = await api.getCase({ id });
    await api.receiveAction({ id, tour_id, action: "UNASSIGN", reason: "Storno", lock_version });
  }
  const linkOf = async ({ api, tour: { id: tour_id } }: Shift, id: string) =>
    (await api.getCase({ id })).tour_case_states?.find((link) => link.tour_id === tour_id);
  const aBreakdown = () => {
    const draft = aRoadsideCase({ display_name: "G 123 AB" });
    const source_address = { name: "Rastplatz Kaiserwald", city: "Premstätten", lat: 46.98, lon: 15.41 };
    return {
      ...draft,
      rsa_data: { ...draft.rsa_data, damage: { description: "Springt nicht an", on_motorway: true }, source_address },
    };
  };
  const alarmOn = (page: Page) => page.getByRole("alertdialog");

  it("rings within two seconds of the assignment, says how far it is, and takes the answer with an arrival", async () => {
    const shift = await aShift("pannenhilfe");
    const { page } = shift;
    await shift.phone.context.setGeolocation(depot);
    await eventually(() => waitingPositions(page)).toBeGreaterThan(0);
    const id = await assign(shift, aBreakdown());
    await alarmOn(page).waitFor({ timeout: ON_SCREEN_MS });
    expect(await sounding(page)).toEqual({ rings: 1, sounding: 1 });
    await alarmOn(page).getByText("Autobahn: Warnweste, absichern").waitFor();
    await alarmOn(page)
      .getByText(/\d km · \d+ min/)
      .waitFor();
    expect(await findAxeFaults(page)).toEqual([]);
    await eventually(async () => (await linkOf(shift, id))?.device_received_at).not.toBeNull();

    await page.getByRole("button", { name: "Leiser" }).click();
    await page.getByRole("radio", { name: "30" }).check({ force: true });
    await press(page, /Annehmen\s*Ankunft gegen \d\d:\d\d/);
    await alarmOn(page).waitFor({ state: "detached" });
    expect(await sounding(page)).toEqual({ rings: 1, sounding: 0 });
    await page.getByRole("heading", { name: "G 123 AB" }).waitFor();
    await eventually(async () => (await linkOf(shift, id))?.accepted_at).not.toBeNull();
    const { eta } = (await linkOf(shift, id)) ?? {};
    const minutes = (Date.parse(eta ?? "") - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(28);
    expect(minutes).toBeLessThanOrEqual(30);
  });

  it("rings once for a case, and falls silent when the desk takes it back", async () => {
    expect(await ringsUntilTakenBack()).toEqual({ rings: 1, sounding: 0 });
  });

  it("would ring again and again with a key that changes", async () => {
    expect((await ringsUntilTakenBack(twoRings)).rings).toBeGreaterThan(1);
  });

  /** How often it has rung for one case that the phone hears of several times. */
  async function ringsUntilTakenBack(mutant?: Mutant) {
    const shift = await aShift("bestattung", mutant);
    const { page, api } = shift;
    const id = await assign(shift, aFuneralCase({ display_name: "Fuchs, Alois" }));
    await alarmOn(page).getByRole("heading", { name: "Fuchs, Alois" }).waitFor();
    // The receipt, a note and what changes in the case are no new alarms.
    await api.createCaseComment({ id, text: "Schlüssel beim Portier" });
    await eventually(async () => (await linkOf(shift, id))?.device_received_at).not.toBeNull();
    const fetched = page.waitForResponse((response) => response.url().includes("/api/v1/cases"));
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    const known = await api.getCase({ id });
    await api.updateCase({
      ...aFuneralCase({ display_name: "Fuchs, Alois Josef" }),
      id,
      branch_id: shift.tour.branch?.id ?? null,
      lock_version: known.lock_version,
    });
    await fetched;
    await alarmOn(page).getByRole("heading", { name: "Fuchs, Alois Josef" }).waitFor();
    await takeBack(shift, id);
    await alarmOn(page).waitFor({ state: "detached" });
    return sounding(page);
  }

  it("tells the desk that a case has reached the phone before anybody answers it", async () => {
    expect(await isReceivedFirst()).toBe(true);
  }, 120_000);

  it("would not with a receipt that comes with the answer", async () => {
    expect(await isReceivedFirst(receiptWithAnswer)).toBe(false);
  }, 120_000);

  /** Whether the case had reached the phone when it was accepted, by what the desk reads afterwards. */
  async function isReceivedFirst(mutant?: Mutant): Promise<boolean> {
    const shift = await aShift("bestattung", mutant);
    const id = await assign(shift, aFuneralCase({ display_name: "Weber, Rosa" }));
    await alarmOn(shift.page).waitFor();
    await press(shift.page, "Annehmen");
    await eventually(async () => (await linkOf(shift, id))?.accepted_at).not.toBeNull();
    await eventually(async () => (await linkOf(shift, id))?.device_received_at).not.toBeNull();
    const { accepted_at, device_received_at } = (await linkOf(shift, id)) ?? {};
    return Date.parse(device_received_at ?? "") <= Date.parse(accepted_at ?? "");
  }

  it("asks for reasons before it rejects, and tells the desk", async () => {
    const shift = await aShift("bestattung");
    const { page } = shift;
    const id = await assign(shift, aFuneralCase({ display_name: "Lang, Theresia" }));
    await alarmOn(page).getByRole("button", { name: "Ablehnen …" }).click();
    await page.getByRole("radio", { name: "Fahrzeug" }).check();
    expect(await sounding(page)).toEqual({ rings: 1, sounding: 0 });
    await press(page, "Ablehnen");
    await eventually(async () => (await linkOf(shift, id))?.bucket).toBe("unassigned");
    expect(await alarmOn(page).count()).toBe(0);
  });

  it("rings also while the stream is cut, when it asks the next time", async () => {
    expect(await ringsWithoutStream()).toBe(true);
  });

  it("would not without asking", async () => {
    expect(await ringsWithoutStream(noPoll)).toBe(false);
  });

  async function ringsWithoutStream(mutant?: Mutant): Promise<boolean> {
    const shift = await aShift("bestattung", mutant);
    const { page } = shift;
    await page.route("**/api/v1/dashboard", (route) => route.abort());
    // A browser keeps what it has: the page begins again, and never hears anything.
    await page.reload();
    const fetched = page.waitForResponse((response) => response.url().includes("/api/v1/cases"));
    await typePin(page);
    await fetched;
    await page.getByText("Gerade kein Fall.").waitFor();
    await assign(shift, aFuneralCase({ display_name: "Moser, Karl" }));
    return alarmOn(page)
      .waitFor({ timeout: POLL_MS + ON_SCREEN_MS })
      .then(
        () => true,
        () => false,
      );
  }

  it("keeps where it was during the shift, with its times, and nothing of a break or of afterwards", async () => {
    const shift = await aShift("bestattung");
    const { page, phone, api, tour } = shift;
    await phone.context.setGeolocation(depot);
    await eventually(() => waitingPositions(page)).toBe(1);
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await eventually(async () => (await positionsOf(phone)).length).toBe(1);
    const [first] = await positionsOf(phone);
    expect(first).toMatchObject({ lat: depot.latitude, lon: depot.longitude });
    expect(Math.abs(Date.parse(first?.fixed_at ?? "") - Date.now())).toBeLessThan(60_000);

    await page.getByRole("button", { name: "Pause" }).click();
    await eventually(async () => (await api.getTour({ id: tour.id })).started_sub_state).toBe("ON_A_BREAK");
    await page.getByRole("button", { name: /Verbunden|gesendet/ }).click();
    await page.getByText("in der Pause wird nichts gespeichert").waitFor();
    expect(await page.locator(".sheet").getByRole("link", { name: "Leitstelle anrufen" }).getAttribute("href")).toMatch(
      /^tel:\+43/,
    );
    expect(await findAxeFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Schließen" }).click();
    await phone.context.setGeolocation({ latitude: 47.2, longitude: 15.5 });

    // Without network it goes on: what is kept is sent afterwards, with the time at which it was.
    await phone.context.setOffline(true);
    await page.getByRole("button", { name: "Weiterarbeiten" }).click();
    // A browser tells a place once, with the time at which it was set: that must not be in the break.
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await phone.context.setGeolocation({ latitude: 47.3, longitude: 15.6 });
    await eventually(() => waitingPositions(page)).toBe(1);
    const kept = Date.now();
    await page.getByRole("button", { name: /Offline/ }).click();
    await page.getByRole("button", { name: "Gespeichert ansehen" }).click();
    await page.getByRole("heading", { name: "Weitergearbeitet" }).waitFor();
    await page.getByRole("button", { name: "Zurück" }).click();
    await phone.context.setOffline(false);
    await eventually(async () => (await positionsOf(phone)).map(({ lat }) => lat)).toEqual([depot.latitude, 47.3]);
    const [, second] = await positionsOf(phone);
    expect(Date.parse(second?.fixed_at ?? "")).toBeLessThanOrEqual(kept);

    await page.getByRole("button", { name: /Verbunden|gesendet/ }).click();
    await page.getByRole("button", { name: "Schicht beenden" }).click();
    await press(page, "Senden und beenden");
    await eventually(async () => (await api.getTour({ id: tour.id })).status).toBe("FINISHED");
    await phone.context.setGeolocation({ latitude: 47.4, longitude: 15.7 });
    expect(await waitingPositions(page)).toBe(0);
    expect((await positionsOf(phone)).map(({ lat }) => lat)).toEqual([depot.latitude, 47.3]);
  });

  const positionsOf = ({ vehicle_id }: DriverPhone) =>
    desk.db.system.many<{ lat: number; lon: number; fixed_at: string }>(
      sql`select lat, lon, fixed_at from positions where vehicle_id = ${vehicle_id} order by fixed_at`,
    );

  it("writes a defect of the vehicle down with its mileage, and tells the desk", async () => {
    const phone = await aPhone(desk, "bestattung", { place: place++ });
    const { page } = phone;
    const { dispatcher, tour } = await planTour(await desk.signIn("bestattung"), phone, []);
    const { api } = dispatcher;
    await signInOn(desk, "bestattung", phone);
    await press(page, "Schicht beginnen");
    // The primary leads to what is missing.
    await press(page, "Schicht beginnen");
    await page.getByText("Bitte OK oder Mangel wählen.").waitFor();
    for (const fine of await page.getByRole("radio", { name: "OK" }).all()) await fine.check({ force: true });
    const body = page.getByRole("group", { name: "Karosserie" });
    await body.getByRole("radio", { name: "Mangel" }).check({ force: true });
    await page.getByLabel("Was ist los?").fill("Kratzer an der Heckklappe");
    await page.getByLabel("Kilometerstand").fill("128 412");
    expect(await findAxeFaults(page)).toEqual([]);
    await press(page, "Schicht beginnen");
    await eventually(async () => (await api.getTour({ id: tour.id })).status).toBe("STARTED");
    await eventually(async () => (await api.getVehicleChecks({ id: phone.vehicle_id })).length).toBe(1);
    const [check] = await api.getVehicleChecks({ id: phone.vehicle_id });
    expect(check).toMatchObject({ phase: "START", mileage_km: 128_412, tour_id: tour.id, user_id: phone.user_id });
    expect(check?.items.filter(({ result }) => result === "DEFECT")).toMatchObject([
      { title: "Karosserie", note: "Kratzer an der Heckklappe" },
    ]);
    const told = (await api.getCriticalMessages()).filter(({ kind }) => kind === "VEHICLE_DEFECT");
    expect(told.map(({ body: text }) => text)).toEqual(["Karosserie: Kratzer an der Heckklappe"]);
  });

  it("shows nothing in the app switcher", async () => {
    const { page } = await aShift("bestattung");
    const heading = page.getByRole("heading", { name: "Meine Tour" });
    const hide = (state: string) =>
      page.evaluate((visibility) => {
        Object.defineProperty(document, "visibilityState", { configurable: true, get: () => visibility });
        document.dispatchEvent(new Event("visibilitychange"));
      }, state);
    await hide("hidden");
    expect(await heading.isVisible()).toBe(false);
    await hide("visible");
    expect(await heading.isVisible()).toBe(true);
  });
});

/** Counts what sounds, where a person would listen. */
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
const sounding = (page: Page) =>
  page.evaluate(() => ({ ...(window as unknown as { heard: { rings: number; sounding: number } }).heard }));

/** Positions that lie on the phone. */
const waitingPositions = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opened = indexedDB.open("leitstand-driver");
        opened.onerror = () => reject(new Error("The database does not open."));
        opened.onsuccess = () => {
          const count = opened.result.transaction("positions").objectStore("positions").count();
          count.onsuccess = () => {
            opened.result.close();
            resolve(count.result);
          };
        };
      }),
  );
