import { SeededChance } from "@leitstand/scenario/chance";
import { drawRandomBreakdownCase, needsTowing } from "@leitstand/scenario/breakdowns";
import { drawRandomTransportCase } from "@leitstand/scenario/transports";
import { insertVehiclePositions } from "../../apps/api/src/demonstration/demonstration-company.sql";
import type { DemoStaff } from "../../apps/api/src/demonstration/demonstration-company.service";
import type { RealPlace } from "@leitstand/scenario/places";
import { DEMONSTRATION_PASSWORD } from "@leitstand/scenario/staff";
import { sql } from "../../apps/api/src/platform/database/sql";
import { createClient } from "../../packages/client/src/client";
import type { CaseCreateRequest } from "../../packages/contract/src/cases/case";
import type { SignedInColleague, OpenedConsole } from "../console-testkit";
import {
  type DayCasePlan,
  dayPlanByCompany,
  type TimedCaseAction,
  timedActionsOfCasePlan,
  type DayTourPlan,
} from "./day-plan";
import type { StoppedClock } from "./stopped-clock";

type CompanyCode = SignedInColleague["company"];

/** Creates a day of dispatching up to the morning through the API: the same calls, crews and minutes each time. */
export async function createMorningOfDispatching(
  product: OpenedConsole,
  clock: StoppedClock,
  company: CompanyCode,
): Promise<ScreenTestDay> {
  const now = clock.now();
  await clock.moveTo(instantOfLocalTime(now, "05:00"));
  const day = await ScreenTestDay.begin(product, company, now);
  const { tours, calls } = dayPlanByCompany[company];
  const happenings: { at: string; run: () => Promise<unknown> }[] = [
    { at: "09:33", run: () => day.exchangeMessages(() => clock.tick()) },
  ];
  for (const tour of tours) {
    happenings.push({ at: tour.isPlanned ? "05:10" : tour.from, run: () => day.beginTour(tour) });
    if (tour.pause) happenings.push({ at: "09:35", run: () => day.changeSubState(tour) });
  }
  for (const call of calls) {
    happenings.push({ at: call.at, run: () => day.takeCall(call) });
    for (const step of timedActionsOfCasePlan(call, company))
      happenings.push({ at: step.at, run: () => day.takeStep(call, step) });
  }
  happenings.sort((one, other) => one.at.localeCompare(other.at));
  for (const { at, run } of happenings) {
    const time = instantOfLocalTime(now, at);
    // Events of the same minute happen one after the other, so that a list sorted by time is stable.
    if (time > clock.now().toISOString()) await clock.moveTo(time);
    else await clock.tick();
    await day.staySignedIn(clock.now());
    await run();
  }
  await clock.moveTo(now.toISOString());
  await day.staySignedIn(now);
  await day.placeVehicles();
  await day.askForPassword();
  return day;
}

/** Instant of a local time of the tenants, such as `05:00`, on the day of `now`. In November they are an hour ahead of UTC. */
const instantOfLocalTime = (now: Date, time: string) =>
  new Date(`${now.toISOString().slice(0, 10)}T${time}:00+01:00`).toISOString();

/** A company's day, and the ids of what its screens show, by the names of the plan. */
export class ScreenTestDay {
  private readonly cases = new Map<string, string>();
  private readonly tours = new Map<string, string>();
  private readonly fetchedFrom = new Map<string, OptionalPosition>();
  private readonly chance = new SeededChance(7);
  private signedInAt = 0;
  /** Token of the mailed link to a new password. */
  passwordToken = "";

  private readonly product: OpenedConsole;
  private readonly staff: DemoStaff;
  private readonly now: Date;
  private readonly plates: ReadonlyMap<string, string>;

  private constructor(
    public colleague: SignedInColleague,
    of: { product: OpenedConsole; staff: DemoStaff; now: Date; plates: ReadonlyMap<string, string> },
  ) {
    this.product = of.product;
    this.staff = of.staff;
    this.now = of.now;
    this.plates = of.plates;
  }

