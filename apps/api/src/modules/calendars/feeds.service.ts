import { createHash, randomBytes } from "node:crypto";
import type { CalendarFeedRequest } from "@leitstand/contract/board/calendar-feeds";
import type { Static } from "@leitstand/contract/core/schema";
import { type Principal, type Scope, scopeOfGrant } from "#platform/access/principal";
import { selectUserRoles } from "#platform/access/principals";
import type { Database, Tx } from "#platform/database/database";
import { notFound, problem } from "#platform/problem";
import { checkCalendarResource } from "./calendar-resource.service";
import { selectEventOwnerAccess } from "./calendar-scope.sql";
import {
  insertCalendarFeed,
  lockCalendarFeed,
  lockCalendarFeedOwner,
  removeCalendarFeed,
  selectCalendarFeedBySecretHash,
  selectCalendarFeeds,
  selectCalendarFeedTimes,
  type StoredFeed,
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

interface CalendarFeedCaller {
  readonly tx: Tx;
  readonly scope: Scope;
  readonly principal: Principal;
}

/** Grant by which a caller makes and ends feeds of others, where its scope reaches them; feeds of the own calendar need none. */
const FEEDS_OF_OTHERS_GRANT = "writeCalendars";
const missingGrantProblem = () => problem("AUTH_GRANT_MISSING", { grant: FEEDS_OF_OTHERS_GRANT });
const isOwnCalendar = ({ user_id }: Principal, owner: string | null) => user_id !== null && user_id === owner;

export async function addCalendarFeed(
  { tx, scope, principal, publicUrl }: CalendarFeedCaller & { readonly publicUrl: string },
  { resource_type, resource_id }: Static<typeof CalendarFeedRequest>,
) {
  const isOwn = resource_type === "USER" && isOwnCalendar(principal, resource_id);
  const changing = isOwn ? scope : scopeOfGrant(principal, FEEDS_OF_OTHERS_GRANT);
  if (!changing) throw missingGrantProblem();
  const resource = await checkCalendarResource({ tx, scope, changing }, { type: resource_type, id: resource_id });
  await lockCalendarFeedOwner(tx, resource);
  const secret = randomBytes(32).toString("base64url");
  const feed = await insertCalendarFeed(tx, resource, {
    hash: hashFeedSecret(secret),
    most: FEEDS_MAX,
    created_by: principal.user_id,
  });
  if (!feed) throw problem("LIMIT_EXCEEDED", { limit: FEEDS_MAX });
  return { ...feed, url: `${publicUrl}/api/v1/calendars/feed/${secret}.ics` };
}

export async function revokeCalendarFeed({ tx, scope, principal }: CalendarFeedCaller, id: string) {
  const changing = scopeOfGrant(principal, FEEDS_OF_OTHERS_GRANT);
  const feed = await lockCalendarFeed(tx, { scope, changing: changing ?? scope }, id);
  if (!feed) throw notFound("calendar_feed", id);
  if (!isOwnCalendar(principal, feed.user_id)) {
    if (!changing) throw missingGrantProblem();
    if (!feed.is_reached) throw problem("BRANCH_ACCESS_DENIED");
  }
  await removeCalendarFeed(tx, id);
}

/** Whether the maker of a feed of another person or of a vehicle would still be let make it. */
async function mayMakerStillMakeFeed(tx: Tx, { user_id, vehicle_id, created_by }: StoredFeed): Promise<boolean> {
  if (created_by === null || created_by === user_id) return true;
  const [maker] = await selectUserRoles(tx, tx.tenantId, { ids: [created_by] });
  const scope = maker && scopeOfGrant(maker, "readCalendars");
  const changing = maker && scopeOfGrant(maker, FEEDS_OF_OTHERS_GRANT);
  if (!scope || !changing) return false;
  const type = user_id === null ? "VEHICLE" : "USER";
  const access = await selectEventOwnerAccess(tx, { scope, changing }, { type, id: (user_id ?? vehicle_id) as string });
  return access !== undefined && access.is_seen && access.is_reached;
}

/** Text of a feed, by its file name. */
export async function renderCalendarFeed(db: Database, file: string, now: Date): Promise<string> {
  const feed = await selectCalendarFeedBySecretHash(db.system, hashFeedSecret(file.replace(/\.ics$/, "")));
  const tx = feed && db.read(feed.tenant_id, "short");
  // The address is a secret, so the answer does not repeat it.
  if (!tx || !(await mayMakerStillMakeFeed(tx, feed))) throw notFound("calendar_feed", "");
  const { user_id, vehicle_id, language } = feed;
  const words = feedWordsOf(language);
  const times = await selectCalendarFeedTimes(tx, {
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
