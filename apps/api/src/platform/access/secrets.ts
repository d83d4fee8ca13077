import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";

/** 256 random bits for links and tokens that travel once, as 43 characters of base64url. */
export const createRandomSecret = () => randomBytes(32).toString("base64url");

/** Six digits from the system's generator, each as likely as any other. */
export const createSixDigitCode = () => String(randomInt(1_000_000)).padStart(6, "0");

/** Plain hash that suffices for secrets of 256 random bits: they cannot be guessed. */
export const hashRandomSecret = (secret: string) => createHash("sha256").update(secret).digest("hex");

/** A keyed hash of several parts: names a mailbox or a number in tables without telling it, or signs. */
export const computeKeyedHash = (key: string, ...parts: readonly string[]) =>
  createHmac("sha256", key).update(JSON.stringify(parts)).digest("base64url");

/** Compares secrets in the same time, whether they are equal or not. */
export function areSecretsEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
