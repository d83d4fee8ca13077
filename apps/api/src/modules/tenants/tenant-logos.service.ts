import { readFile } from "node:fs/promises";
import type { LogoKind } from "@leitstand/contract/company/tenant";
import type { LogoUploadFields } from "@leitstand/contract/company/tenants";
import type { Static } from "@leitstand/contract/core/schema";
import { type FileInspector, createAssetFileStore } from "#modules/assets/index";
import type { QueryRunner, Tx } from "#platform/database/database";
import type { RetentionRule } from "#platform/database/retention";
import { sql } from "#platform/database/sql";
import type { Principal } from "#platform/access/principal";
import type { SharedServices } from "#platform/http/handler";
import { notFound } from "#platform/problem";
import { insertLogo, type LogoRow, markLogosReplaced, selectLogo } from "./tenant-logos.sql";
import { changeTenant, getTenantOfTransaction, isPlatformPrincipal } from "./tenants.service";

export interface LogoServices extends SharedServices {
  readonly inspection: FileInspector;
}
export interface LogoUploadRequest {
  readonly id: string;
  readonly principal: Principal;
  /** Writes the uploaded file to the path, and answers the fields of the form. */
  readonly receive: (path: string) => Promise<Static<typeof LogoUploadFields>>;
}

const LOGO_SIZES_BY_KIND = {
  LOGO: { heights: [64, 128, 256], shape: 8, padded: false },
  FAVICON: { heights: [32, 180, 512], shape: 1, padded: true },
};
const logoSizesOf = (kind: LogoKind) => (kind === "FAVICON" ? LOGO_SIZES_BY_KIND.FAVICON : LOGO_SIZES_BY_KIND.LOGO);
/**
 * Draws an uploaded picture in every size of its kind, in the process that inspects files, and uses it from then on.
 */
export async function replaceTenantLogo(parts: LogoServices, { id, principal, receive }: LogoUploadRequest) {
  const { db, inspection, dataDir } = parts;
  if (id !== principal.tenant_id && !isPlatformPrincipal(principal)) throw notFound("tenant", id);
  inspection.checkRoom(principal.tenant_id);
  const files = createAssetFileStore(dataDir);
  const draft = await files.draft();
  const drawn: string[] = [];
  try {
    const { kind, lock_version } = await receive(draft);
    const logos: LogoRow[] = [];
    for (const { path, ...drawing } of await inspection.draw(principal.tenant_id, draft, logoSizesOf(kind))) {
      drawn.push(path);
      logos.push({ ...drawing, kind, bytes: await readFile(path) });
    }
    const inTenant = <T>(work: (tx: Tx) => Promise<T>) =>
      id === principal.tenant_id ? db.transaction(id, work) : db.systemTransaction(id, work);
    return await inTenant(async (tx) => {
      // The lock version is checked first, which locks the tenant's row, so that two concurrent logos follow each
      // other.
      const version = lock_version === undefined ? {} : { lock_version: Number(lock_version) };
      await changeTenant(tx, principal, version);
      await markLogosReplaced(tx, kind);
      for (const logo of logos) await insertLogo(tx, logo);
      return getTenantOfTransaction(tx);
    });
  } finally {
    for (const path of [draft, ...drawn]) await files.discard(path);
  }
}

/** PNG with this digest. */
export const findLogoPng = async (rows: QueryRunner, sha256: string): Promise<Buffer | undefined> =>
  (await selectLogo(rows, sha256))?.bytes;

/** Keeps replaced logos for 30 days, because their addresses are in mails and in open pages. */
export const logoRetention: RetentionRule = { table: sql`tenant_logos`, column: sql`replaced_at`, days: 30 };
