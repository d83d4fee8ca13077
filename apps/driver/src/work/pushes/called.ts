import { createMemory } from "../memory.ts";
import { linkIn } from "#push/notice.ts";

/** The case whose notice somebody has tapped last; its alarm comes before others. */
export const calledCase = createMemory<string | null>(null);
/** The same, until it has been opened, or is known not to be there. */
export const caseToOpen = createMemory<string | null>(null);

export function call(address: string) {
  const { case_id = null } = linkIn(address) ?? {};
  calledCase.set(case_id);
  caseToOpen.set(case_id);
}

/** The page was opened by a notice: its address names the case once, and not again when the page is loaded again. */
export function callByAddress() {
  const { pathname, search } = window.location;
  if (search === "") return;
  call(search);
  history.replaceState(history.state, "", pathname);
}
