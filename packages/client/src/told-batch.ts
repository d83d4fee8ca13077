import type { StreamMessage } from "./event-stream";

/** Messages that arrived at once on a stream that several tabs share, as the tab that reads it tells the others. */
export interface ToldBatch {
  /** The place in the log before these messages; what lies up to here was told earlier. */
  readonly after: string | undefined;
  /** The place after them. */
  readonly upto: string | undefined;
  readonly messages: readonly StreamMessage[];
}

/** The messages of a batch that are new to a tab, and where it stands then. */
interface NewsOfBatch {
  readonly messages: readonly StreamMessage[];
  readonly cursor: string | undefined;
}

/**
 * Takes what is new to a tab that stands at `cursor`. What it has had is left out; where something between its place and the batch
 * may never have reached it, the batch becomes a `reset`: the picture is read again, and the stream goes on behind the batch.
 */
export function takeBatch({ after, upto, messages }: ToldBatch, cursor: string | undefined): NewsOfBatch {
  if (!hasReached(cursor, after)) return { messages: [missed(upto)], cursor: upto };
  const taken: StreamMessage[] = [];
  let [at, before] = [cursor, after];
  for (const message of messages) {
    // What has no place of its own in the log comes with the id before it, and counts whenever it comes.
    const isLogged = message.id !== before;
    before = message.id;
    if (isLogged && message.type !== "reset" && isPast(message.id, at)) continue;
    if (isLogged) at = message.id;
    taken.push(message);
  }
  return { messages: taken, cursor: upto === undefined || isPast(upto, at) ? at : upto };
}

/** Whether all up to a place of the log is known at another; a tab that has no place yet begins wherever the stream is. */
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
