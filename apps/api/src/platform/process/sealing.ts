import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { readOrCreateSecret } from "./secret-file";

/** Key of the operator: its number precedes everything that it has sealed. */
export interface SealingKey {
  readonly number: number;
  readonly secret: string;
}

/** Number of the key that is kept in DATA_DIR; those of SEALING_KEY count from 1. */
const STORED_KEY_NUMBER = 0;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals secrets of tenants that the server itself has to read again, such as signing keys, by AES-256-GCM, so that
 * neither the database nor a copy of it reveals them. A sealed value opens only at its place: the parts that name its
 * kind and its owner.
 *
 * Layout: 1 byte number of the key, 12 bytes nonce, 16 bytes tag, then the text.
 */
export class SecretSealer {
  private readonly keys = new Map<number, Buffer>();
  private readonly current: number;

  /**
   * The first of the keys seals, all of them open; without any, one that is kept in `dataDir` and made when needed does
   * both.
   */
  constructor(
    keys: readonly SealingKey[],
    private readonly dataDir: string,
  ) {
    for (const { number, secret } of keys) this.keys.set(number, deriveKey(secret));
    this.current = keys[0]?.number ?? STORED_KEY_NUMBER;
  }

  seal(text: string, ...place: readonly string[]): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv("aes-256-gcm", this.key(this.current), nonce).setAAD(
      additionalDataOf(this.current, place),
    );
    const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return Buffer.concat([Buffer.of(this.current), nonce, cipher.getAuthTag(), sealed]);
  }

  /**
   * Opens a sealed value; throws when it was sealed for another place, changed since, or its key is no longer there.
   */
  open(sealed: Buffer, ...place: readonly string[]): string {
    const number = sealed[0] ?? STORED_KEY_NUMBER;
    const key = this.key(number);
    const rest = sealed.subarray(1);
    const nonce = rest.subarray(0, NONCE_BYTES);
    const tag = rest.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    try {
      const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(additionalDataOf(number, place)).setAuthTag(tag);
      const text = decipher.update(rest.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString("utf8");
    } catch {
      throw new Error(`A sealed value does not open as ${place.join(" ")}`);
    }
  }

  private key(number: number): Buffer {
    const known = this.keys.get(number);
    if (known !== undefined) return known;
    if (number !== STORED_KEY_NUMBER)
      throw new Error(`SEALING_KEY has no key ${number}, by which a stored secret is sealed`);
    const kept = deriveKey(readOrCreateSecret(join(this.dataDir, "sealing-key")));
    this.keys.set(STORED_KEY_NUMBER, kept);
    return kept;
  }
}

/** Key from a secret: those are long and random, so that a plain hash of them is as good a key. */
const deriveKey = (secret: string) => createHash("sha256").update("leitstand sealing\0").update(secret).digest();

const additionalDataOf = (number: number, place: readonly string[]) => Buffer.from(JSON.stringify([number, ...place]));
