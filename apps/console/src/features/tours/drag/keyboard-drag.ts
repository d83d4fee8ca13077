import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from "react";
import { useTranslations } from "use-intl";
import { nextTimelineRowIndex, type TimelineFocusSpot } from "./grid-spots.ts";
import type { BarDragHandle } from "./moves.ts";
import { caseFactsSeenOnBar } from "./sight-of-bar.ts";
import {
  type DraggedTimelineItem,
  DragPreview,
  type TimelineDrop,
  canDragHandle,
  type PlacedTimelineRowOrGroup,
  draggedSpanAfter,
  type TimelineDragSurface,
  type ReadTimelineDragSurface,
} from "../stage.ts";

const KEY_STEP_MS = 5 * 60_000;

export interface KeyboardDragInput {
  readonly placed: readonly PlacedTimelineRowOrGroup[];
  readonly spot: TimelineFocusSpot | undefined;
  readonly stage: ReadTimelineDragSurface;
  readonly onReveal: (line: number) => void;
  readonly onDrop: (drop: TimelineDrop) => void;
  readonly announce: (text: string) => void;
}
interface KeyboardDrag {
  readonly preview: DragPreview;
  readonly handle: BarDragHandle;
  readonly byMs: number;
  /** Id of the row that is the target: its place changes when rows come and go. */
  readonly line: string;
}

/** The bar at the keyboard focus, and where it is drawn. */
function findFocusedBar({ canvas, placeOf }: TimelineDragSurface, { line, case_id }: TimelineFocusSpot) {
  const place = placeOf(line);
  if (place?.line.is !== "row") return undefined;
  const row = place.line;
  const bar = row.bars.find(({ dispatchCase }) => dispatchCase.id === case_id);
  const element = canvas.querySelector<HTMLElement>(`[data-line="${row.id}"] [data-bar="${bar?.dispatchCase.id}"]`);
  return bar && element
    ? { dragged: { is: "bar", bar, row, seen: caseFactsSeenOnBar(bar) } as const, element }
    : undefined;
}

type KeyboardMove =
  | { readonly is: "row"; readonly by: 1 | -1 }
  | { readonly is: "time"; readonly handle: BarDragHandle; readonly byMs: number };

/**
 * Move for an arrow key: another time or another row. With Shift left and right move the end of the bar, up and down
 * its start.
 */
function moveOfKey({ key, shiftKey }: KeyboardEvent): KeyboardMove | undefined {
  const byMs = { ArrowLeft: -KEY_STEP_MS, ArrowRight: KEY_STEP_MS, ArrowUp: -KEY_STEP_MS, ArrowDown: KEY_STEP_MS }[key];
  if (byMs === undefined) return undefined;
  const isAcross = key === "ArrowLeft" || key === "ArrowRight";
  if (shiftKey) return { is: "time", handle: isAcross ? "end" : "start", byMs };
  return isAcross ? { is: "time", handle: "whole", byMs } : { is: "row", by: byMs > 0 ? 1 : -1 };
}

/** Whether the handle can be moved in time; a bar dragged as a whole also begins at another time. */
const canMoveInTime = (dragged: DraggedTimelineItem, handle: BarDragHandle) =>
  canDragHandle(dragged, handle) && (handle !== "whole" || canDragHandle(dragged, "start"));

const placeOfLine = (placed: readonly PlacedTimelineRowOrGroup[], id: string) =>
  placed.find(({ line }) => line.id === id);

/** Id of the row above or below the target, or next to the bar's own row when the target is gone. */
function nextTargetRow(
  placed: readonly PlacedTimelineRowOrGroup[],
  { line, preview }: KeyboardDrag,
  by: 1 | -1,
): string {
  const from = placeOfLine(placed, line) ?? placeOfLine(placed, preview.dragged.row.id);
  return (from && placed[nextTimelineRowIndex(placed, from.index, by)]?.line.id) ?? line;
}

