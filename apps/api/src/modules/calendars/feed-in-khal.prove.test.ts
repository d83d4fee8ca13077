import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { sql } from "#platform/database/sql";
import { startApi } from "../../testing/start-api";

const isKhalInstalled = spawnSync("khal", ["--version"]).status === 0;
const DAY_MS = 86_400_000;
/** Shifts from ten to six, in the nights in which the clocks of Vienna change. */
const [SHORT_NIGHT, LONG_NIGHT] = [
  { day: "2027-03-28", night: "2027-03-27T21:00:00.000Z 2027-03-28T04:00:00.000Z" },
  { day: "2027-10-31", night: "2027-10-30T20:00:00.000Z 2027-10-31T05:00:00.000Z" },
];
/** Zones of the reader, with the offsets from UTC that khal has to show. */
const clockChangeCases = [
  { ...SHORT_NIGHT, reader: "Europe/Vienna", ahead: ["+0100", "+0200"] },
  { ...LONG_NIGHT, reader: "Europe/Vienna", ahead: ["+0100", "+0200"] },
  { ...SHORT_NIGHT, reader: "Australia/Lord_Howe", ahead: ["+1100"] },
  { ...LONG_NIGHT, reader: "America/New_York", ahead: ["-0400"] },
];
/** Local times of Vienna: in the hour that is skipped or repeated, across it, and before and after it. */
const nightShiftTimes = ["22:00 06:00", "02:30 10:30", "01:30 02:30", "02:15 02:45", "01:00 04:00", "00:00 12:00"];

describe.skipIf(!isKhalInstalled)("the feed of a calendar, opened in khal (needs khal of Debian)", () => {
  const api = startApi();
  const daysAfter = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

  /** Shifts on the day before, on the day and after it, and two all-day absences; seen from three days before. */
  async function aRosterAround(day: string) {
    const until = Date.parse(daysAfter(day, -3)) - api.clock.now().getTime();
    api.clock.advance({ seconds: until / 1000 });
    onTestFinished(() => api.clock.followMachine());
    const office = await api.signIn("readCalendars", "writeCalendars");
    // The token was opened by the clock of the database, and would have expired by now.
    await api.db.system.run(sql`update tokens set expires_at = ${new Date(`${day}T23:00:00Z`)}`);
    const person = { resource_type: "USER", resource_id: office.session.user_id as string } as const;
    for (const shift of nightShiftTimes) {
      const [from, to] = shift.split(" ") as [string, string];
      const first = daysAfter(day, -1);
      await office.createDefaultCalendarEvent({
        ...person,
        event_type: "SCHEDULED_SHIFT",
        start_at: at(first, from),
        end_at: at(to < from ? daysAfter(first, 1) : first, to),
        recurrence: "FREQ=DAILY;COUNT=3",
      });
    }
    for (const [start_at, end_at] of [
      [day, daysAfter(day, 1)],
      [daysAfter(day, -1), daysAfter(day, 2)],
    ] as const)
      await office.createDefaultCalendarEvent({
        ...person,
        event_type: "UNAVAILABLE",
        all_day: true,
        start_at,
        end_at,
      });
    return { office, person };
  }
  /**
   * Moment of a local time in Vienna, on the days around the changes of the clock, and in the mornings of those days.
   */
  const at = (day: string, time: string) =>
    `${day}T${time}:00${day < SHORT_NIGHT.day || day >= LONG_NIGHT.day ? "+01:00" : "+02:00"}`;

  it.each(clockChangeCases)(
    "the calendar program khal shows the same days and times as the API around $day in $reader",
    async ({ day, night, reader, ahead }) => {
      const { office, person } = await aRosterAround(day);
      const { url } = await office.createCalendarFeed(person);
      const feed = await fetch(`${api.url}${new URL(url).pathname}`);
      const shown = await listFeedInKhal(await feed.text(), { reader, from: daysAfter(day, -4) });
      const events = await office.getDefaultCalendarEvents({ from: daysAfter(day, -3), to: daysAfter(day, 5) });
      const meant = events.flatMap(({ all_day, start_date, end_date, occurrences }) =>
        all_day
          ? [`Abwesend ${start_date} ${daysAfter(end_date, -1)}`]
          : occurrences.map(({ start_at, end_at }) => `Schicht ${toIsoMoment(start_at)} ${toIsoMoment(end_at)}`),
      );
      expect(shown.map(({ text }) => text).sort()).toEqual(meant.sort());
      expect(meant).toHaveLength(nightShiftTimes.length * 3 + 2);
      expect([...new Set(shown.flatMap((each) => each.ahead))].sort()).toEqual(ahead);
      expect(meant).toContain(`Schicht ${night}`);
    },
  );
});

const toIsoMoment = (text: string) => new Date(text).toISOString();

/**
 * Lists ten days in khal: timed entries by their moments, with the offset of its clock; all-day entries by their days.
 */
async function listFeedInKhal(feed: string, { reader, from }: { reader: string; from: string }) {
  const folder = mkdtempSync(join(tmpdir(), "leitstand-khal-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "feed"));
  writeFileSync(join(folder, "feed.ics"), feed);
  writeFileSync(join(folder, "config"), khalConfig(folder, reader));
  const khal = (...args: string[]) =>
    promisify(execFile)("khal", ["-c", join(folder, "config"), ...args], { env: { ...process.env, HOME: folder } });
  await khal("import", "--batch", "-a", "feed", join(folder, "feed.ics"));
  const { stdout } = await khal("list", "--once", "-df", "", "-f", "{title} {start} {end}", from, "10d");
  return stdout
    .trim()
    .split("\n")
    .map((line) => {
      const [title, ...times] = line.split(" ");
      const isTimed = times.every((time) => time.includes("T"));
      return {
        text: [title, ...(isTimed ? times.map(toIsoMoment) : times)].join(" "),
        ahead: isTimed ? times.map((time) => time.slice(-5)) : [],
      };
    });
}

const khalConfig = (folder: string, zone: string) => `
[calendars]
[[feed]]
path = ${folder}/feed
[locale]
local_timezone = ${zone}
default_timezone = ${zone}
timeformat = %H:%M:%S
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%dT%H:%M:%S%z
longdatetimeformat = %Y-%m-%dT%H:%M:%S%z
[sqlite]
path = ${folder}/khal.db
[default]
default_calendar = feed
`;
