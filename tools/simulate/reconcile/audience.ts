import type { EventType } from "@leitstand/contract/board/events";
import type { TourFacts, EventViewer } from "../day/facts";

/** Viewers that an event concerns: branches by the office, users and phones by themselves. */
export interface ExpectedEventAudience {
  readonly tenant: string;
  readonly branch_ids: readonly string[];
  readonly user_ids: readonly string[];
  readonly device_ids: readonly string[];
  /** Whether it concerns the whole tenant. */
  readonly everyone?: boolean;
}

export function expectedEventAudienceOf(
  tenant: string,
  branches: readonly (string | null)[],
  tours: readonly TourFacts[],
): ExpectedEventAudience {
  const all = [...branches, ...tours.map(({ branch_id }) => branch_id)];
  return {
    tenant,
    branch_ids: all.filter((id) => id !== null),
    user_ids: tours.flatMap(({ user_ids }) => user_ids),
    device_ids: tours.flatMap(({ device_ids }) => device_ids),
  };
}

/**
 * Whether a viewer with these roles shall receive it: own tenant, the grant of the type, and a branch or a tour in
 * reach.
 */
export function shouldReceive(viewer: EventViewer, type: EventType, circle: ExpectedEventAudience): boolean {
  if (viewer.tenant !== circle.tenant || !viewer.types.has(type)) return false;
  if (viewer.all || circle.everyone === true) return true;
  if (circle.branch_ids.some((id) => viewer.branch_ids.includes(id))) return true;
  if (type === "area waiting time" && circle.branch_ids.some((id) => viewer.driver_branch_ids.includes(id)))
    return true;
  if (viewer.user_id !== null && circle.user_ids.includes(viewer.user_id)) return true;
  return viewer.device_id !== null && circle.device_ids.includes(viewer.device_id);
}
