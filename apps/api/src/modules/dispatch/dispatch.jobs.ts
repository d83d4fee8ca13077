import type { Tx } from "#platform/database/database";
import { type BackgroundJob, type BackgroundJobHandler, scheduleBackgroundJob } from "#platform/background/jobs";
import { isAlarmUnanswered } from "#modules/case-states/index";
import { type LoadedCaseSnapshot, loadCaseSnapshotAsTimer, lockCases } from "#modules/case-snapshots/index";
import { jobKeyOfCaseTimer, jobKindOfCaseTimer, type CaseTimerJobPayload } from "#modules/cases/index";
import { countAwaitedPhotos } from "#modules/assets/index";
import { applyAction } from "./case-actions.service";
import { alarmCrew, notifyDispatchers } from "./case-notices.service";
import { PHOTOS_DUE_JOB_KIND } from "./case-timers.service";
import { noticeTextOf } from "./notice-texts";

/** Number of earlier reminders to the crew, in the order of `alarmEscalationChannels`. */
interface AlarmTimerPayload extends CaseTimerJobPayload {
  readonly step?: number;
}
const alarmPayloadOf = ({ payload: { case_id, tour_id, step } }: BackgroundJob): AlarmTimerPayload => ({
  case_id: String(case_id),
  tour_id: String(tour_id),
  ...(typeof step === "number" ? { step } : {}),
});

const alarmEscalationChannels = ["PUSH", "SMS", "ROBO_CALL"] as const;

/**
 * Escalates an unanswered alarm: the phone again, an SMS, a call, and at last the dispatcher; depending on the tenant's
 * settings the case is then taken back.
 */
async function onAlarmTimeout(tx: Tx, job: BackgroundJob, now: Date) {
  const { case_id, tour_id, step = 0 } = alarmPayloadOf(job);
  const snapshot = await loadCaseSnapshotAsTimer(tx, case_id);
  const link = snapshot?.links.find((row) => row.tour_id === tour_id);
  if (snapshot === undefined || link === undefined || !isAlarmUnanswered(link, link.tour)) return;
  const channel = alarmEscalationChannels[step];
  if (channel === undefined) return giveUpAlarm(tx, snapshot, { case_id, tour_id, now });
  alarmCrew(tx, snapshot, { tour_id, topic: "CASE_ALARM", channel });
  scheduleBackgroundJob(tx, {
    kind: jobKindOfCaseTimer("ALARM_TIMEOUT"),
    unique_key: jobKeyOfCaseTimer({ case_id, tour_id }),
    payload: { case_id, tour_id, step: step + 1 },
    due_at: new Date(now.getTime() + snapshot.settings.alarm_timeout_seconds * 1000),
  });
}

async function giveUpAlarm(
  tx: Tx,
  snapshot: LoadedCaseSnapshot,
  { case_id, tour_id, now }: CaseTimerJobPayload & { now: Date },
) {
  const text = noticeTextOf("CASE_ALARM_UNANSWERED", snapshot, null);
  const { branch_id } = snapshot.case;
  await notifyDispatchers(tx, snapshot, { topic: "CASE_ALARM_UNANSWERED", text, branch_id, tour_id });
  if (!snapshot.settings.auto_unassign_on_alarm_timeout) return;
  await applyAction(tx, { case_id, command: { action: "UNASSIGN", tour_id }, caller: "timer", now });
}

/**
 * Starts a reserved case at the customer's time. Refused when the time was moved meanwhile: the timer is then armed
 * again.
 */
async function onStartDue(tx: Tx, job: BackgroundJob, now: Date) {
  const { case_id, tour_id } = alarmPayloadOf(job);
  const outcome = await applyAction(tx, { case_id, command: { action: "START", tour_id }, caller: "timer", now });
  if (outcome?.kind !== "refused") return;
  const snapshot = await loadCaseSnapshotAsTimer(tx, case_id);
  const link = snapshot?.links.find((row) => row.tour_id === tour_id);
  const due_at = snapshot?.case.not_before ?? null;
  if (link?.bucket !== "open" || link.state !== "reserved" || due_at === null || Date.parse(due_at) <= now.getTime())
    return;
  const payload = { case_id, tour_id };
  scheduleBackgroundJob(tx, {
    kind: jobKindOfCaseTimer("START_DUE"),
    unique_key: jobKeyOfCaseTimer(payload),
    payload,
    due_at,
  });
}

/** Reminds of a postponed case by the time of its own crew: a second crew of the case may have started, or postponed. */
async function onPostponeReminder(tx: Tx, job: BackgroundJob, now: Date) {
  const { case_id, tour_id } = alarmPayloadOf(job);
  const snapshot = await loadCaseSnapshotAsTimer(tx, case_id);
  const link = snapshot?.links.find((row) => row.tour_id === tour_id);
  if (snapshot === undefined || link?.bucket !== "open") return;
  const { branch_id } = snapshot.case;
  const postponed_until = snapshot.links_postponed_until.get(tour_id) ?? null;
  if (postponed_until === null || Date.parse(postponed_until) > now.getTime()) return;
  alarmCrew(tx, snapshot, { tour_id, topic: "CASE_POSTPONED_DUE", channel: "PUSH" });
  const text = noticeTextOf("CASE_POSTPONED_DUE", snapshot, null);
  await notifyDispatchers(tx, snapshot, { topic: "CASE_POSTPONED_DUE", text, branch_id, tour_id });
}

async function onDoneDue(tx: Tx, job: BackgroundJob, now: Date) {
  const { case_id, tour_id } = alarmPayloadOf(job);
  await applyAction(tx, { case_id, command: { action: "DONE", tour_id }, caller: "timer", now });
}

async function onPhotosDue(tx: Tx, { payload }: BackgroundJob) {
  const missing = await countAwaitedPhotos(tx, String(payload["history_id"]));
  const snapshot = missing === 0 ? undefined : await loadCaseSnapshotAsTimer(tx, String(payload["case_id"]));
  if (snapshot === undefined) return;
  const text = noticeTextOf("CASE_PHOTOS_MISSING", snapshot, String(missing));
  await notifyDispatchers(tx, snapshot, { topic: "CASE_PHOTOS_MISSING", text, branch_id: snapshot.case.branch_id });
}

/** An action locks the case, and changes its timers at the commit. */
const lockFirst = (tx: Tx, job: BackgroundJob) => lockCases(tx, [alarmPayloadOf(job).case_id]);

/** Handlers of the timers of cases. Each checks the case as it is now: the reason for the timer may be gone. */
export const caseTimerJobHandlers: Readonly<Record<string, BackgroundJobHandler>> = {
  [jobKindOfCaseTimer("ALARM_TIMEOUT")]: { lockFirst, work: onAlarmTimeout },
  [jobKindOfCaseTimer("START_DUE")]: { lockFirst, work: onStartDue },
  [jobKindOfCaseTimer("POSTPONE_REMINDER")]: { lockFirst, work: onPostponeReminder },
  [jobKindOfCaseTimer("DONE_DUE")]: { lockFirst, work: onDoneDue },
  [PHOTOS_DUE_JOB_KIND]: { work: onPhotosDue },
};
