import { useEffect, useRef } from "react";

/** What a key means on the board. */
export type ShortcutName =
  | "new_case"
  | "search"
  | "next"
  | "previous"
  | "open"
  | "assign"
  | "unassign"
  | "select"
  | "today"
  | "zoom_in"
  | "zoom_out"
  | "earlier"
  | "later"
  | "go_dispatch"
  | "go_cases"
  | "go_map"
  | "go_tours"
  | "go_messages";

/** One that answers `true` has taken the key; those that came later do not hear of it. */
type Listener = (name: ShortcutName) => unknown;
const listeners = new Set<Listener>();
export const shortcutEvents = {
  emit: (name: ShortcutName) => {
    for (const listener of listeners) if (listener(name) === true) return;
  },
};

/** Calls what a feature does on its shortcuts; other names are for others. */
export function useShortcuts(actions: Partial<Record<ShortcutName, () => unknown>>) {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const listener: Listener = (name) => latest.current[name]?.();
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
}
