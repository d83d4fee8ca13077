import { ownLocationLimits } from "@leitstand/contract/fleet/location";
import type { Tx } from "#platform/database/database";
import type { HandlerCall } from "#platform/http/handler";
import { problem } from "#platform/problem";
import { selectOwnLocations } from "./positions.sql";

/** Id of the calling driver: a grant by an office role shows no own positions. */
export function requireDriverUserId(
  { scope, principal }: Pick<HandlerCall, "scope" | "principal">,
  grant: string,
): string {
  if (!scope.driver || principal.user_id === null) throw problem("AUTH_GRANT_MISSING", { grant });
  return principal.user_id;
}

export function listOwnLocations(tx: Tx, userId: string, { from, to }: { from: string; to: string }) {
  const hours = (Date.parse(to) - Date.parse(from)) / 3_600_000;
  if (hours < 0) throw problem("TIME_RANGE_INVALID", { from, to });
  if (hours > ownLocationLimits.hours) throw problem("LIMIT_EXCEEDED", { limit: ownLocationLimits.hours });
  return selectOwnLocations(tx, { userId, from, to, limit: ownLocationLimits.rows });
}
