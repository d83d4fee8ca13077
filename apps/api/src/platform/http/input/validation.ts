import { MAIL_ADDRESS_PATTERN } from "#platform/mail-address";
import { isStorableText } from "#platform/storable-text";
import { truncateText } from "@leitstand/contract/core/cut-text";
import {
  REQUEST_BODY_DEPTH_MAX,
  REQUEST_BODY_ITEMS_MAX,
  REQUEST_BODY_KEYS_MAX,
} from "@leitstand/contract/operation/limits";
import type { TObject, TSchema } from "typebox";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type { DataValidationCxt } from "ajv/dist/types/index.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { toDialableNumber, type PhoneCountry } from "../../phone-number";
import { Problem, type ProblemArgs, problem } from "../../problem";
import { type PhoneNumberRules, refuseUndialableNumbers, type UndialableNumber } from "../../undialable";

const ajv = new Ajv({
  allErrors: true,
  strict: false,
  useDefaults: true,
  validateFormats: true,
  ownProperties: true,
  passContext: true,
  // V8 optimises what it runs often; to shorten the code before took half of the time of a first call.
  code: { optimize: false },
});
for (const [name, format] of Object.entries(fullFormats)) ajv.addFormat(name, format);
// Whether PostgreSQL stores the moment and answers it as RFC 3339 text: not the year 0, a leap second, offsets from 16
// hours on, and moments that are before the year 1 or after the year 9999 in UTC.
const hasStorableSpelling = (text: string) => !text.startsWith("0000") && !/:60(\.|Z|[+-])/i.test(text);
const FIRST_STORABLE_MS = Date.parse("0001-01-01T00:00:00Z");
const LAST_STORABLE_MS = Date.parse("9999-12-31T23:59:59.999Z");
function isStorableMoment(text: string): boolean {
  const moment = Date.parse(text);
  return (
    moment >= FIRST_STORABLE_MS &&
    moment <= LAST_STORABLE_MS &&
    hasStorableSpelling(text) &&
    !/[+-](1[6-9]|2\d):?\d\d$/.test(text)
  );
}
const dateTimeFormat = fullFormats["date-time"] as { validate: (text: string) => boolean };
const dateFormat = fullFormats.date as { validate: (text: string) => boolean };
ajv.addFormat("date-time", {
  type: "string",
  validate: (text) => dateTimeFormat.validate(text) && isStorableMoment(text),
});
ajv.addFormat("date", { type: "string", validate: (text) => dateFormat.validate(text) && hasStorableSpelling(text) });
// UUIDs in the one spelling that PostgreSQL answers: neither `urn:uuid:` nor braces.
ajv.addFormat("uuid", /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i);
ajv.addFormat("email", MAIL_ADDRESS_PATTERN);
/** Keyword that is added to ids when a schema of requests is compiled. */
const LOWER_CASE_KEYWORD = "x-lower-case";

// Replaces uniqueItems of ajv, which compares all pairs of items; a set of their spellings takes a tenth of the time
// for 100 positions.
ajv.removeKeyword("uniqueItems");
ajv.addKeyword({ keyword: "uniqueItems", type: "array", schemaType: "boolean", errors: true, validate: areUnique });

function areUnique(wanted: boolean, items: readonly unknown[]): boolean {
  if (!wanted || items.length < 2) return true;
  // A list of keys makes JSON.stringify write them in its order: the same text for equal values.
  const keys = new Set<string>();
  collectKeys(items, keys);
  const inOrder = [...keys];
  const seen = new Set<string>();
  const doubled = items.flatMap((item, index) =>
    seen.size === seen.add(JSON.stringify(item, inOrder)).size ? [index] : [],
  );
  // Each doubled item is named, so that a client's queue can drop it and send the others.
  areUnique.errors = doubled.map((index) => ({ keyword: "uniqueItems", params: { index }, message: "must be unique" }));
  return doubled.length === 0;
}
areUnique.errors = [] as Partial<ErrorObject>[];

function collectKeys(values: object, keys: Set<string>) {
  for (const [key, value] of Object.entries(values)) {
    if (!Array.isArray(values)) keys.add(key);
    if (value !== null && typeof value === "object") collectKeys(value as object, keys);
  }
}

