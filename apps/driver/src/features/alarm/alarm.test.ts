import { describe, expect, it } from "vitest";
import { aCaseWithLink, aTourCaseLink, anActionEntry, fixtureCaseId, fixtureTourId } from "#outbox/row.fixture.ts";
import type { OutboxEntry } from "#outbox/outbox-row.ts";
import type { ShiftState } from "#work/shown-shift.ts";
import { findPendingAlarms, shareOfTimeLeft } from "./alarm.ts";
import { AlarmBell } from "./bell.ts";

const answerUntil = "2026-03-02T08:02:00.000Z";
const answerUntilMs = Date.parse(answerUntil);
const ringingLink = aTourCaseLink("ASSIGNED", { answer_until: answerUntil, actions: ["ACCEPT", "REJECT"] });
const aShift = (link = ringingLink, entries: readonly OutboxEntry[] = []): ShiftState => ({
  isKnown: true,
  tours: [],
  cases: [aCaseWithLink("FUNERAL", link)],
  entries,
  messages: [],
});
const alarmKeys = (known: ShiftState, now = answerUntilMs - 60_000) =>
  findPendingAlarms(known, fixtureTourId, now).map(({ key }) => key);

describe("alarms", () => {
  it("a case that the crew has to answer is an alarm, with a soft tone for a funeral transport", () => {
    expect(findPendingAlarms(aShift(), fixtureTourId, answerUntilMs - 1)).toMatchObject([
      { dispatchCase: { id: fixtureCaseId }, answer_until: answerUntilMs, tone: "soft" },
    ]);
    const breakdown = { ...aShift(), cases: [aCaseWithLink("ROADSIDE", { ...ringingLink, state: "alarmed" })] };
    expect(findPendingAlarms(breakdown, fixtureTourId, answerUntilMs - 1)).toMatchObject([{ tone: "alarm" }]);
  });

  it.each([
    ["its time to answer is over", aShift(), answerUntilMs],
    ["it was accepted elsewhere", aShift({ ...ringingLink, accepted_at: answerUntil }), answerUntilMs - 1],
    ["it was taken back", aShift({ ...ringingLink, bucket: "unassigned", actions: [] }), answerUntilMs - 1],
    ["its link has no time to answer", aShift({ ...ringingLink, answer_until: null }), answerUntilMs - 1],
    ["it was accepted here, without network", aShift(ringingLink, [anActionEntry(1, "ACCEPT")]), answerUntilMs - 1],
    ["it was rejected here, without network", aShift(ringingLink, [anActionEntry(1, "REJECT")]), answerUntilMs - 1],
    [
      "the server has refused the answer",
      aShift(ringingLink, [anActionEntry(1, "ACCEPT", { status: "refused" })]),
      answerUntilMs - 1,
    ],
  ])("an alarm ends when %s", (_, known, now) => {
    expect(alarmKeys(known, now)).toEqual([]);
  });

  it("an alarm keeps its key when its case is fetched again, and gets another key when the case is alarmed again", () => {
    const [first] = alarmKeys(aShift());
    expect(alarmKeys(aShift({ ...ringingLink, device_received_at: answerUntil, updated_at: answerUntil }))).toEqual([
      first,
    ]);
    expect(alarmKeys(aShift({ ...ringingLink, answer_until: "2026-03-02T08:30:00.000Z" }))).not.toEqual([first]);
  });

  it("the time to answer an alarm counts from the assignment, or from when the phone first showed it if that is unknown", () => {
    const [alarm] = findPendingAlarms(
      aShift({ ...ringingLink, assigned_at: "2026-03-02T08:00:00.000Z" }),
      fixtureTourId,
      answerUntilMs - 1,
    );
    const [reserved] = findPendingAlarms(aShift(), fixtureTourId, answerUntilMs - 1);
    if (!alarm || !reserved) throw new Error("There is no alarm.");
    expect(shareOfTimeLeft(alarm, { now: answerUntilMs - 90_000, seen: answerUntilMs - 90_000 })).toBe(0.75);
    expect(shareOfTimeLeft(reserved, { now: answerUntilMs - 30_000, seen: answerUntilMs - 60_000 })).toBe(0.5);
    expect(shareOfTimeLeft(alarm, { now: answerUntilMs + 1, seen: 0 })).toBe(0);
  });
});

describe("the bell", () => {
  function aBell() {
    const heard: string[] = [];
    const bell = new AlarmBell({
      ring: (tone) => {
        heard.push(tone);
        return { quieter: () => heard.push("quieter"), stop: () => heard.push("stop") };
      },
    });
    return { bell, heard };
  }
  const one = { key: "one", tone: "alarm" } as const;
  const two = { key: "two", tone: "soft" } as const;

  it("the phone's alarm bell rings once for an alarm that is reported several times", () => {
    const { bell, heard } = aBell();
    for (const alarms of [[one], [one], [], [one]]) bell.follow(alarms);
    expect(heard).toEqual(["alarm", "stop"]);
  });

  it("the phone's alarm bell rings for one alarm at a time, and for the next when the first is answered", () => {
    const { bell, heard } = aBell();
    for (const alarms of [[one], [one, two], [two], []]) bell.follow(alarms);
    expect(heard).toEqual(["alarm", "stop", "soft", "stop"]);
  });

  it("the phone's alarm bell becomes quieter, and then silent, on request", () => {
    const { bell, heard } = aBell();
    bell.follow([one]);
    bell.quieter();
    bell.silence();
    bell.follow([one]);
    expect(heard).toEqual(["alarm", "quieter", "stop"]);
  });
});
