import { goTo } from "#shared/route.ts";
import { caseToOpen } from "./tapped-case.ts";
import { unlockedCacheKey } from "../phone.ts";
import { shiftStore } from "../shift.ts";
import { runningTour, foldedCaseOfShift } from "../shown-shift.ts";

/**
 * Opens the case of the tapped notice where the crew has it; once the shift has been fetched there is nothing more to
 * wait for.
 */
export function openTappedCase({ isFetched }: { readonly isFetched: boolean }) {
  const id = caseToOpen.get();
  if (id === null || unlockedCacheKey.get() === null) return;
  const tour = runningTour(shiftStore.get());
  const isThere = tour !== undefined && foldedCaseOfShift(shiftStore.get(), id, tour.id) !== undefined;
  // Opening it later would interrupt other work.
  if (isThere || isFetched) caseToOpen.set(null);
  if (isThere) goTo({ is: "case", id });
}
