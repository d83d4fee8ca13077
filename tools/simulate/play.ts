import type { Browser } from "playwright-core";
import type { Client } from "@leitstand/client/client";
import type { StreamMessage } from "@leitstand/client/event-stream";
import { SeededChance } from "@leitstand/scenario/chance";
import type { CompanyCredentials } from "../nodes/demonstration-keys";
import type { SimulatedDayRecord } from "./day/book";
import type { PlayedDay } from "./reconcile/collect";
import { type SimulatedCompany, signInOfficeUsers } from "./day/company";
import { DriverAppDay } from "./browser/app-day";
import type { DriverAppInBrowser } from "./browser/app-phone";
import { startDriverAppInBrowser } from "./browser/start-app";
import { type SimulatedCrew, type CrewDependencies, signInCrewsOnTours } from "./crew/crews";
import { type SimulatedCrewShift, workThroughTourCases } from "./crew/crew-work";
import type { SimulatedDayFacts } from "./day/facts";
import type { DayClock } from "./day/day-clock";
import { type PlannedDepot, planCasesOfDay, type PlannedCase } from "./day/day-plan";
import { workAsDispatcher } from "./dispatcher/dispatcher-work";
import { StreamListener } from "./day/listener";
import type { NodePool } from "./day/node-pool";
import { finishPartnerCase, setRandomWaitingTime, takePlannedCalls, updateWaitingTimes } from "./dispatcher/office-day";
import type { SimulationOptions } from "./options";
import { exportSheetsDuringDay, exportSheetsAtEndOfDay } from "./dispatcher/exports-day";
import { PartnerWebhook } from "./dispatcher/partner-webhook";
import { PartnerSystem } from "./dispatcher/partner-system";
import { simulateRosterChanges } from "./dispatcher/roster-day";
import { countUnsentPartnerEvents } from "./reconcile/reconcile-partners";
import { countMissingWebhookCalls } from "./reconcile/reconcile-webhooks";
import { PhonePositions } from "./crew/phone-positions";
import type { SharedDayState } from "./day/scene";
import { SmsInbox } from "./crew/sms-inbox";
import type { LatLonPoint } from "./crew/way";

export interface DayRunContext {
  readonly options: SimulationOptions;
  readonly pool: NodePool;
  readonly book: SimulatedDayRecord;
  readonly say: (line: string) => void;
  readonly onTaken: () => void;
  /** Browser for a driver with the app; undefined when no driver uses it. */
  readonly browser: Browser | undefined;
}

/** A company with its people signed in and listening, before the first call. */
export interface PreparedDay extends PlayedDay {
  readonly shifts: readonly SimulatedCrewShift[];
  /** Driver with the app. */
  readonly app: DriverAppDay | undefined;
  readonly plan: readonly PlannedCase[];
  readonly hook: PartnerWebhook | undefined;
  readonly partner: PartnerSystem | undefined;
}

const CASES_PER_CREW = 11;
const CREWS_MAX = 22;
const CREWS_MIN = 4;

export async function prepareSimulatedDay(
  stage: DayRunContext,
  keys: CompanyCredentials,
  { clock, index }: { clock: DayClock; index: number },
): Promise<PreparedDay> {
  const { options, pool, book } = stage;
  const chance = new SeededChance(options.seed * 7919 + index);
  const count = Math.ceil(options.cases / 2) - (index === 1 ? options.cases % 2 : 0);
  stage.say(`Signing in the people of ${keys.short_code} ...`);
  const company = await signInOfficeUsers(keys, { pool, book });
  const entrance = { pool, book };
  const parts = { entrance, inbox: await SmsInbox.open(pool.urls[0] as string, keys), chance };
  const wanted = Math.min(CREWS_MAX, Math.max(CREWS_MIN, Math.ceil(count / CASES_PER_CREW)));
  const phones = await signInCrewsOnTours(company, wanted, parts);
  const appPhone = await openApp(stage, company, { ...parts, crews: phones });
  const crews = appPhone === undefined ? phones : [...phones, appPhone.crew];
  if (crews.length === 0) throw new Error(`No crew of ${keys.short_code} could begin its tour.`);
  const scene: SharedDayState = {
    company,
    tours: crews,
    clock,
    chance,
    book,
    cases: new Map(),
    attention: new Set(),
    absent: new Map(),
    isOver: false,
    busy: 0,
  };
  const depots = depotsWithCrews(company, crews);
  const minutes = options.hours * 60;
  const run = Date.now().toString(36);
  const plan = planCasesOfDay({ type: company.type, cases: count, minutes, begins: new Date(), depots, run }, chance);
  const shifts = phones.map((crew): SimulatedCrewShift => {
    const positions = new PhonePositions(crew, book, vehicleYardOf(company, crew.branch_id));
    return { crew, positions, inbox: new Set() };
  });
  const app = appPhone && new DriverAppDay(scene, appPhone);
  const { admin, accountId } = company;
  const ofHook = { tenant: keys.short_code, admin: admin.client, accountId };
  // The hook has a random generator of its own: how often it is called must not change other draws.
  const hook = await PartnerWebhook.open({ ...ofHook, chance: new SeededChance(options.seed * 104_729 + index) });
  const partner = company.type === "ROADSIDE" ? await connectPartner(stage, { ...ofHook, index }) : undefined;
  if (!hook) stage.say(`No webhook of ${keys.short_code}: the product runs without EGRESS_ALLOW=127.0.0.1.`);
  const listeners = [...openListeners(scene, shifts), ...(app ? [new StreamListener(app.crew.person)] : [])];
  const times = await Promise.all(listeners.map((listener) => listener.begin(pool.urls[0] as string)));
  return {
    scene,
    shifts,
    plan,
    listeners,
    hook,
    partner,
    phones: app ? [...shifts, app] : shifts,
    app,
    since: times.toSorted()[0] ?? "",
  };
}

