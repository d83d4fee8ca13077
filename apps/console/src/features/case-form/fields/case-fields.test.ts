import { readFileSync } from "node:fs";
import { CaseCreateRequest, CaseUpdateRequest } from "@leitstand/contract/cases/case";
import { describe, expect, it } from "vitest";
import { formFieldsByCaseType, preservedPathsByCaseType } from "./case-fields.ts";

/** Part of a JSON schema that this test walks. */
interface SchemaNode {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
}
const nonNullSchema = (node: SchemaNode): SchemaNode => node.anyOf?.find(({ type }) => type !== "null") ?? node;

/** Paths of all fields that a request may have: `contact.name`; those of a list under `…[]`. */
function schemaLeafPaths(schema: SchemaNode, path = ""): readonly string[] {
  const node = nonNullSchema(schema);
  if (node.properties)
    return Object.entries(node.properties).flatMap(([name, inner]) =>
      schemaLeafPaths(inner, path === "" ? name : `${path}.${name}`),
    );
  if (node.type === "array" && node.items && nonNullSchema(node.items).properties)
    return schemaLeafPaths(node.items, `${path}[]`);
  return [path];
}

/** Paths of fields that their group requires. */
function requiredSchemaPaths(schema: SchemaNode, path = ""): readonly string[] {
  const node = nonNullSchema(schema);
  if (node.type === "array" && node.items) return requiredSchemaPaths(node.items, `${path}[]`);
  const at = (name: string) => (path === "" ? name : `${path}.${name}`);
  const own = (node.required ?? []).map(at);
  return [
    ...own,
    ...Object.entries(node.properties ?? {}).flatMap(([name, inner]) => requiredSchemaPaths(inner, at(name))),
  ];
}

const pathsInForm = (type: "FUNERAL" | "ROADSIDE") =>
  formFieldsByCaseType[type].flatMap(({ path, item }) =>
    item ? item.map((part) => `${path}[].${part.path}`) : [path],
  );
const pathsNotTyped = ["data_type", "lock_version"];

describe("the case form", () => {
  it("every field of the contract is either in the case form or in the list of omitted fields", () => {
    const known = new Set([
      ...pathsInForm("FUNERAL"),
      ...pathsInForm("ROADSIDE"),
      ...preservedPathsByCaseType.FUNERAL,
      ...preservedPathsByCaseType.ROADSIDE,
      ...pathsNotTyped,
    ]);
    expect(schemaLeafPaths(CaseUpdateRequest as SchemaNode).filter((path) => !known.has(path))).toEqual([]);
  });

  it.each(["FUNERAL", "ROADSIDE"] as const)(
    "the case form sends in a %s case only fields that the contract has",
    (type) => {
      const contract = new Set(schemaLeafPaths(CaseUpdateRequest as SchemaNode));
      expect([...pathsInForm(type), ...preservedPathsByCaseType[type]].filter((path) => !contract.has(path))).toEqual(
        [],
      );
    },
  );

  it("the case form marks as required what the contract requires", () => {
    const fields = [...formFieldsByCaseType.FUNERAL, ...formFieldsByCaseType.ROADSIDE].flatMap((field) => [
      ...(field.isRequired ? [field.path] : []),
      ...(field.item ?? []).flatMap(({ isRequired, path }) => (isRequired ? [`${field.path}[].${path}`] : [])),
    ]);
    // A service is left out as a whole; approval is a checkbox.
    const others = [...pathsNotTyped, "approved", "rsa_data.service.key"];
    expect(new Set(fields)).toEqual(
      new Set(requiredSchemaPaths(CaseCreateRequest as SchemaNode).filter((path) => !others.includes(path))),
    );
  });

  it.each(["FUNERAL", "ROADSIDE"] as const)("the form of a %s case has each field once", (type) => {
    const paths = pathsInForm(type);
    expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([]);
  });

  it.each(["de", "en"])("the case form has a text for each field, group and choice in %s", (language) => {
    const url = new URL(`../../../../messages/${language}/case-form.later.json`, import.meta.url);
    const texts = JSON.parse(readFileSync(url, "utf8")) as Record<string, Record<string, unknown>>;
    const all = [...formFieldsByCaseType.FUNERAL, ...formFieldsByCaseType.ROADSIDE];
    const labels = all.flatMap(({ label, item = [] }) => [label, ...item.map((part) => part.label)]);
    expect(labels.filter((label) => typeof texts["fields"]?.[label] !== "string")).toEqual([]);
    const groups = all.filter(({ isFrequent, group }) => !isFrequent && group !== "more").map(({ group }) => group);
    expect(groups.filter((group) => typeof texts["groups"]?.[group] !== "string")).toEqual([]);
  });
});
