import { bodyExampleOf } from "@leitstand/contract/openapi/openapi-example";
import type { Operation } from "@leitstand/contract/operation/operation";
import type { TryDescription, TryField } from "../../src/reference/try-it/description";
import { describedOf, parametersOf, resolve, type Schema } from "./api-document";
import { type Fields, isFields, type Value, Variable, variablesIn } from "../../samples/reference/values";
import { callerOf, companyOf } from "../../samples/reference/who";
import type { PersonKey } from "../../src/reference/try-it/people";
import { isFindable } from "../../src/reference/try-it/sandbox-things";
import { requestOf } from "../reference";
import { typeOf } from "./fields";

/** Part of an operation that the form of "Try it" needs, with the values of the sample; a few kilobytes. */
export function tryDescription(operation: Operation): TryDescription {
  const { id, method, path, auth, answerType = "json", bodyType = "json" } = operation;
  const request = requestOf(operation);
  const shown: Readonly<Record<string, Fields>> = request.parameters;
  const parameters = parametersOf(operation).map(
    ({ in: place, name, required = false, schema, example }): TryField => ({
      place,
      ...fieldOf(name, schema, { isRequired: required, value: foundOr(example as Value, shown[place]?.[name]) }),
    }),
  );
  const [content] = Object.values(describedOf(operation).requestBody?.content ?? {});
  const values = request.form === undefined ? request.body : Object.fromEntries(request.form);
  const body = content === undefined ? [] : bodyFields(content.schema, { values, example: bodyExampleOf(operation) });
  const isWhole = content !== undefined && body.length === 0;
  return {
    id,
    method,
    path,
    by: personFor(operation),
    auth,
    answers: answerType,
    sends: content === undefined ? "nothing" : bodyType,
    fields: [
      ...parameters,
      ...body,
      // A list, or a body with several variants, is typed as a whole.
      ...(isWhole && bodyType === "json" ? [wholeBody(values)] : []),
    ].sort((a, b) => Number(b.isRequired) - Number(a.isRequired)),
  };
}

/**
 * Person who may call the operation, in a company that has it; operations of programs and phones are refused to all
 * people.
 */
function personFor(operation: Operation): PersonKey {
  const isDispatcher = callerOf(operation) === "dispatcher";
  switch (companyOf(operation)) {
    case "roadside":
      return isDispatcher ? "roadside dispatcher" : "roadside";
    case "funeral":
      return isDispatcher ? "dispatcher" : "administrator";
    default:
      return "platform";
  }
}

const wholeBody = (value: Value | undefined): TryField => ({
  place: "whole body",
  name: "body",
  kind: "json",
  isRequired: true,
  ...(value === undefined ? {} : { example: textOf(value) }),
});

interface Body {
  readonly values: Value | undefined;
  readonly example: unknown;
}

function bodyFields(schema: Schema, { values, example }: Body): readonly TryField[] {
  const { properties = {}, required = [] } = resolve(schema);
  const given = isFields(values) ? values : {};
  const examples = typeof example === "object" && example !== null ? (example as Fields) : {};
  // A file is chosen, not typed.
  const written = Object.entries(properties).filter(([, field]) => resolve(field).format !== "binary");
  return written.map(([name, field]) => ({
    place: "body",
    ...fieldOf(name, field, { isRequired: required.includes(name), value: foundOr(examples[name], given[name]) }),
  }));
}

/** Example for a value that no list has, such as a code from an SMS: it says more than an empty field. */
const foundOr = (example: Value | undefined, value: Value | undefined) =>
  variablesIn(value).every(({ name }) => isFindable(name)) ? value : example;

function fieldOf(
  name: string,
  schema: Schema,
  { isRequired, value }: { isRequired: boolean; value: Value | undefined },
): Omit<TryField, "place"> {
  const resolved = resolve(schema);
  const values = (resolved.enum ?? []).filter((each) => each !== null).map(String);
  const type = typeOf(resolved);
  const kind = values.length > 0 ? "enum" : (kinds[type] ?? (isText(resolved) ? "text" : "json"));
  return {
    name,
    kind,
    isRequired,
    ...(values.length > 0 ? { values } : {}),
    // A null is left out, which means the same.
    ...(value === undefined || value === null ? {} : { example: textOf(value) }),
  };
}

/** Whether a field is text; dates and times are text in either case. */
const isText = (schema: Schema): boolean =>
  schema.type === "string" || (schema.anyOf !== undefined && schema.anyOf.map(resolve).every(isText));

const kinds: Readonly<Record<string, TryField["kind"]>> = {
  boolean: "boolean",
  integer: "number",
  number: "number",
  string: "text",
};

const NUMBER = "#NUMBER#";

/** Value as text in a field: text as it is, all else as JSON; variables by `$` and their name. */
function textOf(value: Value): string {
  if (typeof value === "string") return value;
  if (value instanceof Variable) return `$${value.name}`;
  const written = JSON.stringify(
    value,
    (_, each: unknown) => (each instanceof Variable ? `${each.type === "number" ? NUMBER : "$"}${each.name}` : each),
    2,
  );
  return written.replaceAll(new RegExp(`"${NUMBER}(\\w+)"`, "g"), "$$$1");
}
