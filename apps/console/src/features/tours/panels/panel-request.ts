import type { TimelineTour } from "#live/tour-entity.ts";

/** Purpose for which the panel beside the timeline is opened. */
export type TourPanelRequest =
  | { readonly is: "plan"; readonly day: string }
  | { readonly is: "edit"; readonly tour: TimelineTour }
  | { readonly is: "duplicate"; readonly tour: TimelineTour };
