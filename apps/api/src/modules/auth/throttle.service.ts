import type { Tx } from "#platform/database/database";
import type { SharedServices } from "#platform/http/handler";
import { problem } from "#platform/problem";
import { computeKeyedHash } from "#platform/access/secrets";
import {
  type RateLimitWindow,
  createCooldownLimits,
  recipientMessageLimits,
  tenantMessageLimits,
  computeRateLimitWaitSeconds,
} from "./allowance";
import { oneTimeCodeLimits } from "@leitstand/contract/people/sign-in-limits";
import type { ChallengePurpose } from "./challenges.sql";
import {
  type AuthCounterKey,
  removeAuthCounter,
  selectIsAuthCounterLocked,
  selectCountedRateLimitMoments,
  consumeRateLimitAllowance,
} from "./counters.sql";

/** Services that sign-in needs of the platform; helpers for other modules take the same. */
export type AuthServices = Pick<SharedServices, "db" | "clock" | "pepper" | "publicUrl">;

/** Services of what ends the sessions of a phone, and with them the pushes to the handset that had them. */
export interface DeviceSessionServices extends AuthServices {
  /** Removes a device's push token; handed in, because the module of devices depends on this one. */
  readonly removePushToken: (tx: Tx, device_id: string) => Promise<unknown>;
}

export type AttemptCounterScope = "CODE_FAILED" | "PASSWORD" | "PASSWORD_KNOWN_DEVICE" | "PASSWORD_NETWORK";

/** Keyed hash of a number, mailbox or network, the only form in which tables store them. */
export const hashIdentifierWithPepper = (
  { pepper }: Pick<SharedServices, "pepper">,
  kind: "number" | "email" | "network" | "device",
  value: string,
) => computeKeyedHash(pepper, "identifier", kind, value.toLowerCase());

export const createAuthCounterKey = (
  tenant_id: string,
  scope: AttemptCounterScope,
  identifier: string,
): AuthCounterKey => ({
  tenant_id,
  scope,
  identifier,
});

interface MessageSending {
  readonly purpose: ChallengePurpose;
  readonly identifier: string;
  readonly cooldownSeconds: number;
  /** Whether a message will really be sent; only those count towards what the tenant may send. */
  readonly isSent: boolean;
  readonly now: Date;
}

/** Admits a message to a known or unknown recipient: one in the cool-down, five an hour, twenty a day. Else 429. */
export async function consumeMessageAllowance(tx: Tx, sending: MessageSending) {
  const { purpose, identifier, cooldownSeconds, isSent, now } = sending;
  const admit = async (scope: string, whose: string, windows: readonly RateLimitWindow[]) => {
    const key = { tenant_id: tx.tenantId, scope, identifier: whose };
    if (await consumeRateLimitAllowance(tx, key, { windows, now })) return;
    const retry_after = computeRateLimitWaitSeconds(await selectCountedRateLimitMoments(tx, key), windows, now);
    throw problem("MESSAGE_COOLDOWN_ACTIVE", { retry_after });
  };
  await admit(`COOLDOWN_${purpose}`, identifier, createCooldownLimits(cooldownSeconds));
  await admit("RECIPIENT", identifier, recipientMessageLimits);
  if (isSent) await admit("TENANT_MESSAGES", "", tenantMessageLimits);
}

/** Refuses a number on which too many codes were guessed, until a dispatcher frees it. */
export async function refuseLockedPhoneNumber(tx: Tx, key: AuthCounterKey) {
  if (await selectIsAuthCounterLocked(tx, key))
    throw problem("AUTH_ATTEMPTS_EXCEEDED", { retry_after: oneTimeCodeLimits.lockedRetrySeconds });
}

/**
 * Frees a person or phone that failures have locked out, on behalf of a user with the grant: forgets the counted
 * failures.
 */
export async function clearSignInLockouts(
  tx: Tx,
  services: Pick<SharedServices, "pepper">,
  { email, phone_number }: { email?: string | null; phone_number?: string | null },
) {
  if (email)
    await removeAuthCounter(
      tx,
      createAuthCounterKey(tx.tenantId, "PASSWORD", hashIdentifierWithPepper(services, "email", email)),
    );
  if (phone_number)
    await removeAuthCounter(
      tx,
      createAuthCounterKey(tx.tenantId, "CODE_FAILED", hashIdentifierWithPepper(services, "number", phone_number)),
    );
}
