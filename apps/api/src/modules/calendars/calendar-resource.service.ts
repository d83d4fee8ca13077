import type { Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import { problem } from "#platform/problem";
import { selectEventOwnerAccess } from "./calendar-scope.sql";

interface CalendarResourceRequest {
  readonly type: "USER" | "VEHICLE";
  readonly id: string;
}

/**
 * Checks the person or vehicle that a request names; refused when the caller does not see it, or may not change its
 * events. `changing` is the scope for the latter, where it differs.
 */
export async function checkCalendarResource(
  { tx, scope, changing = scope }: { readonly tx: Tx; readonly scope: Scope; readonly changing?: Scope },
  resource: CalendarResourceRequest,
) {
  const known = await selectEventOwnerAccess(tx, { scope, changing }, resource);
  if (!known?.is_seen) throw problem("REFERENCE_NOT_FOUND", { field: "resource_id", id: resource.id });
  if (!known.is_reached) throw problem("BRANCH_ACCESS_DENIED");
  const isUser = resource.type === "USER";
  return { user_id: isUser ? resource.id : null, vehicle_id: isUser ? null : resource.id };
}
