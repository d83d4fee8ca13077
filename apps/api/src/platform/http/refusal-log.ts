import type { Operation } from "@leitstand/contract/operation/operation";
import type { FastifyRequest } from "fastify";
import type { Problem } from "../problem";
import { principalOfRequest } from "./gate";

const AUDITED_STATUSES: ReadonlySet<number> = new Set([401, 403, 429]);

/**
 * Writes one line for every refused sign-in, right and rate, which makes guessing visible. It names the token, the
 * request and its origin; never a name, a text or a secret.
 */
export function logRefusal(request: FastifyRequest, { code, status }: Problem, traceId: string) {
  if (!AUDITED_STATUSES.has(status)) return;
  const { operation } = request.routeOptions.config as { operation?: Operation };
  const bearer = principalOfRequest(request);
  request.log.warn(
    {
      audit: "refused",
      code,
      operation: operation?.id ?? "none",
      tenant: bearer?.tenant_short_code,
      token_id: bearer?.token_id,
      ip: request.ip,
      trace_id: traceId,
    },
    "refused",
  );
}
