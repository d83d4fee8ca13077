import { errorRegistry } from "@leitstand/contract/errors/errors";
import { describe, expect, it } from "vitest";
import { Problem } from "../problem";
import { errorBody } from "./error-answer";

const messageOf = (...rules: readonly string[]) => {
  const fault = new Problem(
    "VALIDATION_FAILED",
    rules.map((rule) => ({ field: "name", rule })),
  );
  return errorBody(fault, { now: new Date(0), traceId: "0", language: "de" }).message;
};

describe("the message of an error", () => {
  it("says what is wrong with a value, and what to do, where all faults are of one kind", () => {
    expect(messageOf("required")).toContain("Ergänzen Sie");
    expect(messageOf("required", "required")).toBe(messageOf("required"));
  });

  it("says of faults of several kinds only that some fields are wrong", () => {
    expect(messageOf("required", "maxLength")).toBe(errorRegistry.VALIDATION_FAILED.message.de);
  });
});
