import { createPerBranchAndTenant, createInBothTenants } from "./samples-of-fleet";
import { uniqueName, type SampleObjectFactory, type SampleRequest } from "./scene";
import { testClock } from "../test-clock";

type SampleMaker = (scene: SampleObjectFactory) => Promise<SampleRequest>;
type AdminClient = SampleObjectFactory["world"]["admin"];

export const createSampleCalendarGroup = (admin: AdminClient) =>
  admin.createCalendarGroup({ name: uniqueName("group") });
export const createSampleCalendar = (admin: AdminClient) => admin.createCalendar({ name: uniqueName("calendar") });
const createStyrianCalendar = (admin: AdminClient) =>
  admin.createCalendar({ name: uniqueName("calendar"), holiday_country: "AT", holiday_region: "6" });

const tomorrow = () => {
  const start = testClock.now().getTime() + 86_400_000;
  return { start_at: new Date(start).toISOString(), end_at: new Date(start + 3_600_000).toISOString() };
};
const shiftRequestFor = (resource_type: "USER" | "VEHICLE", resource_id: string) => ({
  ...tomorrow(),
  event_type: "SCHEDULED_SHIFT" as const,
  resource_type,
  resource_id,
  recurrence: "FREQ=DAILY",
});

/** A shift of a vehicle of the branch, in the default calendar. */
export const createSampleShift = async (
  scene: SampleObjectFactory,
  branch: string | null = scene.world.home,
  admin = scene.world.admin,
) => admin.createDefaultCalendarEvent(shiftRequestFor("VEHICLE", (await scene.vehicle(branch, admin)).id));

async function createEventsEverywhere(scene: SampleObjectFactory) {
  const marks = await createPerBranchAndTenant(scene, (...place) => createSampleShift(scene, ...place));
  const { admin } = scene.world;
  const { aboard, user_id } = scene.caller;
  const own = aboard && user_id ? await admin.createDefaultCalendarEvent(shiftRequestFor("USER", user_id)) : undefined;
  return own ? { ...marks, own: own.id } : marks;
}

const calendarSamples: Record<string, SampleMaker> = {
  getCalendars: async (scene) => ({ marks: await createInBothTenants(scene, createSampleCalendar) }),
  getPublicHolidays: async ({ world }) => ({ query: { calendar_id: (await createStyrianCalendar(world.admin)).id } }),
  getCalendarGroups: async (scene) => ({ marks: await createInBothTenants(scene, createSampleCalendarGroup) }),
};

const calendarEventSamples: Record<string, SampleMaker> = {
  getDefaultCalendarEvents: async (scene) => ({ marks: await createEventsEverywhere(scene) }),
  createDefaultCalendarEvent: async (scene) => ({
    body: { ...shiftRequestFor("VEHICLE", (await scene.vehicle()).id) },
  }),
  importCalendarEvents: async (scene) => {
    const { start_at, end_at } = tomorrow();
    const moment = (text: string) => `${text.slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
    const event = [
      "BEGIN:VEVENT",
      `UID:${uniqueName("event")}`,
      `DTSTART:${moment(start_at)}`,
      `DTEND:${moment(end_at)}`,
    ];
    const ics = ["BEGIN:VCALENDAR", ...event, "END:VEVENT", "END:VCALENDAR"].join("\r\n");
    const resource_id = (await scene.vehicle()).id;
    return { body: { ics, resource_type: "VEHICLE", resource_id, event_type: "SCHEDULED_SHIFT", dry_run: false } };
  },
  createCalendarEventExclusion: async (scene) => {
    const { id, occurrences } = await createSampleShift(scene);
    return { params: { eventId: id }, body: { date: occurrences[0]?.date } };
  },
  deleteCalendarEventExclusion: async (scene) => {
    const { id: eventId, occurrences } = await createSampleShift(scene);
    const date = occurrences[0]?.date as string;
    const { id } = await scene.world.admin.createCalendarEventExclusion({ eventId, date });
    return { params: { eventId, id } };
  },
};

export const createSampleCalendarFeed = async (
  scene: SampleObjectFactory,
  branch: string | null = scene.world.home,
  admin = scene.world.admin,
) => admin.createCalendarFeed({ resource_type: "VEHICLE", resource_id: (await scene.vehicle(branch, admin)).id });

const calendarFeedSamples: Record<string, SampleMaker> = {
  getCalendarFeeds: async (scene) => ({
    marks: await createPerBranchAndTenant(scene, (...place) => createSampleCalendarFeed(scene, ...place)),
  }),
  createCalendarFeed: async (scene) => ({
    body: { resource_type: "VEHICLE", resource_id: (await scene.vehicle()).id },
  }),
  getCalendarFeed: async (scene) => ({
    params: { file: new URL((await createSampleCalendarFeed(scene)).url).pathname.split("/").at(-1) as string },
  }),
  createTourFromShift: async (scene) => {
    const { id, occurrences } = await createSampleShift(scene);
    return { body: { occurrences: [{ event_id: id, date: occurrences[0]?.date }], branch_id: scene.world.home } };
  },
};

export const calendarSampleRequestMakers: Readonly<Record<string, SampleMaker>> = {
  ...calendarSamples,
  ...calendarEventSamples,
  ...calendarFeedSamples,
};
