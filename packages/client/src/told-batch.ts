import type { StreamMessage } from "./event-stream";

/** Messages that arrived at once on a stream that several tabs share, as the tab that reads it tells the others. */
export interface ToldBatch {
  /** Place in the log before these messages; events up to here were told earlier. */
  readonly after: string | undefined;
  /** Place in the log after these messages. */
  readonly upto: string | undefined;
  readonly messages: readonly StreamMessage[];
}

/** Messages of a batch that are new to a tab, and its place in the log after them. */
interface NewsOfBatch {
  readonly messages: readonly StreamMessage[];
  readonly cursor: string | undefined;
}

/**
 * Takes the messages that are new to a tab at `cursor`. Those that it has had are left out; where events between its
 * place and the batch may never have reached it, the batch becomes a `reset`: the snapshot is read again, and the
 * stream goes on behind the batch.
 */
export function takeBatch({ after, upto, messages }: ToldBatch, cursor: string | undefined): NewsOfBatch {
  if (!hasReached(cursor, after)) return { messages: [missed(upto)], cursor: upto };
  const taken: StreamMessage[] = [];
  let [at, before] = [cursor, after];
  for (const message of messages) {
    // A message without a place of its own in the log comes with the id before it, and counts whenever it comes.
    const isLogged = message.id !== before;
    before = message.id;
    if (isLogged && message.type !== "reset" && isPast(message.id, at)) continue;
    if (isLogged) at = message.id;
    taken.push(message);
  }
  return { messages: taken, cursor: upto === undefined || isPast(upto, at) ? at : upto };
}

/**
 * Whether a tab at `cursor` knows all events up to a place; a tab that has no place yet begins wherever the stream is.
 */
const hasReached = (cursor: string | undefined, place: string | undefined) =>
  cursor === undefined || place === undefined || cursor === place || isPast(place, cursor);

/**
 * Whether a place lies at or before another; false for places that have no order: of two histories, or of another form.
 */
function isPast(place: string | undefined, cursor: string | undefined): boolean {
  const [, number, history] = FORM.exec(place ?? "") ?? [];
  const [, reached, ofHistory] = FORM.exec(cursor ?? "") ?? [];
  if (number === undefined || reached === undefined || history !== ofHistory) return false;
  return BigInt(number) <= BigInt(reached);
}
const FORM = /^([0-9]+)-([0-9a-f]+)$/;

const missed = (id: string | undefined): StreamMessage => ({
  type: "reset",
  timestamp: new Date().toISOString(),
  data: { reason: "window_exceeded" },
  id,
});
