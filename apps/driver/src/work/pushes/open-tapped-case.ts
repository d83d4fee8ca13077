import { goTo } from "#shared/route.ts";
import { caseIdToOpen } from "./tapped-case.ts";
import { unlockedCacheKey } from "../phone.ts";
import { shiftStore } from "../shift.ts";
import { findRunningTour, caseWithOutboxApplied } from "../shown-shift.ts";

/**
 * Opens the case of the tapped notice where the crew has it; once the shift has been fetched there is nothing more to
 * wait for.
 */
export function openCaseOfTappedNotice({ isFetched }: { readonly isFetched: boolean }) {
  const id = caseIdToOpen.get();
  if (id === null || unlockedCacheKey.get() === null) return;
  const tour = findRunningTour(shiftStore.get());
  const isThere = tour !== undefined && caseWithOutboxApplied(shiftStore.get(), id, tour.id) !== undefined;
  // Opening it later would interrupt other work.
  if (isThere || isFetched) caseIdToOpen.set(null);
  if (isThere) goTo({ is: "case", id });
}
