import { reauthenticationValidSeconds } from "@leitstand/contract/people/sign-in-limits";
import type { Tx } from "../database/database";
import type { Principal } from "./principal";
import { problem } from "../problem";
import { sql } from "../database/sql";

/** Earliest moment at which a user must have proved their identity to do what outlasts their session. */
export const earliestValidIdentityProofTime = (now: Date) =>
  new Date(now.getTime() - reauthenticationValidSeconds * 1000);

/**
 * Refuses a user whose proof of identity is too old; programs are not asked. A proof given on another node may not be
 * known here yet: then the table decides.
 */
export async function requireRecentIdentityProof(tx: Tx, { kind, token_id, authenticated_at }: Principal, now: Date) {
  const since = earliestValidIdentityProofTime(now);
  if (kind !== "USER" || Date.parse(authenticated_at) > since.getTime()) return;
  const proof = await tx.maybe(sql`
    select id from tokens where tenant_id = ${tx.tenantId} and id = ${token_id} and coalesce(reauthenticated_at, created_at) > ${since}`);
  if (!proof) throw problem("AUTH_REAUTHENTICATION_REQUIRED", { max_age: reauthenticationValidSeconds });
}
