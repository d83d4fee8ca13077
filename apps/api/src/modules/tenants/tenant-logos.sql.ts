import type { LogoKind } from "@leitstand/contract/company/tenant";
import type { QueryRunner, Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";

export interface LogoRow {
  readonly kind: LogoKind;
  readonly height: number;
  readonly width: number;
  readonly sha256: string;
  readonly bytes: Buffer;
}

export const markLogosReplaced = (tx: Tx, kind: LogoKind) =>
  tx.run(sql`
    update tenant_logos set replaced_at = now() where tenant_id = ${tx.tenantId} and kind = ${kind} and replaced_at is null`);

/** Inserts a logo; one that was replaced before becomes valid again. */
export const insertLogo = (tx: Tx, { kind, height, width, sha256, bytes }: LogoRow) =>
  tx.run(sql`
    insert into tenant_logos (tenant_id, kind, height, width, sha256, bytes)
    values (${tx.tenantId}, ${kind}, ${height}, ${width}, ${sha256}, ${bytes})
    on conflict (tenant_id, kind, height, sha256) do update set replaced_at = null`);

/** Logo by its digest, of any tenant: knowing the digest is enough to read it. */
export const selectLogo = (rows: QueryRunner, sha256: string) =>
  rows.maybe<{ bytes: Buffer }>(sql`select bytes from tenant_logos where sha256 = ${sha256} limit 1`);
