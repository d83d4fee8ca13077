import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { grantNames } from "./grants";
import { findGrants } from "./find-grants";
import { allOperations } from "../operations";

const operationLines = readFileSync(new URL("../../operations.tsv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .slice(1);
const promisedGrants = operationLines
  .flatMap((line) => (line.split("\t")[4] ?? "").split("|"))
  .filter((name) => name !== "-");

describe("grants", () => {
  it("lists exactly the grants that the operations ask for, in alphabetical order", () => {
    expect(grantNames, "run `npm run generate`").toEqual(findGrants(allOperations));
  });

  it("lists every grant that the specification names", () => {
    expect(promisedGrants.filter((name) => !grantNames.some((known) => known === name))).toEqual([]);
  });

  it("names each grant beyond the specification after the operation that it opens, unless it opens several", () => {
    const opened = (grant: string) => allOperations.filter((operation) => [operation.grant].flat().includes(grant));
    const ours = grantNames.filter((name) => !promisedGrants.includes(name));
    expect(ours.length).toBeGreaterThan(10);
    const misspelt = ours.filter((name) => opened(name).length < 2 && opened(name)[0]?.id !== name);
    expect(misspelt).toEqual([]);
  });
});
