import { describe, expect, it } from "vitest";
import { encodeKnownDeviceToken, readOwnerOfKnownDevice, verifyKnownDeviceOfOwner } from "./known-device";

const testPepper = "a pepper of more than thirty-two characters";
const validUntil = Date.parse("2027-02-15T10:00:00Z") / 1000;
const deviceStamp = { tenantId: "tenant", until: validUntil, nonce: "a-device" };
const deviceOwner = { id: "anna", password_hash: "of Anna" };
const signInTime = new Date("2026-11-17T10:00:00Z");
const deviceToken = encodeKnownDeviceToken(testPepper, deviceStamp, deviceOwner);
const tokenReading = { tenantId: "tenant", token: deviceToken, now: signInTime };

describe("token of a known device", () => {
  it("a device token identifies the device when its owner signs in, but not for other people or after a password change", () => {
    expect(verifyKnownDeviceOfOwner(testPepper, tokenReading, deviceOwner)).toBe("a-device");
    expect(verifyKnownDeviceOfOwner(testPepper, tokenReading, { ...deviceOwner, id: "bert" })).toBeUndefined();
    expect(
      verifyKnownDeviceOfOwner(testPepper, tokenReading, { ...deviceOwner, password_hash: "a new one" }),
    ).toBeUndefined();
    expect(verifyKnownDeviceOfOwner(testPepper, { ...tokenReading, tenantId: "other" }, deviceOwner)).toBeUndefined();
  });

  it("a device token yields a caller key without a database query, which is the same for all devices of a person and different for others", () => {
    const caller = readOwnerOfKnownDevice(testPepper, tokenReading);
    expect(caller).toBeDefined();
    expect(deviceToken).not.toContain(deviceOwner.id);
    const tokenOf = (nonce: string, owner: typeof deviceOwner) =>
      encodeKnownDeviceToken(testPepper, { ...deviceStamp, nonce }, owner);
    expect(readOwnerOfKnownDevice(testPepper, { ...tokenReading, token: tokenOf("another-device", deviceOwner) })).toBe(
      caller,
    );
    expect(
      readOwnerOfKnownDevice(testPepper, {
        ...tokenReading,
        token: tokenOf("a-device", { ...deviceOwner, id: "bert" }),
      }),
    ).not.toBe(caller);
  });

  it("a device token is refused when a part was changed, when its tenant or pepper is another, or when it has expired", () => {
    const parts = deviceToken.split(".");
    for (const [at, part] of parts.slice(0, 4).entries()) {
      const forged = parts.with(at, at === 0 ? String(Number(part) + 1) : `${part}x`).join(".");
      expect([at, readOwnerOfKnownDevice(testPepper, { ...tokenReading, token: forged })]).toEqual([at, undefined]);
    }
    expect(readOwnerOfKnownDevice(testPepper, { ...tokenReading, tenantId: "other" })).toBeUndefined();
    expect(readOwnerOfKnownDevice(`${testPepper}.`, tokenReading)).toBeUndefined();
    const late = new Date(validUntil * 1000);
    expect(readOwnerOfKnownDevice(testPepper, { ...tokenReading, now: late })).toBeUndefined();
    expect(verifyKnownDeviceOfOwner(testPepper, { ...tokenReading, now: late }, deviceOwner)).toBeUndefined();
  });

  it("a device token of an earlier release still identifies the device, but yields no caller key", () => {
    const parts = deviceToken.split(".");
    const before = [parts[0], parts[1], parts.at(-1)].join(".");
    expect(verifyKnownDeviceOfOwner(testPepper, { ...tokenReading, token: before }, deviceOwner)).toBe("a-device");
    expect(readOwnerOfKnownDevice(testPepper, { ...tokenReading, token: before })).toBeUndefined();
  });
});
