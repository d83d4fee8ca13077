import { useEffect, useRef } from "react";
import type { BoardViewProps } from "#shared/state/board-view.ts";
import { endBoardTool, isEscapeAlreadyHandled } from "#shared/screen/escape.ts";
import { preferencesStore } from "#shared/state/preferences.ts";
import { type ShortcutName, shortcutEmitter } from "#shared/screen/shortcuts.ts";
import type { FloatingLayer } from "./layer.ts";

interface ShortcutInput extends BoardViewProps {
  readonly layer: FloatingLayer;
  readonly onLayer: (layer: FloatingLayer) => void;
}

/** Single keys and the shortcuts that they stand for; features subscribe to them through `useShortcuts`. */
const singleKeyShortcuts: Readonly<Record<string, ShortcutName>> = {
  c: "new_case",
  "/": "search",
  j: "next",
  k: "previous",
  Enter: "open",
  a: "assign",
  u: "unassign",
  t: "today",
  "+": "zoom_in",
  "-": "zoom_out",
  "[": "earlier",
  "]": "later",
  x: "select",
};
/** Keys that follow G, and the part of the console that each goes to. */
const goToShortcuts: Readonly<Record<string, ShortcutName>> = {
  d: "go_dispatch",
  c: "go_cases",
  m: "go_map",
  k: "go_messages",
  s: "go_tours",
};
const SECOND_KEY_MS = 1_200;

export function useBoardShortcuts(keys: ShortcutInput) {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    // Not 0: the page's clock starts at 0, so a key in the first moments would count as one pressed after G.
    let goesAt = Number.NEGATIVE_INFINITY;
    const press = (event: KeyboardEvent) => {
      const { view, onView, layer, onLayer } = latest.current;
      if (hasCommandModifier(event) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        return onLayer(layer === "palette" ? null : "palette");
      }
      if (event.key === "Escape") return closeTopmostLayer(event, latest.current);
      const isCovered = layer !== null || (view.form ?? view.deliveries) !== undefined;
      if (isNoShortcut(event) || isCovered || !preferencesStore.get().letterShortcuts) return;
      if (event.key === "?") return onLayer("sheet");
      if (event.key === "g") {
        goesAt = performance.now();
        return;
      }
      const isPlace = performance.now() - goesAt < SECOND_KEY_MS;
      goesAt = Number.NEGATIVE_INFINITY;
      const name = isPlace ? goToShortcuts[event.key] : singleKeyShortcuts[event.key];
      if (name === undefined || (name === "open" && isButtonOrLink(event))) return;
      event.preventDefault();
      if (name === "new_case") return onView({ form: "new" });
      if (name === "go_messages") return onLayer("messages");
      shortcutEmitter.emit(name);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

/** Closes one layer by Escape, the topmost first. */
function closeTopmostLayer(event: KeyboardEvent, { view, onView, layer, onLayer }: ShortcutInput) {
  if (event.defaultPrevented) return;
  // These three dialogs are closed here; other dialogs close by themselves.
  if (layer === "palette" || layer === "sheet" || layer === "sessions") return onLayer(null);
  if (isEscapeAlreadyHandled(event)) return;
  if (layer !== null) return onLayer(null);
  if (view.deliveries !== undefined) return onView({ deliveries: undefined });
  if (view.form !== undefined) return; // The form asks first whether to keep its draft.
  if (endBoardTool()) return;
  onView({ case: undefined, tour: undefined, vehicle: undefined });
}

const hasCommandModifier = ({ ctrlKey, metaKey }: KeyboardEvent) => ctrlKey || metaKey;
/** A shortcut of the browser, or a key typed into a field. */
const isNoShortcut = (event: KeyboardEvent) => hasCommandModifier(event) || event.altKey || isTypingInField(event);
const isTypingInField = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.role === "combobox");
const isButtonOrLink = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && /^(BUTTON|A)$/.test(target.tagName);
