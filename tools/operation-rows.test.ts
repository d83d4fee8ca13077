import { defineOperations, type Operation } from "@leitstand/contract/operation/operation";
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { findOperationDeviations, parseOperationRows } from "./operation-rows";

const TABLE_HEADER = "tag\tmethod\tpath\toperationId\tgrant\tauth\tsuccess\tquery\tnotes";
const parseRowLine = (line: string) => {
  const [row] = parseOperationRows(`${TABLE_HEADER}\n${line}\n`);
  if (!row) throw new Error("no row");
  return row;
};
const areasRow = parseRowLine("areas\tGET\t/areas\tgetAreas\tgetAreas\tbearer\t200\tzip_code,limit!\t");

const areasQuerySchema = Type.Object({
  zip_code: Type.Optional(Type.String()),
  limit: Type.Integer(),
  page: Type.Optional(Type.Integer()),
});
const { getAreas } = defineOperations("areas", {
  getAreas: { on: "GET /areas", summary: "List areas", query: areasQuerySchema },
});

describe("rows of the specification", () => {
  it("the check of operations accepts optional parameters that the specification does not list", () => {
    expect(findOperationDeviations(areasRow, getAreas)).toEqual([]);
  });

  it.each<[Partial<Operation>, string]>([
    [{ method: "POST" }, "method: GET, not POST"],
    [{ path: "/area" }, "path: /areas, not /area"],
    [{ id: "listAreas" }, "operation id: getAreas, not listAreas"],
    [{ grant: null }, "grant: getAreas, not -"],
    [{ grant: ["getAreas", "readAreas"] }, "grant: getAreas, not getAreas|readAreas"],
    [{ auth: "public" }, "auth: bearer, not public"],
    [{ success: 201 }, "success code: 200, not 201"],
    [{ query: Type.Object({ limit: Type.Integer() }) }, "query parameter zip_code: missing"],
    [
      { query: Type.Object({ ...areasQuerySchema.properties, limit: Type.Optional(Type.Integer()) }) },
      "query parameter limit: must be required",
    ],
    [
      { query: Type.Object({ ...areasQuerySchema.properties, page: Type.Integer() }) },
      "query parameter page: required, but not in the row",
    ],
  ])("the check of operations reports an operation's deviation from the specification: %j", (change, expected) => {
    expect(findOperationDeviations(areasRow, { ...(getAreas as Operation), ...change })).toEqual([expected]);
  });

  it("the check of operations compares an operation's grants in their order", () => {
    const row = parseRowLine("users\tPUT\t/users/{id}\tupdateUser\tupdateUser|updateMyUser\tbearer\t200\t\t");
    const { updateUser } = defineOperations("users", {
      updateUser: {
        on: "PUT /users/{id}",
        changes: "BRANCH",
        summary: "Change",
        grant: ["updateUser", "updateMyUser"],
      },
    });
    expect(findOperationDeviations(row, updateUser)).toEqual([]);
  });
});
