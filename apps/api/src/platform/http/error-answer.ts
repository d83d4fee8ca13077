import { formatUtcTimestamp } from "@leitstand/contract/core/moment-text";
import type { ErrorArgType } from "@leitstand/contract/errors/error-kind";
import { errorSentenceOf } from "@leitstand/contract/errors/error-sentences";
import { type ErrorCode, errorDefinitions } from "@leitstand/contract/errors/errors";
import { VALIDATION_FAULTS_LISTED_MAX } from "@leitstand/contract/operation/limits";
import type { Problem, ProblemArgs } from "../problem";

export interface ErrorBody {
  readonly time: string;
  readonly code: ErrorCode;
  readonly title: string;
  readonly message: string;
  readonly args: readonly { readonly key: string; readonly value: string; readonly type: ErrorArgType }[];
  readonly trace_id: string;
}

export function createErrorBody(
  fault: Problem,
  context: { now: Date; traceId: string; language: string | undefined },
): ErrorBody {
  const kind = errorDefinitions[fault.code];
  const types: Readonly<Record<string, ErrorArgType>> = kind.args;
  const known =
    fault.code === "INTERNAL_ERROR"
      ? [{ trace_id: context.traceId }]
      : fault.faults.slice(0, VALIDATION_FAULTS_LISTED_MAX);
  return {
    time: formatUtcTimestamp(context.now),
    code: fault.code,
    title: kind.title,
    message: messageOfFaults(fault)[answerLanguageOf(context.language)],
    args: known.flatMap((args) => errorArgsOf(args, types)),
    trace_id: context.traceId,
  };
}

/**
 * Message about several faults. Faults of different kinds have no sentence in common but that some fields are wrong.
 */
function messageOfFaults({ code, faults }: Problem) {
  const sentences = new Set(faults.map((args) => errorSentenceOf(code, args)));
  const [only] = sentences;
  return sentences.size === 1 && only !== undefined ? only : errorSentenceOf(code);
}

function errorArgsOf(args: ProblemArgs, types: Readonly<Record<string, ErrorArgType>>) {
  return Object.entries(types).flatMap(([key, type]) => {
    const value = args[key];
    return value === undefined || value === null ? [] : [{ key, value: argumentTextOf(value, type), type }];
  });
}

/** Text of an argument; moments are written as in all answers, however the refusing code had written them. */
const argumentTextOf = (value: string | number, type: ErrorArgType) =>
  type === "datetime" && String(value).endsWith("Z") ? formatUtcTimestamp(new Date(value)) : String(value);

/** Language that the header names, else English. */
export const answerLanguageOf = (acceptLanguage: string | undefined) => preferredLanguageOf(acceptLanguage) ?? "en";

/** Preferred language of the header among those of the product; undefined where none of them is named. */
export function preferredLanguageOf(acceptLanguage: string | undefined): "en" | "de" | undefined {
  const wanted = (acceptLanguage ?? "")
    .split(",")
    .flatMap((entry) => {
      const [tag = "", ...parameters] = entry.trim().toLowerCase().split(";");
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean);
      const [language] = tag.split("-");
      const isSpoken = language === "de" || language === "en";
      return isSpoken ? [{ language, quality: quality === undefined ? 1 : Number(quality) } as const] : [];
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return wanted[0]?.language;
}

/**
 * Error as RFC 9457 wants it; its type is the code's anchor on the documentation page. Where no site is known it is the
 * path alone: still the same for the same error, but nothing that can be opened.
 */
export function toProblemJson(
  body: ErrorBody,
  { status, docsUrl = "" }: { status: number; docsUrl?: string | undefined },
) {
  return {
    type: `${docsUrl}/docs/api/errors/error-types#${body.code}`,
    status,
    detail: body.message,
    instance: `urn:trace:${body.trace_id}`,
    ...body,
  };
}
