import type { CalendarEvent } from "@leitstand/contract/board/calendar-events";
import type { Static } from "@leitstand/contract/core/schema";
import { branchIdsOfUser } from "../day/company";
import type { CrewAbsence, RecordedWrite } from "../day/facts";
import { DAY_END_CHECK_MINUTES, type SharedDayState, type TourOnDuty } from "../day/scene";

/** Crew with its shift on the roster. */
export interface RosteredCrew extends TourOnDuty {
  readonly user_ids: readonly string[];
  readonly vehicle_id: string;
}
type CalendarEntry = Static<typeof CalendarEvent>;
interface KeptCalendarEntry {
  readonly crew: RosteredCrew;
  event: CalendarEntry;
}

const ROSTER_INTERVAL_MINUTES = 12;
const HOUR_MS = 3_600_000;
/** Hours of an absence, longer than the simulated day, in real time as well as by its own clock. */
const ABSENCE_HOURS = 30;

/** Writes shifts in the morning; then users are away, come back, or work other hours, until the day is over. */
export async function simulateRosterChanges(scene: SharedDayState, crews: readonly RosteredCrew[]) {
  const shifts: KeptCalendarEntry[] = [];
  for (const crew of crews) {
    const event = await writeCalendarEntry(scene, crew, {
      event_type: "SCHEDULED_SHIFT",
      hours: 12,
      recurrence: "FREQ=DAILY;COUNT=3",
    });
    if (event) shifts.push({ crew, event });
  }
  while (!scene.isOver) {
    await scene.chance.pick([
      recordAbsence,
      endAbsenceEarly,
      endAbsenceEarly,
      changeShift,
      excludeDay,
      planTourFromShift,
    ])(scene, {
      crews,
      shifts,
    });
    for (let passed = 0; passed < ROSTER_INTERVAL_MINUTES && !scene.isOver; passed += DAY_END_CHECK_MINUTES)
      await scene.clock.pass(DAY_END_CHECK_MINUTES);
  }
}

interface RosterState {
  readonly crews: readonly RosteredCrew[];
  readonly shifts: KeptCalendarEntry[];
}

/** Sends one of the crew, or the vehicle, away; most stay. */
async function recordAbsence(scene: SharedDayState, { crews }: RosterState) {
  const present = crews.filter(({ tour_id }) => !scene.absent.has(tour_id));
  if (scene.absent.size >= crews.length / 4 || present.length < 2) return;
  const crew = scene.chance.pick(present);
  const vehicle = scene.chance.percent(30) ? { resource_type: "VEHICLE" as const } : {};
  const event = await writeCalendarEntry(scene, crew, { event_type: "UNAVAILABLE", hours: ABSENCE_HOURS, ...vehicle });
  if (!event) return;
  const absence: CrewAbsence = {
    tour_id: crew.tour_id,
    event_id: event.id,
    since: performance.now(),
    until: undefined,
  };
  scene.absent.set(crew.tour_id, absence);
  scene.book.absences.push(absence);
}

/** Ends an absence early: it is over now, or was a mistake. */
async function endAbsenceEarly(scene: SharedDayState, { crews }: RosterState) {
  const { book, chance, company } = scene;
  const [absence] = scene.absent.values();
  const crew = crews.find(({ tour_id }) => tour_id === absence?.tour_id);
  if (!absence || !crew) return;
  absence.until = performance.now();
  scene.absent.delete(absence.tour_id);
  const { client } = company.admin;
  const event = (await client.getDefaultCalendarEvents({ event_type: "UNAVAILABLE" })).find(
    ({ id }) => id === absence.event_id,
  );
  if (!event) return book.fault("acknowledged write lost", `absence ${absence.event_id} of tour ${absence.tour_id}`);
  if (chance.percent(50))
    return changeCalendarEntry(scene, { crew, event }, { end_at: new Date(Date.now() + 1_000).toISOString() });
  await attemptCalendarWrite(scene, calendarWriteOf(scene, { crew, event }, "deleted"), () =>
    client.deleteDefaultCalendarEvent({ id: event.id }),
  );
}

async function changeShift(scene: SharedDayState, { shifts }: RosterState) {
  if (shifts.length === 0) return;
  const kept = scene.chance.pick(shifts);
  const end_at = new Date(Date.parse(kept.event.start_at) + scene.chance.between(8, 14) * HOUR_MS).toISOString();
  await changeCalendarEntry(scene, kept, { end_at, note: "Dienst geändert" });
}

