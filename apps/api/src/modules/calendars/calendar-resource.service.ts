import type { Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import { problem } from "#platform/problem";
import { selectEventOwnerAccess } from "./calendar-scope.sql";

interface CalendarResourceRequest {
  readonly type: "USER" | "VEHICLE";
  readonly id: string;
  /** Set where the event is only read: a caller bound to branches may then name what belongs to the whole tenant. */
  readonly for?: "reading";
}

/**
 * Checks the person or vehicle that a request names; refused when the caller does not see it, or may not change its
 * events.
 */
export async function checkCalendarResource(
  { tx, scope }: { readonly tx: Tx; readonly scope: Scope },
  resource: CalendarResourceRequest,
) {
  const known = await selectEventOwnerAccess(tx, scope, resource);
  if (!known?.is_seen) throw problem("REFERENCE_NOT_FOUND", { field: "resource_id", id: resource.id });
  if (resource.for !== "reading" && !known.is_reached) throw problem("BRANCH_ACCESS_DENIED");
  const isUser = resource.type === "USER";
  return { user_id: isUser ? resource.id : null, vehicle_id: isUser ? null : resource.id };
}
