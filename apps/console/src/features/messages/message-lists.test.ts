import { describe, expect, it } from "vitest";
import { splitMessagesByRead, groupSentCopies, type CriticalMessage, messagesNewSince } from "./message-lists.ts";

const aMessage = (id: string, change: Partial<CriticalMessage> = {}): CriticalMessage => ({
  id,
  created_at: "2026-11-21T09:00:00Z",
  updated_at: "2026-11-21T09:00:00Z",
  kind: "DESK_MESSAGE",
  critical: true,
  title: "Bitte anrufen",
  body: "",
  args: {},
  branch_id: null,
  device_id: null,
  user_id: null,
  case_id: null,
  tour_id: "t1",
  sent_by: null,
  sent_by_name: null,
  acknowledged: false,
  acknowledged_at: null,
  acknowledged_by: null,
  acknowledged_by_device: null,
  acknowledged_by_name: null,
  ...change,
});
const timeAtMinute = (minute: number) => `2026-11-21T09:${String(minute).padStart(2, "0")}:00Z`;

describe("messages", () => {
  it("unread messages are listed before read ones, each group with the newest first", () => {
    const all = [
      aMessage("old", { created_at: timeAtMinute(1) }),
      aMessage("read", { created_at: timeAtMinute(9), acknowledged: true }),
      aMessage("new", { created_at: timeAtMinute(5) }),
    ];
    const { unread, read } = splitMessagesByRead(all);
    expect([unread, read].map((list) => list.map(({ id }) => id))).toEqual([["new", "old"], ["read"]]);
  });

  it("a message to several devices at once is shown as one, with how many have read it", () => {
    const [sent, ...others] = groupSentCopies([aMessage("a"), aMessage("b", { acknowledged: true }), aMessage("c")]);
    expect(others).toEqual([]);
    expect([sent?.copies.length, sent?.read.length]).toEqual([3, 1]);
  });

  it("messages of the same text that were sent at another time, or to other devices, are listed separately", () => {
    expect(groupSentCopies([aMessage("a"), aMessage("b", { created_at: timeAtMinute(5) })])).toHaveLength(2);
    expect(groupSentCopies([aMessage("a"), aMessage("b", { tour_id: "t2" })])).toHaveLength(2);
  });

  it("messages that were there when the console first read the list do not count as new", () => {
    expect(messagesNewSince(undefined, [aMessage("a")])).toEqual([]);
    expect(messagesNewSince(new Set(["a"]), [aMessage("a"), aMessage("b")]).map(({ id }) => id)).toEqual(["b"]);
  });
});
