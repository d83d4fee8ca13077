import { errorDefinitions } from "@leitstand/contract/errors/errors";
import { describe, expect, it } from "vitest";
import { Problem } from "../problem";
import { createErrorBody } from "./error-answer";

const messageOfRules = (...rules: readonly string[]) => {
  const fault = new Problem(
    "VALIDATION_FAILED",
    rules.map((rule) => ({ field: "name", rule })),
  );
  return createErrorBody(fault, { now: new Date(0), traceId: "0", language: "de" }).message;
};

describe("message of an error", () => {
  it("an error message about faults of one kind says what is wrong with the value, and what to do", () => {
    expect(messageOfRules("required")).toContain("Ergänzen Sie");
    expect(messageOfRules("required", "required")).toBe(messageOfRules("required"));
  });

  it("an error message about faults of several kinds says only that some fields are wrong", () => {
    expect(messageOfRules("required", "maxLength")).toBe(errorDefinitions.VALIDATION_FAILED.message.de);
  });
});

it("an error message formats moments with the same offset as all answers", () => {
  const range = { field: "start_at", min: "2026-03-02T08:00:00.000Z", max: "2026-03-02T09:00:00+00:00" };
  const { time, args } = createErrorBody(new Problem("TIME_OUT_OF_RANGE", [range]), {
    now: new Date("2026-03-02T08:15:00Z"),
    traceId: "0",
    language: "en",
  });
  expect(time).toBe("2026-03-02T08:15:00+00:00");
  expect(args.map(({ value }) => value)).toEqual([
    "start_at",
    "2026-03-02T08:00:00+00:00",
    "2026-03-02T09:00:00+00:00",
  ]);
});
