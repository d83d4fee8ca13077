import { randomUUID } from "node:crypto";
import type { CaseActionAnswer } from "@leitstand/contract/cases/case-actions";
import type { Database, Tx } from "#platform/database/database";
import type { Principal, RoleType, Scope } from "#platform/access/principal";
import { createCase } from "#modules/cases/index";
import { performCaseAction } from "#modules/dispatch/index";
import type { SeededChance } from "@leitstand/scenario/chance";
import { type IncomingCall, drawCallsOfShift, drawWaitingCalls, type Depot, drawShifts } from "@leitstand/scenario/day";
import { MINUTES_PER_DAY, addMinutesToDate } from "@leitstand/scenario/times";
import type { DemoStaff } from "./demonstration-company.service";
import {
  backdateCases,
  clearPastJobsMessagesAndEvents,
  endTours,
  insertComments,
  insertCrews,
  insertVehiclePositions,
  insertTours,
  type TourRow,
} from "./demonstration-company.sql";

export interface DemoDayOptions {
  readonly db: Database;
  readonly chance: SeededChance;
  readonly now: Date;
  /** Number of days of finished work before today. */
  readonly historyDays: number;
  /** Called with the share of the work that is done, 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** Number of crews whose days are played in parallel; the cases of each crew come one after the other. */
const PARALLEL_CREWS = 8;
const TENANT_SCOPE: Scope = { all: true, branch_ids: [], driver: null };

/** Weeks of finished work, then a day that is under way at `now`, made through the services that requests use. */
export async function createDemonstrationHistory(staff: DemoStaff, parts: DemoDayOptions) {
  const { historyDays } = parts;
  for (let day = historyDays; day >= 1; day--) {
    const start = addMinutesToDate(startOfDay(parts.now), -day * MINUTES_PER_DAY + 5 * 60);
    const tours = planTours(staff, {
      start,
      chance: parts.chance,
      share: isWeekend(start) ? 6 : 11,
      status: "STARTED",
    });
    await startTours(parts.db, staff, tours);
    const shifts = tours.map((tour) => planShift(staff, parts.chance, tour));
    await playShifts(staff, parts, { shifts, until: addMinutesToDate(start, MINUTES_PER_DAY) });
    await parts.db.systemTransaction(staff.tenantId, (tx) =>
      endTours(
        tx,
        tours.map(({ id }) => id),
      ),
    );
    parts.onProgress((historyDays - day + 1) / (historyDays + 1));
  }
  await parts.db.systemTransaction(staff.tenantId, (tx) => clearPastJobsMessagesAndEvents(tx, parts.now));
  await beginToday(staff, parts);
  parts.onProgress(1);
}

async function beginToday(staff: DemoStaff, parts: DemoDayOptions) {
  const { db, chance, now } = parts;
  const start = addMinutesToDate(now, -chance.between(240, 330));
  const tours = planTours(staff, { start, chance, share: 75, status: "STARTED" });
  await startTours(db, staff, tours);
  const shifts = tours.map((tour) => planShift(staff, chance, tour));
  const whereabouts = await playShifts(staff, parts, {
    shifts: [...shifts, ...waitingCalls(staff, parts, tours)],
    until: now,
  });
  const tomorrow = addMinutesToDate(start, MINUTES_PER_DAY);
  await startTours(db, staff, planTours(staff, { start: tomorrow, chance, share: 75, status: "SCHEDULED" }));
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
        fixed_at: addMinutesToDate(now, driving.has(vehicle_id) ? -chance.next() * 3 : -chance.between(9, 15) * 60),
      };
    });
    await insertVehiclePositions(tx, positions);
  });
}

