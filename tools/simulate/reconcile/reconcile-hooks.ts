import type { StreamMessage } from "@leitstand/client/event-stream";
import { hookedTypes } from "../dispatcher/partner-hook";
import type { DeliveredEvent, Facts, Fault, HookFacts, Subscriber } from "../day/facts";

/**
 * Checks that every webhook was called with exactly what the stream of its account showed; repetitions have the same
 * id.
 */
export const reconcileHooks = ({ hooks, subscribers }: Pick<Facts, "hooks" | "subscribers">): Fault[] =>
  hooks.flatMap((hook) =>
    judgeHook(
      hook,
      subscribers.filter(({ viewer }) => isProgramOf(hook, viewer)),
    ),
  );

const isProgramOf = ({ tenant }: HookFacts, viewer: Subscriber["viewer"]) => viewer.name === `integration of ${tenant}`;

function judgeHook(hook: HookFacts, programs: readonly Subscriber[]): Fault[] {
  const shown = countById(
    programs.flatMap(({ seen }) => seen.map(({ message }) => message)).filter(isHooked),
    (message) => [message.id ?? "", contentOf(message)],
  );
  const isFromBefore = ({ timestamp }: DeliveredEvent) => Date.parse(timestamp) < Date.parse(hook.created_at);
  const told = countById(
    // A webhook begins after the newest event that is certain: events written just before may come too.
    hook.delivered.filter((delivered) => !isFromBefore(delivered) || shown.has(contentOf(delivered))),
    (delivered) => [delivered.id, contentOf(delivered)],
  );
  const what = (content: string) =>
    `${hook.tenant}: ${content.slice(0, 160)} (called ${told.get(content) ?? 0} times, shown ${shown.get(content) ?? 0} times)`;
  return [...new Set([...shown.keys(), ...told.keys()])].flatMap((content): Fault[] => {
    const difference = (told.get(content) ?? 0) - (shown.get(content) ?? 0);
    if (difference === 0) return [];
    return [
      { kind: difference < 0 ? "webhook missed an event" : "webhook was called for nothing", what: what(content) },
    ];
  });
}

/** Number of events that the stream has shown and the webhooks have not been called with. */
export const missingAt = (hook: HookFacts, program: Subscriber): number =>
  judgeHook(hook, [program]).filter(({ kind }) => kind === "webhook missed an event").length;

const isHooked = ({ type }: StreamMessage) => hookedTypes.some((hooked) => hooked === type);

const contentOf = ({ type, data }: Pick<DeliveredEvent, "type" | "data"> | StreamMessage) =>
  `${type} ${JSON.stringify(data)}`;

/** Counts how often each content came, each id once. */
function countById<T>(all: readonly T[], partsOf: (one: T) => readonly [id: string, content: string]) {
  const contents = new Map(all.map(partsOf));
  const counts = new Map<string, number>();
  for (const content of contents.values()) counts.set(content, (counts.get(content) ?? 0) + 1);
  return counts;
}
