import type { FastifyRequest } from "fastify";

const UNNAMED_PROXY_WARNING =
  "a request came through a proxy (X-Forwarded-For), but TRUST_PROXY is off: all people behind it count as one caller, and rate " +
  "limits and waits after wrong passwords hit them together; set TRUST_PROXY to the number of proxies in front";

/**
 * Logs once when requests come through a proxy that is not trusted to name its callers, so that all of them count as
 * one caller.
 */
export function createUntrustedProxyWarning(trustProxy: boolean | number): (request: FastifyRequest) => void {
  let isSaid = trustProxy !== false && trustProxy !== 0;
  return ({ headers, log }) => {
    if (isSaid || headers["x-forwarded-for"] === undefined) return;
    isSaid = true;
    log.warn(UNNAMED_PROXY_WARNING);
  };
}
