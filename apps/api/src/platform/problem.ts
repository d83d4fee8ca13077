import type { ErrorArgsOf, MissingResourceName } from "@leitstand/contract/errors/error-sentences";
import { type ErrorCode, errorDefinitions } from "@leitstand/contract/errors/errors";

export type ProblemArgs = Readonly<Record<string, string | number | null | undefined>>;

/** A refusal that the caller is told about: a code of the catalogue and its arguments. */
export class Problem extends Error {
  readonly status: number;

  constructor(
    readonly code: ErrorCode,
    /** Arguments of each fault; all problems but VALIDATION_FAILED have one. */
    readonly faults: readonly ProblemArgs[],
  ) {
    super(code);
    this.name = "Problem";
    this.status = errorDefinitions[code].status;
  }
}

/**
 * Makes a problem of this code. Arguments that choose the sentence shown to people may only have values with a
 * sentence.
 */
export const problem = <Code extends ErrorCode>(code: Code, args?: ProblemArgs & ErrorArgsOf<Code>) =>
  new Problem(code, [args ?? {}]);

export const notFound = (resource: MissingResourceName, id: string) => problem("RESOURCE_NOT_FOUND", { resource, id });
