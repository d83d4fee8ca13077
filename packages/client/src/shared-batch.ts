import type { StreamMessage } from "./event-stream";

/** Messages that arrived together on a shared stream, as the reading tab sends them to the other tabs. */
export interface SharedMessageBatch {
  /** Cursor before these messages; earlier events were sent before. */
  readonly after: string | undefined;
  /** Cursor after these messages. */
  readonly upto: string | undefined;
  readonly messages: readonly StreamMessage[];
}

/** Messages of a batch that are new to a tab, and the tab's cursor after them. */
interface NewMessages {
  readonly messages: readonly StreamMessage[];
  readonly cursor: string | undefined;
}

/**
 * Takes the messages that are new to a tab at `cursor`. Those that it has had are left out; where events between its
 * place and the batch may never have reached it, the batch becomes a `reset`: the snapshot is read again, and the
 * stream goes on behind the batch.
 */
export function takeNewMessages(
  { after, upto, messages }: SharedMessageBatch,
  cursor: string | undefined,
): NewMessages {
  if (!hasReachedCursor(cursor, after)) return { messages: [missedEventsReset(upto)], cursor: upto };
  const taken: StreamMessage[] = [];
  let [at, before] = [cursor, after];
  for (const message of messages) {
    // A message without a position in the log carries the id of the message before it, and is always passed on.
    const isLogged = message.id !== before;
    before = message.id;
    if (isLogged && message.type !== "reset" && isCursorPast(message.id, at)) continue;
    if (isLogged) at = message.id;
    taken.push(message);
  }
  return { messages: taken, cursor: upto === undefined || isCursorPast(upto, at) ? at : upto };
}

/** Whether a tab at `cursor` knows all events up to a place; a tab without a cursor begins wherever the stream is. */
const hasReachedCursor = (cursor: string | undefined, place: string | undefined) =>
  cursor === undefined || place === undefined || cursor === place || isCursorPast(place, cursor);

/**
 * Whether a place lies at or before a cursor; false where the two cannot be compared: they have different histories, or
 * one has another form.
 */
function isCursorPast(place: string | undefined, cursor: string | undefined): boolean {
  const [, number, history] = CURSOR_PATTERN.exec(place ?? "") ?? [];
  const [, reached, ofHistory] = CURSOR_PATTERN.exec(cursor ?? "") ?? [];
  if (number === undefined || reached === undefined || history !== ofHistory) return false;
  return BigInt(number) <= BigInt(reached);
}
const CURSOR_PATTERN = /^([0-9]+)-([0-9a-f]+)$/;

const missedEventsReset = (id: string | undefined): StreamMessage => ({
  type: "reset",
  timestamp: new Date().toISOString(),
  data: { reason: "window_exceeded" },
  id,
});
