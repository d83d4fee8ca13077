import { followEventBatches, type StreamMessage } from "@leitstand/client/event-stream";
import { pause } from "@leitstand/client/pause";
import type { StreamEvent } from "@leitstand/contract/board/dashboard";
import { baseUrl, isProblem, queryClient } from "#shared/api/api.ts";
import { completeBoard } from "./board-details.ts";
import { applyEvents, boardQuery } from "./board.ts";
import { keepPositions, type Position } from "./positions.ts";
import { session, sessionEnded } from "#shared/api/session.ts";
import { createStore } from "#shared/state/store.ts";

/** Whether what is shown is the present. How old it is tells `lastMessageAt`. */
export type LiveState = "connecting" | "live" | "lost";
export const liveState = createStore<LiveState>("connecting");

let newest = Date.now();
/** When something was last heard of the stream, in milliseconds of the clock; no store, because it changes many times a frame. */
export const lastMessageAt = () => newest;

/** Told at most once a frame what the stream said since the last time, after the board has been patched. */
type Listener = (events: readonly StreamEvent[]) => void;
const listeners = new Set<Listener>();
export function onLiveEvents(listener: Listener) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5_000;

/**
 * Keeps the board true until the signal ends: fetches it, follows the stream from there, and begins again when either is
 * refused. Only a session that has ended is left to whoever signs in again.
 */
export async function goLive(signal: AbortSignal) {
  for (let waitMs = FIRST_WAIT_MS; !signal.aborted; waitMs = Math.min(LONGEST_WAIT_MS, 2 * waitMs)) {
    try {
      await follow(signal);
    } catch (error) {
      if (signal.aborted) return;
      liveState.set("lost");
      if (isProblem(error) && error.status === 401) return sessionEnded.set(true);
      await pause(waitMs, signal);
    }
  }
}

async function follow(signal: AbortSignal) {
  const frame = new FrameQueue();
  // Not the one that is kept: whoever signs in again would go on from where the stream may no longer reach back to.
  const board = await queryClient.fetchQuery({ ...boardQuery, staleTime: 0 });
  const batches = followEventBatches({
    baseUrl,
    token: () => session.get()?.token,
    lastEventId: board.cursor,
    signal,
    longestWaitMs: LONGEST_WAIT_MS,
    onState: ({ is }) => liveState.set(is === "open" ? "live" : "lost"),
    onHeard: () => (newest = Date.now()),
  });
  for await (const messages of batches)
    for (const message of messages) {
      if (message.type === "reset") await startOver(frame);
      else frame.push(message);
    }
}

/** There may be a hole: everything on screen is asked for anew, while what is there stays readable. */
async function startOver(frame: FrameQueue) {
  frame.clear();
  await queryClient.invalidateQueries();
}

/**
 * Nobody reads faster, and a desk without a graphics card cannot paint a board that changes all the time sixty times a
 * second: what comes after a pause is shown with the next frame, and all that follows within this time together.
 */
const GATHER_MS = 50;
/** Where a frame takes long there are fewer of them: most of a busy desk's time is for the one who works at it. */
const PAUSE_BY_FRAME = 3;
const GATHER_MAX_MS = 200;

/** A hidden page paints no frame, and must not gather all that happens until somebody looks at it again. */
const UNPAINTED_MS = 250;

/** Events gathered until a frame is painted. */
class FrameQueue {
  private events: (StreamEvent & StreamMessage)[] = [];
  private positions: Position[] = [];
  private isDue = false;
  private flushedAt = Number.NEGATIVE_INFINITY;
  private gatherMs = GATHER_MS;
  private frame = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  push(message: StreamEvent & StreamMessage) {
    if (message.type === "location update") this.positions.push(message.data);
    else this.events.push(message);
    if (this.isDue) return;
    this.isDue = true;
    const waitMs = this.flushedAt + this.gatherMs - performance.now();
    if (waitMs <= 0) this.awaitFrame();
    else setTimeout(this.awaitFrame, waitMs);
  }

  clear() {
    this.events = [];
  }

  private awaitFrame = () => {
    this.frame = requestAnimationFrame(this.flush);
    this.timer = setTimeout(this.flush, UNPAINTED_MS);
  };

  private flush = () => {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    this.isDue = false;
    this.flushedAt = performance.now();
    keepPositions(this.positions.splice(0));
    const events = this.events.splice(0);
    if (events.length === 0) return;
    patchBoard(events);
    for (const listener of listeners) listener(events);
    // It has its turn when the frame has been made.
    setTimeout(() => {
      const frameMs = performance.now() - this.flushedAt;
      this.gatherMs = Math.min(GATHER_MAX_MS, Math.max(GATHER_MS, PAUSE_BY_FRAME * frameMs));
    });
  };
}

function patchBoard(events: readonly StreamEvent[]) {
  const board = queryClient.getQueryData(boardQuery.queryKey);
  if (!board) return;
  const patched = applyEvents(board, events);
  queryClient.setQueryData(boardQuery.queryKey, patched.board);
  for (const event of events) invalidate(event);
  completeBoard(patched.incomplete);
}

/** What is open in an inspector is fetched anew; nobody waits for what is not on screen. */
function invalidate({ type, data }: StreamEvent) {
  if ("case_id" in data) void queryClient.invalidateQueries({ queryKey: ["case", data.case_id] });
  if ("tour_id" in data && type !== "location update")
    void queryClient.invalidateQueries({ queryKey: ["tour", data.tour_id] });
}
