import { createMemoryStore } from "../memory.ts";
import { parseNamedLink } from "#push/notice.ts";

/** Case whose notice was tapped last; its alarm comes before others. */
export const lastTappedCase = createMemoryStore<string | null>(null);
/** Case of the tapped notice that is still to be opened; null once it is open, or known not to be on this phone. */
export const caseToOpen = createMemoryStore<string | null>(null);

export function noteTappedAddress(address: string) {
  const { case_id = null } = parseNamedLink(address) ?? {};
  lastTappedCase.set(case_id);
  caseToOpen.set(case_id);
}

/** Reads the case from the address when a notice has opened the page; only once, and not again after a reload. */
export function noteTappedFromUrl() {
  const { pathname, search } = window.location;
  if (search === "") return;
  noteTappedAddress(search);
  history.replaceState(history.state, "", pathname);
}
