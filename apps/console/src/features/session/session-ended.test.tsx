import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aBoardSnapshot } from "#live/board.fixture.ts";
import { boardQuery } from "#live/store.ts";
import { liveStreamStateStore } from "#live/stream-state.ts";
import { createBoardFollower, stubLiveStream } from "#live/stream-testkit.ts";
import { queryClient } from "#shared/api/api.ts";
import { sessionEndedStore } from "#shared/api/session.ts";
import { actAndRender, mountComponent, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { StubApiRefusal, stubApiFetch, type StubServer } from "#shared/testing/server-testkit.ts";
import { SessionEndedPrompt } from "./session-ended.tsx";

const aBoard = () => aBoardSnapshot({ tours: [], vehicle_ids: [] });
const becomesLive = () => waitUntil(() => expect(liveStreamStateStore.get()).toBe("live"));

describe("a list beside the board after a new sign-in", () => {
  const followBoard = createBoardFollower();
  let listReads: number;
  let closeList: () => void;
  beforeEach(() => {
    listReads = 0;
    const list = new QueryObserver(queryClient, { queryKey: ["a list"], queryFn: () => ++listReads });
    closeList = list.subscribe(() => undefined);
  });
  afterEach(() => {
    closeList();
    sessionEndedStore.set(false);
  });
  /** Ends the session, and follows the board again with a new one, as the board does by itself. */
  const signInAgain = async () => {
    await actAndRender(() => sessionEndedStore.set(true));
    await actAndRender(() => sessionEndedStore.set(false));
    followBoard();
  };

  it("a list is read once after a new sign-in, when the board has been read again", async () => {
    stubApiFetch({ getDashboard: aBoard, getLocations: () => [] });
    const stream = stubLiveStream();
    await mountComponent(<SessionEndedPrompt />);
    followBoard();
    await becomesLive();
    expect(listReads).toBe(1);
    await signInAgain();
    await waitUntil(() => expect(stream.cursors).toHaveLength(2));
    expect(listReads).toBe(2);
  });

  it("a list is read again after the sign-in even if the session had ended before the board was first read", async () => {
    const server = stubApiFetch({
      getDashboard: () => new StubApiRefusal("AUTH_TOKEN_INVALID"),
      getLocations: () => [],
    });
    stubLiveStream();
    await mountComponent(<SessionEndedPrompt />);
    followBoard();
    await waitUntil(() => expect(queryClient.getQueryState(boardQuery.queryKey)?.status).toBe("error"));
    expect(sessionEndedStore.get()).toBe(true);
    server.answer({ getDashboard: aBoard });
    await signInAgain();
    await waitUntil(() => expect(listReads).toBe(2));
  });

  describe("when the board was read before", () => {
    let server: StubServer;
    beforeEach(async () => {
      vi.useFakeTimers();
      server = stubApiFetch({ getDashboard: aBoard, getLocations: () => [] });
      stubLiveStream();
      await mountComponent(<SessionEndedPrompt />);
      followBoard();
      await becomesLive();
    });
    const boardReads = () => server.bodiesOf("getDashboard").length;

    it("a list is read once after a sign-in while the board is refused, and again when it is no longer", async () => {
      server.answer({ getDashboard: () => new StubApiRefusal("RATE_LIMIT_EXCEEDED", ["retry_after", "60"]) });
      await signInAgain();
      await waitUntil(() => expect(boardReads()).toBeGreaterThan(3));
      expect(listReads).toBe(2);
      server.answer({ getDashboard: aBoard });
      await waitUntil(() => expect(listReads).toBe(3));
    });

    it("a list is not read when the new session has ended at once, too", async () => {
      server.answer({ getDashboard: () => new StubApiRefusal("AUTH_TOKEN_INVALID") });
      await signInAgain();
      await waitUntil(() => expect(liveStreamStateStore.get()).toBe("lost"));
      expect([sessionEndedStore.get(), listReads]).toEqual([true, 1]);
    });
  });
});
