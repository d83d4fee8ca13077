/** Expected statistics, counted case by case and without the database. */
import type { GeneratedCase, GeneratedTour } from "./data-set";

interface StatisticsViewer {
  /** Branch of the viewer; null: the whole tenant. */
  readonly branch_id: string | null;
}
interface StatisticsQuestion {
  readonly cases: readonly GeneratedCase[];
  readonly tours: readonly GeneratedTour[];
  readonly viewer: StatisticsViewer;
  readonly now: Date;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Date `YYYY-MM-DD` in a time zone. */
const localDateOf = (at: Date, timeZone: string): string =>
  new Date(wallClockMs(at, timeZone)).toISOString().slice(0, 10);
const wallClockFormats = new Map<string, Intl.DateTimeFormat>();
/** Local time of a zone in milliseconds, as if it were UTC. */
function wallClockMs(at: Date, timeZone: string): number {
  const known =
    wallClockFormats.get(timeZone) ??
    new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  wallClockFormats.set(timeZone, known);
  return Date.parse(`${known.format(at).replace(" ", "T")}Z`) + (at.getTime() % 1_000);
}
/**
 * Moment of a local time. A time that a change of the clock skips is read as before the change; of a repeated one the
 * second counts.
 */
function momentAtWallClock(shown: number, timeZone: string): Date {
  const [early, late] = [-DAY_MS, DAY_MS].map((ms) => {
    const near = shown + ms;
    return new Date(shown - (wallClockMs(new Date(near), timeZone) - near));
  }) as [Date, Date];
  const [isEarly, isLate] = [early, late].map((at) => wallClockMs(at, timeZone) === shown);
  if (isEarly !== isLate) return isEarly ? early : late;
  return early > late ? early : late;
}
const dateDaysBefore = (date: string, days: number) =>
  new Date(Date.parse(`${date}T12:00:00Z`) - days * 24 * HOUR_MS).toISOString().slice(0, 10);

const reachesCase = ({ viewer, tours }: StatisticsQuestion, { branch_id, links }: GeneratedCase) =>
  viewer.branch_id === null ||
  branch_id === viewer.branch_id ||
  links.some(({ tour }) => tours[tour]?.branch_id === viewer.branch_id);
const isOpenCase = ({ finalized_at }: GeneratedCase) => finalized_at === null;
const isUnassignedCase = (one: GeneratedCase) => isOpenCase(one) && one.links.every(({ bucket }) => bucket !== "open");

const firstHundredSorted = <T extends { readonly id: string }>(found: readonly T[], by: (one: T) => number) =>
  [...found]
    .sort((a, b) => by(a) - by(b) || (a.id < b.id ? -1 : 1))
    .slice(0, 100)
    .map(({ id }) => id);
const listAnswerOf = <T extends { readonly id: string }>(found: readonly T[], by: (one: T) => number) => ({
  count: found.length,
  ids: firstHundredSorted(found, by),
});

export function expectedActiveTours(question: StatisticsQuestion, seconds: number) {
  const { tours, viewer, now } = question;
  const found = tours.filter(
    ({ branch_id, status, started_at }) =>
      (viewer.branch_id === null || branch_id === viewer.branch_id) &&
      status === "STARTED" &&
      now.getTime() - started_at.getTime() >= seconds * 1000,
  );
  return listAnswerOf(found, ({ started_at }) => started_at.getTime());
}

export function expectedCasesWithoutAddresses(question: StatisticsQuestion, hours: number) {
  const found = question.cases.filter(
    (one) =>
      reachesCase(question, one) &&
      isOpenCase(one) &&
      (one.source === null || one.target === null) &&
      question.now.getTime() - one.created_at.getTime() >= hours * HOUR_MS,
  );
  return listAnswerOf(found, ({ created_at }) => created_at.getTime());
}

export function expectedUnassignedCases(question: StatisticsQuestion, dueTo: Date) {
  const found = question.cases.filter(
    (one) => reachesCase(question, one) && isUnassignedCase(one) && one.due_at !== null && one.due_at < dueTo,
  );
  return listAnswerOf(found, ({ due_at }) => due_at?.getTime() ?? 0);
}

export function expectedEarlyPickups(question: StatisticsQuestion, zone: string, coldStorageHours: number | null) {
  const coldBy = (one: GeneratedCase) => {
    if (coldStorageHours === null || one.target?.address.cold_storage !== true) return Number.POSITIVE_INFINITY;
    if (one.source?.address.cold_storage === true) return Number.POSITIVE_INFINITY;
    // Midnight at which the day of the death was over.
    let midnight = Date.parse(`${one.died_on}T00:00:00Z`);
    while (localDateOf(new Date(midnight), zone) <= one.died_on) midnight += HOUR_MS / 4;
    return Math.min(one.created_at.getTime(), midnight) + coldStorageHours * HOUR_MS;
  };
  const found = question.cases.filter(
    (one) =>
      reachesCase(question, one) &&
      isUnassignedCase(one) &&
      (one.transport_type === "Vorzeitige Abholung" || Number.isFinite(coldBy(one))),
  );
  const urgency = (one: GeneratedCase) => Math.min(one.due_at?.getTime() ?? Number.POSITIVE_INFINITY, coldBy(one));
  const sorted = [...found].sort((a, b) => {
    const [left, right] = [urgency(a), urgency(b)];
    if (left !== right) return left < right ? -1 : 1;
    return a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1);
  });
  return { count: found.length, ids: sorted.slice(0, 100).map(({ id }) => id) };
}

