import { isIP } from "node:net";

/** Host that the operator opens to addresses of tenants: also by http, also inside the network. */
export interface AllowedHost {
  /** Host as in an address, in lower case; IPv6 without brackets. */
  readonly host: string;
  /** Port of the allowed host; undefined: every port. */
  readonly port: number | undefined;
}

/** Reads `hooks.example.internal`, `localhost:9000` or `[::1]:9000`; undefined for anything else. */
function readAllowedHost(text: string): AllowedHost | undefined {
  if (/[/?#@\\\s]/.test(text) || !URL.canParse(`http://${text}`)) return undefined;
  const { hostname, port } = new URL(`http://${text}`);
  const host = stripIpv6Brackets(hostname);
  // The URL parser drops 80 as the usual port; where it is written, it is meant.
  const named = /:(\d+)$/.exec(isIP(text) === 6 ? "" : text)?.[1] ?? port;
  return host === "" ? undefined : { host, port: named === "" ? undefined : Number(named) };
}

export function parseAllowedHosts(text: string): AllowedHost[] | undefined {
  const hosts = text.split(",").map((item) => readAllowedHost(item.trim()));
  return hosts.every((host) => host !== undefined) ? hosts : undefined;
}

/** A host name as sockets want it: without the brackets that an address puts around IPv6. */
export const stripIpv6Brackets = (hostname: string) => hostname.replace(/^\[(.*)\]$/, "$1").toLowerCase();
