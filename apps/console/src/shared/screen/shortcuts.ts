import { useEffect, useRef } from "react";

/** Shortcuts of the board. */
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

/** Listener of shortcuts; one that returns `true` has used the key, and later listeners are not called. */
type Listener = (name: ShortcutName) => unknown;
const listeners = new Set<Listener>();
export const shortcutEvents = {
  emit: (name: ShortcutName) => {
    for (const listener of listeners) if (listener(name) === true) return;
  },
};

/** Subscribes a feature's actions to its shortcuts; other names are ignored. */
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
