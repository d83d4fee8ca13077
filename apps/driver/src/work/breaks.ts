/** Duration of the breaks of a shift, as they were tapped on this phone. */
import { changeDraftFields, draftStore, shiftDraftId } from "./drafts.ts";
import { isAtWork, type DriverTour } from "./shown-shift.ts";

type BreakFields = Readonly<Record<string, string>>;

/** Fields to store when a break begins or ends. */
export function breakFieldsAfterToggle(
  fields: BreakFields,
  tour: Pick<DriverTour, "started_sub_state">,
  at: number,
): BreakFields {
  if (isAtWork(tour)) return { break_began_at: String(at) };
  return tour.started_sub_state === "ON_A_BREAK" ? { breaks_ms: String(totalBreakMs(fields, tour, at)) } : {};
}

/** Milliseconds of breaks, including the present one. */
export function totalBreakMs(
  fields: BreakFields,
  { started_sub_state }: Pick<DriverTour, "started_sub_state">,
  now: number,
): number {
  const lasted_ms = Number(fields["breaks_ms"] ?? 0);
  const began_at = Number(fields["break_began_at"] ?? 0);
  return started_sub_state === "ON_A_BREAK" && began_at > 0 ? lasted_ms + Math.max(0, now - began_at) : lasted_ms;
}

export const storeBreakToggle = (tour: DriverTour, at: number) => {
  const id = shiftDraftId(tour.id);
  return changeDraftFields(id, breakFieldsAfterToggle(draftStore.get()[id]?.fields ?? {}, tour, at));
};
