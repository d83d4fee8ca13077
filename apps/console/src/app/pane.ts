import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { changePreferences, preferencesStore } from "#shared/state/preferences.ts";

interface PaneSizeRule {
  /** Initial size in pixels, until the user has moved the edge. */
  readonly size: number;
  readonly min: number;
  /** Largest size, as a share of the window. */
  readonly max: number;
  readonly axis: "x" | "y";
}
const ARROW_KEY_STEP_PX = 24;

/** A pane whose edge can be dragged, or moved by arrow keys; its size is remembered. */
export function useResizablePane(name: string, { size: first, min, max, axis }: PaneSizeRule) {
  const [size, setSize] = useState(preferencesStore.get().panes[name] ?? first);
  const most = () => max * (axis === "x" ? window.innerWidth : window.innerHeight);
  const fit = (wanted: number) => Math.round(Math.min(most(), Math.max(min, wanted)));
  const keep = (wanted: number) => {
    const fitting = fit(wanted);
    setSize(fitting);
    changePreferences({ panes: { ...preferencesStore.get().panes, [name]: fitting } });
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    const handle = event.currentTarget;
    const [start, from] = [axis === "x" ? event.clientX : -event.clientY, size];
    handle.setPointerCapture(event.pointerId);
    const at = (move: globalThis.PointerEvent) => fit(from + (axis === "x" ? move.clientX : -move.clientY) - start);
    const move = (moved: globalThis.PointerEvent) => setSize(at(moved));
    const end = (ended: globalThis.PointerEvent) => {
      handle.removeEventListener("pointermove", move);
      keep(at(ended));
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("pointerup", end, { once: true });
  };
  const press = (event: KeyboardEvent) => {
    const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (steps === undefined) return;
    event.preventDefault();
    keep(size + steps * ARROW_KEY_STEP_PX);
  };
  const handle = {
    role: "separator",
    tabIndex: 0,
    "aria-orientation": axis === "x" ? "vertical" : "horizontal",
    "aria-valuenow": size,
    "aria-valuemin": min,
    "aria-valuemax": Math.round(most()),
    onPointerDown: drag,
    onKeyDown: press,
  } as const;
  return { size: fit(size), handle };
}
