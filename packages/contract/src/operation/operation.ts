import type { Static, TObject, TSchema } from "typebox";
import type { ErrorCode } from "../errors/errors";

export type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
export type TokenKind = "USER" | "DEVICE" | "SERVICE";
export type TenantType = "FUNERAL" | "ROADSIDE_ASSISTANCE" | "PLATFORM";
/** Callers that an operation admits: any, one that names a tenant by its key, or the bearer of a token. */
export type AuthMode = "public" | "tenant_key" | "bearer";
/** Classes of rate limits; their figures stand in `rate-limits.ts`. */
export type RateLimitClass =
  | "auth_start"
  | "auth_check"
  | "invalid_token"
  | "read"
  | "write"
  | "action"
  | "location"
  | "heavy"
  | "export"
  | "message"
  | "routing"
  | "upload"
  | "stream"
  | "public";
export type OperationTag =
  | "auth"
  | "addresses"
  | "areas"
  | "assets"
  | "branches"
  | "calendars"
  | "cases"
  | "messages"
  | "dashboard"
  | "devices"
  | "emails"
  | "export"
  | "oeamtc"
  | "geocoding"
  | "grants"
  | "imports"
  | "location"
  | "queued_events"
  | "responsibility_claims"
  | "roles"
  | "routing"
  | "rsa"
  | "service_accounts"
  | "skills"
  | "statistics"
  | "tenants"
  | "todo_templates"
  | "tours"
  | "users"
  | "vehicle_types"
  | "vehicles"
  | "webhooks"
  | "sync";

/**
 * Owner of what an operation changes. TENANT: the company as a whole; a role that is bound to branches may not change
 * it, whatever grants it holds. BRANCH: a branch, or an object of one; an object without a branch belongs to the
 * company, and the operation checks the object itself. OWN: the caller alone.
 */
export type ChangedObjectOwner = "TENANT" | "BRANCH" | "OWN";

/** Declaration of one operation; everything else follows from it. */
export interface OperationDeclaration {
  /** Method and path below `/api/v1`, parameters in braces: `GET /areas/{id}`. */
  readonly on: `${HttpMethod} /${string}`;
  /** Summary in one line in the imperative, for lists and headings. */
  readonly summary: string;
  /** Description for integrators: effects, events, rules. Markdown. */
  readonly description?: string;
  /** Callers that are admitted; defaults to `bearer`. */
  readonly auth?: AuthMode;
  /** Grant that opens it; defaults to the operation's own name. Several: any one of them. `null`: any valid token. */
  readonly grant?: string | readonly string[] | null;
  /** Token kinds that may call at all; defaults to all three. */
  readonly kinds?: readonly TokenKind[];
  /** Tenant types that have it; defaults to all. */
  readonly tenantTypes?: readonly TenantType[];
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema;
  /**
   * Type of the body. `multipart`: `body` describes the text fields beside exactly one part named `file`. Defaults to
   * `json`.
   */
  readonly bodyType?: "json" | "multipart";
  /** Whether the body may be left out entirely. */
  readonly bodyOptional?: boolean;
  readonly success?: 200 | 201 | 202 | 204;
  readonly answer?: TSchema;
  /**
   * Type of the answer, `json` by default; `binary` streams a file, `event_stream` answers `text/event-stream` when
   * asked for it.
   */
  readonly answerType?: "json" | "binary" | "event_stream";
  /** Error codes beyond those that follow from the shape of the operation (see `errorCodesOfOperation`). */
  readonly errors?: readonly ErrorCode[];
  readonly limit?: RateLimitClass;
  /** Field of the query or body; a call that has it takes from `heavy`, too. */
  readonly heavyWith?: string;
  /**
   * Whether its effect outlasts the session: a user must have proved their identity a short while ago. Programs are not
   * asked.
   */
  readonly sensitive?: boolean;
  /** Whether its answer shows a secret that no other one shows: kept for repetitions it is sealed. */
  readonly showsSecret?: boolean;
  /**
   * Whether it takes no Idempotency-Key although it writes: a repetition is harmless, and a first answer would mislead
   * or cost more than it is worth.
   */
  readonly takesNoKey?: boolean;
  /** Owner of the changed data. Operations that write by a bearer must declare it; see `ChangedObjectOwner`. */
  readonly changes?: ChangedObjectOwner;
  /**
   * Whether it changes nothing, whatever its method: it may be repeated, and reads from the short lane. Defaults to
   * true for GET.
   */
  readonly safe?: boolean;
  readonly example?: { readonly body?: unknown; readonly answer?: unknown };
  /**
   * Telephone numbers that cannot be dialled are taken where they are stored like that already, and refused elsewhere.
   */
  readonly keepsStoredNumbers?: boolean;
  /** Effect of a PUT on the fields of its body that are left out; its description says it in words. */
  readonly leftOut?: OmittedFieldsRule;
}

