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

const listeners = new Set<(name: ShortcutName) => void>();
export const shortcutEvents = {
  emit: (name: ShortcutName) => {
    for (const listener of listeners) listener(name);
  },
};

/** Calls what a feature does on its shortcuts; other names are for others. */
export function useShortcuts(actions: Partial<Record<ShortcutName, () => void>>) {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const listener = (name: ShortcutName) => latest.current[name]?.();
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
}
