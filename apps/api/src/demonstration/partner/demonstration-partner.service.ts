import { createHmac } from "node:crypto";
import type { Database } from "#platform/database/database";
import type { Sealing } from "#platform/process/sealing";
import { placeOfSecret } from "#modules/connectors/index";
import { COMPANIES } from "@leitstand/scenario/companies";
import { demonstrationKey } from "../demonstration-keys";
import { connectPartner, selectTenantId } from "./demonstration-partner.sql";
import { FakePartner } from "./fake-partner";

export interface PartnerParts {
  readonly db: Database;
  readonly sealing: Sealing;
  /** Of this installation. */
  readonly secret: string;
}

/** So many of the newest calls are there to be looked at. */
const KEEPS = 200;

/** Which company has it: the one that works for a roadside club. */
const COMPANY = COMPANIES.find(({ type }) => type === "ROADSIDE_ASSISTANCE");

/**
 * The partner of the roadside company, a system of its own on this machine, at a port that changes with each start. Only who knows the
 * secret of this installation's connection is answered. An address that somebody else has put there stays.
 */
export async function openPartner({ db, sealing, secret }: PartnerParts): Promise<FakePartner | undefined> {
  const tenant_id = COMPANY && (await selectTenantId(db.system, demonstrationKey(COMPANY.short_code)));
  if (tenant_id === undefined) return undefined;
  const password = createHmac("sha256", secret).update("partner of the demonstration").digest("base64url");
  const partner = await FakePartner.start({ keeps: KEEPS, authorization: `Bearer ${password}` });
  const sealed = sealing.seal(password, ...placeOfSecret({ tenant_id, kind: "PARTNER" }));
  await connectPartner(db.system, { tenant_id, base_url: partner.url, secret: sealed });
  return partner;
}