const isBarOnRow = ({ line }: PlacedTimelineRowOrGroup, case_id: string) =>
  line.is === "row" && line.bars.some(({ dispatchCase }) => dispatchCase.id === case_id);

interface CarriedCaseInput extends Pick<KeyboardDragInput, "placed" | "stage"> {
  readonly onTakenAway: () => void;
}
/** The case that is carried; it is drawn again when rows come and go. */
function useCarriedCase({ placed, stage, onTakenAway }: CarriedCaseInput) {
  const draggingRef = useRef<KeyboardDrag>(undefined);
  const letGo = () => {
    draggingRef.current?.preview.clear();
    draggingRef.current = undefined;
  };
  const follow = useEffectEvent(() => {
    const now = draggingRef.current;
    if (!now) return;
    const { dragged } = now.preview;
    const home = placeOfLine(placed, dragged.row.id);
    if (home && dragged.is === "bar" && isBarOnRow(home, dragged.bar.dispatchCase.id))
      return now.preview.show(now, placeOfLine(placed, now.line));
    // The removed bar had the focus, and a removed element does not tell that it has lost it.
    letGo();
    stage()?.canvas.querySelector<HTMLElement>(`[data-head="${dragged.row.id}"]`)?.focus();
    onTakenAway();
  });
  useEffect(() => follow(), [placed]);
  return { draggingRef, letGo };
}

/** Picks a case up, moves it step by step, and drops it: a drag by keyboard, with announcements. */
export function useKeyboardDrag({ placed, spot, stage, onReveal, onDrop, announce }: KeyboardDragInput) {
  const t = useTranslations("tours");
  const { draggingRef, letGo } = useCarriedCase({ placed, stage, onTakenAway: () => announce(t("put_back")) });
  const placeOf = (line: string) => placeOfLine(placed, line);

  const show = (now: KeyboardDrag) => {
    const { preview, handle, byMs, line } = now;
    const place = placeOf(line);
    draggingRef.current = now;
    preview.show({ handle, byMs }, place);
    if (place) onReveal(place.index);
    const time = stage()?.spanText(draggedSpanAfter(preview.dragged, { handle, byMs }));
    if (time !== undefined && place?.line.is === "row") announce(t("dragging", { time, row: place.line.title }));
  };

  const pickUp = () => {
    const current = stage();
    const found = current && spot && findFocusedBar(current, spot);
    if (!found) return;
    const { dragged, element } = found;
    const line = dragged.row.id;
    const names = { case: dragged.bar.dispatchCase.natural_id };
    if (!canDragHandle(dragged, "whole")) return announce(t("closed_stays", names));
    draggingRef.current = { preview: new DragPreview(stage, dragged, element), handle: "whole", byMs: 0, line };
    announce(t("picked_up", names));
  };

  const drop = ({ preview, handle, byMs, line }: KeyboardDrag) => {
    const row = placeOf(line)?.line;
    letGo();
    if (row?.is === "row") onDrop({ dragged: preview.dragged, delta: { handle, byMs }, line: row });
    else announce(t("put_back"));
  };

  const step = (now: KeyboardDrag, event: KeyboardEvent) => {
    const move = moveOfKey(event);
    if (move === undefined) return;
    if (move.is === "row") return show({ ...now, line: nextTargetRow(placed, now, move.by) });
    const { handle, byMs } = move;
    if (!canMoveInTime(now.preview.dragged, handle)) return announce(t("time_stays"));
    show({ ...now, handle, byMs: now.handle === handle ? now.byMs + byMs : byMs });
  };

  /** Handles a key; returns whether a case is carried, because then every key is meant for it. */
  const drag = (event: KeyboardEvent): boolean => {
    const now = draggingRef.current;
    if (!now) return false;
    if (event.key === "Escape") {
      letGo();
      announce(t("put_back"));
    } else if (event.key === "Enter" || event.key === " " || event.key === "m") drop(now);
    else if (event.key === "Tab") {
      letGo();
      return false;
    } else step(now, event);
    return true;
  };
  return { pickUp, drag, letGo };
}
