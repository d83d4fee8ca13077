import { dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { type Dragged, type DraggedCase, draggedOf } from "#shared/screen/drag.ts";
import { USUAL_MS } from "../grid/bar-times.ts";
import { hide, scrollAtEdge, showHint, showTarget, type Stage } from "../stage.ts";
import { instantAt, snap, xOf } from "../grid/time-axis.ts";
import type { TimelineRow } from "../grid/tour-rows.ts";

export interface QueueDrop {
  readonly cases: readonly DraggedCase[];
  readonly row: TimelineRow;
  readonly at: number;
}
interface Sink {
  /** The timeline as it is at the moment of the drop. */
  readonly stage: () => Stage | undefined;
  readonly ghost: () => HTMLElement | null;
  readonly onDrop: (drop: QueueDrop) => void;
  readonly spanOfCase: (id: string) => { start: number; end: number } | undefined;
}
interface Point {
  readonly clientX: number;
  readonly clientY: number;
}

const casesOf = (dragged: Dragged) => (dragged.kind === "cases" ? dragged.cases : [dragged]);

/** Accepts cases from the queue: a ghost shows where they would lie, and the row under it is highlighted. */
export function takeFromQueue(element: HTMLElement, sink: Sink) {
  const clear = () => {
    const stage = sink.stage();
    if (stage) hide(stage);
    const ghost = sink.ghost();
    if (ghost) ghost.hidden = true;
  };
  return dropTargetForElements({
    element,
    canDrop: ({ source }) => draggedOf(source.data) !== undefined,
    onDrag: ({ source, location }) => {
      const dragged = draggedOf(source.data);
      const stage = sink.stage();
      if (dragged && stage) showGhost(sink, { stage, dragged, point: location.current.input });
    },
    onDragLeave: clear,
    onDrop: ({ source, location }) => {
      clear();
      const dragged = draggedOf(source.data);
      const stage = sink.stage();
      const place = stage && aim(stage, location.current.input);
      if (dragged && place?.over.line.is === "row")
        sink.onDrop({ cases: casesOf(dragged), row: place.over.line, at: place.at });
    },
  });
}

function aim(stage: Stage, { clientX, clientY }: Point) {
  const box = stage.canvas.getBoundingClientRect();
  const over = stage.lineAt(clientY - box.top);
  return over && { over, at: snap(instantAt(stage.axis, clientX - box.left - stage.labelWidth)) };
}

interface Hovering {
  readonly stage: Stage;
  readonly dragged: Dragged;
  readonly point: Point;
}
/** Shows the ghost: a case with a time window lies there, wherever it is dropped; others lie under the pointer. */
function showGhost(sink: Sink, { stage, dragged, point }: Hovering) {
  scrollAtEdge(stage, point);
  const ghost = sink.ghost();
  const place = aim(stage, point);
  if (!ghost || place?.over.line.is !== "row") {
    hide(stage);
    if (ghost) ghost.hidden = true;
    return;
  }
  const { over, at } = place;
  const [first, ...more] = casesOf(dragged);
  const span = sink.spanOfCase(first?.case_id ?? "") ?? { start: at, end: at + USUAL_MS };
  const x = visibleX(stage, xOf(stage.axis, span.start));
  ghost.hidden = false;
  ghost.style.transform = `translate(${x}px, ${over.top + 5}px)`;
  ghost.style.width = `${Math.max(90, xOf(stage.axis, span.end) - xOf(stage.axis, span.start))}px`;
  ghost.style.height = `${over.height - 11}px`;
  const name = `${first?.natural_id ?? ""}${more.length > 0 ? ` +${more.length}` : ""}`;
  if (ghost.textContent !== name) ghost.textContent = name;
  showTarget(stage, over);
  const row = over.line.is === "row" ? over.line.title : "";
  showHint(stage, { x, place: over, text: `${stage.spanText(span)} · ${row}` });
}

/** Clamps a position that is out of sight to the edge. */
function visibleX({ scroller, labelWidth }: Stage, x: number) {
  const from = scroller.scrollLeft + 4;
  return Math.min(Math.max(x, from), from + scroller.clientWidth - labelWidth - 110);
}