// Values of lists that later releases may extend: requests must use known ones, stored ones are answered as they are.
ajv.addKeyword({
  keyword: "x-extensible-enum",
  type: "string",
  schemaType: "array",
  error: { message: "must be one of the list" },
  compile: (values: readonly string[]) => {
    const known = new Set(values);
    return (text: string) => known.has(text);
  },
});

/** Country in which numbers are dialled, and the numbers that could not be. */
interface PhoneNumberContext {
  readonly country: PhoneCountry;
  readonly undialable: UndialableNumber[];
}

// Brings telephone numbers into their one spelling, once for all requests. Numbers that cannot be dialled are judged
// when the rest is right: an update may send back what was stored before there was this rule.
ajv.addKeyword({
  keyword: "x-phone-number",
  type: "string",
  schemaType: "boolean",
  modifying: true,
  errors: false,
  compile: () =>
    function readNumber(this: PhoneNumberContext, text: string, at?: DataValidationCxt) {
      if (text.trim() === "" || !at) return true;
      const number = toDialableNumber(text, this.country);
      if (number === undefined) this.undialable.push({ path: pointerSegments(at.instancePath), text });
      else at.parentData[at.parentDataProperty] = number;
      return true;
    },
});

// Brings ids into the spelling in which PostgreSQL answers them, so that they can be compared as text. Lists are checked
// for duplicates after that.
ajv.addKeyword({
  keyword: LOWER_CASE_KEYWORD,
  type: "string",
  schemaType: "boolean",
  modifying: true,
  errors: false,
  compile: () => (text: string, at?: DataValidationCxt) => {
    if (at) at.parentData[at.parentDataProperty] = text.toLowerCase();
    return true;
  },
});

/** Compiled at first use: a process answers its first call long before it has met every operation. */
type CompiledValidators = WeakMap<TSchema, ValidateFunction>;
const requestValidators: CompiledValidators = new WeakMap();
const answerValidators: CompiledValidators = new WeakMap();

function validatorOf(schema: TSchema, compiled: CompiledValidators = requestValidators): ValidateFunction {
  let validate = compiled.get(schema);
  if (!validate) {
    validate = ajv.compile(toAjvSchema(schema, { isAnswer: compiled === answerValidators }) as object);
    compiled.set(schema, validate);
  }
  return validate;
}

interface ValidationPurpose {
  readonly isAnswer: boolean;
}

/** Keywords that only requests are checked by. */
const REQUEST_ONLY_KEYWORDS = ["x-extensible-enum", "x-phone-number"];

/**
 * Schema as ajv takes it, without keywords that it would misread: `$id` names components of the API description, and
 * two schemas with one id would be a conflict. Names in `properties` are fields and no keywords: a field may be called
 * `examples`.
 */
function toAjvSchema(schema: unknown, purpose: ValidationPurpose): unknown {
  if (Array.isArray(schema)) return schema.map((part) => toAjvSchema(part, purpose));
  if (schema === null || typeof schema !== "object") return schema;
  const unused = (key: string) => key === "examples" || (purpose.isAnswer && REQUEST_ONLY_KEYWORDS.includes(key));
  const used = Object.entries(schema)
    .filter(([key, value]) => !(key === "$id" && typeof value === "string") && !unused(key))
    .map(([key, value]) => [
      key,
      key === "properties" ? toAjvFields(value as object, purpose) : toAjvSchema(value, purpose),
    ]);
  const isId = (schema as { format?: unknown }).format === "uuid" && !purpose.isAnswer;
  return Object.fromEntries(isId ? [...used, [LOWER_CASE_KEYWORD, true]] : used);
}

const toAjvFields = (fields: object, purpose: ValidationPurpose) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toAjvSchema(field, purpose)]));

/** Checks a body like `normalizeRequestBody`, and throws for numbers that cannot be dialled, too. */
export function checkRequestBody(schema: TSchema, body: unknown, { country = null, stored }: PhoneNumberRules = {}) {
  refuseUndialableNumbers(normalizeRequestBody(schema, body, country), country, stored);
}

/**
 * Throws REQUEST_UNKNOWN_FIELD or VALIDATION_FAILED with every fault; fills in defaults, and brings ids and
 * telephone numbers into their one spelling. Returns numbers that cannot be dialled.
 */
