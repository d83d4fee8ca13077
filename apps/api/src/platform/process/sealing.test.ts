import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SecretSealer } from "./sealing";

const FIRST_KEY = { number: 1, secret: "the first secret of this installation" };
const SECOND_KEY = { number: 2, secret: "the second secret of this installation" };
const CANNOT_OPEN = "does not open";
const SIGNING_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

describe("sealed values", () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "leitstand-sealing-"));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it("a sealed value begins with the number of its key, and is opened by that key", () => {
    const sealing = new SecretSealer([SECOND_KEY], dataDir);
    const sealed = sealing.seal(SIGNING_SECRET, "webhook", "tenant-1", "id-1");
    expect(sealed[0]).toBe(2);
    expect(sealed.includes(SIGNING_SECRET)).toBe(false);
    expect(sealing.open(sealed, "webhook", "tenant-1", "id-1")).toBe(SIGNING_SECRET);
    expect(existsSync(join(dataDir, "sealing-key"))).toBe(false);
  });

  it("the same value is sealed differently each time", () => {
    const sealing = new SecretSealer([FIRST_KEY], dataDir);
    expect(sealing.seal(SIGNING_SECRET).equals(sealing.seal(SIGNING_SECRET))).toBe(false);
  });

  it("a sealed value cannot be opened in another tenant's row", () => {
    const sealing = new SecretSealer([FIRST_KEY], dataDir);
    const sealed = sealing.seal(SIGNING_SECRET, "webhook", "tenant-1", "id-1");
    expect(() => sealing.open(sealed, "webhook", "tenant-2", "id-1")).toThrow(CANNOT_OPEN);
    expect(() => sealing.open(sealed, "webhook", "tenant-1id-1")).toThrow(CANNOT_OPEN);
  });

  it("a sealed value cannot be opened when a single bit has changed or the end is missing", () => {
    const sealing = new SecretSealer([FIRST_KEY, SECOND_KEY], dataDir);
    const sealed = sealing.seal(SIGNING_SECRET);
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 3;
      expect(() => sealing.open(changed), `byte ${at}`).toThrow(at === 0 ? /does not open|has no key/ : CANNOT_OPEN);
      expect(() => sealing.open(sealed.subarray(0, at)), `${at} bytes`).toThrow(CANNOT_OPEN);
    }
  });

  it("a value sealed by an older key can be opened as long as that key is configured, and the first key seals", () => {
    const before = new SecretSealer([FIRST_KEY], dataDir).seal(SIGNING_SECRET);
    const sealing = new SecretSealer([SECOND_KEY, FIRST_KEY], dataDir);
    expect(sealing.open(before)).toBe(SIGNING_SECRET);
    expect(sealing.seal(SIGNING_SECRET)[0]).toBe(2);
    expect(() => new SecretSealer([SECOND_KEY], dataDir).open(before)).toThrow("SEALING_KEY has no key 1");
  });

  it("values are sealed by a key of DATA_DIR where none is configured, and can still be opened once one is", () => {
    const sealed = new SecretSealer([], dataDir).seal(SIGNING_SECRET);
    expect(sealed[0]).toBe(0);
    expect(statSync(join(dataDir, "sealing-key")).mode & 0o777).toBe(0o600);
    expect(new SecretSealer([], dataDir).open(sealed)).toBe(SIGNING_SECRET);
    expect(new SecretSealer([FIRST_KEY], dataDir).open(sealed)).toBe(SIGNING_SECRET);
  });
});
