import { ApiProblem } from "@leitstand/client/problem";
import { describe, expect, it } from "vitest";
import type { CaseDraft } from "./case-values.ts";
import { draftFaultsOfApiProblem } from "./server-faults.ts";

describe("a number that the server cannot dial", () => {
  it("a phone number that the server cannot dial is a fault at its field, with the expected format", () => {
    const problem = new ApiProblem({
      status: 400,
      code: "VALIDATION_FAILED",
      title: "Validation failed",
      message: "",
      traceId: undefined,
      args: [
        { key: "field", value: "contact.phone_number", type: "string" },
        { key: "rule", value: "phone_number", type: "enum" },
        { key: "expected", value: "+43664123456", type: "string" },
      ],
    });
    const request = { approved: true, data_type: "FUNERAL" } as CaseDraft;
    expect(draftFaultsOfApiProblem(problem, { type: "FUNERAL", request })).toEqual([
      { path: "contact.phone_number", rule: "phone_number", expected: "+43664123456" },
    ]);
  });
});
