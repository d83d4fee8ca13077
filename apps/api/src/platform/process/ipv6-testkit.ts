import { networkInterfaces } from "node:os";

/** Whether this machine has the IPv6 loopback address; many containers have none. */
export const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((known) => known?.address === "::1");
