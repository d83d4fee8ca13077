import type { StreamMessage } from "@leitstand/client/event-stream";
import { simulatedWebhookEventTypes } from "../dispatcher/partner-webhook";
import type {
  DeliveredWebhookEvent,
  SimulatedDayFacts,
  SimulationFault,
  WebhookReceiverFacts,
  StreamSubscriber,
} from "../day/facts";

/**
 * Checks that every webhook was called with exactly what the stream of its account showed; repetitions have the same
 * id.
 */
export const reconcileWebhooks = ({
  hooks,
  subscribers,
}: Pick<SimulatedDayFacts, "hooks" | "subscribers">): SimulationFault[] =>
  hooks.flatMap((hook) =>
    judgeWebhook(
      hook,
      subscribers.filter(({ viewer }) => isProgramOfTenant(hook, viewer)),
    ),
  );

const isProgramOfTenant = ({ tenant }: WebhookReceiverFacts, viewer: StreamSubscriber["viewer"]) =>
  viewer.name === `integration of ${tenant}`;

function judgeWebhook(hook: WebhookReceiverFacts, programs: readonly StreamSubscriber[]): SimulationFault[] {
  const shown = countDistinctById(
    programs.flatMap(({ seen }) => seen.map(({ message }) => message)).filter(isWebhookType),
    (message) => [message.id ?? "", eventContentOf(message)],
  );
  const isFromBefore = ({ timestamp }: DeliveredWebhookEvent) => Date.parse(timestamp) < Date.parse(hook.created_at);
  const told = countDistinctById(
    // A webhook begins after the newest event that is certain: events written just before may come too.
    hook.delivered.filter((delivered) => !isFromBefore(delivered) || shown.has(eventContentOf(delivered))),
    (delivered) => [delivered.id, eventContentOf(delivered)],
  );
  const what = (content: string) =>
    `${hook.tenant}: ${content.slice(0, 160)} (called ${told.get(content) ?? 0} times, shown ${shown.get(content) ?? 0} times)`;
  return [...new Set([...shown.keys(), ...told.keys()])].flatMap((content): SimulationFault[] => {
    const difference = (told.get(content) ?? 0) - (shown.get(content) ?? 0);
    if (difference === 0) return [];
    return [
      { kind: difference < 0 ? "webhook missed an event" : "webhook was called for nothing", what: what(content) },
    ];
  });
}

/** Number of events that the stream has shown and the webhooks have not been called with. */
export const countMissingWebhookCalls = (hook: WebhookReceiverFacts, program: StreamSubscriber): number =>
  judgeWebhook(hook, [program]).filter(({ kind }) => kind === "webhook missed an event").length;

const isWebhookType = ({ type }: StreamMessage) => simulatedWebhookEventTypes.some((hooked) => hooked === type);

const eventContentOf = ({ type, data }: Pick<DeliveredWebhookEvent, "type" | "data"> | StreamMessage) =>
  `${type} ${JSON.stringify(data)}`;

/** Counts each content over messages with different ids; repetitions of one id count once. */
function countDistinctById<T>(all: readonly T[], partsOf: (one: T) => readonly [id: string, content: string]) {
  const contents = new Map(all.map(partsOf));
  const counts = new Map<string, number>();
  for (const content of contents.values()) counts.set(content, (counts.get(content) ?? 0) + 1);
  return counts;
}
