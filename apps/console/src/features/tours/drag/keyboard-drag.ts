import { type KeyboardEvent, useRef } from "react";
import { useTranslations } from "use-intl";
import { nextRow, type Spot } from "./grid-spots.ts";
import type { DragHandle } from "./moves.ts";
import { DragPreview, type Drop, mayDrag, type PlacedLine, spanAfter, type Stage } from "../stage.ts";

const STEP_MS = 5 * 60_000;

export interface CarryInput {
  readonly placed: readonly PlacedLine[];
  readonly spot: Spot | undefined;
  readonly stage: () => Stage | undefined;
  readonly onReveal: (line: number) => void;
  readonly onDrop: (drop: Drop) => void;
  readonly announce: (text: string) => void;
}
interface Dragging {
  readonly preview: DragPreview;
  readonly handle: DragHandle;
  readonly byMs: number;
  readonly line: number;
}

/** Picks a case up, moves it step by step, and lets it go: what a drag does, in as many words. */
export function useKeyboardDrag({ placed, spot, stage, onReveal, onDrop, announce }: CarryInput) {
  const t = useTranslations("tours");
  const dragging = useRef<Dragging>(undefined);

  const letGo = () => {
    dragging.current?.preview.clear();
    dragging.current = undefined;
  };
  const show = (now: Dragging) => {
    const { preview, handle, byMs, line } = now;
    const place = placed[line];
    dragging.current = now;
    preview.show({ handle, byMs }, place);
    onReveal(line);
    const time = stage()?.spanText(spanAfter(preview.dragged, { handle, byMs }));
    if (time !== undefined && place?.line.is === "row") announce(t("dragging", { time, row: place.line.title }));
  };

  const pickUp = () => {
    const current = stage();
    const place = spot && current?.placeOf(spot.line);
    if (!current || place?.line.is !== "row") return;
    const row = place.line;
    const bar = row.bars.find(({ job }) => job.id === spot?.case_id);
    const element = current.canvas.querySelector<HTMLElement>(`[data-line="${row.id}"] [data-bar="${bar?.job.id}"]`);
    if (!bar || !element) return;
    const dragged = { is: "bar", bar, row } as const;
    if (!mayDrag(dragged, "whole")) return announce(t("closed_stays", { case: bar.job.natural_id }));
    dragging.current = {
      preview: new DragPreview(current, dragged, element),
      handle: "whole",
      byMs: 0,
      line: place.index,
    };
    announce(t("picked_up", { case: bar.job.natural_id }));
  };

  const drop = ({ preview, handle, byMs, line }: Dragging) => {
    const place = placed[line]?.line;
    letGo();
    if (place?.is === "row") onDrop({ dragged: preview.dragged, delta: { handle, byMs }, line: place });
  };

  const step = (now: Dragging, event: KeyboardEvent) => {
    const byMs = { ArrowLeft: -STEP_MS, ArrowRight: STEP_MS, ArrowUp: -STEP_MS, ArrowDown: STEP_MS }[event.key];
    if (byMs === undefined) return;
    const isAcross = event.key === "ArrowLeft" || event.key === "ArrowRight";
    if (!event.shiftKey && !isAcross) return show({ ...now, line: nextRow(placed, now.line, byMs > 0 ? 1 : -1) });
    // Shift pulls an end: left and right the later one, up and down the earlier one.
    const handle = event.shiftKey ? (isAcross ? "end" : "start") : "whole";
    const canDrag =
      mayDrag(now.preview.dragged, handle) && (handle !== "whole" || mayDrag(now.preview.dragged, "start"));
    if (!canDrag) return announce(t("time_stays"));
    show({ ...now, handle, byMs: now.handle === handle ? now.byMs + byMs : byMs });
  };

  /** Answers whether anything is dragged: then every key is meant for it. */
  const drag = (event: KeyboardEvent): boolean => {
    const now = dragging.current;
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
