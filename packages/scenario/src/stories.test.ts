import { describe, expect, it } from "vitest";
import { aBreakdown, needsTow } from "./breakdowns";
import { Chance } from "./chance";
import { aBreakdownStory, aTransportStory, LONGEST_JOB_MINUTES, type Step } from "./stories";
import { roundUp } from "./times";
import { aTransport } from "./transports";

const chance = new Chance(7);
const places = [{ city: "Graz", zip_code: "8010", lat: 47.07, lon: 15.44 }];
const given = { branch_id: "b", places, at: new Date("2026-03-02T08:07:31.250Z"), chance };
const many = <T>(make: () => T) => Array.from({ length: 500 }, make);
const crewMinutes = (steps: readonly Step[]) => steps.filter(({ by }) => by === "crew").at(-1)?.minutes ?? 0;

describe("day of the companies", () => {
  it("gives crews no case that lasts beyond their shift", () => {
    expect(Math.max(...many(() => crewMinutes(aTransportStory(chance))))).toBeLessThanOrEqual(
      LONGEST_JOB_MINUTES.FUNERAL,
    );
    expect(Math.max(...many(() => crewMinutes(aBreakdownStory(chance, true))))).toBeLessThanOrEqual(
      LONGEST_JOB_MINUTES.ROADSIDE_ASSISTANCE,
    );
  });

  it("brings every transport of the past to an end", () => {
    for (const steps of many(() => aTransportStory(chance)))
      expect(["CANCEL", "DELIVER", "DONE"]).toContain(steps.at(-1)?.action);
  });

  it("draws callers and deceased whose genders fit their relation, and appointments at round times", () => {
    const women = ["Tochter", "Nichte", "Schwester", "Witwe"];
    const female =
      /^(Anna|Maria|Elisabeth|Johanna|Katharina|Eva|Renate|Gertrude|Hermine|Theresia|Brigitte|Ingrid|Monika|Sabine|Petra|Barbara)$/;
    for (const { contact, funeral_data } of many(() => aTransport(given))) {
      const [caller = ""] = contact?.name?.split(" ") ?? [];
      const deceased = funeral_data?.cargo_deceased?.first_name ?? "";
      expect([caller, women.includes(contact?.relation ?? "")]).toEqual([caller, female.test(caller)]);
      const outlived = { Witwe: false, Witwer: true }[contact?.relation ?? ""];
      expect([deceased, outlived ?? female.test(deceased)]).toEqual([deceased, female.test(deceased)]);
      expect(new Date(funeral_data?.source_address?.timeframe?.to ?? "").getTime() % (15 * 60_000)).toBe(0);
    }
    expect(roundUp(given.at, 15).toISOString()).toBe("2026-03-02T08:15:00.000Z");
  });

  it("sends tow trucks to vehicles that have to be towed", () => {
    expect(many(() => aBreakdown(given, "repair")).some(needsTow)).toBe(false);
    expect(many(() => aBreakdown(given, "tow")).every(needsTow)).toBe(true);
    expect(new Set(many(() => needsTow(aBreakdown(given, "either")))).size).toBe(2);
  });
});