export function normalizeRequestBody(
  schema: TSchema,
  body: unknown,
  country: PhoneCountry,
): readonly UndialableNumber[] {
  checkStorableText(body);
  const validate = validatorOf(schema);
  const dialling: PhoneNumberContext = { country, undialable: [] };
  if (validate.call(dialling, body)) return dialling.undialable;
  const errors = mostSpecificErrors(validate.errors ?? []);
  const unknown = errors.filter(({ keyword }) => keyword === "additionalProperties");
  if (unknown.length > 0)
    throw new Problem("REQUEST_UNKNOWN_FIELD", [{ field: fieldOfError(unknown[0] as ErrorObject) }]);
  throw new Problem("VALIDATION_FAILED", errors.map(problemArgsOfError));
}

/**
 * Throws REQUEST_PARAMETER_MISSING or REQUEST_PARAMETER_INVALID for the first wrong parameter of path or query; brings
 * ids into their one spelling.
 */
export function checkRequestParameters(schema: TObject, parameters: unknown) {
  const validate = validatorOf(schema);
  if (validate.call({ country: null, undialable: [] } satisfies PhoneNumberContext, parameters)) return;
  const error = mostSpecificErrors(validate.errors ?? [])[0] as ErrorObject;
  const parameter = fieldOfError(error).split(".")[0] ?? "";
  if (error.keyword === "required") throw problem("REQUEST_PARAMETER_MISSING", { parameter });
  throw problem("REQUEST_PARAMETER_INVALID", {
    parameter,
    rule: error.keyword === "additionalProperties" ? "unknown" : ruleOfError(error),
  });
}

/** Finds where an answer breaks the contract; undefined when it holds. Tests call it, production does not. */
export function findAnswerFault(schema: TSchema, answer: unknown): string | undefined {
  const validate = validatorOf(schema, answerValidators);
  if (validate(answer)) return undefined;
  return ajv.errorsText(validate.errors?.slice(0, 5) ?? []);
}

/**
 * Errors that tell the fault. A union with null reports its null branch too, and each union reports itself; people need
 * the fault inside.
 */
function mostSpecificErrors(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const telling = errors.filter(
    ({ keyword, params }) =>
      !(keyword === "type" && params["type"] === "null") && keyword !== "anyOf" && keyword !== "oneOf",
  );
  return telling.length > 0 ? telling : errors;
}

function fieldOfError({ instancePath, keyword, params }: ErrorObject): string {
  const extra =
    keyword === "required"
      ? params["missingProperty"]
      : keyword === "additionalProperties"
        ? params["additionalProperty"]
        : keyword === "uniqueItems"
          ? params["index"]
          : "";
  return truncateText([...pointerSegments(instancePath), ...(extra === "" ? [] : [String(extra)])].join("."), 200);
}

const pointerSegments = (pointer: string) =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

/** Rule as callers know it: an extensible list of values is an enum to them. */
const ruleOfError = ({ keyword }: ErrorObject) => (keyword === "x-extensible-enum" ? "enum" : keyword);

const problemArgsOfError = (error: ErrorObject): ProblemArgs => ({
  field: fieldOfError(error),
  rule: ruleOfError(error),
  limit: typeof error.params["limit"] === "number" ? error.params["limit"] : undefined,
});

/** Refuses first of all text that PostgreSQL cannot store (NUL, lone surrogates) and sizes beyond any real object. */
function checkStorableText(body: unknown) {
  const open: { value: unknown; path: string; depth: number }[] = [{ value: body, path: "", depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path, depth } = next;
    if (depth > REQUEST_BODY_DEPTH_MAX)
      throw problem("VALIDATION_FAILED", {
        field: truncateText(path, 200),
        rule: "maxDepth",
        limit: REQUEST_BODY_DEPTH_MAX,
      });
    if (typeof value === "string" && !isStorableText(value))
      throw problem("VALIDATION_FAILED", { field: truncateText(path, 200), rule: "unicode" });
    if (value === null || typeof value !== "object") continue;
    const entries = Object.entries(value);
    const [rule, limit] = Array.isArray(value)
      ? (["maxItems", REQUEST_BODY_ITEMS_MAX] as const)
      : (["maxProperties", REQUEST_BODY_KEYS_MAX] as const);
    if (entries.length > limit) throw problem("VALIDATION_FAILED", { field: truncateText(path, 200), rule, limit });
    for (const [key, inner] of entries) {
      if (!isStorableText(key)) throw problem("VALIDATION_FAILED", { field: truncateText(path, 200), rule: "unicode" });
      open.push({ value: inner, path: path === "" ? key : `${path}.${key}`, depth: depth + 1 });
    }
  }
}
