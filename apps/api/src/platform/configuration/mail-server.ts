import { isIP } from "node:net";
import { isHostName } from "./config-variable";
import { stripIpv6Brackets } from "../egress/allowed-hosts";
import { isLocalHostName } from "../process/this-machine";

/** Mail server that takes the installation's mails. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** How the connection is encrypted: from its first byte, by STARTTLS before anything is sent, or not at all. */
  readonly encryption: "TLS" | "STARTTLS" | "NONE";
  readonly login?: { readonly user: string; readonly password: string };
}

const STANDARD_PORTS = { "smtps:": 465, "smtp:": 587 } as const;

/**
 * Parses `smtp[s]://[user:password@]host[:port][?tls=off]`. The connection to another machine is encrypted unless the
 * address says `tls=off`. Undefined when the text is no such address.
 */
export function parseMailServer(text: string): MailServer | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  if (protocol !== "smtp:" && protocol !== "smtps:") return undefined;
  const isPlain = search === "?tls=off";
  const host = stripIpv6Brackets(hostname);
  if (isIP(host) === 0 && !isHostName(host)) return undefined;
  if (!["", "/"].includes(pathname) || hash !== "") return undefined;
  if (search !== "" && (!isPlain || protocol === "smtps:")) return undefined;
  const login = decodeLogin(username, password);
  if (!login) return undefined;
  return {
    host,
    port: port === "" ? STANDARD_PORTS[protocol] : Number(port),
    encryption: protocol === "smtps:" ? "TLS" : isPlain || isLocalHostName(host) ? "NONE" : "STARTTLS",
    ...login,
  };
}

/** User and password of an address, both or neither; undefined where one is missing or not decodable. */
function decodeLogin(username: string, password: string): Pick<MailServer, "login"> | undefined {
  if (username === "" && password === "") return {};
  if (username === "" || password === "") return undefined;
  try {
    return { login: { user: decodeURIComponent(username), password: decodeURIComponent(password) } };
  } catch {
    return undefined;
  }
}
