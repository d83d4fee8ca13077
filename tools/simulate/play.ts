import type { StreamMessage } from "@leitstand/client/event-stream";
import { Chance } from "@leitstand/scenario/chance";
import type { CompanyKeys } from "../nodes/demonstration-keys";
import type { Book } from "./day/book";
import type { Played } from "./reconcile/collect";
import { type Company, enterCompany } from "./day/company";
import { type Crew, startCrews } from "./crew/crews";
import { type Shift, workOnTour } from "./crew/crew-work";
import type { DayClock } from "./day/day-clock";
import { type Depot, planDay, type PlannedCase } from "./day/day-plan";
import { workAtDesk } from "./dispatcher/desk";
import { Listener } from "./day/listener";
import type { NodePool } from "./day/node-pool";
import { finishForPartner, setWaitingTime, takeCalls, tellWaitingTimes } from "./dispatcher/office-day";
import type { Options } from "./options";
import { PhonePositions } from "./crew/phone-positions";
import type { Scene } from "./day/scene";
import { SmsInbox } from "./crew/sms-inbox";

export interface Stage {
  readonly options: Options;
  readonly pool: NodePool;
  readonly book: Book;
  readonly say: (line: string) => void;
  readonly onTaken: () => void;
}

/** A company with its people signed in and listening, before the first call. */
export interface Ready extends Played {
  readonly shifts: readonly Shift[];
  readonly plan: readonly PlannedCase[];
}

const CASES_PER_CREW = 11;
const CREWS_MAX = 22;
const CREWS_MIN = 4;

export async function prepare(
  stage: Stage,
  keys: CompanyKeys,
  { clock, index }: { clock: DayClock; index: number },
): Promise<Ready> {
  const { options, pool, book } = stage;
  const chance = new Chance(options.seed * 7919 + index);
  const count = Math.ceil(options.cases / 2) - (index === 1 ? options.cases % 2 : 0);
  stage.say(`Signing in the people of ${keys.short_code} ...`);
  const company = await enterCompany(keys, { pool, book });
  const crews = await startCrews(company, Math.min(CREWS_MAX, Math.max(CREWS_MIN, Math.ceil(count / CASES_PER_CREW))), {
    entrance: { pool, book },
    inbox: await SmsInbox.open(pool.urls[0] as string, keys),
    chance,
  });
  if (crews.length === 0) throw new Error(`No crew of ${keys.short_code} could begin its tour.`);
  const scene: Scene = {
    company,
    tours: crews,
    clock,
    chance,
    book,
    cases: new Map(),
    attention: new Set(),
    isOver: false,
    busy: 0,
  };
  const depots = depotsOf(company, crews);
  const minutes = options.hours * 60;
  const run = Date.now().toString(36);
  const plan = planDay({ type: company.type, cases: count, minutes, begins: new Date(), depots, run }, chance);
  const shifts = crews.map((crew): Shift => {
    const place = depots.find(({ branch_id }) => branch_id === crew.branch_id)?.places[0];
    const positions = new PhonePositions(crew, book, { lat: place?.lat ?? 0, lon: place?.lon ?? 0 });
    return { crew, positions, inbox: new Set() };
  });
  const listeners = listenersOf(scene, shifts);
  const times = await Promise.all(listeners.map((listener) => listener.begin(pool.urls[0] as string)));
  return { scene, shifts, plan, listeners, phones: shifts, since: times.toSorted()[0] ?? "" };
}

/** Branches that have crews, each with the real places around it. */
function depotsOf({ keys, roster }: Company, crews: readonly Crew[]): Depot[] {
  return roster.branches.flatMap(({ id, name }) => {
    const places = keys.places.get(name);
    const staffed = crews.some(({ branch_id }) => branch_id === id);
    return places && staffed ? [{ branch_id: id, places }] : [];
  });
}

function listenersOf(scene: Scene, shifts: readonly Shift[]): Listener[] {
  const { admin, dispatchers, reader, integration } = scene.company;
  return [
    new Listener(admin, (message) => watchDesk(scene, message)),
    ...dispatchers.map((person) => new Listener(person)),
    new Listener(reader),
    new Listener(integration, (message) => watchPartner(scene, message)),
    ...shifts.map((shift) => new Listener(shift.crew.person, (message) => watchPhone(scene, shift, message))),
  ];
}

/** Every change of a case may be something for a desk. */
function watchDesk({ cases, attention }: Scene, message: StreamMessage) {
  if (message.type !== "case action" && message.type !== "case update") return;
  const memory = cases.get(message.data.case_id);
  if (!memory) return;
  const { finalized, tour_case_states } = message.data;
  memory.finalized = finalized;
  memory.openTours = tour_case_states.filter(({ bucket }) => bucket === "open").map(({ tour_id }) => tour_id);
  attention.add(message.data.case_id);
}

function watchPhone({ cases }: Scene, { crew, inbox }: Shift, message: StreamMessage) {
  if (message.type !== "case action" || !cases.has(message.data.case_id)) return;
  if (message.data.tour_case_states.some(({ tour_id }) => tour_id === crew.tour_id)) inbox.add(message.data.case_id);
}

const PARTNER_PERCENT = 12;
function watchPartner(scene: Scene, message: StreamMessage) {
  if (message.type !== "case action" || message.data.state !== "arrived" || message.data.action !== "ARRIVE") return;
  const memory = scene.cases.get(message.data.case_id);
  if (memory?.plan.by_partner && memory.plan.story === "straight" && scene.chance.percent(PARTNER_PERCENT))
    void finishForPartner(scene, message.data.case_id).catch((error: unknown) => {
      scene.book.fault("unexpected refusal", `partner: ${String(error)}`);
    });
}

const REST_HOURS_MAX = 8;
const QUIET_MINUTES = 25;

/** From the first call until every case has come to its end, or nothing moves any more. */
export async function playDay({ scene, plan, shifts }: Ready, { options, onTaken }: Stage) {
  const { clock, company, cases, attention } = scene;
  const people = [
    ...company.dispatchers.map((person) => workAtDesk(scene, person)),
    ...shifts.map((shift) => workOnTour(scene, shift)),
    tellWaitingTimes(scene),
  ];
  const working = Promise.all(people);
  await Promise.race([takeCalls(scene, plan, onTaken), working]);
  const latest = (options.hours + REST_HOURS_MAX) * 60;
  for (let quiet = 0; clock.now() < latest && quiet < QUIET_MINUTES; ) {
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

const LAST_WORD_MS = 30_000;
/** Ends the tours, then waits until everybody has heard the last word of the day. */
export async function closeDay({ scene, shifts, listeners }: Ready) {
  const { admin } = scene.company;
  for (const { crew } of shifts) await endTour(scene, crew);
  const word = await setWaitingTime(scene, admin);
  if (word) {
    const waiting = listeners.filter(({ viewer }) => viewer.types.has("area waiting time"));
    const silent = () => waiting.filter((listener) => !listener.hasHeard(word.area_id, word.waiting_updated_at));
    for (const until = Date.now() + LAST_WORD_MS; silent().length > 0 && Date.now() < until; )
      await scene.clock.pass(0.5);
    for (const { viewer } of silent())
      scene.book.fault("stream ended early", `${viewer.name} never heard the last word`);
  }
  await Promise.all(listeners.map((listener) => listener.end()));
  for (const { viewer, fault } of listeners)
    if (fault !== undefined) scene.book.fault("stream ended early", `${viewer.name}: ${fault.message}`);
}

async function endTour({ book, company }: Scene, { tour_id }: Crew) {
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
