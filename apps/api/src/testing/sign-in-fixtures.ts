/** Fixtures for tests of sign-in: people and phones of a tenant, and the messages that were sent to them. */
import type { Database } from "#platform/database/database";
import { hashPassword } from "#platform/access/password-hash";
import { sql } from "#platform/database/sql";
import { nextPhoneNumber, type TenantFixture } from "./fixtures";
import type { TestApi } from "./start-api";

export const testPassword = "sieben Störche über Linz";

export interface PersonOptions {
  readonly email?: string;
  readonly phone_number?: string;
  readonly password?: string;
  readonly blocked?: boolean;
}

export async function insertPerson(db: Database, tenant: TenantFixture, options: PersonOptions) {
  const passwordHash = options.password === undefined ? null : await hashPassword(options.password.normalize("NFKC"));
  const { id } = await db.system.one<{ id: string }>(sql`
    insert into users (tenant_id, email, phone_number, firstname, lastname, password_hash, blocked)
    values (${tenant.id}, ${options.email}, ${options.phone_number}, 'Hannelore', 'Obermoser', ${passwordHash}, ${options.blocked ?? false})
    returning id`);
  return id;
}

export const insertDeviceWithPhoneNumber = async (db: Database, tenant: TenantFixture, phone_number: string) =>
  db.systemTransaction(tenant.id, async (tx) => {
    const { id } = await tx.one<{ id: string }>(
      sql`insert into devices (tenant_id, phone_number) values (${tenant.id}, ${phone_number}) returning id`,
    );
    return id;
  });

export const readMessagesSentTo = (db: Database, tenant: TenantFixture, recipient: string) =>
  db.system.many<{ channel: string; body: string; subject: string | null }>(sql`
    select channel, body, subject from outbox_messages where tenant_id = ${tenant.id} and recipient = ${recipient} order by seq`);

/** A driver, and a phone that has signed in. */
export async function createDriverWithPhone(api: TestApi) {
  const tenant = await api.aTenant();
  const [phone_number, phoneOfDevice] = [nextPhoneNumber(), nextPhoneNumber()];
  const user_id = await insertPerson(api.db, tenant, { phone_number });
  const device_id = await insertDeviceWithPhoneNumber(api.db, tenant, phoneOfDevice);
  const caller = api.anonymous(tenant);
  await caller.authDevice({ phone_number: phoneOfDevice });
  const one_time_code = await readCodeSentTo(api.db, tenant, phoneOfDevice);
  const session = await caller.verifyDevice({ phone_number: phoneOfDevice, one_time_code });
  const { token: device_token, known_device_token } = session;
  return { tenant, caller, user_id, device_id, device_token, known_device_token, phone_number, phoneOfDevice };
}

/** Reads the code in the newest SMS to a number. */
export async function readCodeSentTo(db: Database, tenant: TenantFixture, phoneNumber: string): Promise<string> {
  const code = /\b\d{6}\b/.exec((await readMessagesSentTo(db, tenant, phoneNumber)).at(-1)?.body ?? "")?.[0];
  if (code === undefined) throw new Error(`No code was sent to ${phoneNumber}`);
  return code;
}

/** Reads the token in the newest mail to an address. */
export async function readLinkTokenSentTo(db: Database, tenant: TenantFixture, email: string): Promise<string> {
  const token = /token=([\w-]+)/.exec((await readMessagesSentTo(db, tenant, email)).at(-1)?.body ?? "")?.[1];
  if (token === undefined) throw new Error(`No link was sent to ${email}`);
  return token;
}

/** A code that differs from this one. */
export const createDifferentCode = (code: string) => (code === "000000" ? "000001" : "000000");
