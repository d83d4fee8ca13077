/** A place in the event log. Clients see it as the opaque text `<xid>-<id>-<timeline>` and give it back as they got it. */
export interface Cursor {
  readonly xid: bigint;
  readonly id: bigint;
  /** Whose numbers these are: of `event_log_timeline()`. Places of different timelines have no order. */
  readonly timeline: string;
}

const FORM = /^(0|[1-9][0-9]{0,19})-(0|[1-9][0-9]{0,18})-([0-9a-f]{1,16})$/;
const XID_MAX = 2n ** 64n - 1n;
const ID_MAX = 2n ** 63n - 1n;

export const formatCursor = ({ xid, id, timeline }: Cursor) => `${xid}-${id}-${timeline}`;

/** Undefined when it cannot have come from us. */
export function parseCursor(text: string): Cursor | undefined {
  const [, left, right, timeline] = FORM.exec(text) ?? [];
  if (left === undefined || right === undefined || timeline === undefined) return undefined;
  const cursor = { xid: BigInt(left), id: BigInt(right), timeline };
  return cursor.xid <= XID_MAX && cursor.id <= ID_MAX ? cursor : undefined;
}

/** Negative when `a` lies before `b` on their timeline. */
export function compareCursors(a: Cursor, b: Cursor): number {
  if (a.xid !== b.xid) return a.xid < b.xid ? -1 : 1;
  if (a.id !== b.id) return a.id < b.id ? -1 : 1;
  return 0;
}
