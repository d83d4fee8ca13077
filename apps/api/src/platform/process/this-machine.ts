import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv4 } from "node:net";

/**
 * Names that lead to this machine whatever name server is asked, as an address or a `Host` header has them. A site that lets
 * its own name lead here (DNS rebinding) is told apart by that name.
 */
export function isThisMachine(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/^\[(.*)\]$/, "$1");
  return (
    name === "localhost" || name.endsWith(".localhost") || name === "::1" || (isIPv4(name) && name.startsWith("127."))
  );
}

const HOST_HEADER = /^(\[[\da-f:]+\]|[^:[\]]+)(?::\d{1,5})?$/i;
/** Headers that proxies add to what they pass on; a browser or `curl` on this machine sends none of them. */
const FORWARDING = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
  "x-forwarded-server",
  "x-real-ip",
  "x-client-ip",
  "true-client-ip",
  "cf-connecting-ip",
] as const;

/** Networks that cannot be reached from the Internet. */
const nearby = new BlockList();
for (const [network, prefix] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
] as const)
  nearby.addSubnet(network, prefix, "ipv4");
nearby.addAddress("::1", "ipv6");
nearby.addSubnet("fc00::", 7, "ipv6");
nearby.addSubnet("fe80::", 10, "ipv6");

const isNearby = (address: string) => isIP(address) > 0 && nearby.check(address, isIPv4(address) ? "ipv4" : "ipv6");

/**
 * Whether a request was made to this machine by its own name, straight and from nearby: all that a demonstration answers,
 * because all its people have one password.
 */
export function isMeantForThisMachine({
  headers,
  socket,
  url,
}: Pick<IncomingMessage, "headers" | "socket" | "url">): boolean {
  const name = HOST_HEADER.exec(headers.host ?? "")?.[1];
  if (name === undefined || !isThisMachine(name)) return false;
  const target = hostOfTarget(url ?? "");
  if (target !== undefined && !isThisMachine(target)) return false;
  if (FORWARDING.some((header) => headers[header] !== undefined)) return false;
  return isNearby((socket.remoteAddress ?? "").replace(/^::ffff:/i, "").replace(/%.*$/, ""));
}

/**
 * Host that a request target names itself, which counts as `Host` does (RFC 9112, section 3.2.2); undefined for a path.
 */
function hostOfTarget(target: string): string | undefined {
  if (target.startsWith("/") || target === "*") return undefined;
  return URL.canParse(target) ? new URL(target).hostname : "";
}