  static async begin(product: OpenedConsole, company: CompanyCode, now: Date): Promise<ScreenTestDay> {
    const colleague = await product.signIn(company);
    const { vehicles } = await colleague.api.getVehicles({ size: 50 });
    const plates = new Map(vehicles.map(({ id, license_plate }) => [license_plate, id]));
    return new ScreenTestDay(colleague, {
      product,
      staff: product.staff.get(company) as DemoStaff,
      now,
      plates,
    });
  }

  /**
   * Signs in again in time: sessions end after half an hour without a request, and the hours of this day pass in
   * seconds.
   */
  async staySignedIn(now: Date) {
    if (now.getTime() - this.signedInAt < 20 * 60_000) return;
    this.signedInAt = now.getTime();
    this.colleague = await this.product.signIn(this.colleague.company);
  }

  case(key: string) {
    return requireFound(this.cases.get(key), key);
  }

  tour(plate: string) {
    return requireFound(this.tours.get(plate), plate);
  }

  vehicle(plate: string) {
    return requireFound(this.plates.get(plate), plate);
  }

  private crew(plate: string) {
    return requireFound(
      this.staff.crews.find(({ vehicle_id }) => vehicle_id === this.vehicle(plate)),
      plate,
    );
  }

  async beginTour({ plate, from, to, isPlanned }: DayTourPlan) {
    const { vehicle_id, user_id, branch } = this.crew(plate);
    const plan = {
      branch_id: this.staff.branches[branch]?.id as string,
      vehicles: [{ vehicle_id }],
      user_ids: [user_id],
      scheduled_start_at: instantOfLocalTime(this.now, from),
      scheduled_end_at: instantOfLocalTime(this.now, to),
    };
    const { api } = this.colleague;
    const tour = isPlanned ? await api.createScheduledTour(plan) : await api.createAndStartTour(plan);
    this.tours.set(plate, tour.id);
  }

  changeSubState({ plate, pause = "ON_A_BREAK" }: DayTourPlan) {
    return this.colleague.api.updateTourStartedSubState({ id: this.tour(plate), started_sub_state: pause });
  }

  async takeCall(call: DayCasePlan) {
    const draft = { ...this.draftOf(call), ...call.change };
    const { id } = await this.colleague.api.createCase(draft);
    this.cases.set(call.key, id);
    const address = (draft.funeral_data ?? draft.rsa_data)?.source_address;
    if (call.on !== undefined && address) this.fetchedFrom.set(call.on, address);
  }

  private draftOf(call: DayCasePlan): CaseCreateRequest {
    const { id, places } = this.staff.branches[call.branch] as DemoStaff["branches"][number];
    const given = { branch_id: id, places, at: new Date(instantOfLocalTime(this.now, call.at)), chance: this.chance };
    const times = {
      due_at: instantOfLocalTime(this.now, call.due),
      not_before: call.from === undefined ? null : instantOfLocalTime(this.now, call.from),
    };
    if (this.colleague.company === "bestattung")
      return { ...withPickupTimeframe(drawRandomTransportCase(given), times), ...times };
    for (;;) {
      const draft = drawRandomBreakdownCase(given, "either");
      if (needsTowing(draft) === (call.needsTow ?? false)) return { ...draft, ...times };
    }
  }

  async takeStep({ key, on }: DayCasePlan, { body }: TimedCaseAction) {
    const id = this.case(key);
    const { lock_version, todos } = await this.colleague.api.getCase({ id });
    const onTour = on === undefined || body.action === "CANCEL" ? {} : { tour_id: this.tour(on) };
    const due = { LOAD: todos?.pickup, DELIVER: todos?.delivery }[body.action as string];
    const payload = due === undefined ? body.payload : { ...body.payload, todos: due.map((todo) => todo.id) };
    await this.colleague.api.receiveAction({ id, lock_version, ...onTour, ...body, ...(payload ? { payload } : {}) });
  }

