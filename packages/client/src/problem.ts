import type { ErrorCode } from "@leitstand/contract/errors";

export interface ProblemArg {
  readonly key: string;
  readonly value: string;
  readonly type: string;
}

/** A refusal of the server, as the error catalogue describes it. */
export class ApiProblem extends Error {
  constructor(
    readonly status: number,
    readonly code: ErrorCode | "UNREACHABLE",
    readonly title: string,
    message: string,
    readonly args: readonly ProblemArg[],
    readonly traceId: string | undefined,
  ) {
    super(`${status} ${code}: ${message}`);
    this.name = "ApiProblem";
  }

  /** The first value of an argument. */
  arg(key: string): string | undefined {
    return this.args.find((arg) => arg.key === key)?.value;
  }
}
