import { describe, expect, it } from "vitest";
import type { StreamMessage } from "./event-stream";
import { takeBatch } from "./told-batch";

const timestamp = "2026-11-17T09:00:00Z";
const deleted = (id: string | undefined, tour_id = "t"): StreamMessage => ({
  type: "tour delete",
  timestamp,
  data: { tour_id, branch_id: "b" } as never,
  id,
});
const moved = (id: string | undefined): StreamMessage => ({
  type: "location update",
  timestamp,
  data: { vehicle_id: "v" } as never,
  id,
});
const reset = (id: string): StreamMessage => ({ type: "reset", timestamp, data: { reason: "rights_changed" }, id });
const idsOf = ({ messages }: { messages: readonly StreamMessage[] }) => messages.map(({ type, id }) => `${type} ${id}`);

describe("batch that one tab takes over from another that has read it", () => {
  it("takes a whole batch that begins at the tab's cursor", () => {
    const taken = takeBatch({ after: "4-a", upto: "6-a", messages: [deleted("5-a"), deleted("6-a")] }, "4-a");
    expect(idsOf(taken)).toEqual(["tour delete 5-a", "tour delete 6-a"]);
    expect(taken.cursor).toBe("6-a");
  });

  it("leaves out events of a batch that the tab has had, however long their numbers are", () => {
    const batch = { after: "9-a", upto: "11-a", messages: [deleted("10-a"), deleted("11-a")] };
    expect(idsOf(takeBatch(batch, "10-a"))).toEqual(["tour delete 11-a"]);
    expect(takeBatch(batch, "100-a")).toEqual({ messages: [], cursor: "100-a" });
  });

  it("resets a tab whose cursor lies before the batch, and sets the cursor to the end of the batch", () => {
    const taken = takeBatch({ after: "7-a", upto: "8-a", messages: [deleted("8-a")] }, "6-a");
    expect(idsOf(taken)).toEqual(["reset 8-a"]);
    expect(taken.cursor).toBe("8-a");
  });

  it("resets a tab when its cursor and the batch have no order: other history, or unknown form", () => {
    expect(idsOf(takeBatch({ after: "4-b", upto: "4-b", messages: [] }, "9-a"))).toEqual(["reset 4-b"]);
    expect(idsOf(takeBatch({ after: "5-7-8-a", upto: "5-7-8-a", messages: [] }, "9-a"))).toEqual(["reset 5-7-8-a"]);
  });

  it("takes a whole batch with cursors of an unknown form when it begins at the tab's cursor", () => {
    const taken = takeBatch({ after: "p5", upto: "p6", messages: [deleted("p6")] }, "p5");
    expect(idsOf(taken)).toEqual(["tour delete p6"]);
    expect(taken.cursor).toBe("p6");
  });

  it("takes positions of vehicles from every batch, as they carry the id of the event before them", () => {
    const batch = { after: "4-a", upto: "5-a", messages: [moved("4-a"), deleted("5-a"), moved("5-a")] };
    expect(idsOf(takeBatch(batch, "9-a"))).toEqual(["location update 4-a", "location update 5-a"]);
  });

  it("takes a reset of the server from every batch, and goes on from its cursor", () => {
    const taken = takeBatch({ after: "4-a", upto: "2-b", messages: [reset("1-b"), deleted("2-b")] }, "9-a");
    expect(idsOf(taken)).toEqual(["reset 1-b", "tour delete 2-b"]);
    expect(taken.cursor).toBe("2-b");
  });

  it("takes a batch from its beginning in a tab without a cursor, and keeps the cursor when the reading tab has none", () => {
    expect(idsOf(takeBatch({ after: "4-a", upto: "5-a", messages: [deleted("5-a")] }, undefined))).toEqual([
      "tour delete 5-a",
    ]);
    expect(takeBatch({ after: undefined, upto: undefined, messages: [] }, "5-a").cursor).toBe("5-a");
  });
});