  /** Messages: some come in, one of them is read, and one is sent. */
  async exchangeMessages(passTime: () => Promise<void>) {
    const { api } = this.colleague;
    const other = await this.product.signIn(this.colleague.company, "dispo2");
    const case_id = this.case("on site");
    const tour_id = [...this.tours.values()][0] as string;
    const branch_id = this.staff.branches[0]?.id as string;
    for (const { title, body, about } of exampleMessages) {
      await other.api.createCriticalMessage({ branch_id, title, body, ...(about ? { case_id } : {}) });
      await passTime();
    }
    const [newest] = await api.getCriticalMessages({ acknowledged: false, sent: false });
    if (newest) await api.acknowledgeCriticalMessage({ id: newest.id });
    await api.createCriticalMessage({ tour_id, title: "Bitte sofort in der Leitstelle anrufen." });
    await api.createCaseComment({ id: case_id, text: "Angehörige sind informiert." });
    await passTime();
    await other.api.createCaseComment({ id: case_id, text: "Zufahrt nur von hinten möglich." });
  }

  /** Requests a new password for a user who has forgotten it; the mail is in the outbox. */
  async askForPassword() {
    const { company, api } = this.colleague;
    const { tenant_key } = await api.getTenantKey({ short_code: company });
    const recipient = `dispo3@${company}.example`;
    await createClient({ baseUrl: this.product.url, tenantKey: tenant_key }).requestPasswordReset({ email: recipient });
    const { body } = await this.product.db.system.one<{ body: string }>(
      sql`select body from outbox_messages where recipient = ${recipient} order by seq desc limit 1`,
    );
    this.passwordToken = /token=([\w-]+)/.exec(body)?.[1] ?? "";
  }

  /** Changes the password, which ends all sessions of the user, and changes it back for the next time. */
  async endSession({ api, company, email }: SignedInColleague) {
    const other = `${DEMONSTRATION_PASSWORD}!`;
    await api.changeOwnPassword({ old_password: DEMONSTRATION_PASSWORD, new_password: other });
    const again = await this.product.signIn(company, email.split("@")[0], other);
    await again.api.changeOwnPassword({ old_password: other, new_password: DEMONSTRATION_PASSWORD });
  }

  /**
   * Reports positions: crews with a case are at its source, the others at their branch; one crew has not reported for a
   * while.
   */
  async placeVehicles() {
    const chance = new SeededChance(11);
    const positions = [...this.plates].map(([plate, vehicle_id], index) => {
      const { device_id, branch } = this.crew(plate);
      const [seat] = (this.staff.branches[branch] as DemoStaff["branches"][number]).places;
      const { lat, lon } = this.fetchedFrom.get(plate) ?? (seat as RealPlace);
      const age_seconds = this.tours.has(plate) ? ([4, 7, 25, 4, 400][index % 5] ?? 4) : 36_000;
      return {
        vehicle_id,
        device_id,
        lat: Number(lat) + (chance.next() - 0.5) * 0.02,
        lon: Number(lon) + (chance.next() - 0.5) * 0.03,
        heading_degrees: chance.between(0, 359),
        fixed_at: new Date(this.now.getTime() - age_seconds * 1_000),
      };
    });
    await this.product.db.systemTransaction(this.staff.tenantId, (tx) => insertVehiclePositions(tx, positions));
  }
}

/** Case that is fetched in the hour before it is due. */
function withPickupTimeframe(
  draft: CaseCreateRequest,
  { due_at, not_before }: { due_at: string; not_before: string | null },
) {
  const { funeral_data } = draft;
  const from = not_before ?? new Date(Date.parse(due_at) - 3_600_000).toISOString();
  const source_address = { ...funeral_data?.source_address, timeframe: { from, to: due_at } };
  return { ...draft, funeral_data: { ...funeral_data, source_address } } as CaseCreateRequest;
}

type OptionalPosition = { readonly lat?: unknown; readonly lon?: unknown };
const exampleMessages = [
  { title: "Bitte den nächsten Fall prüfen.", body: "Die Adresse stimmt nicht.", about: true },
  { title: "Kollegin ab 12:00 außer Haus", body: "Vertretung im Plan.", about: false },
  { title: "A9 bei Deutschfeistritz gesperrt", body: "Bis Mittag über die B67.", about: false },
];

function requireFound<T>(found: T | undefined, name: string): T {
  if (found === undefined) throw new Error(`The day has no ${name}.`);
  return found;
}
