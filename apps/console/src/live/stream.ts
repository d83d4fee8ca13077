import { streamSharingTabFeatures } from "@leitstand/app/this-tab";
import type { SharedStreamState } from "@leitstand/client/shared-stream";
import { sleepUnlessAborted } from "@leitstand/client/pause";
import type { StreamEvent } from "@leitstand/contract/board/dashboard";
import { api, apiBaseUrl, isApiProblem, queryClient } from "#shared/api/api.ts";
import { userSessionStore, sessionEndedStore } from "#shared/api/session.ts";
import { storePositions, type VehiclePosition } from "./positions.ts";
import { boardQuery, entityStore, refetchAllButBoard, refetchBoard } from "./store.ts";
import { changesDelayedSinceStore, markStreamMessageReceived, liveStreamStateStore } from "./stream-state.ts";
import { dropUnshownCases } from "./sweep.ts";

/** Called at most once a frame with the events since the last call, after they have been applied. */
type EventListener = (events: readonly StreamEvent[]) => void;
const eventListeners = new Set<EventListener>();
export function subscribeToEvents(listener: EventListener) {
  eventListeners.add(listener);
  return () => {
    eventListeners.delete(listener);
  };
}

const RECONNECT_WAIT_MS_MIN = 500;
const RECONNECT_WAIT_MS_MAX = 5_000;
/** A refusal for want of permission seldom changes; a reload or a new sign-in asks at once. */
const FORBIDDEN_WAIT_MS = 300_000;
/** Whether the server itself keeps the board from this user; a proxy's page with such a status has another code. */
const isForbidden = (error: unknown) =>
  isApiProblem(error) && error.code !== "UNREACHABLE" && (error.status === 403 || error.status === 404);

/**
 * Keeps the shown data current until the signal ends: reads the board, follows the stream from there, and begins again
 * when either is refused. Only an ended session waits for a new sign-in.
 */
export async function keepBoardLive(signal: AbortSignal) {
  // A board that was read or refused earlier in this page, as before a new sign-in, has lists beside it that are as old.
  const { dataUpdateCount = 0, errorUpdateCount = 0 } = queryClient.getQueryState(boardQuery.queryKey) ?? {};
  let isAgain = dataUpdateCount + errorUpdateCount > 0;
  // Those lists are read even if the board is refused, but not by every attempt to read it.
  let areListsOld = isAgain;
  const rereadLists = () => {
    areListsOld = false;
    void refetchAllButBoard();
  };
  for (let waitMs = RECONNECT_WAIT_MS_MIN; !signal.aborted; waitMs = Math.min(RECONNECT_WAIT_MS_MAX, 2 * waitMs)) {
    try {
      await followStream(signal, () => {
        if (isAgain) rereadLists();
      });
    } catch (error) {
      if (signal.aborted) return;
      liveStreamStateStore.set(isForbidden(error) ? "forbidden" : "lost");
      changesDelayedSinceStore.set(null);
      if (isApiProblem(error) && error.status === 401) return sessionEndedStore.set(true);
      if (areListsOld) rereadLists();
      isAgain = true;
      await sleepUnlessAborted(isForbidden(error) ? FORBIDDEN_WAIT_MS : waitMs, signal);
    }
  }
}

const IDLE_WAIT_MS_MAX = 1_000;
/**
 * Loads the code of the stream once the first screen has been painted, which does not need it; events of the meantime
 * are sent by the stream, too.
 */
async function loadStreamCode() {
  await new Promise<unknown>((resolve) => {
    // Not every browser has requestIdleCallback.
    if (typeof requestIdleCallback === "function") requestIdleCallback(resolve, { timeout: IDLE_WAIT_MS_MAX });
    else setTimeout(resolve);
  });
  return import("./later/stream-parts.ts");
}

/** Reads the board, and follows the stream from there; `onBegun` is called between the two. */
async function followStream(signal: AbortSignal, onBegun: () => void) {
  // The cached board is not used: after a new sign-in the stream may no longer reach back to its cursor.
  const { cursor } = await refetchBoard();
  const parts = await loadStreamCode();
  // The stream goes on from the new board: what happened before it is not told to the lists.
  onBegun();
  const frame = new parts.FrameBatcher((events) => applyAndNotify(events, parts));
  const batches = parts.followSharedEventBatches({
    tab: streamSharingTabFeatures,
    baseUrl: apiBaseUrl,
    token: () => userSessionStore.get()?.token,
    lastEventId: cursor,
    signal,
    longestWaitMs: RECONNECT_WAIT_MS_MAX,
    onState: trackConnection,
    onHeard: markStreamMessageReceived,
    onDelay: (since) => changesDelayedSinceStore.set(since),
  });
  const stop = parts.pollWhileStreamIsDown();
  try {
    for await (const messages of batches)
      for (const message of messages) {
        if (message.type !== "reset") frame.add(message);
        else {
          // Events may be missing: everything on screen is read again, and stays readable meanwhile.
          frame.clear();
          await rereadAfterReset();
        }
      }
  } finally {
    stop();
  }
}

/** Reads all shown data again. Throws when the board is refused: then it would stay as it was before the reset. */
async function rereadAfterReset() {
  // A snapshot that is being read may be one of before the reset.
  await queryClient.cancelQueries({ queryKey: boardQuery.queryKey });
  await refetchBoard();
  await refetchAllButBoard();
  dropUnshownCases();
}

type StreamCode = Awaited<ReturnType<typeof loadStreamCode>>;
function applyAndNotify(events: readonly StreamEvent[], { applyEvents, refetchIncompleteObjects }: StreamCode) {
  const positions: VehiclePosition[] = [];
  const others: StreamEvent[] = [];
  for (const event of events) {
    if (event.type === "location update") positions.push(event.data);
    else others.push(event);
  }
  storePositions(positions);
  if (others.length === 0 || !entityStore.board) return;
  refetchIncompleteObjects(applyEvents(entityStore, others));
  for (const event of others) invalidateDetails(event);
  for (const listener of eventListeners) listener(others);
  dropUnshownCases();
}

/** Invalidates what an inspector shows; data that is not on screen is not read. */
function invalidateDetails({ type, data }: StreamEvent) {
  if ("case_id" in data) void queryClient.invalidateQueries({ queryKey: ["case", data.case_id] });
  if ("tour_id" in data && type !== "location update")
    void queryClient.invalidateQueries({ queryKey: ["tour", data.tour_id] });
}

let mayMissPositions = false;
/**
 * Tracks the connection. The stream does not repeat positions: with each connection but the first, positions of
 * vehicles that have come to rest are read.
 */
function trackConnection(state: SharedStreamState) {
  if (state.is === "connecting") return;
  if (state.is === "open" && mayMissPositions) void fetchMissedPositions();
  mayMissPositions = true;
  if (state.is === "open") liveStreamStateStore.set("live");
  else liveStreamStateStore.set(state.isRefused ? "refused" : "lost");
}

async function fetchMissedPositions() {
  // A user without the grant misses none, and after another cut the next connection reads them.
  const locations = await api.getLocations().catch(() => []);
  storePositions(locations.map(({ time, ...location }) => ({ ...location, fixed_at: time })));
}
