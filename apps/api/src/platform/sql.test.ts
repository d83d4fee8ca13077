import { describe, expect, it } from "vitest";
import { compile, plannedAnew, sql } from "./sql";

describe("a statement", () => {
  const query = sql`select ${1} from ${sql`vehicles where id = ${"v"}`}`;

  it("is named by its text, so that each connection plans it once for all values", () => {
    const { name, text, values } = compile(query);
    expect({ text, values }).toEqual({ text: "select $1 from vehicles where id = $2", values: [1, "v"] });
    expect(name).toBe(compile(sql`select ${2} from ${sql`vehicles where id = ${"w"}`}`).name);
    expect(name).not.toBe(compile(sql`select ${1}`).name);
  });

  it("of a queue has no name: what was planned while the queue was empty must not be kept", () => {
    expect(compile(plannedAnew(query))).toEqual({ ...compile(query), name: undefined });
  });
});
