import { createHmac } from "node:crypto";
import type { Database } from "#platform/database/database";
import { hashToken, tokenFromBytes } from "#platform/access/tokens";
import { SCENARIO_COMPANIES } from "@leitstand/scenario/companies";
import { demonstrationTenantKeyOf } from "./demonstration-keys";
import { replaceServiceToken } from "./demonstration.sql";

/** Integration token of a company, made of the secret that this installation keeps: every start shows the same one. */
export const deriveDemoServiceToken = (secret: string, shortCode: string): string =>
  tokenFromBytes("SERVICE", createHmac("sha256", secret).update(`service token of ${shortCode}`).digest());

/** Gives each company's integration the token of this installation, in place of tokens that others may know. */
export async function assignDemoServiceTokens(db: Database, secret: string) {
  for (const { short_code } of SCENARIO_COMPANIES)
    await replaceServiceToken(db.system, {
      tenant_key: demonstrationTenantKeyOf(short_code),
      hash: hashToken(deriveDemoServiceToken(secret, short_code)),
    });
}
