import { inBothTenants } from "./samples-of-fleet";
import { aName, type Scene, type SampleRequest } from "./scene";
import { testClock } from "../test-clock";

type SampleMaker = (scene: Scene) => Promise<SampleRequest>;
type Admin = Scene["world"]["admin"];

export const aGroup = (admin: Admin) => admin.createCalendarGroup({ name: aName("group") });
export const aCalendar = (admin: Admin) => admin.createCalendar({ name: aName("calendar") });
const aCalendarOfStyria = (admin: Admin) =>
  admin.createCalendar({ name: aName("calendar"), holiday_country: "AT", holiday_region: "6" });

const tomorrow = () => {
  const start = testClock.now().getTime() + 86_400_000;
  return { start_at: new Date(start).toISOString(), end_at: new Date(start + 3_600_000).toISOString() };
};
const shiftOf = (resource_type: "USER" | "VEHICLE", resource_id: string) => ({
  ...tomorrow(),
  event_type: "SCHEDULED_SHIFT" as const,
  resource_type,
  resource_id,
  recurrence: "FREQ=DAILY",
});

/** A shift of a vehicle of the branch, in the default calendar. */
export const aShift = async (scene: Scene, branch: string | null = scene.world.home, admin = scene.world.admin) =>
  admin.createDefaultCalendarEvent(shiftOf("VEHICLE", (await scene.vehicle(branch, admin)).id));

async function eventsEverywhere(scene: Scene) {
  const { home, away, foreignBranch, admin, foreignAdmin } = scene.world;
  const marks = await scene.once("marks", async () => ({
    home: (await aShift(scene, home)).id,
    away: (await aShift(scene, away)).id,
    common: (await aShift(scene, null)).id,
    foreign: (await aShift(scene, foreignBranch, foreignAdmin)).id,
  }));
  const { aboard, user_id } = scene.caller;
  const own = aboard && user_id ? await admin.createDefaultCalendarEvent(shiftOf("USER", user_id)) : undefined;
  return own ? { ...marks, own: own.id } : marks;
}

const calendars: Record<string, SampleMaker> = {
  getCalendars: async (scene) => ({ marks: await inBothTenants(scene, aCalendar) }),
  getPublicHolidays: async ({ world }) => ({ query: { calendar_id: (await aCalendarOfStyria(world.admin)).id } }),
  getCalendarGroups: async (scene) => ({ marks: await inBothTenants(scene, aGroup) }),
};

const events: Record<string, SampleMaker> = {
  getDefaultCalendarEvents: async (scene) => ({ marks: await eventsEverywhere(scene) }),
  createDefaultCalendarEvent: async (scene) => ({
    body: { ...shiftOf("VEHICLE", (await scene.vehicle()).id) },
  }),
  importCalendarEvents: async (scene) => {
    const { start_at, end_at } = tomorrow();
    const moment = (text: string) => `${text.slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
    const event = ["BEGIN:VEVENT", `UID:${aName("event")}`, `DTSTART:${moment(start_at)}`, `DTEND:${moment(end_at)}`];
    const ics = ["BEGIN:VCALENDAR", ...event, "END:VEVENT", "END:VCALENDAR"].join("\r\n");
    const resource_id = (await scene.vehicle()).id;
    return { body: { ics, resource_type: "VEHICLE", resource_id, event_type: "SCHEDULED_SHIFT", dry_run: false } };
  },
  createCalendarEventExclusion: async (scene) => {
    const { id, occurrences } = await aShift(scene);
    return { params: { eventId: id }, body: { date: occurrences[0]?.date } };
  },
  deleteCalendarEventExclusion: async (scene) => {
    const { id: eventId, occurrences } = await aShift(scene);
    const date = occurrences[0]?.date as string;
    const { id } = await scene.world.admin.createCalendarEventExclusion({ eventId, date });
    return { params: { eventId, id } };
  },
};

export const aFeed = async (scene: Scene, branch: string | null = scene.world.home, admin = scene.world.admin) =>
  admin.createCalendarFeed({ resource_type: "VEHICLE", resource_id: (await scene.vehicle(branch, admin)).id });

const feeds: Record<string, SampleMaker> = {
  getCalendarFeeds: async (scene) => {
    const { home, away, foreignBranch, foreignAdmin } = scene.world;
    const marks = await scene.once("marks", async () => ({
      home: (await aFeed(scene, home)).id,
      away: (await aFeed(scene, away)).id,
      common: (await aFeed(scene, null)).id,
      foreign: (await aFeed(scene, foreignBranch, foreignAdmin)).id,
    }));
    return { marks };
  },
  createCalendarFeed: async (scene) => ({
    body: { resource_type: "VEHICLE", resource_id: (await scene.vehicle()).id },
  }),
  getCalendarFeed: async (scene) => ({
    params: { file: new URL((await aFeed(scene)).url).pathname.split("/").at(-1) as string },
  }),
  createTourFromShift: async (scene) => {
    const { id, occurrences } = await aShift(scene);
    return { body: { occurrences: [{ event_id: id, date: occurrences[0]?.date }], branch_id: scene.world.home } };
  },
};

export const samplesOfCalendars: Readonly<Record<string, SampleMaker>> = { ...calendars, ...events, ...feeds };