interface TimeSpan {
  readonly from: Date;
  /** First moment that is no longer in the period. */
  readonly to: Date;
}
const isWithinSpan = (at: Date, { from, to }: TimeSpan) => from <= at && at < to;

function deliveredCasesWithin(question: StatisticsQuestion, span: TimeSpan) {
  const found = question.cases.filter(
    (one) =>
      reachesCase(question, one) && one.finalized_at !== null && !one.cancelled && isWithinSpan(one.finalized_at, span),
  );
  const seconds = found
    .map(({ created_at, finalized_at }) =>
      Math.max(0, Math.floor(((finalized_at?.getTime() ?? 0) - created_at.getTime()) / 1000)),
    )
    .sort((a, b) => a - b);
  const percentile = (share: number) => seconds[Math.max(0, Math.ceil(share * seconds.length) - 1)] ?? null;
  return { found, figures: { count: found.length, median_seconds: percentile(0.5), p90_seconds: percentile(0.9) } };
}

export function expectedDeliveredCases(question: StatisticsQuestion, zone: string, hours: number) {
  const hoursAgo = (ago: number) => new Date(question.now.getTime() - ago * HOUR_MS);
  const from = hoursAgo(hours);
  const { found, figures } = deliveredCasesWithin(question, { from, to: question.now });
  const days = new Map<string, number>();
  const today = localDateOf(question.now, zone);
  for (let date = localDateOf(from, zone); date <= today; date = dateDaysBefore(date, -1)) days.set(date, 0);
  for (const { finalized_at } of found) {
    const date = localDateOf(finalized_at as Date, zone);
    days.set(date, (days.get(date) ?? 0) + 1);
  }
  const before = { from: hoursAgo(2 * hours), to: from };
  return {
    from,
    ...figures,
    days: [...days].map(([date, count]) => ({ date, count })),
    previous: { ...before, ...deliveredCasesWithin(question, before).figures },
  };
}

type AddressSide = "source" | "target";
function placesOfCasesWithin({ cases, viewer }: StatisticsQuestion, side: AddressSide, span: TimeSpan) {
  const counts = new Map<number, number>();
  let total = 0;
  for (const one of cases) {
    const place = one[side];
    if (place === null || (viewer.branch_id !== null && one.branch_id !== viewer.branch_id)) continue;
    if (!isWithinSpan(one.created_at, span)) continue;
    total++;
    if (place.number !== null) counts.set(place.number, (counts.get(place.number) ?? 0) + 1);
  }
  return { total, counts };
}

export function expectedTopAddresses(
  question: StatisticsQuestion,
  { side, zone, days, limit }: { side: AddressSide; zone: string; days: number; limit: number },
) {
  const now = wallClockMs(question.now, zone);
  const midnight = Math.floor(now / DAY_MS) * DAY_MS;
  const present = { from: momentAtWallClock(midnight - (days - 1) * DAY_MS, zone), to: question.now };
  const before = {
    from: momentAtWallClock(midnight - (2 * days - 1) * DAY_MS, zone),
    to: momentAtWallClock(now - days * DAY_MS, zone),
  };
  const { total, counts } = placesOfCasesWithin(question, side, present);
  const previous = placesOfCasesWithin(question, side, before);
  const named = [...counts]
    .filter(([, count]) => count >= 3)
    .sort(([, a], [, b]) => b - a)
    .slice(0, limit);
  return {
    from: present.from,
    total,
    others: total - named.reduce((sum, [, count]) => sum + count, 0),
    /** Counts of the places that are named for certain; of several with the last count any may be named. */
    counts: named.map(([, count]) => count),
    byNumber: counts,
    previous: { ...before, total: previous.total },
    previousByNumber: new Map([...previous.counts].filter(([, count]) => count >= 3)),
  };
}
