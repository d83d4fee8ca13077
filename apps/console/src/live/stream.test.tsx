import type { StreamEvent, StreamReset } from "@leitstand/contract/board/dashboard";
import { Tour } from "@leitstand/contract/tours/tour";
import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { queryClient } from "#shared/api/api.ts";
import { createOnePageAnswer, exampleOfSchema, numberedId } from "#shared/testing/example-testkit.ts";
import { waitUntil } from "#shared/testing/mount-testkit.tsx";
import { StubApiRefusal, stubApiFetch, type StubServer } from "#shared/testing/server-testkit.ts";
import { aBoardSnapshot, aCaseSummary } from "./board.fixture.ts";
import { entityStore } from "./store.ts";
import { liveStreamStateStore } from "./stream-state.ts";
import { type StubStream, stubLiveStream, createBoardFollower } from "./stream-testkit.ts";

const reset: StreamReset = {
  type: "reset",
  timestamp: "2026-03-02T09:00:00Z",
  data: { reason: "timeline_changed" },
};
const aSnapshotWithCase = (number: number, cursor: string) => ({
  ...aBoardSnapshot({ cases: [aCaseSummary({ case_id: numberedId(number) })], tours: [], vehicle_ids: [] }),
  cursor,
});
const aCaseUpdate = (number: number): StreamEvent => ({
  type: "case update",
  timestamp: reset.timestamp,
  data: {
    case_id: numberedId(number),
    natural_id: "C-2026-000001",
    display_name: "Muster Maria",
    branch_id: numberedId(8),
    state: "OPEN",
    finalized: false,
    lock_version: 1,
    change: "updated",
    tour_case_states: [],
  },
});
const hasCase = (number: number) => entityStore.board?.cases.has(numberedId(number)) ?? false;
const becomesLive = () => waitUntil(() => expect(liveStreamStateStore.get()).toBe("live"));

describe("a board that is kept live", () => {
  const followBoard = createBoardFollower();
  let server: StubServer;
  let stream: StubStream;
  let listReads: number;
  let closeList: () => void;
  beforeEach(async () => {
    vi.useFakeTimers();
    server = stubApiFetch({ getDashboard: () => aSnapshotWithCase(1, "1-a"), getLocations: () => [] });
    stream = stubLiveStream();
    listReads = 0;
    const list = new QueryObserver(queryClient, { queryKey: ["a list"], queryFn: () => ++listReads });
    closeList = list.subscribe(() => undefined);
    followBoard();
    await becomesLive();
  });
  afterEach(() => closeList());

  it("a reset reads the board and all lists again, and the stream goes on", async () => {
    server.answer({ getDashboard: () => aSnapshotWithCase(2, "7-b") });
    stream.send(reset, "5-b");
    await waitUntil(() => expect([hasCase(1), hasCase(2), listReads]).toEqual([false, true, 2]));
    expect([liveStreamStateStore.get(), stream.cursors]).toEqual(["live", ["1-a"]]);
  });

  it("a case and an area that have moved to another branch leave the board once the server lists them no more", async () => {
    const area = { area_id: numberedId(9), title: "Graz", waiting_minutes: 20, waiting_updated_at: null };
    server.answer({
      getDashboard: () => ({ ...aSnapshotWithCase(1, "7-b"), areas: [area] }),
      getCases: () => createOnePageAnswer("cases", []),
      getAreas: () => [],
    });
    stream.send(reset, "5-b");
    const areasShown = () => [...(entityStore.board?.areas.keys() ?? [])];
    await waitUntil(() => expect([hasCase(1), areasShown()]).toEqual([true, [area.area_id]]));
    stream.send({ type: "area waiting time", timestamp: reset.timestamp, data: area }, "8-b");
    stream.send(aCaseUpdate(1), "9-b");
    await waitUntil(() => expect([hasCase(1), areasShown()]).toEqual([false, []]));
    expect(server.bodiesOf("getCases")).toMatchObject([{ ids: [numberedId(1)] }]);
  });

  it("a tour that was moved to a branch of others comes back once it is moved back", async () => {
    const tour = exampleOfSchema(Tour);
    const event: StreamEvent = {
      type: "tour update",
      timestamp: reset.timestamp,
      data: {
        tour_id: tour.id,
        natural_id: tour.natural_id,
        status: "SCHEDULED",
        started_sub_state: null,
        branch_id: null,
        lock_version: tour.lock_version,
        change: "created",
      },
    };
    const isShown = () => entityStore.tours.timeline(tour.id) !== undefined;
    server.answer({ getTour: () => tour });
    stream.send(event, "8-b");
    await waitUntil(() => expect(isShown()).toBe(true));
    server.answer({ getTour: () => new StubApiRefusal("RESOURCE_NOT_FOUND") });
    stream.send(event, "9-b");
    await waitUntil(() => expect(isShown()).toBe(false));
    server.answer({ getTour: () => tour });
    stream.send(event, "10-b");
    await waitUntil(() => expect(isShown()).toBe(true));
  });

  it("lists are read again when the board is followed once more, as after a new sign-in", async () => {
    followBoard();
    await waitUntil(() => expect(listReads).toBe(2));
  });

  it("a board without permission says so, is rarely asked for, and goes on once the permission is back", async () => {
    server.answer({ getDashboard: () => new StubApiRefusal("AUTH_GRANT_MISSING", ["grant", "getDashboard"]) });
    stream.send(reset, "5-b");
    await waitUntil(() => expect(liveStreamStateStore.get()).toBe("forbidden"));
    const reads = server.bodiesOf("getDashboard").length;
    await vi.advanceTimersByTimeAsync(4 * 60_000);
    expect(server.bodiesOf("getDashboard")).toHaveLength(reads);
    server.answer({ getDashboard: () => aSnapshotWithCase(2, "7-b") });
    await vi.advanceTimersByTimeAsync(60_000);
    await becomesLive();
    expect(server.bodiesOf("getDashboard")).toHaveLength(reads + 1);
  });

  it("a board that cannot be read after a reset says that it is not live, and goes on from a new snapshot", async () => {
    server.answer({ getDashboard: () => new StubApiRefusal("RATE_LIMIT_EXCEEDED", ["retry_after", "60"]) });
    stream.send(reset, "5-b");
    await waitUntil(() => expect(liveStreamStateStore.get()).toBe("lost"));
    expect(hasCase(1)).toBe(true);
    server.answer({ getDashboard: () => aSnapshotWithCase(2, "7-b") });
    await becomesLive();
    expect([hasCase(1), hasCase(2)]).toEqual([false, true]);
    expect(stream.cursors).toEqual(["1-a", "7-b"]);
    await waitUntil(() => expect(listReads).toBe(2));
  });
});
