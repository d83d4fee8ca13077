import type { api } from "#shared/api/api.ts";

/** Tours and their cases as the API lists them; the timeline draws nothing else. */
type Page = Awaited<ReturnType<typeof api.getTours>>;
export type TimelineTour = Page["tours"][number];
export type TimelineCase = TimelineTour["open_cases"][number];
export type ViolationLevel = TimelineTour["constraint_violations"][number]["level"];
