/**
 * Tokens of devices on which a person has signed in before: signed, not stored. They open nothing. One seal covers the
 * person's present password, by which a sign-in recognizes the device; the other one needs no look-up, and names the
 * person whose rate limit counts. The token of a driver's phone names the phone itself instead of a person.
 */
import { knownDeviceTokenSeconds } from "@leitstand/contract/people/sign-in-limits";
import { areSecretsEqual, computeKeyedHash, createRandomSecret } from "./secrets";

/** Open part of a token, which its seals cover. */
export interface KnownDeviceTokenContent {
  readonly tenantId: string;
  /** End of the token's validity in seconds since 1970. */
  readonly until: number;
  /** Random name of a known device, part of its token. */
  readonly nonce: string;
}
interface DeviceOwner {
  readonly id: string;
  readonly password_hash: string | null;
}

const ownerSealOf = (
  pepper: string,
  { tenantId, until, nonce }: KnownDeviceTokenContent,
  { id, password_hash }: DeviceOwner,
) => computeKeyedHash(pepper, "known device", tenantId, id, password_hash ?? "", String(until), nonce);

/** Hash that identifies a person without revealing their id. */
const callerHashOf = (pepper: string, tenantId: string, { id }: DeviceOwner) =>
  computeKeyedHash(pepper, "known caller", tenantId, id);
const callerSealOf = (pepper: string, { tenantId, until, nonce }: KnownDeviceTokenContent, caller: string) =>
  computeKeyedHash(pepper, "known caller of a device", tenantId, caller, String(until), nonce);

export function encodeKnownDeviceToken(pepper: string, stamp: KnownDeviceTokenContent, owner: DeviceOwner): string {
  const caller = callerHashOf(pepper, stamp.tenantId, owner);
  return [
    stamp.until,
    stamp.nonce,
    caller,
    callerSealOf(pepper, stamp, caller),
    ownerSealOf(pepper, stamp, owner),
  ].join(".");
}

/**
 * The token of a device that has just signed in, bound to tenant and owner. A person's is bound to the present password as well: a new
 * one makes all devices of that person strangers. A phone has no password, so that its token holds until it runs out.
 */
export function issueKnownDeviceToken(
  pepper: string,
  { tenantId, now }: { tenantId: string; now: Date },
  owner: DeviceOwner,
) {
  const until = Math.floor(now.getTime() / 1000) + knownDeviceTokenSeconds;
  return encodeKnownDeviceToken(pepper, { tenantId, until, nonce: createRandomSecret() }, owner);
}

interface DeviceTokenReading {
  readonly tenantId: string;
  readonly token: string;
  readonly now: Date;
}

/** The name of the device, when the token is genuine, not too old, and made for this person with the present password. */
export function verifyKnownDeviceOfOwner(
  pepper: string,
  reading: DeviceTokenReading,
  owner: DeviceOwner,
): string | undefined {
  const { stamp, seal } = tokenPartsOf(reading);
  return areSecretsEqual(seal, ownerSealOf(pepper, stamp, owner)) && isStillValid(stamp, reading.now)
    ? stamp.nonce
    : undefined;
}

/** The name of the person whose device it is, or of the phone; undefined for a token that is forged, too old, or of a release before. All devices of a person have one name. */
export function readOwnerOfKnownDevice(pepper: string, reading: DeviceTokenReading): string | undefined {
  const { stamp, caller, callerSeal } = tokenPartsOf(reading);
  const isGenuine = areSecretsEqual(callerSeal, callerSealOf(pepper, stamp, caller));
  return isGenuine && isStillValid(stamp, reading.now) ? caller : undefined;
}

const isStillValid = ({ until }: KnownDeviceTokenContent, now: Date) => until * 1000 > now.getTime();

/** Tokens of earlier releases have three parts: end of validity, name of the device, seal. */
function tokenPartsOf({ tenantId, token }: DeviceTokenReading) {
  const parts = token.split(".");
  const [until = "", nonce = "", caller = "", callerSeal = ""] = parts;
  return { stamp: { tenantId, until: Number(until), nonce }, caller, callerSeal, seal: parts.at(-1) ?? "" };
}
