import { snapDragMs } from "./moves.ts";
import { caseFactsSeenOnBar } from "./sight-of-bar.ts";
import {
  type DraggedTimelineItem,
  DragPreview,
  type TimelineDrop,
  canDragHandle,
  type PlacedTimelineRowOrGroup,
  scrollTimelineAtEdge,
  spanOfDragged,
  type TimelineDragSurface,
  type ReadTimelineDragSurface,
} from "../stage.ts";
import { durationOfPixels } from "../grid/time-axis.ts";

/** Pixels below which a movement is a tremble and not a drag. */
const DRAG_THRESHOLD_PX = 4;

interface PointerGrip {
  readonly dragged: DraggedTimelineItem;
  readonly handle: "whole" | "start" | "end";
  readonly element: HTMLElement;
}
interface PointerDragCallbacks {
  readonly onDrop: (drop: TimelineDrop) => void;
  readonly onStart: () => void;
  /** Called at the end of a drag, also of a cancelled one. */
  readonly onEnd: () => void;
}

/** Follows the pointer from pressing it on a bar or an edge until it is released, or Escape is pressed. */
export function startPointerDrag(
  down: PointerEvent,
  stage: ReadTimelineDragSurface,
  sink: PointerDragCallbacks,
): PointerDrag | undefined {
  // A finger scrolls; a tap selects, and moving is done in the inspector.
  if (down.button !== 0 || down.pointerType === "touch") return undefined;
  const current = stage();
  const grip = current && gripUnderPointer(down, current);
  if (!grip || !canDragHandle(grip.dragged, grip.handle)) return undefined;
  const drag = new PointerDrag({ down, stage, grip, sink, origin: pointOnCanvas(current, down) });
  drag.begin();
  return drag;
}

function pointOnCanvas({ canvas }: TimelineDragSurface, { clientX, clientY }: PointerEvent) {
  const box = canvas.getBoundingClientRect();
  return { x: clientX - box.left, y: clientY - box.top };
}

/** Pixels from an end of a bar within which the end is dragged; a bar stays one element, without handles. */
const EDGE_WIDTH_PX = 6;
function handleUnderPointer(element: HTMLElement, clientX: number): PointerGrip["handle"] {
  const { left, right, width } = element.getBoundingClientRect();
  if (width < 4 * EDGE_WIDTH_PX) return "whole";
  if ("end" in element.dataset && right - clientX <= EDGE_WIDTH_PX) return "end";
  return "start" in element.dataset && clientX - left <= EDGE_WIDTH_PX ? "start" : "whole";
}

function gripUnderPointer({ target, clientX }: PointerEvent, stage: TimelineDragSurface): PointerGrip | undefined {
  if (!(target instanceof HTMLElement)) return undefined;
  const line = target.closest<HTMLElement>("[data-line]")?.dataset["line"];
  const row = line === undefined ? undefined : stage.placeOf(line)?.line;
  if (row?.is !== "row") return undefined;
  const element = target.closest<HTMLElement>("[data-bar], [data-shift]");
  const bar = row.bars.find(({ dispatchCase }) => dispatchCase.id === element?.dataset["bar"]);
  if (element && bar) {
    const dragged = { is: "bar", bar, row, seen: caseFactsSeenOnBar(bar) } as const;
    return { dragged, handle: handleUnderPointer(element, clientX), element };
  }
  const tour = row.tours.find(({ id }) => id === element?.dataset["shift"]);
  const handle = (target.dataset["edge"] ?? "whole") as PointerGrip["handle"];
  return element && tour ? { dragged: { is: "shift", tour, row }, handle, element } : undefined;
}

interface PointerDragParts {
  readonly down: PointerEvent;
  readonly stage: ReadTimelineDragSurface;
  readonly grip: PointerGrip;
  readonly sink: PointerDragCallbacks;
  /** Point on the canvas at which the drag began: scrolling counts as moving. */
  readonly origin: { readonly x: number; readonly y: number };
}

export class PointerDrag {
  private readonly parts: PointerDragParts;
  private readonly end = new AbortController();
  private last: PointerEvent;
  private preview: DragPreview | undefined;
  private frame = 0;

  constructor(parts: PointerDragParts) {
    this.parts = parts;
    this.last = parts.down;
  }

  begin() {
    const { signal } = this.end;
    document.addEventListener("pointermove", this.move, { signal });
    document.addEventListener("pointerup", this.letGo, { signal });
    document.addEventListener("pointercancel", this.cancel, { signal });
    document.addEventListener("keydown", this.press, { signal, capture: true });
  }

  /** Draws the drag again in the next frame: other rows may lie under a pointer that rests. */
  redraw() {
    if (this.preview) this.frame ||= requestAnimationFrame(this.draw);
  }

  private readonly move = (event: PointerEvent) => {
    this.last = event;
    const { grip, stage, sink, down } = this.parts;
    if (!this.preview) {
      if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < DRAG_THRESHOLD_PX) return;
      this.preview = new DragPreview(stage, grip.dragged, grip.element);
      sink.onStart();
    }
    event.preventDefault();
    this.redraw();
  };

  private readonly draw = () => {
    this.frame = 0;
    const stage = this.parts.stage();
    if (!stage) return this.stop();
    const hasScrolled = scrollTimelineAtEdge(stage, this.last);
    const { delta, over } = this.aim(stage);
    this.preview?.show(delta, over);
    if (hasScrolled) this.frame = requestAnimationFrame(this.draw);
  };

  /** Determines another row or another time, never both: a hand that goes down a few rows does not hold the minute. */
  private aim(stage: TimelineDragSurface) {
    const { grip, origin } = this.parts;
    const { x, y } = pointOnCanvas(stage, this.last);
    const home = stage.placeOf(grip.dragged.row.id);
    const found = grip.handle === "whole" ? stage.lineAt(y) : home;
    const over: PlacedTimelineRowOrGroup | undefined = found?.line.is === "row" ? found : home;
    const byMs = snapDragMs(spanOfDragged(grip.dragged), grip.handle, durationOfPixels(stage.axis, x - origin.x));
    const isElsewhere = over !== undefined && over.line.id !== grip.dragged.row.id;
    return { over, delta: { handle: grip.handle, byMs: isElsewhere ? 0 : byMs } };
  }

  private readonly letGo = (event: PointerEvent) => {
    this.last = event;
    const { grip, sink } = this.parts;
    const stage = this.parts.stage();
    const aim = stage && this.preview && this.aim(stage);
    this.stop();
    if (aim?.over?.line.is === "row") sink.onDrop({ dragged: grip.dragged, delta: aim.delta, line: aim.over.line });
  };

  private readonly press = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !this.preview) return;
    event.preventDefault();
    event.stopPropagation();
    this.stop();
  };

  private readonly cancel = () => this.stop();

  private stop() {
    this.end.abort();
    cancelAnimationFrame(this.frame);
    if (!this.preview) return;
    this.preview.clear();
    this.preview = undefined;
    this.parts.sink.onEnd();
  }
}
