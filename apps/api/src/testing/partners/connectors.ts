import { randomUUID } from "node:crypto";
import type { Database } from "#platform/database/database";
import { sql } from "#platform/database/sql";
import type { FakePartner } from "../../demonstration/partner/fake-partner";
import type { TestApi } from "../start-api";

export interface InsertConnectorOptions {
  readonly kind?: "PARTNER" | "SYNC";
  readonly base_url?: string;
  readonly active?: boolean;
}

/** Inserts a tenant's connection to another system, past the operation that checks its address. */
export async function insertConnector(
  db: Database,
  tenantId: string,
  given: InsertConnectorOptions = {},
): Promise<string> {
  const { kind = "PARTNER", base_url = "https://partner.example/leitstand", active = true } = given;
  const id = randomUUID();
  await db.system.run(sql`
    insert into tenant_connectors (tenant_id, id, kind, base_url, auth, active)
    values (${tenantId}, ${id}, ${kind}, ${base_url}, 'BEARER', ${active})
    on conflict (tenant_id, kind) do nothing`);
  return id;
}

export const partnerSecret = "kN4vJx2mQ8yT5rWn4uZ7bE9dGfA6sLpO";

/** Makes a tenant with a partner that accepts everything, and a dispatcher of the tenant. */
export async function createTenantWithPartner(api: TestApi, partner: FakePartner, grants: readonly string[]) {
  partner.mood = () => 204;
  partner.headers = {};
  partner.told.length = 0;
  const tenant = await api.aTenant("ROADSIDE_ASSISTANCE");
  const office = await api.bearer({ tenant, grants, roleType: "ADMINISTRATOR" });
  const { url: base_url } = partner;
  await office.updateConnector({ id: tenant.id, kind: "PARTNER", base_url, auth: "BEARER", secret: partnerSecret });
  return { tenant, office };
}

/** Marks a case as passed on by a partner. */
export const markCasePassedOn = (
  db: Database,
  tenantId: string,
  { case_id, partner_user_id }: { case_id: string; partner_user_id: string },
) =>
  db.system.run(sql`
    insert into partner_cases (tenant_id, case_id, partner_user_id, external_id)
    values (${tenantId}, ${case_id}, ${partner_user_id}, ${`job ${case_id}`})`);