async function connectPartner(
  { options, say }: DayRunContext,
  { tenant, admin, index }: { tenant: string; admin: Client; index: number },
) {
  const partner = await PartnerSystem.open({ tenant, admin, chance: new SeededChance(options.seed * 130_363 + index) });
  if (!partner) say(`The partner of ${tenant} is not played: the product runs without EGRESS_ALLOW=127.0.0.1.`);
  return partner;
}

/** Opens the app for transports alone: steps of a breakdown need photographs. */
async function openApp(
  { browser, say }: DayRunContext,
  company: SimulatedCompany,
  parts: CrewDependencies & { crews: readonly SimulatedCrew[] },
): Promise<DriverAppInBrowser | undefined> {
  if (browser === undefined || company.type !== "FUNERAL") return undefined;
  const yard = (branch_id: string) => vehicleYardOf(company, branch_id);
  const phone = await startDriverAppInBrowser(company, { ...parts, browser, yardOf: yard });
  say(
    phone
      ? `${phone.crew.person.viewer.name} works in a real browser.`
      : "No driver is free for the app: it stays out.",
  );
  return phone;
}

/** Yard where the vehicles of a branch stand. */
function vehicleYardOf({ keys, roster }: SimulatedCompany, branch_id: string | null): LatLonPoint {
  const branch = roster.branches.find(({ id }) => id === branch_id);
  const [place] = keys.places.get(branch?.name ?? "") ?? [];
  return { lat: place?.lat ?? 0, lon: place?.lon ?? 0 };
}

/** Branches that have crews, each with the real places around it. */
function depotsWithCrews({ keys, roster }: SimulatedCompany, crews: readonly SimulatedCrew[]): PlannedDepot[] {
  return roster.branches.flatMap(({ id, name }) => {
    const places = keys.places.get(name);
    const staffed = crews.some(({ branch_id }) => branch_id === id);
    return places && staffed ? [{ branch_id: id, places }] : [];
  });
}

function openListeners(scene: SharedDayState, shifts: readonly SimulatedCrewShift[]): StreamListener[] {
  const { admin, dispatchers, reader, integration } = scene.company;
  return [
    new StreamListener(admin, (message) => watchDispatch(scene, message)),
    ...dispatchers.map((person) => new StreamListener(person)),
    new StreamListener(reader),
    new StreamListener(integration, (message) => watchPartner(scene, message)),
    ...shifts.map((shift) => new StreamListener(shift.crew.person, (message) => watchPhone(scene, shift, message))),
  ];
}

/** Notes cases for dispatchers: every change of one may need an action. */
function watchDispatch({ cases, attention }: SharedDayState, message: StreamMessage) {
  if (message.type !== "case action" && message.type !== "case update") return;
  const memory = cases.get(message.data.case_id);
  if (!memory) return;
  const { finalized, tour_case_states } = message.data;
  memory.finalized = finalized;
  memory.openTours = tour_case_states.filter(({ bucket }) => bucket === "open").map(({ tour_id }) => tour_id);
  attention.add(message.data.case_id);
}

function watchPhone({ cases }: SharedDayState, { crew, inbox }: SimulatedCrewShift, message: StreamMessage) {
  if (message.type !== "case action" || !cases.has(message.data.case_id)) return;
  if (message.data.tour_case_states.some(({ tour_id }) => tour_id === crew.tour_id)) inbox.add(message.data.case_id);
}

const PARTNER_PERCENT = 12;
function watchPartner(scene: SharedDayState, message: StreamMessage) {
  if (message.type !== "case action" || message.data.state !== "arrived" || message.data.action !== "ARRIVE") return;
  const memory = scene.cases.get(message.data.case_id);
  if (memory?.plan.by_partner && memory.plan.story === "straight" && scene.chance.percent(PARTNER_PERCENT))
    void finishPartnerCase(scene, message.data.case_id).catch((error: unknown) => {
      scene.book.fault("unexpected refusal", `partner: ${String(error)}`);
    });
}

const REST_HOURS_MAX = 8;
/** Least real time for the rest of a day, as a busy machine may not keep up with a fast clock. */
const REST_MS_MIN = 120_000;
const STANDSTILL_MINUTES = 25;

