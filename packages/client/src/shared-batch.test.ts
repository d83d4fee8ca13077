import { describe, expect, it } from "vitest";
import type { StreamMessage } from "./event-stream";
import { takeNewMessages } from "./shared-batch";

const messageTime = "2026-11-17T09:00:00Z";
const tourDeletedMessage = (id: string | undefined, tour_id = "t"): StreamMessage => ({
  type: "tour delete",
  timestamp: messageTime,
  data: { tour_id, branch_id: "b" } as never,
  id,
});
const positionMessage = (id: string | undefined): StreamMessage => ({
  type: "location update",
  timestamp: messageTime,
  data: { vehicle_id: "v" } as never,
  id,
});
const resetMessage = (id: string): StreamMessage => ({
  type: "reset",
  timestamp: messageTime,
  data: { reason: "rights_changed" },
  id,
});
const messageIdsOf = ({ messages }: { messages: readonly StreamMessage[] }) =>
  messages.map(({ type, id }) => `${type} ${id}`);

describe("batch that one tab takes over from another that has read it", () => {
  it("a tab that shares another tab's stream takes a whole batch of events that begins at its cursor", () => {
    const taken = takeNewMessages(
      { after: "4-a", upto: "6-a", messages: [tourDeletedMessage("5-a"), tourDeletedMessage("6-a")] },
      "4-a",
    );
    expect(messageIdsOf(taken)).toEqual(["tour delete 5-a", "tour delete 6-a"]);
    expect(taken.cursor).toBe("6-a");
  });

  it("a tab that shares another tab's stream skips events of a batch that it already has, even with very long numbers", () => {
    const batch = { after: "9-a", upto: "11-a", messages: [tourDeletedMessage("10-a"), tourDeletedMessage("11-a")] };
    expect(messageIdsOf(takeNewMessages(batch, "10-a"))).toEqual(["tour delete 11-a"]);
    expect(takeNewMessages(batch, "100-a")).toEqual({ messages: [], cursor: "100-a" });
  });

  it("a tab whose cursor is older than a shared batch is reset, and continues at the end of the batch", () => {
    const taken = takeNewMessages({ after: "7-a", upto: "8-a", messages: [tourDeletedMessage("8-a")] }, "6-a");
    expect(messageIdsOf(taken)).toEqual(["reset 8-a"]);
    expect(taken.cursor).toBe("8-a");
  });

  it("a tab is reset when its cursor and a shared batch cannot be compared", () => {
    expect(messageIdsOf(takeNewMessages({ after: "4-b", upto: "4-b", messages: [] }, "9-a"))).toEqual(["reset 4-b"]);
    expect(messageIdsOf(takeNewMessages({ after: "5-7-8-a", upto: "5-7-8-a", messages: [] }, "9-a"))).toEqual([
      "reset 5-7-8-a",
    ]);
  });

  it("a tab takes a whole shared batch with cursors of an unknown format if it begins at the tab's cursor", () => {
    const taken = takeNewMessages({ after: "p5", upto: "p6", messages: [tourDeletedMessage("p6")] }, "p5");
    expect(messageIdsOf(taken)).toEqual(["tour delete p6"]);
    expect(taken.cursor).toBe("p6");
  });

  it("a tab takes positions of vehicles from every shared batch, because they have the id of the event before them", () => {
    const batch = {
      after: "4-a",
      upto: "5-a",
      messages: [positionMessage("4-a"), tourDeletedMessage("5-a"), positionMessage("5-a")],
    };
    expect(messageIdsOf(takeNewMessages(batch, "9-a"))).toEqual(["location update 4-a", "location update 5-a"]);
  });

  it("a tab takes a reset by the server from every shared batch, and continues from its cursor", () => {
    const taken = takeNewMessages(
      { after: "4-a", upto: "2-b", messages: [resetMessage("1-b"), tourDeletedMessage("2-b")] },
      "9-a",
    );
    expect(messageIdsOf(taken)).toEqual(["reset 1-b", "tour delete 2-b"]);
    expect(taken.cursor).toBe("2-b");
  });

  it("a tab without a cursor takes a whole shared batch, and a batch without a cursor leaves a tab's cursor unchanged", () => {
    expect(
      messageIdsOf(takeNewMessages({ after: "4-a", upto: "5-a", messages: [tourDeletedMessage("5-a")] }, undefined)),
    ).toEqual(["tour delete 5-a"]);
    expect(takeNewMessages({ after: undefined, upto: undefined, messages: [] }, "5-a").cursor).toBe("5-a");
  });
});
