import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Sealing } from "./sealing";

const ONE = { number: 1, secret: "the first secret of this installation" };
const TWO = { number: 2, secret: "the second secret of this installation" };
const SEALED = "does not open";
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

describe("sealed values", () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "leitstand-sealing-"));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it("opens a value by the key it was sealed with, whose number it begins with", () => {
    const sealing = new Sealing([TWO], dataDir);
    const sealed = sealing.seal(SECRET, "webhook", "tenant-1", "id-1");
    expect(sealed[0]).toBe(2);
    expect(sealed.includes(SECRET)).toBe(false);
    expect(sealing.open(sealed, "webhook", "tenant-1", "id-1")).toBe(SECRET);
    expect(existsSync(join(dataDir, "sealing-key"))).toBe(false);
  });

  it("seals the same value differently each time", () => {
    const sealing = new Sealing([ONE], dataDir);
    expect(sealing.seal(SECRET).equals(sealing.seal(SECRET))).toBe(false);
  });

  it("does not open a sealed value in another tenant's row", () => {
    const sealing = new Sealing([ONE], dataDir);
    const sealed = sealing.seal(SECRET, "webhook", "tenant-1", "id-1");
    expect(() => sealing.open(sealed, "webhook", "tenant-2", "id-1")).toThrow(SEALED);
    expect(() => sealing.open(sealed, "webhook", "tenant-1id-1")).toThrow(SEALED);
  });

  it("does not open a sealed value of which a single bit has changed or the end is missing", () => {
    const sealing = new Sealing([ONE, TWO], dataDir);
    const sealed = sealing.seal(SECRET);
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 3;
      expect(() => sealing.open(changed), `byte ${at}`).toThrow(at === 0 ? /does not open|has no key/ : SEALED);
      expect(() => sealing.open(sealed.subarray(0, at)), `${at} bytes`).toThrow(SEALED);
    }
  });

  it("opens a value sealed by an older key as long as that is named, and seals by the first one", () => {
    const before = new Sealing([ONE], dataDir).seal(SECRET);
    const sealing = new Sealing([TWO, ONE], dataDir);
    expect(sealing.open(before)).toBe(SECRET);
    expect(sealing.seal(SECRET)[0]).toBe(2);
    expect(() => new Sealing([TWO], dataDir).open(before)).toThrow("SEALING_KEY has no key 1");
  });

  it("seals by a key of DATA_DIR where none is named, and still opens its values once one is", () => {
    const sealed = new Sealing([], dataDir).seal(SECRET);
    expect(sealed[0]).toBe(0);
    expect(statSync(join(dataDir, "sealing-key")).mode & 0o777).toBe(0o600);
    expect(new Sealing([], dataDir).open(sealed)).toBe(SECRET);
    expect(new Sealing([ONE], dataDir).open(sealed)).toBe(SECRET);
  });
});
