import type { TimelineTour } from "#live/tour-entity.ts";

/** What the panel beside the timeline is opened for. */
export type PanelRequest =
  | { readonly is: "plan"; readonly day: string }
  | { readonly is: "edit"; readonly tour: TimelineTour }
  | { readonly is: "duplicate"; readonly tour: TimelineTour };
