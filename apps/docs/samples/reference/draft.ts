import type { ErrorCode } from "@leitstand/contract/errors/errors";
import type { Fields, Value } from "./values";

/** Who calls: by default an administrator, or whoever else may. */
export type Caller = "administrator" | "dispatcher" | "program" | "phone";
/** A company of the demonstration; `spare` is one beside it, whose settings nobody misses. */
export type CompanyName = "funeral" | "roadside" | "platform" | "spare";

/** What the contract does not say about the sample of an operation, or says otherwise. */
export interface ReferenceDraft {
  readonly path?: Fields;
  /** Parameters that are shown beside the required ones, too. */
  readonly query?: Fields;
  /** Fields beside those of the example, or in their place. */
  readonly body?: { readonly [name: string]: Value };
  readonly file?: { readonly name: string; readonly type: string };
  /** The name under which a program keeps an answer that is a file. */
  readonly saves?: string;
  readonly at?: CompanyName;
  readonly by?: Caller;
  /** What has to be there before it makes sense; otherwise each variable sees to itself. */
  readonly scene?: string;
  /** The refusal that a reader gets who has done everything right. */
  readonly refused?: ErrorCode;
}
