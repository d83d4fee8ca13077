import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { instantAtX, type TimelineAxis, xOfInstant } from "./time-axis.ts";
import type { TimeSpan } from "../drag/moves.ts";

/**
 * Step in pixels: bars are drawn for the window and a little on both sides, in steps, so that few scrolls redraw
 * anything.
 */
const SCROLL_STEP_PX = 240;

interface TimeScrollInput {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly axis: TimelineAxis;
  readonly labelWidth: number;
}
const HOUR_MS = 3_600_000;
/** Half the width of an hour's label, so that the first one is not cut. */
const HALF_HOUR_LABEL_PX = 24;

/** Horizontal position of the window: starts at now, keeps its middle when the scale changes. */
export function useTimelineScroll({ scroller, axis, labelWidth }: TimeScrollInput) {
  const [seen, setSeen] = useState({ from: 0, to: 4 * SCROLL_STEP_PX });
  const shown = useRef<TimelineAxis>(undefined);
  const room = () => (scroller.current?.clientWidth ?? 0) - labelWidth;

  const look = () => {
    const left = scroller.current?.scrollLeft ?? 0;
    const from = Math.floor(left / SCROLL_STEP_PX) * SCROLL_STEP_PX - SCROLL_STEP_PX;
    const to = Math.ceil((left + room()) / SCROLL_STEP_PX) * SCROLL_STEP_PX + SCROLL_STEP_PX;
    setSeen((known) => (known.from === from && known.to === to ? known : { from, to }));
  };
  // Read at the start of the next frame: within the event, positions would be computed twice for rows that just came
  // in.
  const frame = useRef(0);
  const onScroll = () => {
    frame.current ||= requestAnimationFrame(() => {
      frame.current = 0;
      look();
    });
  };
  const scrollTo = (x: number) => {
    scroller.current?.scrollTo({ left: Math.max(0, x) });
    look();
  };
  const toNow = () => {
    const now = Date.now();
    const isShown = now >= axis.from && now < axis.to;
    // A fifth of the window shows the time before now; a day that is not today begins at six in the morning.
    const start = isShown ? instantAtX(axis, xOfInstant(axis, now) - room() / 5) : axis.from + 6 * HOUR_MS;
    scrollTo(xOfInstant(axis, Math.round(start / HOUR_MS) * HOUR_MS) - HALF_HOUR_LABEL_PX);
  };
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = axis;
    const isSameTime = before?.day === axis.day && before.days === axis.days;
    if (!before || !isSameTime) return toNow();
    const middle = instantAtX(before, (scroller.current?.scrollLeft ?? 0) + room() / 2);
    scrollTo(xOfInstant(axis, middle) - room() / 2);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only another axis moves the window
  }, [axis]);

  /** Scrolls a bar into the window, with a little space around it. */
  const revealTime = ({ start, end }: TimeSpan) => {
    const element = scroller.current;
    if (!element) return;
    const [from, to] = [xOfInstant(axis, start), xOfInstant(axis, end)];
    const left = element.scrollLeft;
    if (from < left) scrollTo(from - 40);
    else if (to > left + room()) scrollTo(Math.min(from - 40, to - room() + 40));
  };
  return { seen, onScroll, toNow, revealTime };
}
