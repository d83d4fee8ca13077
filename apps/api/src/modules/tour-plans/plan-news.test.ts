import type { TourStop } from "@leitstand/contract/board/tour-plans";
import { describe, expect, it } from "vitest";
import { newsOf, type PlanFacts } from "./plan-news";

const NOW = new Date("2026-03-02T08:00:00Z");
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000).toISOString();
const aStop = (case_id: string, minutes: number): TourStop => ({
  kind: "PICKUP",
  case_id,
  place: null,
  arrival_at: at(minutes),
  begins_at: at(minutes),
  leaves_at: at(minutes + 30),
  drive_seconds: 600,
  distance_meters: 9000,
  delay_seconds: 0,
  violations: [],
});
const aPlan = (stops: TourStop[], given: Partial<PlanFacts> = {}): PlanFacts => ({
  version: 1,
  status: "FRESH",
  level: null,
  ends_at: stops.at(-1)?.leaves_at ?? null,
  stops,
  ...given,
});
const untold = { told: null, told_at: null };
/** State after a plan was announced a number of minutes ago. */
function told(plan: PlanFacts, minutesAgo = 5) {
  const news = newsOf(plan, untold, NOW);
  return { told: news.kind === "news" ? news.told : null, told_at: at(-minutesAgo) };
}

describe("news of a plan", () => {
  const plan = aPlan([aStop("a", 20), aStop("b", 80)]);
  const later = (minutes: number) => aPlan([aStop("a", 20 + minutes), aStop("b", 80 + minutes)]);

  it("a plan with first stops is news, and one without stops is not", () => {
    expect(newsOf(plan, untold, NOW).kind).toBe("news");
    expect(newsOf(aPlan([]), untold, NOW).kind).toBe("nothing");
  });

  it.each([
    ["the same plan", plan, "nothing"],
    ["arrivals half a minute later", later(0.5), "nothing"],
    ["arrivals a minute later", later(1), "news"],
    ["another order", { ...plan, version: 2 }, "news"],
    ["a plan that is partial now", { ...plan, status: "PARTIAL" as const }, "news"],
    ["a plan that violates a rule", { ...plan, level: "SEVERE" as const }, "news"],
    ["a plan without a finished stop", aPlan([aStop("b", 80)]), "news"],
    ["an empty plan", aPlan([]), "news"],
  ])("newsOf compares an announced plan with %s", (_what, now, kind) => {
    expect(newsOf(now, told(plan), NOW).kind).toBe(kind);
  });

  it("news of a plan waits until ten seconds have passed since the last one", () => {
    const [soon, free] = [told(plan, 9 / 60), told(plan, 10 / 60)];
    expect(newsOf(later(3), soon, NOW)).toEqual({ kind: "later", at: new Date(NOW.getTime() + 1000).toISOString() });
    expect(newsOf(later(3), free, NOW).kind).toBe("news");
  });

  it("news of a plan names promises that have moved by more than five minutes, however slowly", () => {
    let known = told(plan);
    const movedBy = (minutes: number) => {
      const news = newsOf(later(minutes), known, NOW);
      if (news.kind !== "news") throw new Error("no news");
      known = { told: news.told, told_at: at(-5) };
      return news.moved.map(({ case_id, promised_at, arrival_at }) => [case_id, promised_at, arrival_at]);
    };
    expect(movedBy(3)).toEqual([]);
    expect(movedBy(5)).toEqual([]);
    expect(movedBy(6)).toEqual([
      ["a", at(20), at(26)],
      ["b", at(80), at(86)],
    ]);
    // The new arrival is the promise from now on.
    expect(movedBy(8)).toEqual([]);
    expect(movedBy(0)).toEqual([
      ["a", at(26), at(20)],
      ["b", at(86), at(80)],
    ]);
  });

  it("news of a plan names no moved promise of a crew that has arrived", () => {
    const news = newsOf(aPlan([aStop("a", -1), aStop("b", 80)]), told(plan), NOW);
    expect(news).toMatchObject({ kind: "news", moved: [] });
  });
});
