import type { Tx } from "#platform/database/database";
import type { Services } from "#platform/http/handler";
import { problem } from "#platform/problem";
import { keyedHash } from "#platform/access/secrets";
import { type AllowanceWindow, cooldownWindows, recipientWindows, tenantWindows, waitSecondsOf } from "./allowance";
import { codeLimits } from "@leitstand/contract/people/sign-in-limits";
import type { Purpose } from "./challenges.sql";
import { type CounterKey, removeCounter, selectIsLocked, selectRecent, takeAllowance } from "./counters.sql";

/** Services that sign-in needs of the platform; helpers for other modules take the same. */
export type AuthServices = Pick<Services, "db" | "clock" | "pepper" | "publicUrl">;

export type CounterScope = "CODE_FAILED" | "PASSWORD" | "PASSWORD_KNOWN_DEVICE" | "PASSWORD_NETWORK";

/** Keyed hash of a number, mailbox or network, the only form in which tables store them. */
export const identifierOf = (
  { pepper }: Pick<Services, "pepper">,
  kind: "number" | "email" | "network" | "device",
  value: string,
) => keyedHash(pepper, "identifier", kind, value.toLowerCase());

export const counterOf = (tenant_id: string, scope: CounterScope, identifier: string): CounterKey => ({
  tenant_id,
  scope,
  identifier,
});

interface Sending {
  readonly purpose: Purpose;
  readonly identifier: string;
  readonly cooldownSeconds: number;
  /** Whether a message will really be sent; only those count towards what the tenant may send. */
  readonly isSent: boolean;
  readonly now: Date;
}

/** Admits a message to a known or unknown recipient: one in the cool-down, five an hour, twenty a day. Else 429. */
export async function admitSending(tx: Tx, sending: Sending) {
  const { purpose, identifier, cooldownSeconds, isSent, now } = sending;
  const admit = async (scope: string, whose: string, windows: readonly AllowanceWindow[]) => {
    const key = { tenant_id: tx.tenantId, scope, identifier: whose };
    if (await takeAllowance(tx, key, { windows, now })) return;
    const retry_after = waitSecondsOf(await selectRecent(tx, key), windows, now);
    throw problem("MESSAGE_COOLDOWN_ACTIVE", { retry_after });
  };
  await admit(`COOLDOWN_${purpose}`, identifier, cooldownWindows(cooldownSeconds));
  await admit("RECIPIENT", identifier, recipientWindows);
  if (isSent) await admit("TENANT_MESSAGES", "", tenantWindows);
}

/** Refuses a number on which too many codes were guessed, until a dispatcher frees it. */
export async function refuseLocked(tx: Tx, key: CounterKey) {
  if (await selectIsLocked(tx, key))
    throw problem("AUTH_ATTEMPTS_EXCEEDED", { retry_after: codeLimits.lockedRetrySeconds });
}

/**
 * Frees a person or phone that failures have locked out, on behalf of a user with the grant: forgets the counted
 * failures.
 */
export async function clearLockouts(
  tx: Tx,
  services: Pick<Services, "pepper">,
  { email, phone_number }: { email?: string | null; phone_number?: string | null },
) {
  if (email) await removeCounter(tx, counterOf(tx.tenantId, "PASSWORD", identifierOf(services, "email", email)));
  if (phone_number)
    await removeCounter(tx, counterOf(tx.tenantId, "CODE_FAILED", identifierOf(services, "number", phone_number)));
}
