import type { CaseTimerChange, CaseTimerKind } from "../facts/case-decision";
import type { ResolvedActionRequest } from "../facts/case-request";
import type { CaseSnapshot, ChangeableCaseData, LinkColumns, SnapshotTour } from "../facts/case-snapshot";

interface LinkMove {
  readonly tour: SnapshotTour | null;
  readonly after: LinkColumns | null;
}
interface TimerMoment {
  readonly tour: SnapshotTour;
  readonly link: LinkColumns | undefined;
  readonly data: Pick<ChangeableCaseData, "not_before" | "postponed_until">;
}

const timerKinds = [
  "ALARM_TIMEOUT",
  "START_DUE",
  "POSTPONE_REMINDER",
  "DONE_DUE",
] as const satisfies readonly CaseTimerKind[];

/** Timers to arm and to cancel: those that the moved links need now, compared with those they needed before. */
export function computeTimerChanges(
  request: ResolvedActionRequest,
  data: ChangeableCaseData,
  moved: readonly LinkMove[],
): CaseTimerChange[] {
  return moved.flatMap(({ tour, after }) => {
    if (tour === null || after === null) return [];
    const link = request.snapshot.links.find((row) => row.tour_id === tour.id);
    return timerKinds.flatMap((kind) => {
      const old = timerDueAt(kind, request, { tour, link, data: request.snapshot.case });
      const at = timerDueAt(kind, request, { tour, link: after, data });
      return at === old ? [] : [{ kind, tour_id: tour.id, at }];
    });
  });
}

function timerDueAt(kind: CaseTimerKind, request: ResolvedActionRequest, moment: TimerMoment): string | null {
  const { link, data } = moment;
  if (link === undefined || (link.bucket !== "open" && kind !== "DONE_DUE")) return null;
  const { settings } = request.snapshot;
  switch (kind) {
    case "ALARM_TIMEOUT":
      return isAlarmUnanswered(link, moment.tour) ? alarmTimeoutAt(request.snapshot, request.now) : null;
    case "START_DUE":
      return link.state === "reserved" ? startDueAt(request, moment) : null;
    case "POSTPONE_REMINDER":
      return link.state === "POSTPONED" || link.state === "reserved" ? data.postponed_until : null;
    case "DONE_DUE":
      // Counted from the step to `finished`, not from the crew's end: the back office may take longer than that, and
      // what it takes back would be filed again at once.
      return link.state === "finished" && link.finished_at !== null && settings.done_after_days !== null
        ? addSeconds(request.now.toISOString(), settings.done_after_days * 86_400)
        : null;
  }
}

/**
 * Whether the crew is asked now and has not answered. It cannot answer in the app before its tour runs: what is planned
 * onto a tour waits for the start.
 */
export const isAlarmUnanswered = (
  { bucket, state, accepted_at }: Pick<LinkColumns, "bucket" | "state" | "accepted_at">,
  { status }: Pick<SnapshotTour, "status">,
) =>
  bucket === "open" && accepted_at === null && (state === "alarmed" || (state === "ASSIGNED" && status === "STARTED"));

const alarmTimeoutAt = ({ settings }: Pick<CaseSnapshot, "settings">, now: Date) =>
  addSeconds(now.toISOString(), settings.alarm_timeout_seconds);

/** Timer to arm for a transport that was planned onto the tour that starts now, unless its crew has accepted it. */
export const alarmTimersAtTourStart = (snapshot: CaseSnapshot, tour_id: string, now: Date): CaseTimerChange[] =>
  snapshot.links
    .filter((link) => link.tour_id === tour_id && link.state === "ASSIGNED" && isAlarmUnanswered(link, link.tour))
    .map(() => ({ kind: "ALARM_TIMEOUT", tour_id, at: alarmTimeoutAt(snapshot, now) }));

/**
 * Time at which the alarm of a reserved case is raised; null where the start of its tour raises it, or where the alarm
 * was just taken back.
 */
function startDueAt({ action, now, snapshot }: ResolvedActionRequest, { tour, data }: TimerMoment): string | null {
  if (isInFuture(data.not_before, now)) return data.not_before;
  const before = snapshot.links.find(({ tour_id }) => tour_id === tour.id);
  const isAlarmTakenBack = action === "UNDO" && before?.state === "alarmed";
  return tour.status === "STARTED" && !isAlarmTakenBack ? now.toISOString() : null;
}

const addSeconds = (time: string, seconds: number) => new Date(Date.parse(time) + seconds * 1000).toISOString();
const isInFuture = (time: string | null, now: Date) => time !== null && Date.parse(time) > now.getTime();
