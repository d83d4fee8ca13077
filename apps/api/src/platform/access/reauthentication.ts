import { reauthenticationSeconds } from "@leitstand/contract/people/sign-in-limits";
import type { Tx } from "../database/database";
import type { Principal } from "./principal";
import { problem } from "../problem";
import { sql } from "../database/sql";

/** The moment since when somebody must have proved who they are to do what outlasts their session. */
export const proofSince = (now: Date) => new Date(now.getTime() - reauthenticationSeconds * 1000);

/**
 * Refuses a person whose proof is too old; programs are not asked. Whoever has just proved it on another node may be known here
 * as they were before: then the table says.
 */
export async function requireProof(tx: Tx, { kind, token_id, authenticated_at }: Principal, now: Date) {
  const since = proofSince(now);
  if (kind !== "USER" || Date.parse(authenticated_at) > since.getTime()) return;
  const proof = await tx.maybe(sql`
    select id from tokens where tenant_id = ${tx.tenantId} and id = ${token_id} and coalesce(reauthenticated_at, created_at) > ${since}`);
  if (!proof) throw problem("AUTH_REAUTHENTICATION_REQUIRED", { max_age: reauthenticationSeconds });
}
