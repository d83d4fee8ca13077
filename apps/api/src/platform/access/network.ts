/** Prefix of an address that identifies a place, but not a single household. */
export function ipAddressPrefix(ip: string): string {
  const network = networkOfIpAddress(ip);
  return network.includes(":")
    ? `${network.split(":").slice(0, 3).join(":")}::/48`
    : `${network.split(".").slice(0, 3).join(".")}.0/24`;
}

/**
 * Network of an address, as rate limits count it: an IPv4 address, which a depot shares, or the /64 of IPv6 that a
 * customer owns.
 */
export function networkOfIpAddress(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined || !ip.includes(":")) return mapped ?? ip;
  const [head = "", tail] = ip.split("::");
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(zeros).fill("0"), ...right].slice(0, 4).join(":");
}
