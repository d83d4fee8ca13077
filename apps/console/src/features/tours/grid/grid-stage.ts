import { type RefObject, useEffect, useRef } from "react";
import { useLocale } from "use-intl";
import { useBoardOutdatedText } from "#live/clash/board-age.tsx";
import { formatClockOrDay } from "#shared/text/time.ts";
import { timelineRowOrGroupAtOffset } from "../drag/grid-spots.ts";
import { type PointerDrag, startPointerDrag } from "../drag/pointer-drag.ts";
import { type QueueDrop, acceptQueueDrops } from "../drag/queue-drop.ts";
import type { TimelineDrop, PlacedTimelineRowOrGroup, TimelineDragSurface, ReadTimelineDragSurface } from "../stage.ts";
import { textOnAxis } from "./row-texts.ts";
import type { TimelineAxis } from "./time-axis.ts";

interface StageInput {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly canvas: RefObject<HTMLDivElement | null>;
  readonly axis: TimelineAxis;
  readonly placed: readonly PlacedTimelineRowOrGroup[];
  readonly labelWidth: number;
  readonly onDrop: (drop: TimelineDrop) => void;
  readonly onQueueDrop: (drop: QueueDrop) => void;
}

/** Binds pointer and queue to the elements once; current values are read at the time of each event. */
export function useTimelineDragHandlers(input: StageInput) {
  const locale = useLocale();
  const age = useBoardOutdatedText();
  const latest = useRef({ ...input, locale, age });
  latest.current = { ...input, locale, age };
  const targetRef = useRef<HTMLDivElement>(null);
  const hintRef = useRef<HTMLDivElement>(null);
  const ghostRef = useRef<HTMLDivElement>(null);

  const stage = (): TimelineDragSurface | undefined => {
    const { scroller, canvas, axis, placed, labelWidth } = latest.current;
    const [target, hint] = [targetRef.current, hintRef.current];
    if (!scroller.current || !canvas.current || !target || !hint) return undefined;
    return {
      scroller: scroller.current,
      canvas: canvas.current,
      target,
      hint,
      axis,
      labelWidth,
      lineAt: (y) => timelineRowOrGroupAtOffset(placed, y),
      lineOf: (index) => placed[index],
      placeOf: (id) => placed.find(({ line }) => line.id === id),
      spanText: ({ start, end }) => {
        const { locale: language, age: outdated } = latest.current;
        const span = `${textOnAxis(start, axis, language)} – ${formatClockOrDay(end, start, language)}`;
        return [span, outdated].filter(Boolean).join(" · ");
      },
    };
  };

  const hasDragged = usePointerDrag(input, { stage, onDrop: (drop) => latest.current.onDrop(drop) });
  useEffect(() => {
    const element = input.scroller.current;
    if (!element) return;
    return acceptQueueDrops(element, {
      stage,
      ghost: () => ghostRef.current,
      onDrop: (drop) => latest.current.onQueueDrop(drop),
    });
  }, [input.scroller]);

  return { stage, targetRef, hintRef, ghostRef, hasDragged };
}

interface PointerDragInput {
  readonly stage: ReadTimelineDragSurface;
  readonly onDrop: (drop: TimelineDrop) => void;
}
/** Binds pointer drags; the result tells whether one has just ended, because the click that follows belongs to it. */
function usePointerDrag({ canvas, placed }: Pick<StageInput, "canvas" | "placed">, input: PointerDragInput) {
  const latest = useRef(input);
  latest.current = input;
  const draggedAt = useRef(0);
  const drag = useRef<PointerDrag>(undefined);
  useEffect(() => drag.current?.redraw(), [placed]);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const down = (event: PointerEvent) => {
      const onStart = () => {
        draggedAt.current = Number.POSITIVE_INFINITY;
      };
      const onDrop = (drop: TimelineDrop) => latest.current.onDrop(drop);
      const onEnd = () => {
        draggedAt.current = performance.now();
      };
      drag.current = startPointerDrag(event, () => latest.current.stage(), { onStart, onDrop, onEnd });
    };
    element.addEventListener("pointerdown", down);
    return () => element.removeEventListener("pointerdown", down);
  }, [canvas]);
  return () => performance.now() - draggedAt.current < 50;
}
