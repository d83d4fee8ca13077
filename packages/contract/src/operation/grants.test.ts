import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { beyondSpecification } from "./beyond-specification";
import { grantNames } from "./grants";
import { allOperations } from "../operations";

const tsv = readFileSync(new URL("../../operations.tsv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .slice(1);
const promised = tsv.flatMap((line) => (line.split("\t")[4] ?? "").split("|")).filter((name) => name !== "-");

describe("grants", () => {
  it("are those of all operations that the specification lists and of ours, in the order of the alphabet", () => {
    const ours = allOperations.filter(({ id }) => beyondSpecification.some((name) => name === id));
    expect(ours).toHaveLength(beyondSpecification.length);
    expect(grantNames).toEqual([...new Set([...promised, ...ours.flatMap(({ grant }) => grant ?? [])])].sort());
  });

  it("are enough for every operation that is built", () => {
    const asked = allOperations.flatMap(({ grant }) => grant ?? []);
    expect(asked.filter((name) => !grantNames.some((known) => known === name))).toEqual([]);
  });
});
