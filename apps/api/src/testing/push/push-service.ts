import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** One push as the push service received it. */
export interface ReceivedPush {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: Buffer;
}

/** Starts a push service on this machine: accepts all pushes, and answers as the test sets it. */
export async function startPushService() {
  const received: ReceivedPush[] = [];
  const service = { received, status: 201, origin: "" };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ path: request.url ?? "", headers: request.headers, raw: Buffer.concat(chunks) });
      response.writeHead(service.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  service.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}

/** A browser that has subscribed: the receiving side of RFC 8291. */
export class SubscribedBrowser {
  private readonly keys: ECDH = createECDH("prime256v1");
  private readonly secret = randomBytes(16);
  private readonly publicKey: Buffer;

  constructor() {
    this.publicKey = this.keys.generateKeys();
  }

  subscription = (endpoint: string) => ({
    endpoint,
    p256dh: this.publicKey.toString("base64url"),
    auth: this.secret.toString("base64url"),
  });

  /** Decrypts a push; throws when it was encrypted for another browser. */
  read({ raw }: ReceivedPush): unknown {
    const salt = raw.subarray(0, 16);
    const keyLength = raw[20] as number;
    const sender = raw.subarray(21, 21 + keyLength);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.publicKey, sender]);
    const shared = deriveKey(this.keys.computeSecret(sender), { salt: this.secret, info, length: 32 });
    const key = deriveKey(shared, { salt, info: Buffer.from("Content-Encoding: aes128gcm\0"), length: 16 });
    const nonce = deriveKey(shared, { salt, info: Buffer.from("Content-Encoding: nonce\0"), length: 12 });
    const sealed = raw.subarray(21 + keyLength);
    const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString("utf8"));
  }
}

const deriveKey = (secret: Buffer, { salt, info, length }: { salt: Buffer; info: Buffer; length: number }) =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, length));

/**
 * Sender of a push message, as a push service verifies it (RFC 8292): the claims of a token that the named key has
 * signed.
 */
export function verifyPushSender({ headers }: ReceivedPush) {
  const [, token = "", key = ""] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? "") ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, "base64url").toString("utf8")) as Record<string, unknown>;
  return { key, isSigned, aud, exp, sub };
}
