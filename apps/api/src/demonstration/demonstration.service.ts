import { randomUUID } from "node:crypto";
import type { Clock } from "#platform/clock";
import type { Database } from "#platform/database/database";
import { hashPassword } from "#platform/access/password-hash";
import { ADDRESS_TYPE_NAMES_BY_TENANT_TYPE, planStoredAddresses } from "@leitstand/scenario/addresses";
import { SeededChance } from "@leitstand/scenario/chance";
import { SCENARIO_COMPANIES } from "@leitstand/scenario/companies";
import { signInNamesOfCompany } from "@leitstand/scenario/staff";
import { insertStoredDemoAddresses } from "./demonstration-addresses.sql";
import { createDemonstrationCompany, planDemoCompany } from "./demonstration-company.service";
import { insertPeople, insertRoles, insertTenant } from "./demonstration-company.sql";
import { createDemonstrationHistory } from "./demonstration-days.service";
import { demonstrationTenantKeyOf, demonstrationTenantKeys, PLATFORM_SHORT_CODE } from "./demonstration-keys";
import { loadDemonstrationPlaces } from "./demonstration-places.service";
import type { DemoSignIns } from "./demonstration-sign-ins.service";
import { deriveDemoServiceToken } from "./demonstration-tokens.service";
import { deactivateIncompleteTenants, countTenantsByKeys, selectTenantCodes } from "./demonstration.sql";

export interface DemoSeedingOptions {
  /** Database connection for the last commit, which has to be durable. */
  readonly db: Database;
  /** Database connection for loading all other data, which may commit early. */
  readonly loading: Database;
  readonly clock: Clock;
  readonly pepper: string;
  /** Makes or reads the sign-ins, which only a demonstration keeps in files: not asked where other tenants exist. */
  readonly readSignIns: () => DemoSignIns;
  /** Days of finished work before the one that is under way; three weeks unless set. */
  readonly historyDays?: number;
  readonly onProgress: (message: string, share: number) => void;
}

/** Whether the database holds the demonstration, or a part of it: invented people who all have one password. */
export const hasDemonstrationTenants = async (db: Database) =>
  (await countTenantsByKeys(db.system, demonstrationTenantKeys)) > 0;

/** Message of a server that refuses to serve other machines with a demonstration. */
export const DEMO_NOT_PUBLIC_MESSAGE_LINES = [
  "The database holds the demonstration, whose people all have one password, but is not to be a demonstration any more.",
  "  To go on with the demonstration: leave HOST, PUBLIC_URL and TRUST_PROXY away (or set DEMONSTRATION=on) and open it on this machine.",
  "  To begin in earnest: npm run leitstand -- demonstration end YOUR-MAIL-ADDRESS",
];

const HISTORY_DAYS = 21;

/**
 * Fills an empty installation with two companies, weeks of history and a running day. Does nothing where other tenants
 * exist.
 */
export async function seedDemonstration({
  db,
  loading,
  clock,
  pepper,
  readSignIns,
  historyDays = HISTORY_DAYS,
  onProgress,
}: DemoSeedingOptions): Promise<boolean> {
  const codes = await selectTenantCodes(db.system);
  const ours = [...SCENARIO_COMPANIES.map(({ short_code }) => short_code), PLATFORM_SHORT_CODE];
  if (codes.includes(PLATFORM_SHORT_CODE) || codes.some((code) => !ours.includes(code) && !code.startsWith("x_")))
    return false;
  if (codes.length > 0) await deactivateIncompleteTenants(db.system);
  const signIns = readSignIns();
  const places = loadDemonstrationPlaces();
  for (const [index, company] of SCENARIO_COMPANIES.entries()) {
    const chance = new SeededChance(20_260 + index);
    const plan = await planDemoCompany(company, { chance, pepper, signIns, places });
    const staff = await loading.systemTransaction(randomUUID(), async (tx) => {
      const created = await createDemonstrationCompany(tx, plan);
      const addresses = created.branches.flatMap((branch) => planStoredAddresses(company.type, branch.places));
      await insertStoredDemoAddresses(tx, ADDRESS_TYPE_NAMES_BY_TENANT_TYPE[company.type] ?? {}, addresses);
      return created;
    });
    await createDemonstrationHistory(staff, {
      db: loading,
      chance,
      now: clock.now(),
      historyDays,
      onProgress: (share) => onProgress(company.name, share),
    });
  }
  await createPlatformTenant(db, signIns);
  return true;
}

const PLATFORM_ADMINISTRATOR = "admin@plattform.example";

/** Creates the platform's own tenant, which holds the tenant grants. */
export async function createPlatformTenant(db: Database, { password }: Pick<DemoSignIns, "password">) {
  const password_hash = await hashPassword(password);
  await db.systemTransaction(randomUUID(), async (tx) => {
    const frontend = { colors: { primary: "#1F5FBF" }, favicon: "/favicon.svg", page_title: "Leitstand" };
    await insertTenant(tx, {
      id: tx.tenantId,
      short_code: PLATFORM_SHORT_CODE,
      name: "Plattform",
      type: "PLATFORM",
      domain: "plattform.example",
      tenant_key: demonstrationTenantKeyOf(PLATFORM_SHORT_CODE),
      frontend,
    });
    const role = {
      id: randomUUID(),
      name: "Plattformverwaltung",
      role_type: "ADMINISTRATOR",
      branch_access: "ALL",
    } as const;
    const grants = [
      "getTenants",
      "createTenant",
      "updateTenant",
      "getTenantMasterData",
      "createTenantMasterData",
      "updateTenantMasterData",
      "getUsers",
      "createUser",
      "updateUser",
      "getRoles",
      "getGrants",
    ] as const;
    await insertRoles(tx, [{ ...role, grants }]);
    await insertPeople(tx, [
      {
        id: randomUUID(),
        kind: "PERSON",
        email: PLATFORM_ADMINISTRATOR,
        phone_number: null,
        firstname: "Plattform",
        lastname: "Verwaltung",
        password_hash,
        pin_hash: null,
        role_id: role.id,
        branch_group_id: null,
      },
    ]);
  });
}

/** Mail addresses of administrators; the first one is the platform's. */
export const DEMO_ADMINISTRATOR_EMAILS = [
  PLATFORM_ADMINISTRATOR,
  ...SCENARIO_COMPANIES.map((company) => signInNamesOfCompany(company).administrator),
];

/**
 * Lines with the passwords, tenants and accounts that a user who has just started the demonstration needs to sign in.
 */
export const describeSignIns = ({ secret, password, pin }: DemoSignIns & { secret: string }): readonly string[] => [
  `Password of all users: ${password}`,
  ...SCENARIO_COMPANIES.flatMap((company) => {
    const { short_code, name, type } = company;
    const { administrator, dispatchers, reader, drivers } = signInNamesOfCompany(company);
    const [first, last] = [drivers[0], drivers.at(-1)];
    return [
      `${name} (${short_code}, ${type})`,
      `  ${administrator}  ${dispatchers[0]} ... ${dispatchers.at(-1)}  ${reader}`,
      `  drivers ${first?.email} ... ${last?.email}, by telephone ${first?.phone_number} ... ${last?.phone_number.slice(-3)}, PIN ${pin}; codes arrive on /outbox`,
      `  integration  Authorization: Bearer ${deriveDemoServiceToken(secret, short_code)}`,
    ];
  }),
  `Those who run the platform (${PLATFORM_SHORT_CODE}): ${PLATFORM_ADMINISTRATOR}`,
];