/** Leaves a day out of a repeated shift, and puts it back. */
async function excludeDay(scene: SharedDayState, { shifts }: RosterState) {
  if (shifts.length === 0) return;
  const { client } = scene.company.admin;
  const kept = scene.chance.pick(shifts);
  const eventId = kept.event.id;
  const date = kept.event.occurrences.at(-1)?.date;
  if (date === undefined) return;
  const entry = calendarWriteOf(scene, kept, "updated");
  const exclusion = await attemptCalendarWrite(scene, entry, () =>
    client.createCalendarEventExclusion({ eventId, date }),
  );
  if (exclusion)
    await attemptCalendarWrite(scene, entry, () => client.deleteCalendarEventExclusion({ eventId, id: exclusion.id }));
}

/** Makes a tour of tomorrow's shift, and calls it off. */
async function planTourFromShift(scene: SharedDayState, { shifts }: RosterState) {
  if (shifts.length === 0) return;
  const { book, company } = scene;
  const { client, viewer } = company.admin;
  const { crew, event } = scene.chance.pick(shifts);
  const date = event.occurrences[1]?.date;
  if (date === undefined) return;
  const { branch_id, user_ids } = crew;
  const entry = { kind: "planned tour" as const, tenant: viewer.tenant, by: viewer.name, branch_id, user_ids };
  try {
    const { id: tour_id, lock_version } = await client.createTourFromShift({
      occurrences: [{ event_id: event.id, date }],
      branch_id,
    });
    book.count(book.actions, "(tour planned)");
    book.ledger.push({ ...entry, outcome: "acknowledged", tour_id, change: "created", lock_version });
    await client.deleteScheduledTour({ id: tour_id });
    book.ledger.push({ ...entry, outcome: "acknowledged", tour_id, change: "deleted", lock_version });
  } catch (error) {
    book.refused(error, `tour from shift ${event.id}`);
  }
}

interface CalendarDraft {
  readonly event_type: "UNAVAILABLE" | "SCHEDULED_SHIFT";
  readonly hours: number;
  readonly resource_type?: "USER" | "VEHICLE";
  readonly recurrence?: string;
}

async function writeCalendarEntry(
  scene: SharedDayState,
  crew: RosteredCrew,
  { hours, resource_type = "USER", ...draft }: CalendarDraft,
) {
  const { client, viewer } = scene.company.admin;
  const resource_id = resource_type === "VEHICLE" ? crew.vehicle_id : (crew.user_ids[0] as string);
  const now = Date.now();
  const times = { start_at: new Date(now).toISOString(), end_at: new Date(now + hours * HOUR_MS).toISOString() };
  try {
    const event = await client.createDefaultCalendarEvent({ ...draft, ...times, resource_type, resource_id });
    scene.book.count(scene.book.actions, "(calendar)");
    scene.book.ledger.push({ ...calendarWriteOf(scene, { crew, event }, "created"), outcome: "acknowledged" });
    return event;
  } catch (error) {
    scene.book.refused(error, `calendar of ${viewer.tenant}`);
    return undefined;
  }
}

async function changeCalendarEntry(
  scene: SharedDayState,
  kept: KeptCalendarEntry,
  fields: { end_at: string; note?: string },
) {
  const { client } = scene.company.admin;
  const { id, lock_version } = kept.event;
  const changed = await attemptCalendarWrite(scene, calendarWriteOf(scene, kept, "updated"), () =>
    client.updateDefaultCalendarEvent({ id, lock_version, ...fields }),
  );
  if (changed) kept.event = changed;
}

type CalendarWrite = Omit<Extract<RecordedWrite, { kind: "calendar" }>, "outcome">;
async function attemptCalendarWrite<T>(
  { book }: SharedDayState,
  entry: CalendarWrite,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    const answer = await work();
    book.count(book.actions, "(calendar)");
    book.ledger.push({ ...entry, outcome: "acknowledged" });
    return answer;
  } catch (error) {
    book.ledger.push({ ...entry, outcome: book.refused(error, `calendar event ${entry.event_id}`) });
    return undefined;
  }
}

/** Calendar entry: people are in the branches of their roles, vehicles in their own. */
function calendarWriteOf(
  { company }: SharedDayState,
  { crew, event }: KeptCalendarEntry,
  changed: CalendarWrite["change"],
): CalendarWrite {
  const { viewer } = company.admin;
  const isUser = event.resource_type === "USER";
  return {
    kind: "calendar",
    tenant: viewer.tenant,
    by: viewer.name,
    event_id: event.id,
    change: changed,
    branch_ids: isUser
      ? branchIdsOfUser(company.roster, event.resource_id)
      : [crew.branch_id].filter((id) => id !== null),
    user_ids: isUser ? [event.resource_id] : [],
  };
}
