import { randomInt } from "node:crypto";
import { join } from "node:path";
import { COMPANIES } from "@leitstand/scenario/companies";
import { accountsOf } from "@leitstand/scenario/staff";
import { findPinFault, hashPin, isPinOfPerson } from "#modules/auth/index";
import { hashPassword, verifyPassword } from "#platform/access/password-hash";
import type { Database } from "#platform/database/database";
import { readOrCreateSecret } from "#platform/process/secret-file";
import { demonstrationKey, PASSWORD_FILE, PIN_FILE, PLATFORM } from "./demonstration-keys";
import { replacePasswords, replacePins, selectPins, selectSharedPassword } from "./demonstration-sign-ins.sql";

/** Password and PIN with which the people of the demonstration sign in. */
export interface SignIns {
  /** Password of all people of the demonstration. */
  readonly password: string;
  /** PIN of all drivers of the demonstration. */
  readonly pin: string;
}
interface Settings {
  readonly dataDir: string;
  /** Password set by the operator; undefined: made for this installation at its first start, and kept. */
  readonly demonstrationPassword: string | undefined;
  readonly demonstrationPin: string | undefined;
}

export const readSignIns = ({ dataDir, demonstrationPassword, demonstrationPin }: Settings): SignIns => ({
  password: demonstrationPassword ?? readOrCreateSecret(join(dataDir, PASSWORD_FILE), makePassword),
  pin: demonstrationPin ?? readOrCreateSecret(join(dataDir, PIN_FILE), makePin),
});

/** Letters without characters that look alike. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const WORDS = 4;
const WORD_LETTERS = 5;

/** Makes a password of random characters in groups, about 99 bits: readable in a terminal, and not to be guessed. */
function makePassword(): string {
  const word = () => Array.from({ length: WORD_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return Array.from({ length: WORDS }, word).join("-");
}

function makePin(): string {
  const pin = String(randomInt(1_000_000)).padStart(6, "0");
  return findPinFault(pin) === undefined ? pin : makePin();
}

interface Giving {
  readonly signIns: SignIns;
  readonly pepper: string;
}

/**
 * Gives the people of the demonstration the password of this installation, in place of the public one of older
 * releases, or that of an earlier start. Their sessions end with it. Users who have chosen a password of their own keep
 * it, as long as most of the company have another one.
 */
export async function giveSignIns(db: Database, { signIns, pepper }: Giving) {
  for (const short_code of [...COMPANIES.map((company) => company.short_code), PLATFORM])
    await givePassword(db, demonstrationKey(short_code), signIns.password);
  for (const company of COMPANIES) await givePins(db, company, { signIns, pepper });
}

async function givePassword(db: Database, tenant_key: string, password: string) {
  const shared = await selectSharedPassword(db.system, tenant_key);
  if (shared === undefined || (await verifyPassword(shared.password_hash, password))) return;
  await replacePasswords(db.system, {
    ...shared,
    password_hash: await hashPassword(password),
    old: shared.password_hash,
  });
}

/** Gives drivers their PIN, unless the first driver has it already, who stands for all. */
async function givePins(db: Database, company: (typeof COMPANIES)[number], { signIns, pepper }: Giving) {
  const emails = accountsOf(company).drivers.map(({ email }) => email);
  const drivers = await selectPins(db.system, { tenant_key: demonstrationKey(company.short_code), emails });
  const [first] = drivers;
  if (first === undefined || (await isPinOfPerson(first, signIns.pin, pepper))) return;
  const pins = [];
  for (const { user_id } of drivers) pins.push({ user_id, pin_hash: await hashPin({ user_id }, signIns.pin, pepper) });
  await replacePins(db.system, { tenant_id: first.tenant_id, pins });
}