const startOfDay = (now: Date) => new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`);
const isWeekend = (day: Date) => day.getUTCDay() === 0 || day.getUTCDay() === 6;

function planTours(
  { crews, branches }: DemoStaff,
  { status, chance, ...options }: { start: Date; chance: SeededChance; share: number; status: TourRow["status"] },
): readonly TourRow[] {
  return drawShifts(crews, { ...options, chance }).map(({ crew, from, to }) => ({
    id: randomUUID(),
    name: `Schicht ${crew.name}`,
    branch_id: branches[crew.branch]?.id as string,
    status,
    vehicle_id: crew.vehicle_id,
    device_id: crew.device_id,
    user_id: crew.user_id,
    scheduled_start_at: from,
    scheduled_end_at: to,
  }));
}

const startTours = (db: Database, { tenantId }: DemoStaff, tours: readonly TourRow[]) =>
  db.systemTransaction(tenantId, async (tx) => {
    await insertTours(tx, tours);
    await insertCrews(tx, tours);
  });

/** Shift of a crew with its calls; without a crew the calls wait. */
interface PlayedShift {
  readonly tour: TourRow | null;
  readonly calls: readonly IncomingCall[];
}

/** Lets every crew work through its shift; returns where each phone was last. */
async function playShifts(
  staff: DemoStaff,
  parts: DemoDayOptions,
  { shifts, until }: { shifts: readonly PlayedShift[]; until: Date },
) {
  const whereabouts = new Map<string, { lat: number; lon: number }>();
  const taken = await createCasesOfCalls(
    staff,
    parts,
    shifts.flatMap(({ calls }) => calls).filter(({ at }) => at <= until),
  );
  const left = [...shifts];
  const lanes = Array.from({ length: PARALLEL_CREWS }, async () => {
    for (let shift = left.pop(); shift; shift = left.pop()) {
      for (const call of shift.calls) {
        const dispatchCase = taken.get(call);
        if (!dispatchCase) break;
        const place = await playCase(staff, parts, { call, dispatchCase, tour: shift.tour, until });
        if (place && shift.tour) whereabouts.set(shift.tour.device_id, place);
      }
    }
  });
  await Promise.all(lanes);
  return whereabouts;
}

/** Case of a call, with the dispatcher who took the call. */
interface TakenCall {
  readonly dispatcher: DemoStaff["dispatchers"][number];
  readonly made: Pick<CaseActionAnswer, "id" | "lock_version" | "todos">;
}

/** Cases are numbered in the order in which their calls came in, whichever tour drives to them. */
const createCasesOfCalls = (staff: DemoStaff, { db, chance }: DemoDayOptions, calls: readonly IncomingCall[]) =>
  db.transaction(staff.tenantId, async (tx) => {
    const taken = new Map<IncomingCall, TakenCall>();
    for (const call of calls.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
      const dispatcher = chance.pick(staff.dispatchers);
      const reader = callerOf(staff, { user_id: dispatcher.id, device_id: null }, call.at);
      taken.set(call, { dispatcher, made: await createCase(tx, reader, call.request) });
    }
    return taken;
  });

function planShift(staff: DemoStaff, chance: SeededChance, tour: TourRow): PlayedShift {
  const crew = staff.crews.find(({ device_id }) => device_id === tour.device_id) as DemoStaff["crews"][number];
  const depot = staff.branches[crew.branch] as DemoStaff["branches"][number];
  const { scheduled_start_at: from, scheduled_end_at: to } = tour;
  const { type } = staff.company;
  return { tour, calls: drawCallsOfShift({ type, depot, can_tow: crew.can_tow, from, to }, chance) };
}

/** Plays one case from the call to its last state; returns the place where the crew was last. */
async function playCase(
  staff: DemoStaff,
  { db, chance }: DemoDayOptions,
  {
    call,
    dispatchCase: { dispatcher, made },
    tour,
    until,
  }: { call: IncomingCall; dispatchCase: TakenCall; tour: TourRow | null; until: Date },
) {
  let current = made;
  let last = call.at;
  for (const step of call.steps) {
    const at = addMinutesToDate(call.at, step.minutes);
    if (at > until) break;
    const who =
      step.by === "dispatcher"
        ? { user_id: dispatcher.id, device_id: null }
        : { user_id: null, device_id: tour?.device_id ?? null };
    const todos = step.todos === undefined ? {} : { todos: current.todos?.[step.todos].map(({ id }) => id) ?? [] };
    const { action, reason, payload, whole } = step;
    const version = current.lock_version;
    current = await db.transaction(staff.tenantId, (tx) =>
      performCaseAction({ tx, ...callerOf(staff, who, at) }, made.id, {
        action,
        lock_version: version,
        ...(whole || tour === null ? {} : { tour_id: tour.id }),
        ...(reason === undefined ? {} : { reason }),
        ...(payload === undefined && step.todos === undefined ? {} : { payload: { ...payload, ...todos } }),
      }),
    );
    last = at;
  }
  await db.systemTransaction(staff.tenantId, (tx) =>
    moveCaseIntoPast(tx, { id: made.id, at: call.at, last, dispatcher, chance }),
  );
  const { source_address, target_address } = call.request.funeral_data ?? call.request.rsa_data ?? {};
  const place = call.steps.some(
    ({ by, action, minutes }) => by === "crew" && action === "DELIVER" && addMinutesToDate(call.at, minutes) <= until,
  )
    ? target_address
    : source_address;
  return place && typeof place.lat === "number" && typeof place.lon === "number"
    ? { lat: place.lat, lon: place.lon }
    : undefined;
}

const CASE_COMMENTS = [
  "Zufahrt nur von hinten möglich.",
  "Angehörige sind informiert.",
  "Bitte vorher anrufen.",
  "Kunde wartet beim Fahrzeug.",
  "Rückruf erledigt.",
] as const;

async function moveCaseIntoPast(
  tx: Tx,
  {
    id,
    at,
    last,
    dispatcher,
    chance,
  }: { id: string; at: Date; last: Date; dispatcher: { id: string; name: string }; chance: SeededChance },
) {
  await backdateCases(tx, [{ id, created_at: at, updated_at: last }]);
  if (chance.percent(25)) {
    await insertComments(tx, [
      {
        case_id: id,
        text: chance.pick(CASE_COMMENTS),
        user_id: dispatcher.id,
        author_name: dispatcher.name,
        created_at: addMinutesToDate(at, 2),
      },
    ]);
  }
}

/** Draws calls that wait for a tour; some of them were begun by a crew that gave the case back. */
function waitingCalls({ branches, company }: DemoStaff, { chance, now }: DemoDayOptions, tours: readonly TourRow[]) {
  const tourOf = ({ id }: { readonly id: string }) => tours.find(({ branch_id }) => branch_id === id) ?? null;
  const options = { type: company.type, depots: branches, now, isStaffed: (depot: Depot) => tourOf(depot) !== null };
  return drawWaitingCalls(options, chance).map(
    ({ depot, call }): PlayedShift => ({ tour: call.steps.length > 0 ? tourOf(depot) : null, calls: [call] }),
  );
}

const PLAYER_GRANTS = ["createCase", "getCases", "updateCase", "receiveAction", "assignCaseToTour", "forwardCase"];

/** Caller as services expect it, without a sign-in: history needs no sessions. */
function callerOf(
  { tenantId, company }: DemoStaff,
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
    tenant_country: null,
    rate_limit_factor: 1,
    user_id,
    device_id,
    subject_id: (user_id ?? device_id) as string,
    display_name: company.name,
    roles: [{ id: tenantId, role_type, grants: PLAYER_GRANTS, branch_ids: null }],
    expires_at: now.toISOString(),
    authenticated_at: now.toISOString(),
  };
  const scope: Scope =
    device_id === null
      ? TENANT_SCOPE
      : { all: false, branch_ids: [], driver: { user_id, device_id, all: true, branch_ids: [] }, at: now };
  return { principal, scope, now };
}
