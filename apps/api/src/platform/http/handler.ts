import type {
  AnswerOf,
  BodyOf,
  Operation,
  OperationDeclaration,
  ParamsOf,
  QueryOf,
} from "@leitstand/contract/operation/operation";
import type { Clock } from "../clock";
import type { Database, Tx } from "../database/database";
import type { LiveStreamServer } from "../streams/live";
import type { Principal, Scope } from "../access/principal";
import type { Problem } from "../problem";
import type { ProviderClients } from "../providers/providers";
import type { EgressClient } from "../egress/egress";
import type { UndialableNumber } from "../undialable";
import type { WebPushKey } from "../process/web-push-key";
import type { SecretSealer } from "../process/sealing";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Input of a handler. Everything in it has been checked: kind, grant, tenant type, shape of params, query and body. */
export interface HandlerCall<O = unknown> {
  readonly tx: Tx;
  readonly params: ParamsOf<O>;
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
  readonly principal: Principal;
  /** Scope in which the operation's grant holds for the caller. */
  readonly scope: Scope;
  /** The moment the request arrived, by the injected clock. */
  readonly now: Date;
  readonly traceId: string;
  /** Accept-Language header, for sentences within an answer. */
  readonly acceptLanguage: string | undefined;
  /**
   * Numbers of an operation that `keepsStoredNumbers` which its handler has to refuse unless they are stored like that.
   */
  readonly undialable: readonly UndialableNumber[];
}

/** Input of a call without a bearer: no principal, no tenant bound to the transaction. */
export interface AnonymousCall<O = unknown> {
  readonly params: ParamsOf<O>;
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
  /** The tenant named by the tenant key; null for public calls. */
  readonly tenantId: string | null;
  readonly now: Date;
  readonly ip: string;
  readonly userAgent: string | undefined;
  readonly acceptLanguage: string | undefined;
  readonly traceId: string;
}

/** JSON text made by SQL, passed on as it is; the version, where the object has one, becomes the ETag. */
export class JsonAnswerText {
  constructor(
    readonly text: string,
    readonly lock_version?: number,
  ) {}
}

/**
 * Call of a handler that needs the connection itself: files in and out, streams. It reads or writes in transactions of
 * its own.
 */
export interface RawConnectionCall<O = unknown> extends Omit<HandlerCall<O>, "tx"> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Call before its transaction: for what takes long, or asks other servers. */
export type CallBeforeTransaction<O = unknown> = Omit<HandlerCall<O>, "tx">;

/**
 * Runs one of the transactions of a call. Under an Idempotency-Key its result is kept with it, as JSON, and a
 * repetition gets that result; the name tells the steps of a call apart.
 */
export type RunTransactionStep = <T>(name: string, work: (tx: Tx) => Promise<T>) => Promise<T>;

/** Call of a handler that writes in several transactions. */
export interface MultiStepCall<O = unknown> extends CallBeforeTransaction<O> {
  readonly step: RunTransactionStep;
}

type HandlerAnswer<O> = AnswerOf<O> | JsonAnswerText;
/**
 * Kinds of handlers: `in` runs in a transaction of the platform's, `steps` in several of them, `open` without a bearer,
 * `raw` on the connection itself. A raw one knows no Idempotency-Key.
 */
export type OperationHandler<O = unknown> =
  | {
      readonly mode: "in";
      /** Runs before the transaction; may run again, and beside the same request, so it changes nothing twice. */
      readonly prepare?: (call: CallBeforeTransaction<O>) => Promise<void>;
      readonly run: (call: HandlerCall<O>) => Promise<HandlerAnswer<O>>;
    }
  | { readonly mode: "steps"; readonly run: (call: MultiStepCall<O>) => Promise<HandlerAnswer<O>> }
  | { readonly mode: "open"; readonly run: (call: AnonymousCall<O>) => Promise<HandlerAnswer<O>> }
  | {
      readonly mode: "raw";
      readonly run: (call: RawConnectionCall<O>) => Promise<HandlerAnswer<O> | FastifyReply>;
      readonly renderRefusal?: RefusalPageRenderer | undefined;
    };

/**
 * Renders the page that tells a browser of a refusal, for links that people open: they cannot read JSON. It must not
 * throw; its input has not been checked.
 */
export type RefusalPageRenderer = (refusal: {
  readonly fault: Problem;
  readonly params: Readonly<Record<string, string>>;
  readonly acceptLanguage: string | undefined;
  readonly now: Date;
}) => Promise<{ readonly html: string; readonly headers: Readonly<Record<string, string>> }>;

export const defineAnonymousHandler = <O>(
  run: (call: AnonymousCall<O>) => Promise<HandlerAnswer<O>>,
): OperationHandler<O> => ({ mode: "open", run });
export const defineRawConnectionHandler = <O>(
  run: (call: RawConnectionCall<O>) => Promise<HandlerAnswer<O> | FastifyReply>,
  renderRefusal?: RefusalPageRenderer,
): OperationHandler<O> => ({ mode: "raw", run, renderRefusal });

export const defineHandlerWithPreparation = <O>(
  prepare: (call: CallBeforeTransaction<O>) => Promise<void>,
  run: (call: HandlerCall<O>) => Promise<HandlerAnswer<O>>,
): OperationHandler<O> => ({ mode: "in", prepare, run });
export const defineMultiStepHandler = <O>(
  run: (call: MultiStepCall<O>) => Promise<HandlerAnswer<O>>,
): OperationHandler<O> => ({ mode: "steps", run });

type HandlerOrRun<O> = OperationHandler<O> | ((call: HandlerCall<O>) => Promise<HandlerAnswer<O>>);

export interface OperationRoute {
  readonly operation: Operation;
  readonly handler: OperationHandler;
}

/** Binds operations to their handlers. A missing, extra or misspelt operation does not compile. */
export function implementOperations<const M extends Record<string, Operation<OperationDeclaration>>>(
  operations: M,
  handlers: { readonly [K in keyof M]: HandlerOrRun<M[K]> },
): readonly OperationRoute[] {
  return Object.entries(operations).map(([id, operation]) => {
    const given = handlers[id] as HandlerOrRun<unknown>;
    return { operation, handler: typeof given === "function" ? { mode: "in", run: given } : given } as OperationRoute;
  });
}

/** Services of the platform that modules are given when they are put together. */
export interface SharedServices {
  readonly db: Database;
  /** Live streams, and vehicle positions, which only streams carry. */
  readonly live: LiveStreamServer;
  readonly clock: Clock;
  readonly pepper: string;
  readonly publicUrl: string;
  readonly dataDir: string;
  /** Other servers that answer about roads and addresses. */
  readonly providers: ProviderClients;
  /** The only client for addresses that tenants name. */
  readonly egress: EgressClient;
  /** Seals secrets of tenants that the server has to read again. */
  readonly sealing: SecretSealer;
  /** Key by which push services know this installation. */
  readonly webPushKey: WebPushKey;
  /** Multiplies every rate limit of this installation. */
  readonly rateLimitFactor: number;
}
