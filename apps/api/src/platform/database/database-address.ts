/**
 * Reads `postgres://user:password@host:port/database`, or with several hosts `…@one:5432,two:5433/…`, of which the one
 * that takes writes is used. Undefined when the text is no such address.
 */
export function parseDatabaseAddress(text: string): DatabaseAddress | undefined {
  const [, scheme, login = "", hosts = "", rest] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^@/?#]*)(\/.*)$/.exec(text) ?? [];
  if (scheme === undefined || rest === undefined) return undefined;
  const servers = hosts.split(",").map((host) => `${scheme}${login}${host}${rest}`);
  if (!servers.every((url) => isServerAddress(url, servers.length))) return undefined;
  const { pathname, searchParams } = new URL(servers[0] as string);
  return { servers, hosts: hosts || (searchParams.get("host") ?? ""), database: decodeURIComponent(pathname.slice(1)) };
}

export interface DatabaseAddress {
  /** A complete address for each host. */
  readonly servers: readonly string[];
  /** Hosts as they were written, for messages: without secrets. */
  readonly hosts: string;
  readonly database: string;
}

function isServerAddress(text: string, count: number): boolean {
  if (!URL.canParse(text)) return false;
  const { hostname, pathname, searchParams, username, password } = new URL(text);
  const namesHost = hostname !== "" || (count === 1 && searchParams.has("host"));
  // The driver takes a user and a password with a % that begins no code as they are written.
  const login = `${username}${password}`.replaceAll(/%(?![\da-f]{2})/gi, "");
  return namesHost && pathname.length > 1 && [pathname, login].every(isDecodable);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Parses a database address that was checked before, or was made from a checked one. */
export function parseCheckedDatabaseAddress(url: string): DatabaseAddress {
  const address = parseDatabaseAddress(url);
  if (!address) throw new Error("The address of the database cannot be read.");
  return address;
}

/** Address of the same database with another login. */
export function withDatabaseLogin(url: string, { name, password }: DatabaseLogin): string {
  const [, scheme, hostsAndPath, query = ""] = /^(\w+:\/\/)(?:[^/?#]*@)?([^?#]*)(?:\?([^#]*))?/.exec(url) ?? [];
  const parameters = new URLSearchParams(query);
  // The user is set as a parameter and not in front of the host, because the address of a local socket has no host.
  parameters.set("user", name);
  parameters.set("password", password);
  return `${scheme}${hostsAndPath}?${parameters}`;
}

export interface DatabaseLogin {
  readonly name: string;
  readonly password: string;
}
