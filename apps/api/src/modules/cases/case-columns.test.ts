import { describe, expect, it } from "vitest";
import { funeralCaseRequest, roadsideCaseRequest, funeralDataExample } from "../../testing/cases";
import { caseIndexColumnsOf } from "./case-columns";
import { isCaseDataComplete } from "./case-data";
import { changesCasePlacesOrTimes, isSameJson } from "./case-plan";

const funeralCase = funeralCaseRequest();
const timeframe = { from: "2026-03-02T09:00:00Z", to: "2026-03-02T11:00:00Z" };
const funeralCaseWithTimeframe = funeralCaseRequest({
  funeral_data: { ...funeralDataExample, source_address: { ...funeralDataExample.source_address, timeframe } },
});

describe("columns of cases", () => {
  it("the searchable columns of a case come from its source, target and time frame", () => {
    expect(caseIndexColumnsOf(funeralCaseWithTimeframe)).toMatchObject({
      display_name: "Muster Maria",
      not_before: timeframe.from,
      due_at: timeframe.to,
      source_zip: "8036",
      target_city: "Graz",
      service_key: null,
    });
    expect(caseIndexColumnsOf({ ...funeralCaseWithTimeframe, not_before: "2026-03-01T00:00:00Z" }).not_before).toBe(
      "2026-03-01T00:00:00Z",
    );
  });

  it("the search text of a case matches numbers with and without their blanks", () => {
    const { search_text } = caseIndexColumnsOf(roadsideCaseRequest());
    expect(search_text).toContain("g123ab");
    expect(search_text).toContain("g 123 ab");
    expect(search_text).toContain("+436641234567");
  });

  it("the search text of a case contains no restricted data", () => {
    const police_address = { city: "Polizeianhaltezentrum" };
    const { search_text } = caseIndexColumnsOf(
      funeralCaseRequest({ funeral_data: { ...funeralDataExample, police_address } }),
    );
    expect(search_text).not.toContain("polizei");
  });
});

describe("a roadside case", () => {
  const { rsa_data } = roadsideCaseRequest();
  it.each([
    ["everything", {}, true],
    ["no service", { service: null }, false],
    ["a vehicle without plate but with brand and model", { vehicle: { brand: "Skoda", model: "Octavia" } }, true],
    ["a vehicle of an unknown kind", { vehicle: { color: "rot" } }, false],
    ["no person to call", { customer: {} }, false],
    ["a member number instead of a caller", { customer: null, member: { number: "1" } }, true],
    ["a place by its coordinates", { source_address: { lat: 47, lon: 15 } }, true],
    ["a city alone", { source_address: { city: "Graz" } }, false],
  ])("a roadside case with %s counts as complete: %s", (_what, overrides, complete) => {
    expect(isCaseDataComplete({ data_type: "ROADSIDE", rsa_data: { ...rsa_data, ...overrides } })).toBe(complete);
  });
});

describe("the plan of a case", () => {
  it("a change of only the spelling of a case's data does not change its plan", () => {
    const spelt = { from: "2026-03-02T10:00:00+01:00", to: "2026-03-02T12:00:00+01:00" };
    expect(
      changesCasePlacesOrTimes(
        { ...funeralCase, not_before: timeframe.from },
        { ...funeralCase, not_before: spelt.from },
      ),
    ).toBe(false);
    expect(isSameJson({ a: null, b: { c: 1 } }, { b: { c: 1 } })).toBe(true);
    expect(isSameJson({ a: [1, 2] }, { a: [1] })).toBe(false);
  });

  it("the plan of a case changes only with its place and time", () => {
    expect(changesCasePlacesOrTimes(funeralCase, funeralCaseWithTimeframe)).toBe(true);
    const described = { ...funeralCase, description: "neu" };
    expect(changesCasePlacesOrTimes(funeralCase, described)).toBe(false);
  });
});
