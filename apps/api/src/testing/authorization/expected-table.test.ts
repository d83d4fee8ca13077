import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type CallerKind, callerKinds } from "./callers";
import { expandRowToExpectedOutcomes, parseReviewedAccessTable } from "./expected-table";

const TABLE_HEADER = "operation,opened_by,kinds,tenant_types,reach,special";
const cellsOfLine = (line: string, success = 200) => {
  const [row] = parseReviewedAccessTable(`# a comment\n${TABLE_HEADER}\n${line}\n`);
  if (!row) throw new Error("no row");
  const cells = expandRowToExpectedOutcomes(row, success);
  return (...callers: CallerKind[]) => callers.map((caller) => cells.get(caller));
};

describe("authorization table", () => {
  it("the authorization table gives every kind of caller an outcome", () => {
    const outcomes = cellsOfLine("getShelf,grant,USER+DEVICE+SERVICE,all,crew,")(...callerKinds);
    expect(outcomes.filter((outcome) => outcome === undefined)).toEqual([]);
    expect(outcomes).toHaveLength(24);
  });

  it("the authorization table refuses a kind of token that its row does not name, with the grant and without", () => {
    const cells = cellsOfLine("getShelf,grant,USER+SERVICE,all,crew,");
    const refused = "403 AUTH_TOKEN_KIND_NOT_ALLOWED";
    expect(cells("device_with", "device_without")).toEqual([refused, refused]);
    expect(cells("user_with", "service_with", "service_without")).toEqual(["200", "200", "403 AUTH_GRANT_MISSING"]);
  });

  it("the authorization table admits tokens without a grant only where its row says so", () => {
    const without = ["user_without", "role_changed", "expired_token"] as const;
    const missing = "403 AUTH_GRANT_MISSING";
    const expired = "401 AUTH_TOKEN_EXPIRED";
    expect(cellsOfLine("getShelf,grant,USER,all,anywhere,")(...without)).toEqual([missing, missing, expired]);
    expect(cellsOfLine("getShelf,token,USER,all,anywhere,")(...without)).toEqual(["200", "200", expired]);
    expect(cellsOfLine("getShelf,anyone,-,all,anywhere,")(...without)).toEqual(["200", "200", "200"]);
  });

  it("the authorization table refuses another type of tenant after checking the grant, and another tenant by the reach of its row", () => {
    const cells = cellsOfLine("getShelf,grant,USER,ROADSIDE_ASSISTANCE,crew,");
    expect(cells("other_tenant", "other_tenant_type")).toEqual(["404 RESOURCE_NOT_FOUND", "422 ACTION_NOT_AVAILABLE"]);
  });

  it("the authorization table derives for a list which rows are shown, and for other operations the status of success", () => {
    const shown = cellsOfLine("getShelves,grant,USER,all,crew listed,")("user_with", "driver_on_tour", "branch_moved");
    expect(shown).toEqual(["200 home+away+none", "200 own", "200 away"]);
    expect(cellsOfLine("createShelf,grant,USER,all,crew,", 201)("user_with")).toEqual(["201"]);
  });

  it("special cells of the authorization table override the outcomes of a row's reach, and a device on tour counts as its driver", () => {
    const cells = cellsOfLine("getShelf,grant,USER+DEVICE,all,crew,driver_on_tour=409 RESOURCE_IN_USE; elsewhere=200");
    expect(cells("driver_on_tour", "device_with")).toEqual(["409 RESOURCE_IN_USE", "409 RESOURCE_IN_USE"]);
    expect(cells("other_branch", "branch_moved", "right_branch")).toEqual(["200", "200", "200"]);
  });

  it.each([
    ["getShelf,grant,USER,all,shelf,", "no reach is called shelf"],
    ["getShelf,grants,USER,all,crew,", "grants is none of anyone, token, grant"],
    ["getShelf,grant,ROBOT,all,crew,", "ROBOT is none of USER, DEVICE, SERVICE"],
    ["getShelf,grant,USER,CIRCUS,crew,", "CIRCUS is none of FUNERAL, ROADSIDE_ASSISTANCE, PLATFORM"],
    ["getShelf,grant,USER,all,crew,everyone=200", "everyone is none of everywhere, elsewhere"],
    ["getShelf,grant,USER,all,crew,elsewhere=200,200", "too many columns"],
  ])("the authorization table refuses the row %s", (line, reason) => {
    expect(() => cellsOfLine(line)).toThrow(reason);
  });

  it("the authorization table has no special cells that follow from the reach of their row", () => {
    const table = parseReviewedAccessTable(
      readFileSync(new URL("../../authorization.expected.csv", import.meta.url), "utf8"),
    );
    const superfluous = table.flatMap((row) =>
      Object.keys(row.special).flatMap((column) => {
        const { [column]: _, ...others } = row.special;
        const [written, derived] = [
          expandRowToExpectedOutcomes(row, 200),
          expandRowToExpectedOutcomes({ ...row, special: others }, 200),
        ];
        return callerKinds.every((kind) => written.get(kind) === derived.get(kind))
          ? [`${row.operation} ${column}`]
          : [];
      }),
    );
    expect(superfluous).toEqual([]);
  });
});