/** Plays from the first call until every case has ended, or nothing moves any more. */
export async function runSimulatedDay(
  { scene, plan, shifts, app, phones }: PreparedDay,
  { options, onTaken }: DayRunContext,
) {
  const { clock, company, cases, attention } = scene;
  const people = [
    ...company.dispatchers.map((person) => workAsDispatcher(scene, person)),
    ...shifts.map((shift) => workThroughTourCases(scene, shift)),
    ...(app ? [app.work()] : []),
    updateWaitingTimes(scene),
    simulateRosterChanges(
      scene,
      phones.map(({ crew }) => crew),
    ),
    exportSheetsDuringDay(
      scene,
      phones.map(({ crew }) => crew),
    ),
  ];
  const working = Promise.all(people);
  await Promise.race([takePlannedCalls(scene, plan, onTaken), working]);
  const restMinutesMax = Math.max(REST_HOURS_MAX * 60, REST_MS_MIN / clock.millisecondsOf(1));
  const latest = options.hours * 60 + restMinutesMax;
  for (let quiet = 0; clock.now() < latest && quiet < STANDSTILL_MINUTES; ) {
    await Promise.race([clock.pass(1), working]);
    const settled = [...cases.values()].every(({ finalized }) => finalized);
    const idle = scene.busy === 0 && attention.size === 0 && shifts.every(({ inbox }) => inbox.size === 0);
    quiet = idle && settled ? quiet + 1 : 0;
    if (!settled && Math.round(clock.now()) % 20 === 0)
      for (const [id, { finalized }] of cases) if (!finalized) attention.add(id);
  }
  scene.isOver = true;
  await working;
}

const STREAM_END_TIMEOUT_MS = 30_000;
/** Ends the tours, then waits until all streams have received the last event of the day. */
export async function finishSimulatedDay({ scene, shifts, app, phones, listeners, hook, partner }: PreparedDay) {
  const { admin } = scene.company;
  await app?.end();
  for (const { crew } of shifts) await endTour(scene, crew);
  await exportSheetsAtEndOfDay(
    scene,
    phones.map(({ crew }) => crew),
  );
  const word = await setRandomWaitingTime(scene, admin);
  if (word) {
    const waiting = listeners.filter(({ viewer }) => viewer.types.has("area waiting time"));
    const silent = () => waiting.filter((listener) => !listener.hasHeard(word.area_id, word.waiting_updated_at));
    for (const until = Date.now() + STREAM_END_TIMEOUT_MS; silent().length > 0 && Date.now() < until; )
      await scene.clock.pass(0.5);
    for (const { viewer } of silent())
      scene.book.fault("stream ended early", `${viewer.name} never heard the last word`);
  }
  if (hook) await waitForWebhookCalls(hook, listeners);
  if (partner) await waitForPartner(partner, { subscribers: listeners, ledger: scene.book.ledger });
  await Promise.all(listeners.map((listener) => listener.end()));
  await app?.phone.close();
  await hook?.close();
  await partner?.close();
  for (const { viewer, fault } of listeners)
    if (fault !== undefined) scene.book.fault("stream ended early", `${viewer.name}: ${fault.message}`);
}

const WEBHOOK_END_TIMEOUT_MS = 45_000;
/** Waits until the webhook was called with everything that its stream has shown, or a time limit is reached. */
async function waitForWebhookCalls(hook: PartnerWebhook, listeners: readonly StreamListener[]) {
  const program = listeners.find(({ viewer }) => viewer.name === `integration of ${hook.tenant}`);
  for (
    const until = Date.now() + WEBHOOK_END_TIMEOUT_MS;
    program && countMissingWebhookCalls(hook, program) > 0 && Date.now() < until;
  )
    await new Promise((resolve) => setTimeout(resolve, 250));
}

const PARTNER_END_TIMEOUT_MS = 90_000;
/** Waits until the partner was told everything; a case at which it has failed twice waits for half a minute. */
async function waitForPartner(partner: PartnerSystem, told: Pick<SimulatedDayFacts, "subscribers" | "ledger">) {
  for (
    const until = Date.now() + PARTNER_END_TIMEOUT_MS;
    countUnsentPartnerEvents(partner, told) > 0 && Date.now() < until;
  )
    await new Promise((resolve) => setTimeout(resolve, 500));
}

async function endTour({ book, company }: SharedDayState, { tour_id }: SimulatedCrew) {
  const { client, viewer } = company.admin;
  const entry = { kind: "tour" as const, tenant: viewer.tenant, by: viewer.name, tour_id, change: "finished" as const };
  const { lock_version } = await client.getTour({ id: tour_id });
  try {
    const tour = await client.finishTour({ id: tour_id, lock_version });
    book.count(book.actions, "(tour finished)");
    book.ledger.push({ ...entry, outcome: "acknowledged", lock_version: tour.lock_version });
  } catch (error) {
    book.ledger.push({ ...entry, outcome: book.refused(error, `end of tour ${tour_id}`), lock_version: undefined });
  }
}
