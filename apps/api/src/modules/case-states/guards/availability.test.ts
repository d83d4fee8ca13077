import { describe, expect, it } from "vitest";
import type { AvailabilityFacts } from "../facts/availability";
import { dispatcherActor, SingleCaseTestWorld } from "../case-testkit";
import { isAnyResourceAbsent, isAnyResourceOffShift } from "./availability";

const momentAtHour = (hour: number) => new Date(Date.UTC(2026, 2, 2) + hour * 3_600_000).toISOString();
const spanOfHours = (from: number, to: number) => ({ starts_at: momentAtHour(from), ends_at: momentAtHour(to) });
const availabilityFacts = (overrides: Partial<AvailabilityFacts>): AvailabilityFacts => ({
  resource: "USER",
  has_shifts: false,
  absences: [],
  shifts: [],
  ...overrides,
});
const caseTime = [Date.parse(momentAtHour(10)), Date.parse(momentAtHour(12))] as const;

describe("an absence", () => {
  it.each([
    ["before the case", spanOfHours(8, 10), false],
    ["that reaches into the case", spanOfHours(8, 11), true],
    ["within the case", spanOfHours(10.5, 11), true],
    ["that reaches out of the case", spanOfHours(11, 14), true],
    ["after the case", spanOfHours(12, 14), false],
  ])(
    "the availability check detects an absence only when it overlaps the case: one %s",
    (_title, absence, expected) => {
      expect(isAnyResourceAbsent([availabilityFacts({}), availabilityFacts({ absences: [absence] })], caseTime)).toBe(
        expected,
      );
    },
  );
});

describe("a shift", () => {
  it.each([
    ["covers the case", [spanOfHours(8, 16)], false],
    ["is followed by another one", [spanOfHours(11, 16), spanOfHours(6, 11)], false],
    ["leaves a gap", [spanOfHours(6, 10.5), spanOfHours(11, 16)], true],
    ["ends within the case", [spanOfHours(6, 11)], true],
    ["is another day's", [], true],
  ])(
    "the availability check detects that a case is outside of shifts: a tour whose shift %s",
    (_title, shifts, expected) => {
      expect(isAnyResourceOffShift([availabilityFacts({ has_shifts: true, shifts })], caseTime)).toBe(expected);
    },
  );

  it("a tour without planned shifts never counts as outside of them", () => {
    expect(isAnyResourceOffShift([availabilityFacts({})], caseTime)).toBe(false);
  });
});

describe("assigning a case to a tour whose crew is away", () => {
  const away = { absences: [{ starts_at: "2000-01-01T00:00:00Z", ends_at: "2100-01-01T00:00:00Z" }] };
  it.each([
    ["USER", "AVAILABILITY_USER"],
    ["VEHICLE", "AVAILABILITY_VEHICLE"],
  ] as const)("ASSIGN to a tour with an absent %s is refused unless it is forced", (resource, constraint) => {
    const world = new SingleCaseTestWorld();
    world.changeTour("A", { availability: [availabilityFacts({ resource, ...away })] });
    expect(world.act("ASSIGN", dispatcherActor, { tour_id: "A" })).toMatchObject({
      kind: "refused",
      code: "CONSTRAINT_VIOLATED",
      args: { level: "SEVERE", constraints: constraint },
    });
    expect(world.act("ASSIGN", dispatcherActor, { tour_id: "A", payload: { force: true } })).toMatchObject({
      kind: "changed",
      constraint_violations: [{ constraint, level: "SEVERE", tour_id: "A" }],
    });
  });
});
