import type { CaseRequest } from "./case-request";

/** With those that the action itself announces: what a phone has taken counts before it is sent. */
export function countPhotos({ snapshot, command }: Pick<CaseRequest, "snapshot" | "command">): number {
  const { photo_count, photo_ids } = snapshot.case;
  const announced = command?.payload?.photo_ids ?? [];
  return photo_count + announced.filter((id) => !photo_ids.includes(id)).length;
}
