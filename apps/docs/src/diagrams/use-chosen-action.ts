import { useLocation } from "@docusaurus/router";
import { useSyncExternalStore } from "react";
import { stateMachinesWithAction } from "./state-data";

/**
 * Chosen action of one machine. It is in the address as `?action=LOAD`, with `&machine=` where the action alone would
 * mean a machine further up the page. The built HTML has no query.
 */
export function useChosenAction(machine: string) {
  // A link within the site changes the address without an event of the browser.
  useLocation();
  const search = useSyncExternalStore(
    onAddressChange,
    () => location.search,
    () => "",
  );
  const choose = (action: string | undefined) => {
    const url = new URL(location.href);
    url.searchParams.delete("action");
    url.searchParams.delete("machine");
    if (action !== undefined) {
      url.searchParams.set("action", action);
      if (stateMachinesWithAction(action)[0] !== machine) url.searchParams.set("machine", machine);
    }
    // The history is changed directly, because the router would render the whole page again.
    history.replaceState(history.state, "", url);
    for (const listen of addressListeners) listen();
  };
  return [readActionFromAddress(search, machine), choose] as const;
}

const addressListeners = new Set<() => void>();

function onAddressChange(listen: () => void) {
  addressListeners.add(listen);
  addEventListener("popstate", listen);
  return () => {
    addressListeners.delete(listen);
    removeEventListener("popstate", listen);
  };
}

function readActionFromAddress(search: string, machine: string): string | undefined {
  const query = new URLSearchParams(search);
  const action = query.get("action");
  if (action === null) return undefined;
  const machines = stateMachinesWithAction(action);
  return (query.get("machine") ?? machines[0]) === machine && machines.includes(machine) ? action : undefined;
}
