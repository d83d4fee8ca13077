import { randomInt } from "node:crypto";
import { join } from "node:path";
import { COMPANIES } from "@leitstand/scenario/companies";
import { accountsOf } from "@leitstand/scenario/staff";
import { findPinFault, hashPin, isPinOf } from "#modules/auth/index";
import { hashPassword, verifyPassword } from "#platform/access/password-hash";
import type { Database } from "#platform/database/database";
import { readOrCreateSecret } from "#platform/process/secret-file";
import { demonstrationKey, PASSWORD_FILE, PIN_FILE, PLATFORM } from "./demonstration-keys";
import { replacePasswords, replacePins, selectPins, selectSharedPassword } from "./demonstration-sign-ins.sql";

/** The password and the PIN that the people of the demonstration sign in with. */
export interface SignIns {
  /** The same for all people. */
  readonly password: string;
  /** The same for all drivers. */
  readonly pin: string;
}
interface Settings {
  readonly dataDir: string;
  /** Set by the operator; undefined: made for this installation at its first start, and kept. */
  readonly demonstrationPassword: string | undefined;
  readonly demonstrationPin: string | undefined;
}

export const readSignIns = ({ dataDir, demonstrationPassword, demonstrationPin }: Settings): SignIns => ({
  password: demonstrationPassword ?? readOrCreateSecret(join(dataDir, PASSWORD_FILE), makePassword),
  pin: demonstrationPin ?? readOrCreateSecret(join(dataDir, PIN_FILE), makePin),
});

/** Without characters that are taken for one another. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const WORDS = 4;
const WORD_LETTERS = 5;

/** Random characters in groups, about 99 bits: to be read from a terminal, and never guessed. */
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
 * Gives the people of the demonstration what this installation has them sign in with, in place of what they had: the public password
 * of older releases, or that of an earlier start. Their sessions end with it. Who has chosen a password of their own keeps it, as long
 * as most of the company have another one.
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

/** The first driver says for all whether they have it. */
async function givePins(db: Database, company: (typeof COMPANIES)[number], { signIns, pepper }: Giving) {
  const emails = accountsOf(company).drivers.map(({ email }) => email);
  const drivers = await selectPins(db.system, { tenant_key: demonstrationKey(company.short_code), emails });
  const [first] = drivers;
  if (first === undefined || (await isPinOf(first, signIns.pin, pepper))) return;
  const pins = [];
  for (const { user_id } of drivers) pins.push({ user_id, pin_hash: await hashPin({ user_id }, signIns.pin, pepper) });
  await replacePins(db.system, { tenant_id: first.tenant_id, pins });
}
