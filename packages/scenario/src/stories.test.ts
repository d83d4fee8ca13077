import { describe, expect, it } from "vitest";
import { drawRandomBreakdownCase, needsTowing } from "./breakdowns";
import { SeededChance } from "./chance";
import {
  drawRandomBreakdownStory,
  drawRandomTransportStory,
  longestCaseMinutesByTenantType,
  type CaseStoryStep,
} from "./stories";
import { roundUpToMinuteInterval } from "./times";
import { drawRandomTransportCase } from "./transports";

const storyChance = new SeededChance(7);
const grazPlaces = [{ city: "Graz", zip_code: "8010", lat: 47.07, lon: 15.44 }];
const callOptions = {
  branch_id: "b",
  places: grazPlaces,
  at: new Date("2026-03-02T08:07:31.250Z"),
  chance: storyChance,
};
const repeatMany = <T>(make: () => T) => Array.from({ length: 500 }, make);
const crewMinutes = (steps: readonly CaseStoryStep[]) => steps.filter(({ by }) => by === "crew").at(-1)?.minutes ?? 0;

describe("day of the companies", () => {
  it("every generated story of a case takes at most the time that a shift reserves for it", () => {
    expect(Math.max(...repeatMany(() => crewMinutes(drawRandomTransportStory(storyChance))))).toBeLessThanOrEqual(
      longestCaseMinutesByTenantType.FUNERAL,
    );
    expect(Math.max(...repeatMany(() => crewMinutes(drawRandomBreakdownStory(storyChance, true))))).toBeLessThanOrEqual(
      longestCaseMinutesByTenantType.ROADSIDE_ASSISTANCE,
    );
  });

  it("every generated story of a past transport ends with CANCEL, DELIVER or DONE", () => {
    for (const steps of repeatMany(() => drawRandomTransportStory(storyChance)))
      expect(["CANCEL", "DELIVER", "DONE"]).toContain(steps.at(-1)?.action);
  });

  it("the generated callers and deceased have genders that fit their relation, and appointments at quarters of an hour", () => {
    const women = ["Tochter", "Nichte", "Schwester", "Witwe"];
    const female =
      /^(Anna|Maria|Elisabeth|Johanna|Katharina|Eva|Renate|Gertrude|Hermine|Theresia|Brigitte|Ingrid|Monika|Sabine|Petra|Barbara)$/;
    for (const { contact, funeral_data } of repeatMany(() => drawRandomTransportCase(callOptions))) {
      const [caller = ""] = contact?.name?.split(" ") ?? [];
      const deceased = funeral_data?.cargo_deceased?.first_name ?? "";
      expect([caller, women.includes(contact?.relation ?? "")]).toEqual([caller, female.test(caller)]);
      const outlived = { Witwe: false, Witwer: true }[contact?.relation ?? ""];
      expect([deceased, outlived ?? female.test(deceased)]).toEqual([deceased, female.test(deceased)]);
      expect(new Date(funeral_data?.source_address?.timeframe?.to ?? "").getTime() % (15 * 60_000)).toBe(0);
    }
    expect(roundUpToMinuteInterval(callOptions.at, 15).toISOString()).toBe("2026-03-02T08:15:00.000Z");
  });

  it("the generated breakdowns that need towing are given to tow trucks", () => {
    expect(repeatMany(() => drawRandomBreakdownCase(callOptions, "repair")).some(needsTowing)).toBe(false);
    expect(repeatMany(() => drawRandomBreakdownCase(callOptions, "tow")).every(needsTowing)).toBe(true);
    expect(new Set(repeatMany(() => needsTowing(drawRandomBreakdownCase(callOptions, "either")))).size).toBe(2);
  });
});
