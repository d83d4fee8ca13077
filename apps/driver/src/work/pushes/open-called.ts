import { go } from "#shared/route.ts";
import { caseToOpen } from "./called.ts";
import { cacheKey } from "../phone.ts";
import { shift } from "../shift.ts";
import { runningTour, shownCase } from "../shown-shift.ts";

/**
 * Opens the case of the tapped notice where the crew has it; once the shift has been fetched there is nothing more to
 * wait for.
 */
export function openCalled({ isFetched }: { readonly isFetched: boolean }) {
  const id = caseToOpen.get();
  if (id === null || cacheKey.get() === null) return;
  const tour = runningTour(shift.get());
  const isThere = tour !== undefined && shownCase(shift.get(), id, tour.id) !== undefined;
  // Opening it later would interrupt other work.
  if (isThere || isFetched) caseToOpen.set(null);
  if (isThere) go({ is: "case", id });
}
