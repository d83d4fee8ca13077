import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { instantAt, type TimeAxis, xOf } from "./time-axis.ts";
import type { Span } from "../drag/moves.ts";

/** Bars are drawn for the window and a little on both sides, in steps, so that few scrolls draw anything. */
const STEP = 240;

interface Scrolling {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly axis: TimeAxis;
  readonly labelWidth: number;
}
const HOUR_MS = 3_600_000;
/** Half the label of an hour, so that the first one is whole. */
const LABEL_ROOM = 24;

/** Where the window stands in time: begins at now, keeps its middle when the scale changes. */
export function useTimeScroll({ scroller, axis, labelWidth }: Scrolling) {
  const [seen, setSeen] = useState({ from: 0, to: 4 * STEP });
  const shown = useRef<TimeAxis>(undefined);
  const room = () => (scroller.current?.clientWidth ?? 0) - labelWidth;

  const look = () => {
    const left = scroller.current?.scrollLeft ?? 0;
    const from = Math.floor(left / STEP) * STEP - STEP;
    const to = Math.ceil((left + room()) / STEP) * STEP + STEP;
    setSeen((known) => (known.from === from && known.to === to ? known : { from, to }));
  };
  // At the start of the next frame: asked for within the event, places would be computed twice for rows that just came in.
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
    // A fifth of the room is for what has just been; a day without now begins when work does.
    const start = isShown ? instantAt(axis, xOf(axis, now) - room() / 5) : axis.from + 6 * HOUR_MS;
    scrollTo(xOf(axis, Math.round(start / HOUR_MS) * HOUR_MS) - LABEL_ROOM);
  };
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = axis;
    const isSameTime = before?.day === axis.day && before.days === axis.days;
    if (!before || !isSameTime) return toNow();
    const middle = instantAt(before, (scroller.current?.scrollLeft ?? 0) + room() / 2);
    scrollTo(xOf(axis, middle) - room() / 2);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only another axis moves the window
  }, [axis]);

  /** Brings a bar into the window, with a little around it. */
  const revealTime = ({ start, end }: Span) => {
    const element = scroller.current;
    if (!element) return;
    const [from, to] = [xOf(axis, start), xOf(axis, end)];
    const left = element.scrollLeft;
    if (from < left) scrollTo(from - 40);
    else if (to > left + room()) scrollTo(Math.min(from - 40, to - room() + 40));
  };
  return { seen, onScroll, toNow, revealTime };
}
