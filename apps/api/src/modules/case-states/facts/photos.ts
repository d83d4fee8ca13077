import type { ResolvedActionRequest } from "./case-request";

/**
 * Number of photos with those that the action itself announces: photos that a phone has taken count before they are
 * sent.
 */
export function countPhotos({ snapshot, command }: Pick<ResolvedActionRequest, "snapshot" | "command">): number {
  const { photo_count, photo_ids } = snapshot.case;
  const announced = command?.payload?.photo_ids ?? [];
  return photo_count + announced.filter((id) => !photo_ids.includes(id)).length;
}
