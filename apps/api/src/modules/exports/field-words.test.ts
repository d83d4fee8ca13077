import { defaultCaseReasons } from "@leitstand/contract/cases/default-reasons";
import {
  caseActions,
  funeralCaseStates,
  funeralLinkStates,
  linkBuckets,
  roadsideStates,
} from "@leitstand/contract/cases/case-transitions";
import { FuneralData, transportTypes } from "@leitstand/contract/cases/funeral-data";
import { RsaData } from "@leitstand/contract/cases/rsa-data";
import { describe, expect, it } from "vitest";
import { addressFieldLabels, cargoFieldLabels, labelForFieldValue, roadsideFieldLabels } from "./field-words";

interface JsonSchemaPart {
  readonly properties?: Readonly<Record<string, JsonSchemaPart>>;
  readonly anyOf?: readonly JsonSchemaPart[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
}
/** Alternatives of a schema without null. */
const schemaAlternativesOf = (schema: JsonSchemaPart): readonly JsonSchemaPart[] =>
  schema.anyOf?.flatMap(schemaAlternativesOf) ?? [schema];
/** Every field below a schema with the texts that may be chosen for it. */
function fieldsWithChoicesOf(schema: JsonSchemaPart): { field: string; chosen: string[] }[] {
  return schemaAlternativesOf(schema).flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([field, held]) => [
      {
        field,
        chosen: schemaAlternativesOf(held)
          .flatMap((choice) => choice.enum ?? [choice.const])
          .filter((value) => typeof value === "string"),
      },
      ...fieldsWithChoicesOf(held),
    ]),
  );
}
const allCaseFields = [FuneralData, RsaData].flatMap((schema) => fieldsWithChoicesOf(schema as JsonSchemaPart));

/**
 * Fields that are printed under their own headings or beside the handover, or are useless on paper, such as ids of
 * vehicle types.
 */
const separatelyPrintedFields = new Set(
  (
    "cargo_type transport_type cargo_deceased cargo_item source_address target_address police_address parts " +
    "additional_persons excluded_vehicle_type_ids handover received_by signature refusal_reason signature_state delivered_at"
  ).split(" "),
);

describe("words of documents", () => {
  it.each([
    ["state", [...funeralCaseStates, ...funeralLinkStates, ...roadsideStates]],
    ["bucket", linkBuckets],
    ["transition", [...caseActions, "EDIT", "APPROVE", "WITHDRAW_APPROVAL"]],
    ["actor_kind", ["D", "V", "S", "X"]],
    ["finish_reason", defaultCaseReasons],
    ["reason", defaultCaseReasons],
  ])("documents have a German word for every value of the field %s", (field, values) => {
    expect(values.filter((value) => labelForFieldValue("de", field, value) === value)).toEqual([]);
  });

  it("documents have a word for every value that can be chosen in a field of a case", () => {
    // Transport types have German names in every tenant, and documents print them unchanged.
    const named = new Set<string>(transportTypes);
    const isKnown = (field: string, value: string) =>
      named.has(value) ||
      (["en", "de"] as const).some((language) => labelForFieldValue(language, field, value) !== value);
    const unknown = allCaseFields.flatMap(({ field, chosen }) => chosen.filter((value) => !isKnown(field, value)));
    expect(unknown).toEqual([]);
  });

  it("documents have a word for every field of a case", () => {
    const known: object = { ...addressFieldLabels, ...cargoFieldLabels, ...roadsideFieldLabels };
    const unknown = [...new Set(allCaseFields.map(({ field }) => field))].filter((field) => !(field in known));
    expect(unknown.filter((field) => !separatelyPrintedFields.has(field))).toEqual([]);
  });

  it.each(["model", "addition", "country", "name", "finish_reason", "reason"])(
    "documents print free text in the field %s unchanged",
    (field) => {
      for (const written of ["S", "X", "D", "ALL", "open", "DONE"])
        expect(labelForFieldValue("de", field, written)).toBe(written);
    },
  );
});
