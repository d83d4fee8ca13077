import { createResettableStore } from "../memory.ts";
import { parseCaseAndTourIdsFromUrl } from "#push/notice.ts";

/** Case whose notice was tapped last; its alarm comes before others. */
export const lastTappedNoticeCaseId = createResettableStore<string | null>(null);
/** Case of the tapped notice that is still to be opened; null once it is open, or known not to be on this phone. */
export const caseIdToOpen = createResettableStore<string | null>(null);

export function storeTappedNoticeUrl(address: string) {
  const { case_id = null } = parseCaseAndTourIdsFromUrl(address) ?? {};
  lastTappedNoticeCaseId.set(case_id);
  caseIdToOpen.set(case_id);
}

/** Reads the case from the address when a notice has opened the page; only once, and not again after a reload. */
export function readTappedNoticeFromUrl() {
  const { pathname, search } = window.location;
  if (search === "") return;
  storeTappedNoticeUrl(search);
  history.replaceState(history.state, "", pathname);
}
