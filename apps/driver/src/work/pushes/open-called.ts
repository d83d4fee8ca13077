import { go } from "#shared/route.ts";
import { caseToOpen } from "./called.ts";
import { cacheKey } from "../phone.ts";
import { shift } from "../shift.ts";
import { runningTour, shownCase } from "../shown-shift.ts";

/** Opens the case that was called where the crew has it; once the shift has been fetched there is nothing more to wait for. */
export function openCalled({ isFetched }: { readonly isFetched: boolean }) {
  const id = caseToOpen.get();
  if (id === null || cacheKey.get() === null) return;
  const tour = runningTour(shift.get());
  const isThere = tour !== undefined && shownCase(shift.get(), id, tour.id) !== undefined;
  // Opened later, it would come in the way of other work.
  if (isThere || isFetched) caseToOpen.set(null);
  if (isThere) go({ is: "case", id });
}
