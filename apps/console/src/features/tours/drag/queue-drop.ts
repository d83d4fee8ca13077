import { dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { type DraggedCases, type DraggedCase, fromDragData } from "#shared/screen/drag.ts";
import { entityStore } from "#live/store.ts";
import { barTimesOf, USUAL_CASE_DURATION_MS } from "../grid/bar-times.ts";
import type { TimeSpan } from "./moves.ts";
import {
  hideDragFeedback,
  scrollTimelineAtEdge,
  showDragHint,
  highlightTargetRow,
  type TimelineDragSurface,
  type ReadTimelineDragSurface,
} from "../stage.ts";
import { instantAtX, snapInstant, xOfInstant } from "../grid/time-axis.ts";
import type { TimelineRow } from "../grid/tour-rows.ts";

export interface QueueDrop {
  readonly cases: readonly DraggedCase[];
  readonly row: TimelineRow;
  /** Time at the pointer. */
  readonly at: number;
}
interface QueueDropTarget {
  /** The timeline as it is at the moment of the drop. */
  readonly stage: ReadTimelineDragSurface;
  readonly ghost: () => HTMLElement | null;
  readonly onDrop: (drop: QueueDrop) => void;
}
interface PointerPoint {
  readonly clientX: number;
  readonly clientY: number;
}

const draggedCases = (dragged: DraggedCases) => (dragged.kind === "cases" ? dragged.cases : [dragged]);

/** Span in which a dropped case will lie: its time window if it has one, else from the time at the pointer. */
export function spanOfDroppedCase(id: string, at: number): TimeSpan {
  const dispatchCase = entityStore.cases.get(id);
  if (!dispatchCase || dispatchCase.not_before === null) return { start: at, end: at + USUAL_CASE_DURATION_MS };
  const unknown = { eta: null, started_at: null, arrived_at: null, finished_at: null, closed_at: null };
  return barTimesOf({ ...dispatchCase, ...unknown, assigned_at: dispatchCase.created_at });
}

/** Accepts cases from the queue: a ghost shows where they would lie, and the row under it is highlighted. */
export function acceptQueueDrops(element: HTMLElement, sink: QueueDropTarget) {
  const clear = () => {
    const stage = sink.stage();
    if (stage) hideDragFeedback(stage);
    const ghost = sink.ghost();
    if (ghost) ghost.hidden = true;
  };
  return dropTargetForElements({
    element,
    canDrop: ({ source }) => fromDragData(source.data) !== undefined,
    onDrag: ({ source, location }) => {
      const dragged = fromDragData(source.data);
      const stage = sink.stage();
      if (dragged && stage) showDropGhost(sink, { stage, dragged, point: location.current.input });
    },
    onDragLeave: clear,
    onDrop: ({ source, location }) => {
      clear();
      const dragged = fromDragData(source.data);
      const stage = sink.stage();
      const place = stage && dropPointOf(stage, location.current.input);
      if (dragged && place?.over.line.is === "row")
        sink.onDrop({ cases: draggedCases(dragged), row: place.over.line, at: place.at });
    },
  });
}

function dropPointOf(stage: TimelineDragSurface, { clientX, clientY }: PointerPoint) {
  const box = stage.canvas.getBoundingClientRect();
  const over = stage.lineAt(clientY - box.top);
  return over && { over, at: snapInstant(instantAtX(stage.axis, clientX - box.left - stage.labelWidth)) };
}

interface HoveringDrag {
  readonly stage: TimelineDragSurface;
  readonly dragged: DraggedCases;
  readonly point: PointerPoint;
}
/** Shows the ghost of the dragged case where it will lie. */
function showDropGhost(sink: QueueDropTarget, { stage, dragged, point }: HoveringDrag) {
  scrollTimelineAtEdge(stage, point);
  const ghost = sink.ghost();
  const place = dropPointOf(stage, point);
  if (!ghost || place?.over.line.is !== "row") {
    hideDragFeedback(stage);
    if (ghost) ghost.hidden = true;
    return;
  }
  const { over, at } = place;
  const [first, ...more] = draggedCases(dragged);
  const span = spanOfDroppedCase(first?.case_id ?? "", at);
  const x = clampToVisibleX(stage, xOfInstant(stage.axis, span.start));
  ghost.hidden = false;
  ghost.style.transform = `translate(${x}px, ${over.top + 5}px)`;
  ghost.style.width = `${Math.max(90, xOfInstant(stage.axis, span.end) - xOfInstant(stage.axis, span.start))}px`;
  ghost.style.height = `${over.height - 11}px`;
  const name = `${first?.natural_id ?? ""}${more.length > 0 ? ` +${more.length}` : ""}`;
  if (ghost.textContent !== name) ghost.textContent = name;
  highlightTargetRow(stage, over);
  const row = over.line.is === "row" ? over.line.title : "";
  showDragHint(stage, { x, place: over, text: `${stage.spanText(span)} · ${row}` });
}

/** Clamps a position that is out of sight to the edge. */
function clampToVisibleX({ scroller, labelWidth }: TimelineDragSurface, x: number) {
  const from = scroller.scrollLeft + 4;
  return Math.min(Math.max(x, from), from + scroller.clientWidth - labelWidth - 110);
}
