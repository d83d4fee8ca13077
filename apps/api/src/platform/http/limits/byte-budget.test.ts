import { expect, it } from "vitest";
import { UploadByteBudget } from "./byte-budget";

it("a file of the size that is allowed is taken by a full budget, however small the limits of an installation are", () => {
  const budget = new UploadByteBudget(0.1);
  const caller = { tenant_id: "a", rate_limit_factor: 1 };
  expect(() => budget.take(caller, 25 * 1024 * 1024)).not.toThrow();
  expect(() => budget.take(caller, 25 * 1024 * 1024)).toThrow(expect.objectContaining({ code: "RATE_LIMIT_EXCEEDED" }));
});
