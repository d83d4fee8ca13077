import type { ExpectedEventAudience } from "./audience";
import { shouldReceive } from "./audience";
import type { CriticalMessageFacts, SimulatedDayFacts, SimulationFault, StreamSubscriber } from "../day/facts";

/** Checks that critical messages reached their addressees, each of their two events once, and no other stream. */
export const reconcileMessages = ({
  subscribers,
  messages,
}: Pick<SimulatedDayFacts, "subscribers" | "messages">): SimulationFault[] =>
  subscribers.flatMap((subscriber) => [
    ...judgeSeenMessages(subscriber, messages),
    ...judgeMissingMessages(subscriber, messages),
  ]);

const circleOfMessage = ({ tenant, branch_id, user_id, device_id }: CriticalMessageFacts): ExpectedEventAudience => ({
  tenant,
  branch_ids: branch_id === null ? [] : [branch_id],
  user_ids: user_id === null ? [] : [user_id],
  device_ids: device_id === null ? [] : [device_id],
});

/** Messages that a subscriber got; a repeated id is a fault already, reported with all other events. */
function messagesSeenBy({ seen }: StreamSubscriber) {
  const heard = new Map<string, { message_id: string; acknowledged: boolean; ids: Set<string> }>();
  for (const { message } of seen) {
    if (message.type !== "critical message") continue;
    const { message_id, acknowledged } = message.data;
    const key = `${message_id} ${acknowledged}`;
    const known = heard.get(key) ?? { message_id, acknowledged, ids: new Set() };
    heard.set(key, { ...known, ids: known.ids.add(message.id ?? "") });
  }
  return heard;
}

function judgeSeenMessages(subscriber: StreamSubscriber, messages: SimulatedDayFacts["messages"]): SimulationFault[] {
  const { viewer } = subscriber;
  return [...messagesSeenBy(subscriber).values()].flatMap(({ message_id, acknowledged, ids }): SimulationFault[] => {
    const what = `${viewer.name}: ${acknowledged ? "end of " : ""}message ${message_id} (${ids.size} seen)`;
    const message = messages.get(message_id);
    if (message && !shouldReceive(viewer, "critical message", circleOfMessage(message)))
      return [{ kind: "event out of scope", what }];
    if (message && acknowledged && message.acknowledged_at === null) return [{ kind: "event without a cause", what }];
    return ids.size > 1 ? [{ kind: "event twice", what }] : [];
  });
}

/** Maximum difference in milliseconds between the clocks of nodes and database. */
const CLOCK_SKEW_MS_MAX = 2_000;

/** Messages raised between the snapshot and the last event of the stream; a list has an end, so it may lack some. */
function judgeMissingMessages(
  subscriber: StreamSubscriber,
  messages: SimulatedDayFacts["messages"],
): SimulationFault[] {
  const { viewer, since, seen } = subscriber;
  const last = seen.reduce((latest, { message }) => Math.max(latest, Date.parse(message.timestamp)), 0);
  if (since === undefined) return [];
  const heard = messagesSeenBy(subscriber);
  return [...messages.values()].flatMap((message): SimulationFault[] => {
    const raised = Date.parse(message.created_at);
    const isDuring = raised > Date.parse(since) + CLOCK_SKEW_MS_MAX && raised < last - CLOCK_SKEW_MS_MAX;
    if (!isDuring || !shouldReceive(viewer, "critical message", circleOfMessage(message))) return [];
    const what = `${viewer.name}: message ${message.id} (0 seen, 1 expected)`;
    return heard.has(`${message.id} false`) ? [] : [{ kind: "event missing", what }];
  });
}
