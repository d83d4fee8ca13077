import { requestBodyExampleOf } from "@leitstand/contract/openapi/openapi-example";
import type { Operation } from "@leitstand/contract/operation/operation";
import type { TryItOperation, TryItField } from "../../src/reference/try-it/description";
import { openApiOperationOf, parametersOf, resolveSchemaReference, type OpenApiSchema } from "./api-document";
import {
  type SampleObject,
  isSampleObject,
  type SampleValue,
  SampleVariable,
  variablesInValue,
} from "../../samples/reference/values";
import { sampleCallerOfOperation, sampleCompanyOfOperation } from "../../samples/reference/who";
import type { DemonstrationPersonKey } from "../../src/reference/try-it/people";
import { isSandboxVariable } from "../../src/reference/try-it/sandbox-values";
import { exampleRequestOfOperation } from "../reference";
import { schemaTypeText } from "./fields";

/** Part of an operation that the form of "Try it" needs, with the values of the sample; a few kilobytes. */
export function buildTryItOperation(operation: Operation): TryItOperation {
  const { id, method, path, auth, answerType = "json", bodyType = "json" } = operation;
  const request = exampleRequestOfOperation(operation);
  const shown: Readonly<Record<string, SampleObject>> = request.parameters;
  const parameters = parametersOf(operation).map(
    ({ in: place, name, required = false, schema, example }): TryItField => ({
      place,
      ...tryFieldOf(name, schema, {
        isRequired: required,
        value: variableOrExample(example as SampleValue, shown[place]?.[name]),
      }),
    }),
  );
  const [content] = Object.values(openApiOperationOf(operation).requestBody?.content ?? {});
  const values = request.form === undefined ? request.body : Object.fromEntries(request.form);
  const body =
    content === undefined ? [] : bodyFields(content.schema, { values, example: requestBodyExampleOf(operation) });
  const isWhole = content !== undefined && body.length === 0;
  return {
    id,
    method,
    path,
    by: personForOperation(operation),
    auth,
    answers: answerType,
    sends: content === undefined ? "nothing" : bodyType,
    fields: [
      ...parameters,
      ...body,
      // A list, or a body with several variants, is typed as a whole.
      ...(isWhole && bodyType === "json" ? [wholeBodyField(values)] : []),
    ].sort((a, b) => Number(b.isRequired) - Number(a.isRequired)),
  };
}

/**
 * Person who may call the operation, in a company that has it; operations of programs and phones are refused to all
 * people.
 */
function personForOperation(operation: Operation): DemonstrationPersonKey {
  const isDispatcher = sampleCallerOfOperation(operation) === "dispatcher";
  switch (sampleCompanyOfOperation(operation)) {
    case "roadside":
      return isDispatcher ? "roadside dispatcher" : "roadside";
    case "funeral":
      return isDispatcher ? "dispatcher" : "administrator";
    default:
      return "platform";
  }
}

const wholeBodyField = (value: SampleValue | undefined): TryItField => ({
  place: "whole body",
  name: "body",
  kind: "json",
  isRequired: true,
  ...(value === undefined ? {} : { example: initialText(value) }),
});

interface DescribedBody {
  readonly values: SampleValue | undefined;
  readonly example: unknown;
}

function bodyFields(schema: OpenApiSchema, { values, example }: DescribedBody): readonly TryItField[] {
  const { properties = {}, required = [] } = resolveSchemaReference(schema);
  const given = isSampleObject(values) ? values : {};
  const examples = typeof example === "object" && example !== null ? (example as SampleObject) : {};
  // A file is chosen, not typed.
  const written = Object.entries(properties).filter(([, field]) => resolveSchemaReference(field).format !== "binary");
  return written.map(([name, field]) => ({
    place: "body",
    ...tryFieldOf(name, field, {
      isRequired: required.includes(name),
      value: variableOrExample(examples[name], given[name]),
    }),
  }));
}

/** Example for a value that no list has, such as a code from an SMS: it says more than an empty field. */
const variableOrExample = (example: SampleValue | undefined, value: SampleValue | undefined) =>
  variablesInValue(value).every(({ name }) => isSandboxVariable(name)) ? value : example;

function tryFieldOf(
  name: string,
  schema: OpenApiSchema,
  { isRequired, value }: { isRequired: boolean; value: SampleValue | undefined },
): Omit<TryItField, "place"> {
  const resolved = resolveSchemaReference(schema);
  const values = (resolved.enum ?? []).filter((each) => each !== null).map(String);
  const type = schemaTypeText(resolved);
  const kind = values.length > 0 ? "enum" : (fieldKinds[type] ?? (isTextField(resolved) ? "text" : "json"));
  return {
    name,
    kind,
    isRequired,
    ...(values.length > 0 ? { values } : {}),
    // A null is left out, which means the same.
    ...(value === undefined || value === null ? {} : { example: initialText(value) }),
  };
}

/** Whether a field is text; dates and times are text in either case. */
const isTextField = (schema: OpenApiSchema): boolean =>
  schema.type === "string" ||
  (schema.anyOf !== undefined && schema.anyOf.map(resolveSchemaReference).every(isTextField));

const fieldKinds: Readonly<Record<string, TryItField["kind"]>> = {
  boolean: "boolean",
  integer: "number",
  number: "number",
  string: "text",
};

const NUMBER_MARKER = "#NUMBER#";

/** Value as text in a field: text as it is, all else as JSON; variables by `$` and their name. */
function initialText(value: SampleValue): string {
  if (typeof value === "string") return value;
  if (value instanceof SampleVariable) return `$${value.name}`;
  const written = JSON.stringify(
    value,
    (_, each: unknown) =>
      each instanceof SampleVariable ? `${each.type === "number" ? NUMBER_MARKER : "$"}${each.name}` : each,
    2,
  );
  return written.replaceAll(new RegExp(`"${NUMBER_MARKER}(\\w+)"`, "g"), "$$$1");
}
