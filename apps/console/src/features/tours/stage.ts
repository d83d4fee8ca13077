import type { CaseFactsSeen } from "@leitstand/client/case-sight";
import type { TimelineTour } from "#live/tour-entity.ts";
import type { TimelineBar, TimelineRowOrGroup, TimelineRow } from "./grid/tour-rows.ts";
import { shiftSpanOf } from "./grid/tour-rows.ts";
import { draggableHandles, type DragDelta, spanAfterDrag, moveTimeSpan, type TimeSpan } from "./drag/moves.ts";
import { type TimelineAxis, xOfInstant } from "./grid/time-axis.ts";

/** Line of the timeline with its place on the canvas. */
export interface PlacedTimelineRowOrGroup {
  readonly index: number;
  readonly line: TimelineRowOrGroup;
  readonly top: number;
  readonly height: number;
}

/** Elements on which pointer, keys and the queue drag. None of this passes through React until the drop. */
export interface TimelineDragSurface {
  readonly scroller: HTMLElement;
  readonly canvas: HTMLElement;
  /** Element that highlights the row on which a drop would land. */
  readonly target: HTMLElement;
  /** Element beside the pointer with the time and the row of the drop. */
  readonly hint: HTMLElement;
  readonly axis: TimelineAxis;
  readonly labelWidth: number;
  lineAt(y: number): PlacedTimelineRowOrGroup | undefined;
  lineOf(index: number): PlacedTimelineRowOrGroup | undefined;
  placeOf(id: string): PlacedTimelineRowOrGroup | undefined;
  spanText(span: TimeSpan): string;
}

/** Reads the stage as it is at that moment, because rows come and go during a drag; undefined while there is no grid. */
export type ReadTimelineDragSurface = () => TimelineDragSurface | undefined;

export type DraggedTimelineItem =
  | { readonly is: "bar"; readonly bar: TimelineBar; readonly row: TimelineRow; readonly seen: CaseFactsSeen }
  | { readonly is: "shift"; readonly tour: TimelineTour; readonly row: TimelineRow };

/** Dropped bar or shift, and the row on which it was dropped. */
export interface TimelineDrop {
  readonly dragged: DraggedTimelineItem;
  readonly delta: DragDelta;
  readonly line: TimelineRow;
}

export const spanOfDragged = (dragged: DraggedTimelineItem): TimeSpan =>
  dragged.is === "bar" ? { start: dragged.bar.start, end: dragged.bar.end } : shiftSpanOf(dragged.tour);
export const canDragHandle = (dragged: DraggedTimelineItem, handle: DragDelta["handle"]): boolean =>
  dragged.is === "bar"
    ? draggableHandles(dragged.bar)[handle]
    : dragged.tour.status === "SCHEDULED" && handle !== "whole";
export const draggedSpanAfter = (dragged: DraggedTimelineItem, delta: DragDelta): TimeSpan =>
  dragged.is === "bar" ? spanAfterDrag(dragged.bar, delta) : moveTimeSpan(shiftSpanOf(dragged.tour), delta);

/** Width of a dragged element, by which its style sheet overrides React's. */
const DRAGGED_WIDTH = "--dragged-width";

/**
 * Moves one element over the canvas, and puts it back as React knows it: left and width stay React's, for the case may
 * change during the drag. Only the dragged one has a transform: hundreds of them cost more than all the rest.
 */
export class DragPreview {
  private readonly stage: ReadTimelineDragSurface;
  private readonly element: HTMLElement;
  /** Kept, because a bar that is removed during the drag has no parent. */
  private readonly lane: HTMLElement | null;
  readonly dragged: DraggedTimelineItem;

  constructor(stage: ReadTimelineDragSurface, dragged: DraggedTimelineItem, element: HTMLElement) {
    this.stage = stage;
    this.dragged = dragged;
    this.element = element;
    this.lane = element.parentElement;
    element.style.setProperty(DRAGGED_WIDTH, element.style.width);
    element.dataset["dragged"] = "";
    this.lane?.setAttribute("data-lifted", "");
  }

  show(delta: DragDelta, over: PlacedTimelineRowOrGroup | undefined) {
    const { element, dragged } = this;
    const stage = this.stage();
    if (!stage) return;
    const from = stage.placeOf(dragged.row.id);
    const span = draggedSpanAfter(dragged, delta);
    const x = xOfInstant(stage.axis, span.start);
    const fall = over && from ? over.top - from.top : 0;
    element.style.transform = `translate(${x - Number.parseFloat(element.style.left)}px, ${fall}px)`;
    element.style.setProperty(DRAGGED_WIDTH, `${xOfInstant(stage.axis, span.end) - x}px`);
    highlightTargetRow(stage, over);
    const name = over?.line.is === "row" ? over.line.title : dragged.row.title;
    showDragHint(stage, { x, place: over ?? from, text: `${stage.spanText(span)} · ${name}` });
  }

  clear() {
    const { element } = this;
    const stage = this.stage();
    element.style.transform = "";
    element.style.removeProperty(DRAGGED_WIDTH);
    delete element.dataset["dragged"];
    this.lane?.removeAttribute("data-lifted");
    if (stage) hideDragFeedback(stage);
  }
}

export function highlightTargetRow({ target }: TimelineDragSurface, over: PlacedTimelineRowOrGroup | undefined) {
  const isRow = over?.line.is === "row";
  target.hidden = !isRow;
  if (!isRow) return;
  target.style.transform = `translateY(${over.top}px)`;
  target.style.height = `${over.height}px`;
}

interface DragHint {
  readonly x: number;
  readonly place: PlacedTimelineRowOrGroup | undefined;
  readonly text: string;
}
export function showDragHint({ hint }: TimelineDragSurface, { x, place, text }: DragHint) {
  hint.hidden = place === undefined;
  if (!place) return;
  // Above the row, but below it for the topmost rows, where the head would hide the hint.
  const y = place.index < 2 ? place.top + place.height : place.top - 22;
  hint.style.transform = `translate(${Math.round(x)}px, ${y}px)`;
  if (hint.textContent !== text) hint.textContent = text;
}

export function hideDragFeedback({ target, hint }: TimelineDragSurface) {
  target.hidden = true;
  hint.hidden = true;
}

const SCROLL_EDGE_PX = 36;
const SCROLL_SPEED_MAX = 18;
/** Scrolls while the pointer is held near an edge during a drag; returns whether it did. */
export function scrollTimelineAtEdge(
  { scroller, labelWidth }: TimelineDragSurface,
  at: { clientX: number; clientY: number },
): boolean {
  const box = scroller.getBoundingClientRect();
  const dx = scrollSpeed(at.clientX - box.left - labelWidth, box.right - at.clientX);
  const dy = scrollSpeed(at.clientY - box.top - SCROLL_EDGE_PX / 2, box.bottom - at.clientY);
  if (dx === 0 && dy === 0) return false;
  const before = scroller.scrollLeft + scroller.scrollTop;
  scroller.scrollBy(dx, dy);
  return scroller.scrollLeft + scroller.scrollTop !== before;
}
const scrollSpeed = (before: number, after: number) =>
  before < SCROLL_EDGE_PX
    ? -Math.min(SCROLL_SPEED_MAX, SCROLL_EDGE_PX - before)
    : after < SCROLL_EDGE_PX
      ? Math.min(SCROLL_SPEED_MAX, SCROLL_EDGE_PX - after)
      : 0;
