import { createHash, randomBytes } from "node:crypto";
import type { TokenKind } from "@leitstand/contract/operation/operation";

const TOKEN_PREFIXES: Readonly<Record<TokenKind, string>> = { DEVICE: "dsp_d_", USER: "dsp_u_", SERVICE: "dsp_s_" };
/**
 * Form of a token: prefix, 43 characters of base64url (256 bit), and six of a checksum, so that scanners for leaked
 * secrets recognize it.
 */
const TOKEN_PATTERN = /^dsp_[dus]_([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{6})$/;

export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();
const tokenChecksum = (body: string) =>
  createHash("sha256").update(`leitstand:${body}`).digest("base64url").slice(0, 6);

/** A new bearer token. Only its hash is ever stored; the token itself is shown once. */
export function createToken(kind: TokenKind): { token: string; hash: Buffer } {
  const token = tokenFromBytes(kind, randomBytes(32));
  return { token, hash: hashToken(token) };
}

/** Encodes 32 random bytes as a bearer token. */
export function tokenFromBytes(kind: TokenKind, bytes: Buffer): string {
  const body = TOKEN_PREFIXES[kind] + bytes.toString("base64url");
  return body + tokenChecksum(body);
}

/** Whether a text has the form and checksum of a token; truncated or mistyped tokens never reach the database. */
export function isWellFormedToken(text: string): boolean {
  return TOKEN_PATTERN.test(text) && tokenChecksum(text.slice(0, -6)) === text.slice(-6);
}
