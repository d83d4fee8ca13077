import { createMemory } from "../memory.ts";
import { linkIn } from "#push/notice.ts";

/** Case whose notice was tapped last; its alarm comes before others. */
export const calledCase = createMemory<string | null>(null);
/** The same case, until it has been opened, or is known not to be there. */
export const caseToOpen = createMemory<string | null>(null);

export function call(address: string) {
  const { case_id = null } = linkIn(address) ?? {};
  calledCase.set(case_id);
  caseToOpen.set(case_id);
}

/** Reads the case from the address when a notice has opened the page; only once, and not again after a reload. */
export function callByAddress() {
  const { pathname, search } = window.location;
  if (search === "") return;
  call(search);
  history.replaceState(history.state, "", pathname);
}
