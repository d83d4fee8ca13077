import { tokenLifetimes } from "@leitstand/contract/operation/limits";
import type { TokenKind } from "@leitstand/contract/operation/operation";
import type { Session } from "@leitstand/contract/people/sessions";
import type { Tx } from "../database/database";
import type { RetentionRule } from "../database/retention";
import { ipAddressPrefix } from "./network";
import { sql } from "../database/sql";
import { createToken } from "./tokens";

/** Origin of a sign-in, as far as it is stored. */
export interface SignInOrigin {
  readonly ip: string;
  readonly userAgent: string | undefined;
}

export interface TokenDraft {
  readonly kind: TokenKind;
  readonly user_id?: string | null;
  /** Phone that holds the token; for a USER token the one it was opened on. */
  readonly device_id?: string | null;
  /** Name by which people tell tokens of one account apart. */
  readonly name?: string | null;
  /** Time at which the token expires; `latestTokenExpiry` when left out. */
  readonly expires_at?: string | null;
  /** Seconds without use after which the session ends early; null: never, left out: the default of its kind. */
  readonly idle_seconds?: number | null;
  /** Origin and methods of the sign-in, when the token comes from one. */
  readonly signIn?: { readonly origin: SignInOrigin; readonly methods: Session["methods"] };
  readonly now: Date;
}

const USER_AGENT_LENGTH_MAX = 200;

export interface IssuedToken {
  readonly id: string;
  /** The token itself, returned once; only its hash is stored. */
  readonly token: string;
  readonly expires_at: string;
  readonly idle_seconds: number | null;
}

/** Latest expiry of a token of this kind that is issued now; a session may be given an earlier one. */
export const latestTokenExpiry = (kind: TokenKind, now: Date) =>
  new Date(now.getTime() + tokenLifetimes[kind].seconds * 1000);

/** Issues a token to a new bearer of this tenant. */
export async function issueToken(tx: Tx, draft: TokenDraft): Promise<IssuedToken> {
  const { kind, signIn, now } = draft;
  const { idle_seconds = tokenLifetimes[kind].idleSeconds } = draft;
  const { token, hash } = createToken(kind);
  const expires_at = draft.expires_at ?? latestTokenExpiry(kind, now);
  // Signing in is a use of the session that it opens; a program's token may lie unused for long.
  const last_used_at = kind === "SERVICE" ? null : now;
  const row = await tx.one<Omit<IssuedToken, "token">>(sql`
    insert into tokens (tenant_id, kind, token_hash, user_id, device_id, name, expires_at, idle_seconds, last_used_at,
      address_prefix, user_agent, methods, reauthenticated_at, created_at)
    values (${tx.tenantId}, ${kind}, ${hash}, ${draft.user_id ?? null}, ${draft.device_id ?? null}, ${draft.name ?? null},
      ${expires_at}, ${idle_seconds}, ${last_used_at},
      ${signIn ? ipAddressPrefix(signIn.origin.ip) : null}, ${storedUserAgent(signIn?.origin)}, ${signIn?.methods ?? []}, ${signIn ? now : null}, ${now})
    returning id, expires_at, idle_seconds`);
  return { ...row, token };
}

/** User agent of a sign-in as one line of text of limited length. */
function storedUserAgent(origin: SignInOrigin | undefined): string | null {
  const line = (origin?.userAgent ?? "").replaceAll(/[\p{C}\s]+/gu, " ").trim();
  return Array.from(line).slice(0, USER_AGENT_LENGTH_MAX).join("") || null;
}

/** Expired tokens are kept long enough for their holder to read "expired" instead of "invalid". */
export const tokenRetention: RetentionRule = { table: sql`tokens`, column: sql`expires_at`, days: 30 };
