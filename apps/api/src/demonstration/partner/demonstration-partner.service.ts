import { createHmac } from "node:crypto";
import type { Database } from "#platform/database/database";
import type { SecretSealer } from "#platform/process/sealing";
import { connectorSecretSealingContext } from "#modules/connectors/index";
import { SCENARIO_COMPANIES } from "@leitstand/scenario/companies";
import { demonstrationTenantKeyOf } from "../demonstration-keys";
import { upsertDemoPartnerConnector, selectTenantIdByTenantKey } from "./demonstration-partner.sql";
import { FakePartner } from "./fake-partner";

export interface DemoPartnerStartOptions {
  readonly db: Database;
  readonly sealing: SecretSealer;
  /** Secret of this installation, from which the partner's password is derived. */
  readonly secret: string;
}

/** Number of newest calls that are kept to be shown. */
const CALLS_KEPT = 200;

/** Company of the partner: the one that works for a roadside club. */
const ROADSIDE_COMPANY = SCENARIO_COMPANIES.find(({ type }) => type === "ROADSIDE_ASSISTANCE");

/**
 * Partner system of the roadside company, on this machine at a port that changes with each start. It answers only calls
 * with the password derived from this installation's secret. An address that an administrator has put in its place
 * stays.
 */
export async function startDemoPartnerServer({
  db,
  sealing,
  secret,
}: DemoPartnerStartOptions): Promise<FakePartner | undefined> {
  const tenant_id =
    ROADSIDE_COMPANY &&
    (await selectTenantIdByTenantKey(db.system, demonstrationTenantKeyOf(ROADSIDE_COMPANY.short_code)));
  if (tenant_id === undefined) return undefined;
  const password = createHmac("sha256", secret).update("partner of the demonstration").digest("base64url");
  const partner = await FakePartner.start({
    keeps: CALLS_KEPT,
    authorization: `Bearer ${password}`,
    tenantId: tenant_id,
  });
  const sealed = sealing.seal(password, ...connectorSecretSealingContext({ tenant_id, kind: "PARTNER" }));
  await upsertDemoPartnerConnector(db.system, { tenant_id, base_url: partner.url, secret: sealed });
  return partner;
}
