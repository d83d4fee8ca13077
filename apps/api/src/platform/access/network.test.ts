import { describe, expect, it } from "vitest";
import { ipAddressPrefix } from "./network";

describe("network of an address", () => {
  it.each([
    ["203.0.113.77", "203.0.113.0/24"],
    ["::ffff:203.0.113.77", "203.0.113.0/24"],
    ["2001:db8:12:34:56:78:9a:bc", "2001:db8:12::/48"],
    ["2001:db8::1", "2001:db8:0::/48"],
    ["::1", "0:0:0::/48"],
  ])("the address %s belongs to the network %s for rate limits", (address, prefix) => {
    expect(ipAddressPrefix(address)).toBe(prefix);
  });
});
