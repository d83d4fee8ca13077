import { describe, expect, it } from "vitest";
import {
  caseActions,
  funeralCaseStates,
  funeralLinkStates,
  linkBuckets,
  roadsideStates,
} from "../cases/case-transitions";
import { UserInfo } from "../people/user-info";
import { UserInvite } from "../people/user-invites";
import { externalServerNames } from "../core/providers";
import { blockingViolationLevels } from "../core/violation-level";
import { tokenLifetimes } from "../operation/limits";
import { allOperations } from "../operations";
import { startedSubStates, tourStatuses } from "../tours/tour-states";
import { errorSentencesByArgument, listErrorSentences, errorSentenceOf } from "./error-sentences";
import { type ErrorCode, errorCodes, errorDefinitions } from "./errors";

const argTypesOf = (code: ErrorCode): Readonly<Record<string, string>> => errorDefinitions[code].args;
const enumsOfCatalogue = errorCodes.flatMap((code) =>
  Object.entries(argTypesOf(code)).flatMap(([arg, type]) => (type === "enum" ? [{ code, arg }] : [])),
);

/**
 * Arguments without sentences of their own: they name the requested object, and the reason is given by another argument
 * or is always the same.
 */
const argsExplainedElsewhere: Readonly<Record<string, string>> = {
  "CASE_ACTION_NOT_ALLOWED.action": "state",
  "TOUR_STATUS_CONFLICT.required": "status",
  "ACTION_NOT_AVAILABLE.action": "tenant_type",
  "ACTION_INPUT_MISSING.action": "field",
};

/** Places in the table of actions that are no states: no link yet, or one that left the tour. */
const tablePositionsWithoutState = [
  "-",
  ...linkBuckets.filter((bucket) => bucket === "unassigned" || bucket === "forwarded").map((bucket) => `~${bucket}`),
];

/** Keywords of JSON Schema that set no rule for a value: descriptions, and those that hold other schemas. */
const keywordsWithoutRules = new Set([
  "default",
  "title",
  "description",
  "examples",
  "properties",
  "items",
  "anyOf",
  "oneOf",
  "allOf",
  "additionalProperties",
  "readOnly",
  "writeOnly",
  "deprecated",
]);

/** The values of an enum, as its schema lists them. */
const enumValuesOf = (schema: object) => (schema as { readonly enum: readonly string[] }).enum;

/** Every keyword by which a body of a request may be refused. */
function schemaRulesOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(schemaRulesOf);
  if (schema === null || typeof schema !== "object") return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key === "properties" || key === "patternProperties")
      return Object.values(value as object).flatMap(schemaRulesOf);
    if (key === "items" || key === "anyOf" || key === "oneOf" || key === "allOf") return schemaRulesOf(value);
    return keywordsWithoutRules.has(key) || /^[$x~]/.test(key) ? [] : [key];
  });
}

/**
 * Values that the contract lists for an argument. For others (reasons, rules of passwords, uses, kinds of objects) the
 * sentences are the list: `ErrorArgsOf` lets the server refuse with no other value, so that one without a sentence does
 * not compile.
 */
const listedValues: Readonly<Record<string, readonly string[]>> = {
  "CASE_ACTION_NOT_ALLOWED.state": [
    ...tablePositionsWithoutState,
    ...funeralLinkStates,
    ...funeralCaseStates,
    ...roadsideStates,
  ],
  "TOUR_STATUS_CONFLICT.status": [...tourStatuses, ...startedSubStates],
  "INVITE_ALREADY_ANSWERED.status": enumValuesOf(UserInvite.properties.status).filter((status) => status !== "OPEN"),
  "AUTH_TOKEN_KIND_NOT_ALLOWED.kind": Object.keys(tokenLifetimes),
  "ACTION_NOT_AVAILABLE.tenant_type": enumValuesOf(UserInfo.properties.tenant.properties.type),
  "CONSTRAINT_VIOLATED.level": blockingViolationLevels,
  "UPSTREAM_FAILED.provider": externalServerNames,
  "UPSTREAM_TIMEOUT.provider": externalServerNames,
  "VALIDATION_FAILED.rule": [...new Set(allOperations.flatMap(({ body }) => schemaRulesOf(body)))],
};

const valuesWithSentence = (code: ErrorCode, name: string) =>
  listErrorSentences(code).flatMap(({ arg, value }) => (arg === name ? [value] : []));

