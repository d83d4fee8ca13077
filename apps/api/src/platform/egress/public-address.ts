import ipaddr from "ipaddr.js";

/** Range that IANA has assigned to hosts; an address outside of it, such as ::127.0.0.1, is not public. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** Public address that Azure uses for the metadata of its own machines. */
const AZURE_METADATA_ADDRESS = "168.63.129.16";

/**
 * Whether an address belongs to a host on the Internet: none of loopback, private, link-local, shared by a carrier, reserved, for
 * examples, multicast, and none that carries an IPv4 address inside (mapped, 6to4, Teredo, NAT64).
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast" || address.toString() === AZURE_METADATA_ADDRESS) return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}

/**
 * Compares addresses however they are written; what stands behind a firewall must not be reached by way of the
 * machine's own address.
 */
export const isAddressAmong = (address: string, own: readonly string[]) =>
  own.some((each) => isSameAddress(address, each));

const isSameAddress = (one: string, other: string) =>
  ipaddr.isValid(one) &&
  ipaddr.isValid(other) &&
  ipaddr.process(one).toNormalizedString() === ipaddr.process(other).toNormalizedString();
