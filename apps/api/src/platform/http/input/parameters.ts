import { truncateText } from "@leitstand/contract/core/cut-text";
import { isCommaSeparatedListSchema } from "@leitstand/contract/core/comma-list";
import type { TObject, TSchema } from "typebox";
import { problem } from "../../problem";
import { isStorableText } from "#platform/storable-text";

const INTEGER_PATTERN = /^-?(0|[1-9]\d{0,14})$/;
const NUMBER_PATTERN = /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/;
type SchemaPart = TSchema & { type?: string; items?: SchemaPart; enum?: readonly string[]; format?: string };

/**
 * Reads the query as the schema types it. Text that is not exactly a number or boolean stays text and fails validation.
 */
export function parseQueryString(text: string, schema: TObject): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of new URLSearchParams(text)) {
    const described = Object.hasOwn(schema.properties, name) ? (schema.properties[name] as SchemaPart) : undefined;
    if (!isStorableText(value))
      throw problem("REQUEST_PARAMETER_INVALID", { parameter: truncateText(name, 80), rule: "unicode" });
    if (described?.type === "array") {
      query[name] = [...((query[name] as unknown[] | undefined) ?? []), ...readListParameter(value, described)];
    } else if (name in query) {
      throw problem("REQUEST_PARAMETER_INVALID", { parameter: truncateText(name, 80), rule: "unique" });
    } else {
      query[name] = described ? readParameterValue(value, described) : value;
    }
  }
  return query;
}

function readListParameter(text: string, list: SchemaPart): unknown[] {
  const parts = isCommaSeparatedListSchema(list) ? text.split(",") : [text];
  return parts.map((part) => (list.items ? readParameterValue(part, list.items) : part));
}

function readParameterValue(text: string, { type }: SchemaPart): unknown {
  if (type === "integer") return INTEGER_PATTERN.test(text) ? Number(text) : text;
  if (type === "number") return NUMBER_PATTERN.test(text) ? Number(text) : text;
  if (type === "boolean") return text === "true" ? true : text === "false" ? false : text;
  return text;
}