describe("sentences of errors", () => {
  it("the error catalogue has sentences for every argument that gives the reason of an error", () => {
    expect(enumsOfCatalogue.length).toBeGreaterThan(15);
    const mute = enumsOfCatalogue.filter(
      ({ code, arg }) =>
        argsExplainedElsewhere[`${code}.${arg}`] === undefined && valuesWithSentence(code, arg).length === 0,
    );
    expect(mute).toEqual([]);
  });

  it("an error whose argument is explained by another argument has both arguments", () => {
    const lost = Object.entries(argsExplainedElsewhere).filter(([name, other]) => {
      const [code, arg] = name.split(".") as [ErrorCode, string];
      return !(arg in argTypesOf(code) && other in argTypesOf(code));
    });
    expect(lost).toEqual([]);
  });

  it("the error catalogue has a sentence for every listed value of an error's argument", () => {
    const mute = Object.entries(listedValues).flatMap(([name, values]) => {
      const [code, arg] = name.split(".") as [ErrorCode, string];
      const said = valuesWithSentence(code, arg);
      return values.length === 0
        ? [`${name} is empty`]
        : values.filter((value) => !said.includes(value)).map((value) => `${name} ${value}`);
    });
    expect(mute).toEqual([]);
  });

  it("the error catalogue has sentences of CASE_ACTION_NOT_ALLOWED only for existing actions", () => {
    expect(caseActions).toEqual(
      expect.arrayContaining(Object.keys(errorSentencesByArgument.CASE_ACTION_NOT_ALLOWED.action)),
    );
  });

  it("every error sentence says in both languages what is wrong and what to do", () => {
    const terse = errorCodes.flatMap((code) =>
      listErrorSentences(code).flatMap(({ arg, value, sentence: { en, de } }) =>
        [en, de].filter((text) => !/[.;] \S/u.test(text)).map((text) => `${code} ${arg} ${value}: ${text}`),
      ),
    );
    // No advice is given when no step is left to undo.
    expect(terse.map((line) => line.split(":")[0])).toEqual(Array(2).fill("UNDO_NOT_POSSIBLE reason NOTHING_TO_UNDO"));
  });

  it("the messages of errors about time ranges and combinations of fields say what to do", () => {
    const kinds = ["FIELD_COMBINATION_INVALID", "TIME_RANGE_INVALID", "TIME_OUT_OF_RANGE", "RANGE_INVALID"] as const;
    const sentences = kinds.map((code) => errorSentenceOf(code)).flatMap(({ en, de }) => [en, de]);
    expect(sentences.filter((text) => !/[.;] \S/u.test(text))).toEqual([]);
  });

  it("error sentences belong to arguments that the error has, are whole sentences, and are translated", () => {
    const faults = errorCodes.flatMap((code) =>
      listErrorSentences(code).flatMap(({ arg, value, sentence: { en, de } }) => [
        ...(arg in argTypesOf(code) ? [] : [`${code} has no ${arg}`]),
        ...[en, de].filter((text) => !/^\p{Lu}.+\.$/u.test(text)).map((text) => `${code} ${value}: ${text}`),
        ...(en === de ? [`${code} ${value} is not translated`] : []),
      ]),
    );
    expect(faults).toEqual([]);
  });

  it("the message of an error that `force` overrides tells dispatchers that they can confirm the action", () => {
    const forcible = [
      errorSentenceOf("CONSTRAINT_VIOLATED", { level: "SEVERE" }),
      errorSentenceOf("UNDO_NOT_POSSIBLE", { reason: "FORCE_REQUIRED" }),
      ...["ON_A_BREAK", "NOT_TAKING_CASES", "OFF_DUTY"].map((status) =>
        errorSentenceOf("TOUR_STATUS_CONFLICT", { status }),
      ),
    ];
    for (const { en, de } of forcible) {
      expect(en).toMatch(/confirm that/i);
      expect(de).toMatch(/bestätigen/i);
    }
    expect(errorSentenceOf("TOUR_STATUS_CONFLICT", { status: "FINISHED" }).en).not.toContain("confirm");
  });

  it("only the message of an error that refuses drivers tells the user to ask the dispatcher", () => {
    const sent = errorCodes.flatMap((code) =>
      [{ value: "", sentence: errorDefinitions[code].message }, ...listErrorSentences(code)].flatMap(
        ({ value, sentence: { en, de } }) =>
          /ask (?:the |your )?dispatch/i.test(en) || /fragen Sie die (?:Disposition|Leitstelle)/i.test(de)
            ? [`${code} ${value}`]
            : [],
      ),
    );
    expect(sent).toEqual(["UNDO_NOT_POSSIBLE OTHER_DEVICE"]);
  });

  it("an error without a sentence for its arguments has the general message of its code", () => {
    expect(errorSentenceOf("FILE_CONTENT_INVALID", { reason: "ENCRYPTED" }).de).toContain("geschützt");
    expect(errorSentenceOf("FILE_TYPE_NOT_ALLOWED", { detected: "image/heic" }).en).toContain("JPEG");
    expect(errorSentenceOf("FILE_TYPE_NOT_ALLOWED", { detected: "text/html" })).toBe(
      errorDefinitions.FILE_TYPE_NOT_ALLOWED.message,
    );
    expect(errorSentenceOf("RESOURCE_NOT_FOUND")).toBe(errorDefinitions.RESOURCE_NOT_FOUND.message);
  });
});
