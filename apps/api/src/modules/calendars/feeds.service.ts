import { createHash, randomBytes } from "node:crypto";
import type { CalendarFeedRequest } from "@leitstand/contract/board/calendar-feeds";
import type { Static } from "@leitstand/contract/core/schema";
import type { Scope } from "#platform/access/principal";
import type { Database, Tx } from "#platform/database/database";
import { notFound, problem } from "#platform/problem";
import { checkCalendarResource } from "./calendar-resource.service";
import {
  insertCalendarFeed,
  lockCalendarFeedOwner,
  removeCalendarFeed,
  selectCalendarFeedBySecretHash,
  selectCalendarFeeds,
  selectCalendarFeedTimes,
} from "./feeds.sql";
import { type CalendarFeedEventTime, formatIcsCalendar } from "./icalendar";
import { addDays } from "./recurrence/local-time";

/**
 * Maximum number of feeds of a person or vehicle, for a phone, a computer and a few more; each can be deleted
 * separately.
 */
const FEEDS_MAX = 5;
const [DAYS_BACK, DAYS_AHEAD] = [7, 90];
const FEED_TIMES_MAX = 5_000;
const DAY_MS = 86_400_000;

export const listCalendarFeeds = selectCalendarFeeds;
const hashFeedSecret = (secret: string) => createHash("sha256").update(secret).digest();

export async function addCalendarFeed(
  { tx, scope, publicUrl }: { readonly tx: Tx; readonly scope: Scope; readonly publicUrl: string },
  { resource_type, resource_id }: Static<typeof CalendarFeedRequest>,
) {
  const resource = await checkCalendarResource({ tx, scope }, { type: resource_type, id: resource_id, for: "reading" });
  await lockCalendarFeedOwner(tx, resource);
  const secret = randomBytes(32).toString("base64url");
  const feed = await insertCalendarFeed(tx, resource, { hash: hashFeedSecret(secret), most: FEEDS_MAX });
  if (!feed) throw problem("LIMIT_EXCEEDED", { limit: FEEDS_MAX });
  return { ...feed, url: `${publicUrl}/api/v1/calendars/feed/${secret}.ics` };
}

export async function revokeCalendarFeed(tx: Tx, scope: Scope, id: string) {
  if ((await removeCalendarFeed(tx, scope, id)) === 0) throw notFound("calendar_feed", id);
}

/** Text of a feed, by its file name. */
export async function renderCalendarFeed(db: Database, file: string, now: Date): Promise<string> {
  const feed = await selectCalendarFeedBySecretHash(db.system, hashFeedSecret(file.replace(/\.ics$/, "")));
  // The address is a secret, so the answer does not repeat it.
  if (!feed) throw notFound("calendar_feed", "");
  const { tenant_id, user_id, vehicle_id, language } = feed;
  const words = feedWordsOf(language);
  const times = await selectCalendarFeedTimes(db.read(tenant_id, "short"), {
    resource_id: (user_id ?? vehicle_id) as string,
    from: new Date(now.getTime() - DAYS_BACK * DAY_MS),
    to: new Date(now.getTime() + DAYS_AHEAD * DAY_MS),
    most: FEED_TIMES_MAX,
  });
  return formatIcsCalendar(
    words.name,
    times.map(
      ({ event_id, date, event_type, all_day, days, ...time }): CalendarFeedEventTime => ({
        ...time,
        uid: `${event_id}-${date}`,
        days: all_day ? [date, addDays(date, days)] : null,
        summary: words[event_type],
      }),
    ),
  );
}

const feedWordsOf = (language: string) =>
  language === "de"
    ? { name: "Dienstplan", UNAVAILABLE: "Abwesend", SCHEDULED_SHIFT: "Schicht" }
    : { name: "Roster", UNAVAILABLE: "Away", SCHEDULED_SHIFT: "Shift" };
