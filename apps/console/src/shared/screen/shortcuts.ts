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
type ShortcutListener = (name: ShortcutName) => unknown;
const shortcutListeners = new Set<ShortcutListener>();
export const shortcutEmitter = {
  emit: (name: ShortcutName) => {
    for (const listener of shortcutListeners) if (listener(name) === true) return;
  },
};

/** Subscribes a feature's actions to its shortcuts; other names are ignored. */
export function useShortcuts(actions: Partial<Record<ShortcutName, () => unknown>>) {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const listener: ShortcutListener = (name) => latest.current[name]?.();
    shortcutListeners.add(listener);
    return () => {
      shortcutListeners.delete(listener);
    };
  }, []);
}
