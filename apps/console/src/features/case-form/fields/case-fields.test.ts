import { readFileSync } from "node:fs";
import { CaseCreateRequest, CaseUpdateRequest } from "@leitstand/contract/cases/case";
import { describe, expect, it } from "vitest";
import { fieldsOfCase, keptPaths } from "./case-fields.ts";

/** Part of a JSON schema that this test walks. */
interface Node {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
}
const withoutNull = (node: Node): Node => node.anyOf?.find(({ type }) => type !== "null") ?? node;

/** Paths of all fields that a request may have: `contact.name`; those of a list under `…[]`. */
function leaves(schema: Node, path = ""): readonly string[] {
  const node = withoutNull(schema);
  if (node.properties)
    return Object.entries(node.properties).flatMap(([name, inner]) =>
      leaves(inner, path === "" ? name : `${path}.${name}`),
    );
  if (node.type === "array" && node.items && withoutNull(node.items).properties) return leaves(node.items, `${path}[]`);
  return [path];
}

/** Paths of fields that their group requires. */
function required(schema: Node, path = ""): readonly string[] {
  const node = withoutNull(schema);
  if (node.type === "array" && node.items) return required(node.items, `${path}[]`);
  const at = (name: string) => (path === "" ? name : `${path}.${name}`);
  const own = (node.required ?? []).map(at);
  return [...own, ...Object.entries(node.properties ?? {}).flatMap(([name, inner]) => required(inner, at(name)))];
}

const inForm = (type: "FUNERAL" | "ROADSIDE") =>
  fieldsOfCase[type].flatMap(({ path, item }) => (item ? item.map((part) => `${path}[].${part.path}`) : [path]));
const notTyped = ["data_type", "lock_version"];

describe("the case form", () => {
  it("the case form has every field of the contract, or leaves it out on purpose", () => {
    const known = new Set([
      ...inForm("FUNERAL"),
      ...inForm("ROADSIDE"),
      ...keptPaths.FUNERAL,
      ...keptPaths.ROADSIDE,
      ...notTyped,
    ]);
    expect(leaves(CaseUpdateRequest as Node).filter((path) => !known.has(path))).toEqual([]);
  });

  it.each(["FUNERAL", "ROADSIDE"] as const)(
    "the case form sends nothing in a %s case that the contract does not know",
    (type) => {
      const contract = new Set(leaves(CaseUpdateRequest as Node));
      expect([...inForm(type), ...keptPaths[type]].filter((path) => !contract.has(path))).toEqual([]);
    },
  );

  it("the case form marks as required what the contract requires", () => {
    const fields = [...fieldsOfCase.FUNERAL, ...fieldsOfCase.ROADSIDE].flatMap((field) => [
      ...(field.isRequired ? [field.path] : []),
      ...(field.item ?? []).flatMap(({ isRequired, path }) => (isRequired ? [`${field.path}[].${path}`] : [])),
    ]);
    // A service is left out as a whole; approval is a checkbox.
    const others = [...notTyped, "approved", "rsa_data.service.key"];
    expect(new Set(fields)).toEqual(
      new Set(required(CaseCreateRequest as Node).filter((path) => !others.includes(path))),
    );
  });

  it.each(["FUNERAL", "ROADSIDE"] as const)("the form of a %s case has each field once", (type) => {
    const paths = inForm(type);
    expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([]);
  });

  it.each(["de", "en"])("the case form has a text for each field, group and choice in %s", (language) => {
    const url = new URL(`../../../../messages/${language}/case-form.later.json`, import.meta.url);
    const texts = JSON.parse(readFileSync(url, "utf8")) as Record<string, Record<string, unknown>>;
    const all = [...fieldsOfCase.FUNERAL, ...fieldsOfCase.ROADSIDE];
    const labels = all.flatMap(({ label, item = [] }) => [label, ...item.map((part) => part.label)]);
    expect(labels.filter((label) => typeof texts["fields"]?.[label] !== "string")).toEqual([]);
    const groups = all.filter(({ isFrequent, group }) => !isFrequent && group !== "more").map(({ group }) => group);
    expect(groups.filter((group) => typeof texts["groups"]?.[group] !== "string")).toEqual([]);
  });
});
