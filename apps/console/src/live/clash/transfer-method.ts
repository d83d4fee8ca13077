/** How a case gets from one tour to another, as far as the answer of the API allows any. */
export type TransferMethod = "FORWARD" | "REASSIGN" | undefined;

/** Once somebody has accepted it, a case is forwarded, so that the crews know of each other; before, it is reassigned. */
export function transferMethodOf(
  link: { readonly state: string; readonly actions: readonly string[] } | undefined,
): TransferMethod {
  const can = (action: string) => link?.actions.includes(action) ?? false;
  const isTaken = link !== undefined && !untaken.has(link.state);
  if (isTaken && can("FORWARD")) return "FORWARD";
  if (can("UNASSIGN")) return "REASSIGN";
  return can("FORWARD") ? "FORWARD" : undefined;
}
const untaken: ReadonlySet<string> = new Set(["ASSIGNED", "alarmed", "reserved"]);
