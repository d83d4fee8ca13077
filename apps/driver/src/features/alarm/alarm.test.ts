import { describe, expect, it } from "vitest";
import { aCase, aLink, anAction, caseId, tourId } from "#outbox/row.fixture.ts";
import type { OutboxEntry } from "#outbox/outbox-row.ts";
import type { Shift } from "#work/shown-shift.ts";
import { alarmsOf, shareLeft } from "./alarm.ts";
import { Bell } from "./bell.ts";

const until = "2026-03-02T08:02:00.000Z";
const ends = Date.parse(until);
const ringing = aLink("ASSIGNED", { answer_until: until, actions: ["ACCEPT", "REJECT"] });
const aShift = (link = ringing, entries: readonly OutboxEntry[] = []): Shift => ({
  isKnown: true,
  tours: [],
  cases: [aCase("FUNERAL", link)],
  entries,
  messages: [],
});
const keysOf = (known: Shift, now = ends - 60_000) => alarmsOf(known, tourId, now).map(({ key }) => key);

describe("alarms", () => {
  it("alarms are the cases that the crew has to answer, softly for a deceased", () => {
    expect(alarmsOf(aShift(), tourId, ends - 1)).toMatchObject([
      { dispatchCase: { id: caseId }, answer_until: ends, tone: "soft" },
    ]);
    const breakdown = { ...aShift(), cases: [aCase("ROADSIDE", { ...ringing, state: "alarmed" })] };
    expect(alarmsOf(breakdown, tourId, ends - 1)).toMatchObject([{ tone: "alarm" }]);
  });

  it.each([
    ["its time to answer is over", aShift(), ends],
    ["it was accepted elsewhere", aShift({ ...ringing, accepted_at: until }), ends - 1],
    ["it was taken back", aShift({ ...ringing, bucket: "unassigned", actions: [] }), ends - 1],
    ["its link has no time to answer", aShift({ ...ringing, answer_until: null }), ends - 1],
    ["it was accepted here, without network", aShift(ringing, [anAction(1, "ACCEPT")]), ends - 1],
    ["it was rejected here, without network", aShift(ringing, [anAction(1, "REJECT")]), ends - 1],
    ["the server has refused the answer", aShift(ringing, [anAction(1, "ACCEPT", { status: "refused" })]), ends - 1],
  ])("an alarm ends when %s", (_, known, now) => {
    expect(keysOf(known, now)).toEqual([]);
  });

  it("an alarm keeps its key however often its case is fetched, and gets another when the case is alarmed again", () => {
    const [first] = keysOf(aShift());
    expect(keysOf(aShift({ ...ringing, device_received_at: until, updated_at: until }))).toEqual([first]);
    expect(keysOf(aShift({ ...ringing, answer_until: "2026-03-02T08:30:00.000Z" }))).not.toEqual([first]);
  });

  it("the time of an alarm runs from the assignment, and that of a reserved case from when it was seen", () => {
    const [alarm] = alarmsOf(aShift({ ...ringing, assigned_at: "2026-03-02T08:00:00.000Z" }), tourId, ends - 1);
    const [reserved] = alarmsOf(aShift(), tourId, ends - 1);
    if (!alarm || !reserved) throw new Error("There is no alarm.");
    expect(shareLeft(alarm, { now: ends - 90_000, seen: ends - 90_000 })).toBe(0.75);
    expect(shareLeft(reserved, { now: ends - 30_000, seen: ends - 60_000 })).toBe(0.5);
    expect(shareLeft(alarm, { now: ends + 1, seen: 0 })).toBe(0);
  });
});

describe("the bell", () => {
  function aBell() {
    const heard: string[] = [];
    const bell = new Bell({
      ring: (tone) => {
        heard.push(tone);
        return { quieter: () => heard.push("quieter"), stop: () => heard.push("stop") };
      },
    });
    return { bell, heard };
  }
  const one = { key: "one", tone: "alarm" } as const;
  const two = { key: "two", tone: "soft" } as const;

  it("the bell rings once for an alarm, however often it is reported", () => {
    const { bell, heard } = aBell();
    for (const alarms of [[one], [one], [], [one]]) bell.follow(alarms);
    expect(heard).toEqual(["alarm", "stop"]);
  });

  it("the bell rings for one alarm at a time, and for the next when the first is answered", () => {
    const { bell, heard } = aBell();
    for (const alarms of [[one], [one, two], [two], []]) bell.follow(alarms);
    expect(heard).toEqual(["alarm", "stop", "soft", "stop"]);
  });

  it("the bell becomes quieter, and silent, on request", () => {
    const { bell, heard } = aBell();
    bell.follow([one]);
    bell.quieter();
    bell.silence();
    bell.follow([one]);
    expect(heard).toEqual(["alarm", "quieter", "stop"]);
  });
});
