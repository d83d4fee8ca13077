import { networkInterfaces } from "node:os";

/** The addresses that this machine has at present, as the system writes them. */
export const listOwnNetworkAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
