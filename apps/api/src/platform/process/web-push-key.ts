import { createECDH } from "node:crypto";
import { join } from "node:path";
import { readOrCreateSecret } from "./secret-file";

/**
 * Key by which push services know this installation (VAPID, RFC 8292): browsers subscribe to its public half, so that a
 * new one would cut all phones off. Made when it is first asked for; the kept secret of 32 bytes is the private half on
 * the curve P-256.
 */
export class WebPushKey {
  private known: { readonly privateKey: string; readonly publicKey: string } | undefined;

  constructor(private readonly dataDir: string) {}

  get pair() {
    this.known ??= keyPairOf(readOrCreateSecret(join(this.dataDir, "web-push-key")));
    return this.known;
  }
}

function keyPairOf(privateKey: string) {
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(privateKey, "base64url");
  return { privateKey, publicKey: curve.getPublicKey("base64url") };
}
