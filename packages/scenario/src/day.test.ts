import { describe, expect, it } from "vitest";
import { SeededChance } from "./chance";
import { type IncomingCall, drawCallsOfShift, drawWaitingCalls, drawShifts } from "./day";
import { addMinutesToDate } from "./times";

const dayStart = new Date("2026-03-02T05:00:00Z");
const grazPlaces = [{ city: "Graz", zip_code: "8010", lat: 47.07, lon: 15.44 }];
const threeDepots = ["a", "b", "c"].map((id) => ({ id, places: grazPlaces }));
const [depot] = threeDepots as [(typeof threeDepots)[number]];
const tenantTypes = ["FUNERAL", "ROADSIDE_ASSISTANCE"] as const;
const endOfCall = ({ at, steps }: IncomingCall) =>
  addMinutesToDate(at, steps.filter(({ by }) => by === "crew").at(-1)?.minutes ?? 0);

describe("drawn day", () => {
  it.each(tenantTypes)("the generated day of a company is the same for the same seed: %s", (type) => {
    const drawDay = (seed: number) => {
      const chance = new SeededChance(seed);
      const shifts = drawShifts([1, 2, 3, 4, 5, 6], { start: dayStart, share: 100, chance });
      return shifts.map(({ from, to }) => drawCallsOfShift({ type, depot, can_tow: true, from, to }, chance));
    };
    expect(drawDay(3)).toEqual(drawDay(3));
    expect(drawDay(3)).not.toEqual(drawDay(4));
  });

  it("the generated shifts of a day leave three crews free, and start at quarters of an hour", () => {
    const shifts = drawShifts([1, 2, 3, 4, 5, 6], { start: dayStart, share: 100, chance: new SeededChance(1) });
    expect(shifts.map(({ crew }) => crew)).toEqual([1, 2, 3]);
    for (const { from, to } of shifts) {
      expect(from.getTime() % (15 * 60_000)).toBe(0);
      expect(to).toEqual(addMinutesToDate(from, 600));
    }
  });

  it.each(tenantTypes)(
    "the generated calls of a shift follow one after the other, and end before the shift does: %s",
    (type) => {
      const to = addMinutesToDate(dayStart, 600);
      for (let seed = 0; seed < 50; seed++) {
        const calls = drawCallsOfShift({ type, depot, can_tow: false, from: dayStart, to }, new SeededChance(seed));
        expect(calls.length).toBeGreaterThan(0);
        for (const [index, call] of calls.entries()) {
          expect(call.at.getTime()).toBeGreaterThan(
            calls[index - 1] ? endOfCall(calls[index - 1] as IncomingCall).getTime() : 0,
          );
          expect(endOfCall(call).getTime()).toBeLessThanOrEqual(to.getTime());
        }
      }
    },
  );

  it("the generated waiting calls include one late, one rejected, one postponed and one not approved", () => {
    const now = addMinutesToDate(dayStart, 400);
    const waiting = drawWaitingCalls(
      { type: "FUNERAL", depots: threeDepots, now, isStaffed: () => true },
      new SeededChance(2),
    );
    const [late, turnedDown, putOff, incomplete] = waiting.map(({ call }) => call);
    expect(Date.parse(late?.request.funeral_data?.source_address?.timeframe?.to ?? "")).toBeLessThan(now.getTime());
    expect(turnedDown?.steps.at(-1)?.action).toBe("REJECT");
    expect(putOff?.steps.at(-1)?.action).toBe("POSTPONE");
    expect(incomplete?.request.approved).toBe(false);
    const unstaffed = drawWaitingCalls(
      { type: "FUNERAL", depots: threeDepots, now, isStaffed: () => false },
      new SeededChance(2),
    );
    expect(unstaffed.flatMap(({ call }) => call.steps)).toEqual([]);
  });
});
