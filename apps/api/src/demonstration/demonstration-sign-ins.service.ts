import { randomInt } from "node:crypto";
import { join } from "node:path";
import { SCENARIO_COMPANIES } from "@leitstand/scenario/companies";
import { signInNamesOfCompany } from "@leitstand/scenario/staff";
import { findPinFault, hashPin, isPinOfPerson } from "#modules/auth/index";
import { hashPassword, verifyPassword } from "#platform/access/password-hash";
import type { Database } from "#platform/database/database";
import { readOrCreateSecret } from "#platform/process/secret-file";
import { demonstrationTenantKeyOf, PASSWORD_FILE, PIN_FILE, PLATFORM_SHORT_CODE } from "./demonstration-keys";
import {
  replaceSharedPasswordHash,
  replacePins,
  selectPins,
  selectMostCommonPasswordHash,
} from "./demonstration-sign-ins.sql";

/** Password and PIN with which the people of the demonstration sign in. */
export interface DemoSignIns {
  /** Password of all people of the demonstration. */
  readonly password: string;
  /** PIN of all drivers of the demonstration. */
  readonly pin: string;
}
interface SignInSettings {
  readonly dataDir: string;
  /** Password set by the operator; undefined: made for this installation at its first start, and kept. */
  readonly demonstrationPassword: string | undefined;
  readonly demonstrationPin: string | undefined;
}

export const readDemoSignIns = ({ dataDir, demonstrationPassword, demonstrationPin }: SignInSettings): DemoSignIns => ({
  password: demonstrationPassword ?? readOrCreateSecret(join(dataDir, PASSWORD_FILE), makePassword),
  pin: demonstrationPin ?? readOrCreateSecret(join(dataDir, PIN_FILE), makePin),
});

/** Letters without characters that look alike. */
const UNAMBIGUOUS_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const PASSWORD_GROUPS = 4;
const LETTERS_PER_GROUP = 5;

/** Makes a password of random characters in groups, about 99 bits: readable in a terminal, and not to be guessed. */
function makePassword(): string {
  const word = () =>
    Array.from({ length: LETTERS_PER_GROUP }, () => UNAMBIGUOUS_LETTERS[randomInt(UNAMBIGUOUS_LETTERS.length)]).join(
      "",
    );
  return Array.from({ length: PASSWORD_GROUPS }, word).join("-");
}

function makePin(): string {
  const pin = String(randomInt(1_000_000)).padStart(6, "0");
  return findPinFault(pin) === undefined ? pin : makePin();
}

interface SignInAssignment {
  readonly signIns: DemoSignIns;
  readonly pepper: string;
}

/**
 * Gives the people of the demonstration the password of this installation, in place of the public one of older
 * releases, or that of an earlier start. Their sessions end with it. Users who have chosen a password of their own keep
 * it, as long as most of the company have another one.
 */
export async function assignDemoSignIns(db: Database, { signIns, pepper }: SignInAssignment) {
  for (const short_code of [...SCENARIO_COMPANIES.map((company) => company.short_code), PLATFORM_SHORT_CODE])
    await assignPassword(db, demonstrationTenantKeyOf(short_code), signIns.password);
  for (const company of SCENARIO_COMPANIES) await assignPins(db, company, { signIns, pepper });
}

async function assignPassword(db: Database, tenant_key: string, password: string) {
  const shared = await selectMostCommonPasswordHash(db.system, tenant_key);
  if (shared === undefined || (await verifyPassword(shared.password_hash, password))) return;
  await replaceSharedPasswordHash(db.system, {
    ...shared,
    password_hash: await hashPassword(password),
    old: shared.password_hash,
  });
}

/**
 * Sets the PIN of all drivers, unless one of them has it already: drivers may have chosen one of their own, the first of
 * them too.
 */
async function assignPins(
  db: Database,
  company: (typeof SCENARIO_COMPANIES)[number],
  { signIns, pepper }: SignInAssignment,
) {
  const emails = signInNamesOfCompany(company).drivers.map(({ email }) => email);
  const drivers = await selectPins(db.system, { tenant_key: demonstrationTenantKeyOf(company.short_code), emails });
  const [first] = drivers;
  if (first === undefined) return;
  for (const driver of drivers) if (await isPinOfPerson(driver, signIns.pin, pepper)) return;
  const pins = [];
  for (const { user_id } of drivers) pins.push({ user_id, pin_hash: await hashPin({ user_id }, signIns.pin, pepper) });
  await replacePins(db.system, { tenant_id: first.tenant_id, pins });
}
