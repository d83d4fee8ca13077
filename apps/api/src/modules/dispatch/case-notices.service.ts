import type { Tx } from "#platform/database/database";
import { type MessageChannel, enqueueOutboxMessage } from "#platform/background/messages-out";
import type { CaseChangeNotice } from "#modules/case-states/index";
import type { TourWithCrew, LoadedCaseSnapshot } from "#modules/case-snapshots/index";
import { createCriticalMessage } from "#modules/messages/index";
import type { AppliedCaseChange } from "#modules/cases/index";
import { type NoticeText, noticeTextOf, type NoticeTopic, criticalMessageTopicOf } from "./notice-texts";

/** Sends notices to crews and dispatchers about decisions that others made. */
export async function sendNoticesOfChange(tx: Tx, applied: AppliedCaseChange) {
  for (const notice of applied.change.notices) await sendNotice(tx, applied, notice);
}

async function sendNotice(tx: Tx, { snapshot, metadata: { actor } }: AppliedCaseChange, notice: CaseChangeNotice) {
  if (notice.kind === "PUSH")
    return alarmCrew(tx, snapshot, { tour_id: notice.tour_id, topic: notice.about, channel: "PUSH" });
  const topic = criticalMessageTopicOf(notice.about);
  const text = noticeTextOf(topic, snapshot, notice.reason);
  if ("branch_id" in notice) return notifyDispatchers(tx, snapshot, { topic, text, branch_id: notice.branch_id });
  // The dispatcher who did it counts as the sender: the message waits for the crew and warns no dispatcher of their own
  // action.
  return raiseMessageToCrew(tx, snapshot, { topic, text, tour_id: notice.tour_id, sent_by: actor.user_id });
}

export interface CrewAlarm {
  readonly tour_id: string;
  readonly topic: NoticeTopic;
  readonly channel: Exclude<MessageChannel, "EMAIL">;
}

/** Sends one message to each phone of the tour. */
export function alarmCrew(tx: Tx, snapshot: LoadedCaseSnapshot, { tour_id, topic, channel }: CrewAlarm) {
  const { title, body } = privacySafeNotice(snapshot, noticeTextOf(topic, snapshot, null));
  for (const device of crewDevicesOf(snapshot, tour_id)) {
    const number = channel === "PUSH" ? (device.push_token ?? device.id) : device.phone_number;
    enqueueOutboxMessage(tx, {
      channel,
      recipient: number,
      body: channel === "PUSH" ? body : [title, body].filter((part) => part !== "").join(": "),
      ...(channel === "PUSH" ? { subject: title } : {}),
      purpose: topic,
      data: { case_id: snapshot.case.id, tour_id, lock_version: snapshot.case.lock_version },
      case_id: snapshot.case.id,
      device_id: device.id,
    });
  }
}

/**
 * Notice as phones display and speak it, which others nearby may notice: only the number of the case, unless the
 * tenant's settings allow names.
 */
const privacySafeNotice = ({ settings }: LoadedCaseSnapshot, { title, body }: NoticeText): NoticeText => ({
  title,
  body: settings.notices_show_names ? body : "",
});

const crewDevicesOf = ({ crews }: LoadedCaseSnapshot, tour_id: string): TourWithCrew["crew"]["devices"] =>
  crews.get(tour_id)?.crew.devices ?? [];

interface DispatcherNotification {
  readonly topic: NoticeTopic;
  readonly text: NoticeText;
}

export const notifyDispatchers = (
  tx: Tx,
  { case: { id } }: LoadedCaseSnapshot,
  message: DispatcherNotification & { branch_id: string | null; tour_id?: string },
) =>
  createCriticalMessage(tx, {
    kind: message.topic,
    ...message.text,
    branch_id: message.branch_id,
    case_id: id,
    tour_id: message.tour_id ?? null,
  });

/** Raises a message at the tour's phones; a crew without a phone is informed in person. */
async function raiseMessageToCrew(
  tx: Tx,
  snapshot: LoadedCaseSnapshot,
  { topic, text, ...of }: DispatcherNotification & { tour_id: string; sent_by: string | null },
) {
  const about = {
    kind: topic,
    ...text,
    push_body: privacySafeNotice(snapshot, text).body,
    case_id: snapshot.case.id,
    ...of,
  };
  const devices = crewDevicesOf(snapshot, of.tour_id);
  for (const { id } of devices) await createCriticalMessage(tx, { ...about, device_id: id });
  if (devices.length > 0) return;
  for (const user_id of snapshot.crews.get(of.tour_id)?.crew.user_ids ?? [])
    await createCriticalMessage(tx, { ...about, user_id });
}
