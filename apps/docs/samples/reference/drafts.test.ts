import { expect, it } from "vitest";
import { operations } from "../../steps/reference";
import { operationsWithSampleOverrides } from "./drafts";

it("the samples of the reference have no draft for an operation that does not exist", () => {
  const ids = operations.map(({ id }) => id);
  expect(operationsWithSampleOverrides.filter((id) => !ids.includes(id))).toEqual([]);
});
