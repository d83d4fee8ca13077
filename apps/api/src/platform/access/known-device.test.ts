import { describe, expect, it } from "vitest";
import { knownDeviceToken, readCaller, readDevice } from "./known-device";

const pepper = "a pepper of more than thirty-two characters";
const until = Date.parse("2027-02-15T10:00:00Z") / 1000;
const stamp = { tenantId: "tenant", until, nonce: "a-device" };
const anna = { id: "anna", password_hash: "of Anna" };
const now = new Date("2026-11-17T10:00:00Z");
const token = knownDeviceToken(pepper, stamp, anna);
const reading = { tenantId: "tenant", token, now };

describe("token of a known device", () => {
  it("names the device to a sign-in of its person, and nothing to one of another person or with another password", () => {
    expect(readDevice(pepper, reading, anna)).toBe("a-device");
    expect(readDevice(pepper, reading, { ...anna, id: "bert" })).toBeUndefined();
    expect(readDevice(pepper, reading, { ...anna, password_hash: "a new one" })).toBeUndefined();
    expect(readDevice(pepper, { ...reading, tenantId: "other" }, anna)).toBeUndefined();
  });

  it("lets a device token name its person without a look-up, alike for all devices of the person and differently from others", () => {
    const caller = readCaller(pepper, reading);
    expect(caller).toBeDefined();
    expect(token).not.toContain(anna.id);
    const tokenOf = (nonce: string, owner: typeof anna) => knownDeviceToken(pepper, { ...stamp, nonce }, owner);
    expect(readCaller(pepper, { ...reading, token: tokenOf("another-device", anna) })).toBe(caller);
    expect(readCaller(pepper, { ...reading, token: tokenOf("a-device", { ...anna, id: "bert" }) })).not.toBe(caller);
  });

  it("refuses a device token that was changed in any part, comes from another tenant or another pepper, or has expired", () => {
    const parts = token.split(".");
    for (const [at, part] of parts.slice(0, 4).entries()) {
      const forged = parts.with(at, at === 0 ? String(Number(part) + 1) : `${part}x`).join(".");
      expect([at, readCaller(pepper, { ...reading, token: forged })]).toEqual([at, undefined]);
    }
    expect(readCaller(pepper, { ...reading, tenantId: "other" })).toBeUndefined();
    expect(readCaller(`${pepper}.`, reading)).toBeUndefined();
    const late = new Date(until * 1000);
    expect(readCaller(pepper, { ...reading, now: late })).toBeUndefined();
    expect(readDevice(pepper, { ...reading, now: late }, anna)).toBeUndefined();
  });

  it("still reads the device, and no bucket, from a device token of earlier releases", () => {
    const parts = token.split(".");
    const before = [parts[0], parts[1], parts.at(-1)].join(".");
    expect(readDevice(pepper, { ...reading, token: before }, anna)).toBe("a-device");
    expect(readCaller(pepper, { ...reading, token: before })).toBeUndefined();
  });
});
