import { DateTime, Shape } from "@leitstand/contract/core/schema";
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { checkBody, findAnswerFault } from "./validation";

const Moment = Shape({ at: DateTime });

describe("moment in a request", () => {
  it.each([
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999Z",
    "2026-03-02T08:15:00+15:59",
    "2026-03-02T08:15:00.123456-15:59",
    "2026-03-02t08:15:00z",
  ])("accepts %s as a moment", (at) => expect(() => checkBody(Moment, { at })).not.toThrow());

  it.each([
    "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-01:00",
    "2026-01-01T00:00:00+16:00",
    "2026-01-01T00:00:00-23:59",
    "2026-12-31T23:59:60Z",
    "2026-02-29T00:00:00Z",
    "2026-01-01T00:00:00",
    "infinity",
  ])("refuses %s as a moment", (at) => {
    expect(() => checkBody(Moment, { at })).toThrow(
      expect.objectContaining({ code: "VALIDATION_FAILED", faults: [expect.objectContaining({ field: "at" })] }),
    );
  });
});

describe("field named like a keyword of JSON Schema", () => {
  const Named = Shape({ examples: Type.Array(Type.String()) }, { examples: [{ examples: ["way 1"] }] });

  it("validates a field named like a keyword of JSON Schema in a request and in an answer", () => {
    expect(() => checkBody(Named, { examples: ["way 1"] })).not.toThrow();
    expect(() => checkBody(Named, { examples: [1] })).toThrow(expect.objectContaining({ code: "VALIDATION_FAILED" }));
    expect(findAnswerFault(Named, { examples: ["way 1"] })).toBeUndefined();
    expect(findAnswerFault(Named, { examples: [1] })).toContain("examples");
  });
});
