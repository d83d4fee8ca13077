import type { TourStop } from "@leitstand/contract/board/tour-plans";
import { describe, expect, it } from "vitest";
import { decideTourPlanAnnouncement, type ComputedTourPlanFacts } from "./plan-announcement";

const NOW = new Date("2026-03-02T08:00:00Z");
const momentAfterMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000).toISOString();
const tourStopOf = (case_id: string, minutes: number): TourStop => ({
  kind: "PICKUP",
  case_id,
  place: null,
  arrival_at: momentAfterMinutes(minutes),
  begins_at: momentAfterMinutes(minutes),
  leaves_at: momentAfterMinutes(minutes + 30),
  drive_seconds: 600,
  distance_meters: 9000,
  delay_seconds: 0,
  violations: [],
});
const planFactsOf = (stops: TourStop[], given: Partial<ComputedTourPlanFacts> = {}): ComputedTourPlanFacts => ({
  version: 1,
  status: "FRESH",
  level: null,
  ends_at: stops.at(-1)?.leaves_at ?? null,
  stops,
  ...given,
});
const notYetAnnounced = { told: null, told_at: null };
/** State after a plan was announced a number of minutes ago. */
function announcedMinutesAgo(plan: ComputedTourPlanFacts, minutesAgo = 5) {
  const news = decideTourPlanAnnouncement(plan, notYetAnnounced, NOW);
  return { told: news.kind === "news" ? news.told : null, told_at: momentAfterMinutes(-minutesAgo) };
}

describe("news of a plan", () => {
  const plan = planFactsOf([tourStopOf("a", 20), tourStopOf("b", 80)]);
  const later = (minutes: number) => planFactsOf([tourStopOf("a", 20 + minutes), tourStopOf("b", 80 + minutes)]);

  it("a tour plan is announced for the first time when it has stops", () => {
    expect(decideTourPlanAnnouncement(plan, notYetAnnounced, NOW).kind).toBe("news");
    expect(decideTourPlanAnnouncement(planFactsOf([]), notYetAnnounced, NOW).kind).toBe("nothing");
  });

  it.each([
    ["the same plan", plan, "nothing"],
    ["arrivals half a minute later", later(0.5), "nothing"],
    ["arrivals a minute later", later(1), "news"],
    ["another order", { ...plan, version: 2 }, "news"],
    ["a plan that is partial now", { ...plan, status: "PARTIAL" as const }, "news"],
    ["a plan that violates a rule", { ...plan, level: "SEVERE" as const }, "news"],
    ["a plan without a finished stop", planFactsOf([tourStopOf("b", 80)]), "news"],
    ["an empty plan", planFactsOf([]), "news"],
  ])("an announced tour plan is announced again, or not, for %s", (_what, now, kind) => {
    expect(decideTourPlanAnnouncement(now, announcedMinutesAgo(plan), NOW).kind).toBe(kind);
  });

  it("the announcement of a tour plan waits until ten seconds have passed since the last one", () => {
    const [soon, free] = [announcedMinutesAgo(plan, 9 / 60), announcedMinutesAgo(plan, 10 / 60)];
    expect(decideTourPlanAnnouncement(later(3), soon, NOW)).toEqual({
      kind: "later",
      at: new Date(NOW.getTime() + 1000).toISOString(),
    });
    expect(decideTourPlanAnnouncement(later(3), free, NOW).kind).toBe("news");
  });

  it("the announcement of a tour plan names promised arrivals that have moved by more than five minutes, however slowly", () => {
    let known = announcedMinutesAgo(plan);
    const movedBy = (minutes: number) => {
      const news = decideTourPlanAnnouncement(later(minutes), known, NOW);
      if (news.kind !== "news") throw new Error("no news");
      known = { told: news.told, told_at: momentAfterMinutes(-5) };
      return news.moved.map(({ case_id, promised_at, arrival_at }) => [case_id, promised_at, arrival_at]);
    };
    expect(movedBy(3)).toEqual([]);
    expect(movedBy(5)).toEqual([]);
    expect(movedBy(6)).toEqual([
      ["a", momentAfterMinutes(20), momentAfterMinutes(26)],
      ["b", momentAfterMinutes(80), momentAfterMinutes(86)],
    ]);
    // The new arrival is the promise from now on.
    expect(movedBy(8)).toEqual([]);
    expect(movedBy(0)).toEqual([
      ["a", momentAfterMinutes(26), momentAfterMinutes(20)],
      ["b", momentAfterMinutes(86), momentAfterMinutes(80)],
    ]);
  });

  it("the announcement of a tour plan names no moved arrival once the crew has arrived", () => {
    const news = decideTourPlanAnnouncement(
      planFactsOf([tourStopOf("a", -1), tourStopOf("b", 80)]),
      announcedMinutesAgo(plan),
      NOW,
    );
    expect(news).toMatchObject({ kind: "news", moved: [] });
  });
});
