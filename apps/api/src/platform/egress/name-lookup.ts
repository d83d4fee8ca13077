import { Resolver } from "node:dns/promises";
import { lookup } from "node:dns/promises";

/** Looks up all addresses of a name; empty when it has none. Throws when the name servers do not answer. */
export type HostNameLookup = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/** Answers of name servers that mean "no such address"; every other one is a failure of the name server. */
const NO_ADDRESS_CODES = new Set(["ENOTFOUND", "ENODATA", "NOTFOUND", "NODATA"]);

/**
 * Looks a name up at the name servers themselves: the system's own lookup also reads `/etc/hosts`, and a few slow names
 * would take the threads that read files.
 */
export const lookUpHostAtNameServers: HostNameLookup = async (name, signal) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  const nothing = (error: NodeJS.ErrnoException) => {
    if (NO_ADDRESS_CODES.has(error.code ?? "")) return [];
    throw error;
  };
  try {
    const found = await Promise.all([resolver.resolve4(name).catch(nothing), resolver.resolve6(name).catch(nothing)]);
    return found.flat();
  } finally {
    signal.removeEventListener("abort", cancel);
  }
};

/** Looks a name up as the machine itself does; for hosts that the operator has allowed. */
export const lookUpHostLocally: HostNameLookup = async (name) => {
  const found = await lookup(name, { all: true, verbatim: true });
  return found.map(({ address }) => address);
};
