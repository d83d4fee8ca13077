import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv4 } from "node:net";

/** Whether a host name leads to this machine whatever name server is asked, as an address or a `Host` header has it. */
export function isLocalHostName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/^\[(.*)\]$/, "$1");
  return (
    name === "localhost" || name.endsWith(".localhost") || name === "::1" || (isIPv4(name) && name.startsWith("127."))
  );
}

const HOST_HEADER_PATTERN = /^(\[[\da-f:]+\]|[^:[\]]+)(?::\d{1,5})?$/i;
/** Headers that proxies add to what they pass on; a browser or `curl` on this machine sends none of them. */
const FORWARDING_HEADERS = [
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
const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
] as const)
  privateNetworks.addSubnet(network, prefix, "ipv4");
privateNetworks.addAddress("::1", "ipv6");
privateNetworks.addSubnet("fc00::", 7, "ipv6");
privateNetworks.addSubnet("fe80::", 10, "ipv6");

const isPrivateAddress = (address: string) =>
  isIP(address) > 0 && privateNetworks.check(address, isIPv4(address) ? "ipv4" : "ipv6");

/**
 * Whether a request was made on this machine, by its own name and without a proxy. A demonstration answers only such
 * requests, because all its people share one password.
 */
export function isLocalRequest({ headers, socket, url }: Pick<IncomingMessage, "headers" | "socket" | "url">): boolean {
  const name = HOST_HEADER_PATTERN.exec(headers.host ?? "")?.[1];
  if (name === undefined || !isLocalHostName(name)) return false;
  const target = hostOfTarget(url ?? "");
  if (target !== undefined && !isLocalHostName(target)) return false;
  if (FORWARDING_HEADERS.some((header) => headers[header] !== undefined)) return false;
  return isPrivateAddress((socket.remoteAddress ?? "").replace(/^::ffff:/i, "").replace(/%.*$/, ""));
}

/**
 * Host that a request target names itself, which counts as `Host` does (RFC 9112, section 3.2.2); undefined for a path.
 */
function hostOfTarget(target: string): string | undefined {
  if (target.startsWith("/") || target === "*") return undefined;
  return URL.canParse(target) ? new URL(target).hostname : "";
}
