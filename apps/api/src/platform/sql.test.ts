import { describe, expect, it } from "vitest";
import { compile, join, none, plannedAnew, Sql, sql } from "./sql";

describe("a statement", () => {
  const query = sql`select ${1} from ${sql`vehicles where id = ${"v"}`}`;

  it("is named by its text, so that each connection plans it once for all values", () => {
    const { name, text, values } = compile(query);
    expect({ text, values }).toEqual({ text: "select $1 from vehicles where id = $2", values: [1, "v"] });
    expect(name).toBe(compile(sql`select ${2} from ${sql`vehicles where id = ${"w"}`}`).name);
    expect(name).not.toBe(compile(sql`select ${1}`).name);
  });

  it("is another one as soon as one of its pieces is another one", () => {
    const texts = [
      sql`a`,
      sql`b`,
      none,
      join([sql`a`, sql`b`], ", "),
      join([sql`a`, sql`b`], " and "),
      new Sql(["a"], []),
    ].map((piece) => compile(sql`select ${1}, ${piece} where ${sql`x = ${2}`}`).text);
    expect(texts).toEqual(["a", "b", "", "a, b", "a and b", "a"].map((piece) => `select $1, ${piece} where x = $2`));
    const twice = (piece: Sql | number) => compile(sql`values (${piece}, ${piece})`);
    expect([twice(sql`a`).text, twice(7).text]).toEqual(["values (a, a)", "values ($1, $2)"]);
  });

  it("of a queue has no name: what was planned while the queue was empty must not be kept", () => {
    expect(compile(plannedAnew(query))).toEqual({ ...compile(query), name: undefined });
  });
});
