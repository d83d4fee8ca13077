import type { ErrorCode } from "@leitstand/contract/errors/errors";

export interface ProblemArg {
  readonly key: string;
  readonly value: string;
  readonly type: string;
}

export interface ApiProblemFields {
  /** HTTP status; 0 when no answer came at all. */
  readonly status: number;
  readonly code: ErrorCode | "UNREACHABLE";
  readonly title: string;
  readonly message: string;
  readonly args: readonly ProblemArg[];
  readonly traceId: string | undefined;
}

/** A refusal of the server, as the error catalogue describes it. */
export class ApiProblem extends Error implements ApiProblemFields {
  readonly status: number;
  readonly code: ErrorCode | "UNREACHABLE";
  readonly title: string;
  readonly args: readonly ProblemArg[];
  readonly traceId: string | undefined;

  constructor({ status, code, title, message, args, traceId }: ApiProblemFields) {
    super(`${status} ${code}: ${message}`);
    this.name = "ApiProblem";
    this.status = status;
    this.code = code;
    this.title = title;
    this.args = args;
    this.traceId = traceId;
  }

  /** First value of an argument of the refusal. */
  arg(key: string): string | undefined {
    return this.args.find((arg) => arg.key === key)?.value;
  }
}
