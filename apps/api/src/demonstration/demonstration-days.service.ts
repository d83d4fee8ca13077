import { randomUUID } from "node:crypto";
import type { CaseCreateRequest } from "@leitstand/contract/cases/case";
import type { CaseActionAnswer } from "@leitstand/contract/cases/case-actions";
import type { Database, Tx } from "#platform/database/database";
import type { Principal, RoleType, Scope } from "#platform/access/principal";
import { createCase } from "#modules/cases/index";
import { sendAction } from "#modules/dispatch/index";
import type { Chance } from "./chance";
import { aBreakdown, aTransport, later, needsTow, roundUp } from "./demonstration-cases";
import type { Staffed } from "./demonstration-company.service";
import {
  backdateCases,
  dropNews,
  endTours,
  insertComments,
  insertCrews,
  insertPositions,
  insertTours,
  type TourRow,
} from "./demonstration-company.sql";
import {
  aBreakdownStory,
  aTransportStory,
  LONGEST_JOB_MINUTES,
  putOff,
  type Step,
  turnedDown,
} from "./demonstration-stories";

export interface DaysParts {
  readonly db: Database;
  readonly chance: Chance;
  readonly now: Date;
  /** Told how much of the work is done, 0 to 1. */
  readonly onProgress: (share: number) => void;
}

const HISTORY_DAYS = 21;
const SHIFT_HOURS = 10;
const DAY_MINUTES = 24 * 60;
/** Nobody is given longer until a job is due. */
const LONGEST_NOTICE_MINUTES = 300;
/** Crews live their days side by side; each of its cases comes after the other. */
const SIDE_BY_SIDE = 8;
const EVERYWHERE: Scope = { all: true, branch_ids: [], driver: null };

/** Weeks of finished work, then a day that is under way at `now`, through the same services that everybody uses. */
export async function liveThroughDays(staff: Staffed, parts: DaysParts) {
  for (let day = HISTORY_DAYS; day >= 1; day--) {
    const start = later(startOfDay(parts.now), -day * DAY_MINUTES + 5 * 60);
    const tours = toursOf(staff, { start, chance: parts.chance, share: isWeekend(start) ? 6 : 11, status: "STARTED" });
    await openTours(parts.db, staff, tours);
    const shifts = tours.map((tour) => planShift(staff, parts.chance, tour));
    await workThrough(staff, parts, { shifts, until: later(start, DAY_MINUTES) });
    await parts.db.systemTransaction(staff.tenantId, (tx) =>
      endTours(
        tx,
        tours.map(({ id }) => id),
      ),
    );
    parts.onProgress((HISTORY_DAYS - day + 1) / (HISTORY_DAYS + 1));
  }
  await parts.db.systemTransaction(staff.tenantId, (tx) => dropNews(tx, parts.now));
  await beginToday(staff, parts);
  parts.onProgress(1);
}

async function beginToday(staff: Staffed, parts: DaysParts) {
  const { db, chance, now } = parts;
  const start = later(now, -chance.between(240, 330));
  const tours = toursOf(staff, { start, chance, share: 75, status: "STARTED" });
  await openTours(db, staff, tours);
  const shifts = tours.map((tour) => planShift(staff, chance, tour));
  const whereabouts = await workThrough(staff, parts, {
    shifts: [...shifts, ...callsThatWait(staff, parts, tours)],
    until: now,
  });
  const tomorrow = later(start, DAY_MINUTES);
  await openTours(db, staff, toursOf(staff, { start: tomorrow, chance, share: 75, status: "SCHEDULED" }));
  const driving = new Set(tours.map(({ vehicle_id }) => vehicle_id));
  await db.systemTransaction(staff.tenantId, async (tx) => {
    const positions = staff.crews.map(({ vehicle_id, device_id, branch }) => {
      const seat = staff.branches[branch]?.places[0];
      const place = whereabouts.get(device_id) ?? {
        lat: (seat?.lat ?? 0) + (chance.next() - 0.5) * 0.05,
        lon: (seat?.lon ?? 0) + (chance.next() - 0.5) * 0.05,
      };
      return {
        vehicle_id,
        device_id,
        ...place,
        heading_degrees: chance.between(0, 359),
        fixed_at: later(now, driving.has(vehicle_id) ? -chance.next() * 3 : -chance.between(9, 15) * 60),
      };
    });
    await insertPositions(tx, positions);
  });
}

