import { describe, expect, it } from "vitest";
import { allOperations } from "@leitstand/contract/operations";
import { buildOperationMenu } from "./operation-menu";

describe("the index of operations by noun", () => {
  it("the reference's menu lists each operation of the contract once, under its own tag", () => {
    const listed = buildOperationMenu().flatMap(({ tag, operations }) => operations.map(({ id }) => `${tag} ${id}`));
    expect(listed.toSorted()).toEqual(allOperations.map(({ id, tag }) => `${tag} ${id}`).toSorted());
  });
});
