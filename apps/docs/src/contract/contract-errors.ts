import type { ErrorDefinition } from "@leitstand/contract/errors/error-kind";
import { accessErrorDefinitions } from "@leitstand/contract/errors/errors-access";
import { conflictErrorDefinitions } from "@leitstand/contract/errors/errors-conflict";
import { requestErrorDefinitions } from "@leitstand/contract/errors/errors-request";
import { ruleErrorDefinitions } from "@leitstand/contract/errors/errors-rule";
import { serverErrorDefinitions } from "@leitstand/contract/errors/errors-server";
import { type ErrorCode, errorCodes } from "@leitstand/contract/errors/errors";
import { generateOpenApiDocument } from "@leitstand/contract/openapi/openapi";
import type { Operation } from "@leitstand/contract/operation/operation";
import { listErrorSentences } from "@leitstand/contract/errors/error-sentences";
import { errorCodesOfOperation } from "@leitstand/contract/operation/operation-errors";
import { allOperations, operations as operationsById } from "@leitstand/contract/operations";

/** Parts of the error registry, by their names on the page of error types. */
const errorKindsByGroup: Readonly<Record<string, Readonly<Record<string, ErrorDefinition>>>> = {
  request: requestErrorDefinitions,
  access: accessErrorDefinitions,
  conflict: conflictErrorDefinitions,
  rule: ruleErrorDefinitions,
  server: serverErrorDefinitions,
};
/** Maximum number of operations that are listed; longer lists are replaced by a remark. */
const OPERATIONS_SHOWN = 20;

/** Examples of errors; a code that no operation answers yet has none. */
const { examples } = generateOpenApiDocument(operationsById as Readonly<Record<string, Operation>>)[
  "components"
] as unknown as {
  readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
};

export function listErrorGroups() {
  const groups = Object.entries(errorKindsByGroup).map(([group, kinds]) => [
    group,
    Object.entries(kinds).map(([code, kind]) => errorEntryOf(code as ErrorCode, kind)),
  ]);
  const shown = Object.values(errorKindsByGroup).flatMap((kinds) => Object.keys(kinds));
  const missing = errorCodes.filter((code) => !shown.includes(code));
  if (missing.length > 0) throw new Error(`No part of the registry holds ${missing.join(", ")}.`);
  return Object.fromEntries(groups) as Record<string, ReturnType<typeof errorEntryOf>[]>;
}

function errorEntryOf(code: ErrorCode, { status, title, message, args, fix }: ErrorDefinition) {
  const operations = allOperations
    .filter((operation) => errorCodesOfOperation(operation).includes(code))
    .map(({ id }) => id);
  return {
    code,
    status,
    title,
    message: message.en,
    fix,
    args: Object.entries(args).map(([key, type]) => ({ key, type })),
    sentences: listErrorSentences(code).map(({ arg, value, sentence }) => ({ arg, value, text: sentence.en })),
    operations: operations.length > OPERATIONS_SHOWN ? [] : operations,
    operation_count: operations.length,
    example: examples[code]?.value ?? null,
  };
}
