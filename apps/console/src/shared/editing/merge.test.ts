import { describe, expect, it } from "vitest";
import { isEqualInMeaning, type JsonValue, mergeThreeWay, applyMergeChoices } from "./merge.ts";

const commonBase = {
  display_name: "Muster Maria",
  description: null,
  required_skill_ids: ["cooling"],
  contact: { name: "Anna", phone_number: "+431", notes: null },
  funeral_data: { cargo_deceased: { first_name: "Maria", weight_kg: 70 }, target_address: null },
};

describe("a change on one side", () => {
  const [untouched, mine, theirs] = [
    { a: 1, b: 1 },
    { a: 2, b: 1 },
    { a: 1, b: 3 },
  ];
  it.each([
    { what: "a field of mine", sides: [mine, untouched], merged: mine },
    { what: "a field of theirs", sides: [untouched, theirs], merged: theirs },
    { what: "one of each", sides: [mine, theirs], merged: { a: 2, b: 3 } },
    { what: "the same on both sides", sides: [mine, mine], merged: mine },
  ])("the merge of two edits takes what only one side has changed: $what", ({ sides, merged }) => {
    expect(mergeThreeWay<JsonValue>(untouched, sides[0], sides[1])).toEqual({ merged, rows: [] });
  });

  it("the merge of two edits takes changes of both sides to different fields of a nested object", () => {
    const mine = { ...commonBase, contact: { ...commonBase.contact, notes: "Schlüssel beim Portier" } };
    const theirs = { ...commonBase, contact: { ...commonBase.contact, phone_number: "+432" } };
    const { merged, rows } = mergeThreeWay<JsonValue>(commonBase, mine, theirs);
    expect(rows).toEqual([]);
    expect(merged).toMatchObject({
      contact: { name: "Anna", phone_number: "+432", notes: "Schlüssel beim Portier" },
    });
  });

  it("the merge of two edits takes both sides' fields of an object that did not exist before", () => {
    const at = (target_address: JsonValue) =>
      ({ ...commonBase, funeral_data: { ...commonBase.funeral_data, target_address } }) as JsonValue;
    const { merged, rows } = mergeThreeWay<JsonValue>(commonBase, at({ city: "Graz" }), at({ zip_code: "8020" }));
    expect(rows).toEqual([]);
    expect(merged).toMatchObject({ funeral_data: { target_address: { city: "Graz", zip_code: "8020" } } });
  });
});

describe("a conflict", () => {
  const mine = { ...commonBase, display_name: "Muster M.", funeral_data: deceased({ weight_kg: 80 }) };
  const theirs = { ...commonBase, display_name: "Muster Marie", funeral_data: deceased({ weight_kg: 90 }) };
  const merge = mergeThreeWay<typeof commonBase>(commonBase, mine, theirs);

  it("the merge of two edits lists conflicts by field, with both values", () => {
    expect(merge.rows).toEqual([
      { path: ["display_name"], field: "display_name", yours: "Muster M.", theirs: "Muster Marie" },
      expect.objectContaining({ field: "funeral_data.cargo_deceased.weight_kg", yours: 80, theirs: 90 }),
    ]);
  });

  it("the merge of two edits applies the user's choice for each conflict, and leaves other fields unchanged", () => {
    const chosen = applyMergeChoices(merge, {
      display_name: "theirs",
      "funeral_data.cargo_deceased.weight_kg": "yours",
    });
    expect(chosen).toEqual({ ...commonBase, display_name: "Muster Marie", funeral_data: deceased({ weight_kg: 80 }) });
  });

  it("the merge of two edits reports a conflict when one side emptied a field that the other changed", () => {
    const emptied = { ...commonBase, contact: null };
    const changed = { ...commonBase, contact: { ...commonBase.contact, phone_number: "+432" } };
    const { rows, merged } = mergeThreeWay<JsonValue>(commonBase, emptied, changed);
    expect(rows).toEqual([expect.objectContaining({ field: "contact.phone_number", yours: undefined })]);
    expect((merged as { contact: JsonValue }).contact).toBeNull();
    expect(applyMergeChoices({ rows, merged }, { "contact.phone_number": "theirs" })).toMatchObject({
      contact: { phone_number: "+432" },
    });
  });

  function deceased(change: object) {
    return { ...commonBase.funeral_data, cargo_deceased: { ...commonBase.funeral_data.cargo_deceased, ...change } };
  }
});

describe("lists", () => {
  const parts = [
    { id: "a", text: "Batterie", quantity: 1 },
    { id: "b", text: "Kabel", quantity: 2 },
  ];
  const merge = (mine: JsonValue, theirs: JsonValue) => mergeThreeWay<JsonValue>(parts, mine, theirs);

  it("the merge of two edited lists takes changes of different items by their ids, in any order", () => {
    const mine = [parts[1], { ...parts[0], quantity: 3 }] as JsonValue;
    const theirs = [...parts, { id: "c", text: "Öl", quantity: 1 }];
    expect(merge(mine, theirs)).toEqual({ rows: [], merged: [...(mine as JsonValue[]), theirs[2]] });
  });

  it("the merge of two edited lists drops an item that one side removed and the other left unchanged", () => {
    expect(merge([parts[0]] as JsonValue, parts)).toEqual({ rows: [], merged: [parts[0]] });
    expect(merge(parts, [parts[1]] as JsonValue)).toEqual({ rows: [], merged: [parts[1]] });
  });

  it("the merge of two edited lists reports a conflict for an item that one side removed and the other changed", () => {
    const changed = { ...parts[1], quantity: 9 };
    const merged = merge([parts[0]] as JsonValue, [parts[0], changed] as JsonValue);
    expect(merged.rows).toEqual([{ path: ["b"], field: "b", yours: undefined, theirs: changed }]);
    expect(applyMergeChoices(merged, { b: "theirs" })).toEqual([parts[0], changed]);
    expect(applyMergeChoices(merged, { b: "yours" })).toEqual([parts[0]]);
  });

  it("the merge of two edited lists of plain values adds what either side added and drops what either removed", () => {
    const { merged, rows } = mergeThreeWay<JsonValue>(["x", "y"], ["y", "mine"], ["x", "y", "theirs"]);
    expect({ merged, rows }).toEqual({ merged: ["y", "mine", "theirs"], rows: [] });
  });

  it("the merge of two edits treats a list of objects without ids as one value", () => {
    const { rows } = mergeThreeWay<JsonValue>(
      { persons: [{ n: 1 }] },
      { persons: [{ n: 2 }] },
      { persons: [{ n: 3 }] },
    );
    expect(rows.map(({ field }) => field)).toEqual(["persons"]);
  });
});

describe("equal in meaning", () => {
  it.each<[string, [JsonValue, JsonValue], boolean]>([
    ["nothing known in any spelling", [null, undefined], true],
    ["a group of nothing and none", [{ a: null, b: "" }, null], true],
    ["one instant in two zones", ["2026-03-02T09:00:00+00:00", "2026-03-02T10:00:00.000+01:00"], true],
    ["two instants", ["2026-03-02T09:00:00Z", "2026-03-02T09:00:01Z"], false],
    ["no and unknown", [false, null], false],
    ["none and zero", [0, null], false],
    [
      "groups with names in another order",
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      true,
    ],
  ])("the merge of two edits compares values by their meaning: %s", (_name, [one, other], expected) =>
    expect(isEqualInMeaning(one, other)).toBe(expected),
  );
});
