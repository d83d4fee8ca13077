import { describe, expect, it } from "vitest";
import { SeededChance } from "./chance";
import { SCENARIO_COMPANIES } from "./companies";
import { planFleet } from "./fleet";
import { planDrivers, planOfficeStaff } from "./staff";

describe("staff of the companies", () => {
  it("the generated staff have different accounts, telephone numbers and vehicles", () => {
    const people = SCENARIO_COMPANIES.flatMap((company) => {
      const chance = new SeededChance(1);
      return [...planOfficeStaff(company, chance), ...planDrivers(company, chance)];
    });
    const numbers = people.flatMap(({ phone_number }) => phone_number ?? []);
    const plates = SCENARIO_COMPANIES.flatMap((company) => planFleet(company, new SeededChance(1))).map(
      (one) => one.license_plate,
    );
    for (const all of [people.map(({ email }) => email), numbers, plates]) expect(new Set(all).size).toBe(all.length);
    expect(plates).toHaveLength(numbers.length);
  });

  it.each(SCENARIO_COMPANIES)("the generated staff of $name include a crew in each branch", (company) => {
    const fleet = planFleet(company, new SeededChance(1));
    expect(new Set(fleet.map(({ branch }) => branch)).size).toBe(company.branches.length);
    expect(fleet.some(({ can_tow }) => can_tow)).toBe(company.type === "ROADSIDE_ASSISTANCE");
  });
});
