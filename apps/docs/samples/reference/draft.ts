import type { ErrorCode } from "@leitstand/contract/errors/errors";
import type { SampleObject, SampleValue } from "./values";

/** Caller of an operation: by default an administrator, else a kind that may. */
export type SampleCallerKind = "administrator" | "dispatcher" | "program" | "phone";
/** Company of the demonstration; `spare` is an additional one, whose settings samples may change. */
export type SampleCompanyKey = "funeral" | "roadside" | "platform" | "spare";

/** Details of an operation's sample that the contract does not give, or gives otherwise. */
export interface OperationSampleOverrides {
  readonly path?: SampleObject;
  /** Parameters that are shown beside the required ones. */
  readonly query?: SampleObject;
  /** Fields in addition to those of the example, or replacing them. */
  readonly body?: { readonly [name: string]: SampleValue };
  readonly file?: { readonly name: string; readonly type: string };
  /** File name under which a program stores a downloaded answer. */
  readonly saves?: string;
  readonly at?: SampleCompanyKey;
  readonly by?: SampleCallerKind;
  /** Scene that has to be prepared first; without one, each variable has a scene of its own. */
  readonly scene?: string;
  /** Error code that even a correct request gets. */
  readonly refused?: ErrorCode;
}