const startOfDay = (now: Date) => new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`);
const isWeekend = (day: Date) => day.getUTCDay() === 0 || day.getUTCDay() === 6;

/** Whatever is drawn, so many crews stay at home: who tries something out finds a vehicle without a tour. */
const SPARE_CREWS = 3;

function toursOf(
  { crews, branches }: Staffed,
  { start, chance, share, status }: { start: Date; chance: Chance; share: number; status: TourRow["status"] },
): readonly TourRow[] {
  return crews
    .filter(() => chance.percent(share))
    .slice(0, crews.length - SPARE_CREWS)
    .map(({ user_id, device_id, vehicle_id, branch, name }) => {
      const begins = roundUp(later(start, chance.between(0, 45)), 15);
      return {
        id: randomUUID(),
        name: `Schicht ${name}`,
        branch_id: branches[branch]?.id as string,
        status,
        vehicle_id,
        device_id,
        user_id,
        scheduled_start_at: begins,
        scheduled_end_at: later(begins, SHIFT_HOURS * 60),
      };
    });
}

const openTours = (db: Database, { tenantId }: Staffed, tours: readonly TourRow[]) =>
  db.systemTransaction(tenantId, async (tx) => {
    await insertTours(tx, tours);
    await insertCrews(tx, tours);
  });

/** A crew and what it is called to; without a crew the calls wait. */
interface Shift {
  readonly tour: TourRow | null;
  readonly jobs: readonly Job[];
}

/** Every crew works through its shift; answers where each phone was last. */
async function workThrough(
  staff: Staffed,
  parts: DaysParts,
  { shifts, until }: { shifts: readonly Shift[]; until: Date },
) {
  const whereabouts = new Map<string, { lat: number; lon: number }>();
  const calls = await takeCalls(
    staff,
    parts,
    shifts.flatMap(({ jobs }) => jobs).filter(({ at }) => at <= until),
  );
  const left = [...shifts];
  const lanes = Array.from({ length: SIDE_BY_SIDE }, async () => {
    for (let shift = left.pop(); shift; shift = left.pop()) {
      for (const job of shift.jobs) {
        const call = calls.get(job);
        if (!call) break;
        const place = await liveThrough(staff, parts, { job, call, tour: shift.tour, until });
        if (place && shift.tour) whereabouts.set(shift.tour.device_id, place);
      }
    }
  });
  await Promise.all(lanes);
  return whereabouts;
}

interface Call {
  readonly desk: Staffed["dispatchers"][number];
  readonly made: Pick<CaseActionAnswer, "id" | "lock_version" | "todos">;
}

/** Calls are numbered as they come in, whoever drives to them. */
const takeCalls = (staff: Staffed, { db, chance }: DaysParts, jobs: readonly Job[]) =>
  db.transaction(staff.tenantId, async (tx) => {
    const calls = new Map<Job, Call>();
    for (const job of jobs.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
      const desk = chance.pick(staff.dispatchers);
      const reader = readerOf(staff, { user_id: desk.id, device_id: null }, job.at);
      calls.set(job, { desk, made: await createCase(tx, reader, job.request) });
    }
    return calls;
  });

interface Job {
  readonly at: Date;
  readonly request: CaseCreateRequest;
  readonly steps: readonly Step[];
}

function planShift(staff: Staffed, chance: Chance, tour: TourRow): Shift {
  const crew = staff.crews.find(({ device_id }) => device_id === tour.device_id) as Staffed["crews"][number];
  const branch = staff.branches[crew.branch] as Staffed["branches"][number];
  const isFuneral = staff.company.type === "FUNERAL";
  const jobs: Job[] = [];
  for (
    let at = later(tour.scheduled_start_at, chance.between(5, 40));
    at < later(tour.scheduled_end_at, -LONGEST_JOB_MINUTES[staff.company.type]);
  ) {
    const options = { branch_id: branch.id, places: branch.places, at, chance };
    const request = isFuneral ? aTransport(options) : aBreakdown(options, crew.can_tow);
    const steps = isFuneral ? aTransportStory(chance) : aBreakdownStory(chance, needsTow(request));
    jobs.push({ at, request, steps });
    const busy = steps.filter(({ by }) => by === "crew").at(-1)?.minutes ?? 0;
    at = later(at, busy + (isFuneral ? chance.between(60, 150) : chance.between(20, 90)));
  }
  return { tour, jobs };
}

/** One case from the call to as far as it has come; answers the place where the crew was last. */
async function liveThrough(
  staff: Staffed,
  { db, chance }: DaysParts,
  { job, call: { desk, made }, tour, until }: { job: Job; call: Call; tour: TourRow | null; until: Date },
) {
  let current = made;
  let last = job.at;
  for (const step of job.steps) {
    const at = later(job.at, step.minutes);
    if (at > until) break;
    const who =
      step.by === "desk"
        ? { user_id: desk.id, device_id: null }
        : { user_id: null, device_id: tour?.device_id ?? null };
    const todos = step.todos === undefined ? {} : { todos: current.todos?.[step.todos].map(({ id }) => id) ?? [] };
    const { action, reason, payload, whole } = step;
    const version = current.lock_version;
    current = await db.transaction(staff.tenantId, (tx) =>
      sendAction({ tx, ...readerOf(staff, who, at) }, made.id, {
        action,
        lock_version: version,
        ...(whole || tour === null ? {} : { tour_id: tour.id }),
        ...(reason === undefined ? {} : { reason }),
        ...(payload === undefined && step.todos === undefined ? {} : { payload: { ...payload, ...todos } }),
      }),
    );
    last = at;
  }
  await db.systemTransaction(staff.tenantId, (tx) => putInThePast(tx, { id: made.id, at: job.at, last, desk, chance }));
  const { source_address, target_address } = job.request.funeral_data ?? job.request.rsa_data ?? {};
  const place = job.steps.some(
    ({ by, action, minutes }) => by === "crew" && action === "DELIVER" && later(job.at, minutes) <= until,
  )
    ? target_address
    : source_address;
  return place && typeof place.lat === "number" && typeof place.lon === "number"
    ? { lat: place.lat, lon: place.lon }
    : undefined;
}

const REMARKS = [
  "Zufahrt nur von hinten möglich.",
  "Angehörige sind informiert.",
  "Bitte vorher anrufen.",
  "Kunde wartet beim Fahrzeug.",
  "Rückruf erledigt.",
] as const;

async function putInThePast(
  tx: Tx,
  {
    id,
    at,
    last,
    desk,
    chance,
  }: { id: string; at: Date; last: Date; desk: { id: string; name: string }; chance: Chance },
) {
  await backdateCases(tx, [{ id, created_at: at, updated_at: last }]);
  if (chance.percent(25)) {
    await insertComments(tx, [
      { case_id: id, text: chance.pick(REMARKS), user_id: desk.id, author_name: desk.name, created_at: later(at, 2) },
    ]);
  }
}

/** Calls of the last hours that nobody works on: one is late, one not complete, one was turned down, one put off. */
function callsThatWait({ branches, company }: Staffed, { chance, now }: DaysParts, tours: readonly TourRow[]) {
  return [...branches, ...branches].map(({ id: branch_id, places }, index): Shift => {
    const at = later(now, index === 0 ? -LONGEST_NOTICE_MINUTES - 30 : -chance.between(20, 45));
    const options = { branch_id, places, at, chance };
    const request = company.type === "FUNERAL" ? aTransport(options) : aBreakdown(options, true);
    const tour = tours.find((row) => row.branch_id === branch_id) ?? null;
    const job = { at, request: { ...request, approved: index !== 3 }, steps: [] };
    if (tour && index === 1) return { tour, jobs: [{ ...job, steps: turnedDown(chance) }] };
    if (tour && index === 2) return { tour, jobs: [{ ...job, steps: putOff(chance, roundUp(later(now, 120), 15)) }] };
    return { tour: null, jobs: [job] };
  });
}

const WORKING = ["createCase", "getCases", "updateCase", "receiveAction", "assignCaseToTour", "forwardCase"];

/** A caller as the services know one; nobody signs in for the past. */
function readerOf(
  { tenantId, company }: Staffed,
  { user_id, device_id }: { user_id: string | null; device_id: string | null },
  now: Date,
) {
  const role_type: RoleType = device_id === null ? "DISPATCHER" : "DRIVER";
  const principal: Principal = {
    token_id: tenantId,
    kind: device_id === null ? "USER" : "DEVICE",
    tenant_id: tenantId,
    tenant_type: company.type,
    tenant_short_code: company.short_code,
    tenant_key: "",
    rate_limit_factor: 1,
    user_id,
    device_id,
    subject_id: (user_id ?? device_id) as string,
    display_name: company.name,
    roles: [{ id: tenantId, role_type, grants: WORKING, branch_ids: null }],
    expires_at: now.toISOString(),
    authenticated_at: now.toISOString(),
  };
  const scope: Scope =
    device_id === null
      ? EVERYWHERE
      : { all: false, branch_ids: [], driver: { user_id, device_id, all: true, branch_ids: [] }, at: now };
  return { principal, scope, now };
}
