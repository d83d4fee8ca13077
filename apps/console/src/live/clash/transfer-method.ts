/** Action that moves a case from one tour to another, as far as the API's answer allows one. */
export type TransferMethod = "FORWARD" | "REASSIGN" | undefined;

/**
 * Chooses the action: once its crew has accepted it, a case is forwarded, so that the crews know of each other; before,
 * it is reassigned.
 */
export function transferMethodOf(
  link: { readonly state: string; readonly actions: readonly string[] } | undefined,
): TransferMethod {
  const can = (action: string) => link?.actions.includes(action) ?? false;
  const isTaken = link !== undefined && !notAcceptedStates.has(link.state);
  if (isTaken && can("FORWARD")) return "FORWARD";
  if (can("UNASSIGN")) return "REASSIGN";
  return can("FORWARD") ? "FORWARD" : undefined;
}
const notAcceptedStates: ReadonlySet<string> = new Set(["ASSIGNED", "alarmed", "reserved"]);
