/** An event as it was named before events had positions: by its transaction and its number. */
interface TransactionPlace {
  readonly xid: bigint;
  readonly id: bigint;
}

/**
 * Place in the event log. Clients see it as opaque text and give it back as they got it: `<position>-<history>`. A
 * cursor given out before events had positions is `<xid>-<id>-<timeline>`; a client that resumes from it has had
 * everything up to there by that order, so until it has caught up its places name both:
 * `<position>-<xid>-<id>-<history>`.
 */
export interface EventCursor {
  readonly position: bigint;
  /** History that the position belongs to, see `event_looks`. Places of different histories have no order. */
  readonly history: string;
  /** Former place up to which all events are known to the client as well, whatever their position. */
  readonly known?: TransactionPlace;
}

const INT64_PATTERN = "(0|[1-9][0-9]{0,18})";
const TRANSACTION_ID_PATTERN = "(0|[1-9][0-9]{0,19})";
const HISTORY_PATTERN = "([0-9a-f]{1,16})";
const CURSOR_PATTERN = new RegExp(`^${INT64_PATTERN}-${HISTORY_PATTERN}$`);
const TRANSACTION_CURSOR_PATTERN = new RegExp(
  `^(?:${INT64_PATTERN}-)?${TRANSACTION_ID_PATTERN}-${INT64_PATTERN}-${HISTORY_PATTERN}$`,
);
const TRANSACTION_ID_MAX = 2n ** 64n - 1n;
const INT64_MAX = 2n ** 63n - 1n;

export const formatEventCursor = ({ position, known, history }: EventCursor) =>
  known ? `${position}-${known.xid}-${known.id}-${history}` : `${position}-${history}`;

/** Parses a cursor; undefined when this product cannot have given it out. */
export function parseEventCursor(text: string): EventCursor | undefined {
  const [, place, history] = CURSOR_PATTERN.exec(text) ?? [];
  if (place !== undefined && history !== undefined) return checkCursorRange({ position: BigInt(place), history });
  const [, reached = "0", xid, id, timeline] = TRANSACTION_CURSOR_PATTERN.exec(text) ?? [];
  if (xid === undefined || id === undefined || timeline === undefined) return undefined;
  return checkCursorRange({
    position: BigInt(reached),
    history: timeline,
    known: { xid: BigInt(xid), id: BigInt(id) },
  });
}

function checkCursorRange(cursor: EventCursor): EventCursor | undefined {
  const { position, known = { xid: 0n, id: 0n } } = cursor;
  return position <= INT64_MAX && known.id <= INT64_MAX && known.xid <= TRANSACTION_ID_MAX ? cursor : undefined;
}

/** Whether a cursor was given out before events had positions; its history is the timeline of the server. */
export const isPositionlessCursor = ({ position, known }: EventCursor) => known !== undefined && position === 0n;

/** Compares two cursors of one history; negative when `a` lies before `b`. */
export function compareEventCursors(a: EventCursor, b: EventCursor): number {
  if (a.position === b.position) return 0;
  return a.position < b.position ? -1 : 1;
}
