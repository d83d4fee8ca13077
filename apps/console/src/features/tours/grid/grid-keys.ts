import type { KeyboardEvent } from "react";
import { focusSpotAfterArrowKey, type TimelineFocusSpot } from "../drag/grid-spots.ts";
import { type KeyboardDragInput, useKeyboardDrag } from "../drag/keyboard-drag.ts";
import type { TimelineRowOrGroup, TimelineRow } from "./tour-rows.ts";

interface GridKeysInput extends KeyboardDragInput {
  readonly lines: readonly TimelineRowOrGroup[];
  readonly onSpot: (spot: TimelineFocusSpot) => void;
  readonly onOpen: (spot: TimelineFocusSpot) => void;
  readonly onMenu: (row: TimelineRow) => void;
}

const isMenuKey = ({ key, shiftKey }: KeyboardEvent) =>
  key === "ContextMenu" || key === "." || (key === "F10" && shiftKey);

/** Keyboard access to everything that a pointer can do in the grid. */
export function useTimelineGridKeys(keys: GridKeysInput) {
  const { pickUp, drag, letGo } = useKeyboardDrag(keys);

  const walk = (event: KeyboardEvent) => {
    const { spot, lines } = keys;
    if (!spot) return false;
    const line = lines.find(({ id }) => id === spot.line);
    if (event.key === "m") pickUp();
    else if (event.key === "Enter" || event.key === " ") keys.onOpen(spot);
    else if (isMenuKey(event)) {
      if (line?.is !== "row" || line.tours.length === 0) return false;
      keys.onMenu(line);
    } else {
      const next = focusSpotAfterArrowKey(lines, spot, event.key);
      if (!next) return event.key.startsWith("Arrow");
      keys.onSpot(next);
    }
    return true;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!drag(event) && !walk(event)) return;
    // A key that the grid handles must not reach the board's own shortcuts.
    event.preventDefault();
    event.stopPropagation();
  };
  return { onKeyDown, letGo };
}