export interface OmittedFieldsRule {
  readonly others: "emptied" | "kept";
  /** Fields that get the value of a new object when they are left out. */
  readonly defaults?: readonly string[];
  readonly kept?: readonly string[];
}

export type Operation<D extends OperationDeclaration = OperationDeclaration> = D & {
  readonly id: string;
  readonly tag: OperationTag;
  readonly method: HttpMethod;
  readonly path: string;
  readonly auth: AuthMode;
  readonly grant: string | readonly string[] | null;
  readonly kinds: readonly TokenKind[];
  readonly success: 200 | 201 | 202 | 204;
  readonly limit: RateLimitClass;
  readonly safe: boolean;
};

/** Names and completes the operations of one tag; the key is operation id, client method, docs anchor and usually grant. */
export function defineOperations<const M extends Record<string, OperationDeclaration>>(tag: OperationTag, drafts: M) {
  const entries = Object.entries(drafts).map(([id, draft]) => [id, completeOperation(id, tag, draft)]);
  return Object.fromEntries(entries) as { readonly [K in keyof M]: Operation<M[K]> };
}

function completeOperation(id: string, tag: OperationTag, draft: OperationDeclaration): Operation {
  const [method, path] = draft.on.split(" ") as [HttpMethod, string];
  const auth = draft.auth ?? "bearer";
  const safe = draft.safe ?? method === "GET";
  if (auth === "bearer" && !safe && draft.changes === undefined)
    throw new Error(`${id} must say to whom belongs what it changes`);
  const sentences = [draft.description, draft.leftOut && describeLeftOutFields(draft.leftOut)]
    .filter(Boolean)
    .join("\n\n");
  return {
    ...draft,
    ...(sentences === "" ? {} : { description: sentences }),
    id,
    tag,
    method,
    path,
    auth,
    safe,
    grant: draft.grant !== undefined ? draft.grant : auth === "bearer" ? id : null,
    kinds: draft.kinds ?? ["USER", "DEVICE", "SERVICE"],
    success: draft.success ?? 200,
    limit: draft.limit ?? (safe ? "read" : "write"),
  };
}

function describeLeftOutFields({ others, defaults = [], kept = [] }: OmittedFieldsRule): string {
  if (others === "kept") return "Fields that are left out stay as they are.";
  const list = (names: readonly string[]) =>
    [names.slice(0, -1), names.slice(-1)]
      .filter(({ length }) => length > 0)
      .map((part) => part.map((name) => `\`${name}\``).join(", "))
      .join(" and ");
  const [falls, stays] = [defaults.length > 1 ? "fall" : "falls", kept.length > 1 ? "stay" : "stays"];
  const exceptions = [
    ...(defaults.length > 0 ? [`${list(defaults)} ${falls} back to the default of a new one`] : []),
    ...(kept.length > 0 ? [`${list(kept)} ${stays} as before`] : []),
  ];
  return `Fields that are left out become empty${exceptions.length > 0 ? `, but ${exceptions.join(", and ")}` : ""}.`;
}

type EmptyObject = Record<never, never>;
type ParsedSchema<S> = S extends TSchema ? Static<S> : EmptyObject;
export type ParamsOf<O> = O extends { readonly params: infer S } ? ParsedSchema<S> : EmptyObject;
export type QueryOf<O> = O extends { readonly query: infer S } ? ParsedSchema<S> : EmptyObject;
export type BodyOf<O> = O extends { readonly body: infer S } ? ParsedSchema<S> : EmptyObject;
export type AnswerOf<O> = O extends { readonly answer: infer S extends TSchema } ? Static<S> : void;

/** Whether the body must name the version it was made on; If-Match may repeat it. */
export const requiresLockVersion = ({ body }: Operation) =>
  (body as TObject | undefined)?.properties?.["lock_version"] !== undefined;

/** Writes by a signed-in caller may carry an Idempotency-Key; their stored answer is replayed for 24 h. */
export const acceptsIdempotencyKey = ({ auth, safe, bodyType, takesNoKey }: Operation) =>
  auth === "bearer" && !safe && bodyType !== "multipart" && !takesNoKey;
