import { describe, expect, it } from "vitest";
import { compileSql, joinSql, emptySql, withPlanForEachRun, Sql, sql } from "./sql";

describe("SQL statement", () => {
  const query = sql`select ${1} from ${sql`vehicles where id = ${"v"}`}`;

  it("a statement is named by its text, so that each connection plans it once for all values", () => {
    const { name, text, values } = compileSql(query);
    expect({ text, values }).toEqual({ text: "select $1 from vehicles where id = $2", values: [1, "v"] });
    expect(name).toBe(compileSql(sql`select ${2} from ${sql`vehicles where id = ${"w"}`}`).name);
    expect(name).not.toBe(compileSql(sql`select ${1}`).name);
  });

  it("a statement gets another name as soon as a part of its text differs", () => {
    const textWith = (piece: Sql) => compileSql(sql`values (${1}, ${piece}, ${sql`x = ${2}`})`).text;
    expect(textWith(sql`a`)).toBe("values ($1, a, x = $2)");
    expect(textWith(sql`b`)).toBe("values ($1, b, x = $2)");
    expect(textWith(new Sql(["b"], []))).toBe("values ($1, b, x = $2)");
    expect(textWith(emptySql)).toBe("values ($1, , x = $2)");
    expect(textWith(joinSql([sql`a`, sql`b`], ", "))).toBe("values ($1, a, b, x = $2)");
    expect(textWith(joinSql([sql`a`, sql`b`], " and "))).toBe("values ($1, a and b, x = $2)");
    const twice = (piece: Sql | number) => compileSql(sql`values (${piece}, ${piece})`);
    expect([twice(sql`a`).text, twice(7).text]).toEqual(["values (a, a)", "values ($1, $2)"]);
  });

  it("a statement that reads a queue has no name, so that a plan made for the empty queue is not kept", () => {
    expect(compileSql(withPlanForEachRun(query))).toEqual({ ...compileSql(query), name: undefined });
  });
});
