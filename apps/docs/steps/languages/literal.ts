import { isSampleObject, SampleVariable, type SampleValue } from "../../samples/reference/values";
import type { ExampleRequest } from "../operation-request";
import { API_URL_PLACEHOLDER } from "./credential";

/** Syntax of values in the source of a language. */
export interface LiteralSyntax {
  readonly list: readonly [open: string, close: string];
  readonly fields: readonly [open: string, close: string];
  /** Empty object in full, where the language does not distinguish it from an empty list. */
  readonly noFields?: string;
  readonly key: (name: string) => string;
  readonly text: (value: string) => string;
  readonly words: { readonly null: string; readonly true: string; readonly false: string };
  readonly variable: (variable: SampleVariable) => string;
  readonly indent: string;
}

const quoteText = (value: string) => JSON.stringify(value);

/** JSON syntax; variables are written by the given function. */
export const createJsonLiteralSyntax = (
  variable: LiteralSyntax["variable"],
  text: LiteralSyntax["text"] = quoteText,
): LiteralSyntax => ({
  list: ["[", "]"],
  fields: ["{", "}"],
  key: (name) => `${quoteText(name)}: `,
  text,
  words: { null: "null", true: "true", false: "false" },
  variable,
  indent: "  ",
});

/** Value in the source of a program, over several lines; `depth` is the indent of its first line. */
export function writeLiteral(value: SampleValue, writing: LiteralSyntax, depth = 0): string {
  if (value instanceof SampleVariable) return writing.variable(value);
  if (typeof value === "string") return writing.text(value);
  if (value === null || typeof value === "boolean") return writing.words[`${value}`];
  if (typeof value === "number") return String(value);
  const items = isSampleObject(value)
    ? Object.entries(value).map(([name, item]) => writing.key(name) + writeLiteral(item, writing, depth + 1))
    : value.map((item) => writeLiteral(item, writing, depth + 1));
  const [open, close] = isSampleObject(value) ? writing.fields : writing.list;
  if (items.length === 0) return isSampleObject(value) ? (writing.noFields ?? open + close) : open + close;
  const space = writing.indent.repeat(depth);
  const lines = items.map((item, index) => `${space}${writing.indent}${item}${index < items.length - 1 ? "," : ""}`);
  return [open, ...lines, space + close].join("\n");
}

/** Syntax of an address in a language that joins texts by an operator, and reads variables from the environment. */
export interface UrlExpressionSyntax {
  readonly text: (value: string) => string;
  readonly read: (name: string) => string;
  readonly plus: string;
}

/** Address of a request in the source of a program. */
export const writeUrlExpression = (path: ExampleRequest["path"], { text, read, plus }: UrlExpressionSyntax) =>
  path
    .map((piece, index) =>
      piece instanceof SampleVariable ? read(piece.name) : text((index === 0 ? API_URL_PLACEHOLDER : "") + piece),
    )
    .join(plus);
