import type { LocalizedErrorSentence } from "./error-kind";
import { accessErrorSentences } from "./error-sentences-access";
import { caseErrorSentences } from "./error-sentences-case";
import { conflictErrorSentences } from "./error-sentences-conflict";
import { notFoundErrorSentences } from "./error-sentences-missing";
import { requestErrorSentences } from "./error-sentences-request";
import { ruleErrorSentences } from "./error-sentences-rule";
import { objectInUseErrorSentences } from "./error-sentences-use";
import { type ErrorCode, errorDefinitions } from "./errors";

/**
 * Sentences that an error shows when one of its `args` tells why: the reason, and what to do about it. By the
 * argument's name and its value, the argument that tells more before the others; all others show the `message` of their
 * kind.
 */
export const errorSentencesByArgument = {
  ...requestErrorSentences,
  ...notFoundErrorSentences,
  ...accessErrorSentences,
  ...conflictErrorSentences,
  ...objectInUseErrorSentences,
  ...caseErrorSentences,
  ...ruleErrorSentences,
} as const satisfies Partial<
  Record<ErrorCode, Readonly<Record<string, Readonly<Record<string, LocalizedErrorSentence>>>>>
>;

type ErrorSentences = typeof errorSentencesByArgument;

/**
 * Arguments of which only some values have a sentence of their own: the others are explained by another argument, or by
 * the kind.
 */
interface PartlyExplainedArgs {
  FILE_TYPE_NOT_ALLOWED: "detected";
  CASE_ACTION_NOT_ALLOWED: "action";
  ACTION_NOT_AVAILABLE: "action";
  FIELD_COMBINATION_INVALID: "fields";
}
type PartlyExplainedArg<Code> = Code extends keyof PartlyExplainedArgs ? PartlyExplainedArgs[Code] : never;

/** Values that an argument of an error may have where each has its sentence: the compiler refuses any other. */
export type ErrorArgsOf<Code> = Code extends keyof ErrorSentences
  ? {
      readonly [Arg in keyof ErrorSentences[Code] as Exclude<
        Arg,
        PartlyExplainedArg<Code>
      >]?: keyof ErrorSentences[Code][Arg];
    }
  : unknown;

/** Names of missing objects, and of objects that need another one, in the words of the API. */
export type MissingResourceName = keyof ErrorSentences["RESOURCE_NOT_FOUND"]["resource"];
export type ReferencingResourceName = keyof ErrorSentences["RESOURCE_IN_USE"]["by"];

/** Sentence that an error shows to people: the one that its arguments choose, or else that of its kind. */
export function errorSentenceOf(code: ErrorCode, args: Readonly<Record<string, unknown>> = {}): LocalizedErrorSentence {
  const chosen = listErrorSentences(code).find(({ arg, value }) => args[arg] === value);
  return chosen?.sentence ?? errorDefinitions[code].message;
}

/** All sentences of a kind, with the argument and the value that choose each. */
export function listErrorSentences(code: ErrorCode) {
  const byArg: Readonly<Record<string, Readonly<Record<string, LocalizedErrorSentence>>>> =
    code in errorSentencesByArgument ? errorSentencesByArgument[code as keyof ErrorSentences] : {};
  return Object.entries(byArg).flatMap(([arg, sentences]) =>
    Object.entries(sentences).map(([value, sentence]) => ({ arg, value, sentence })),
  );
}
