import { type CSSProperties, type Ref, useMemo, useRef } from "react";
import { flushSync } from "react-dom";
import { useTranslations } from "use-intl";
import type { BoardViewProps } from "#shared/state/board-view.ts";
import { preferencesStore } from "#shared/state/preferences.ts";
import { useStore } from "@leitstand/app/store";
import type { RowAbsenceDrawing } from "../absences/row-absences.tsx";
import { useBarGlyphs } from "./bar-glyphs.ts";
import {
  moveFocusToSpot,
  type TimelineGridCommands,
  focusSpotOfElement,
  openClickedTimelineObject,
  openObjectAtFocusSpot,
  scrollToFocusSpot,
  useTimelineGridCommands,
  useTimelineFocusSpot,
} from "./grid-focus.ts";
import { TimelineGridHead, GridLines, CurrentTimeLine } from "./grid-head.tsx";
import { useTimelineGridKeys } from "./grid-keys.ts";
import { TimelineGridRows, useVirtualTimelineRows } from "./grid-rows.tsx";
import { useTimelineScroll } from "./grid-scroll.ts";
import { placeTimelineRowsAndGroups, type TimelineFocusSpot } from "../drag/grid-spots.ts";
import { useTimelineDragHandlers } from "./grid-stage.ts";
import type { QueueDrop } from "../drag/queue-drop.ts";
import type { TimelineDrop } from "../stage.ts";
import type { TimelineAxis } from "./time-axis.ts";
import type { TimelineRowOrGroup, TimelineRow } from "./tour-rows.ts";
import styles from "./tour-grid.module.css";

const LABEL_WIDTH = 216;
const ROW_HEIGHTS = { compact: 42, comfortable: 50 } as const;

interface GridProps extends BoardViewProps {
  readonly lines: readonly TimelineRowOrGroup[];
  readonly axis: TimelineAxis;
  readonly absences: RowAbsenceDrawing | undefined;
  readonly onDrop: (drop: TimelineDrop) => void;
  readonly onQueueDrop: (drop: QueueDrop) => void;
  readonly onMenu: (row: TimelineRow, at: DOMRect) => void;
  readonly announce: (text: string) => void;
  readonly ref: Ref<TimelineGridCommands>;
}

export function TourGrid(props: GridProps) {
  const { lines, axis, absences, view, onView, onDrop, onQueueDrop, onMenu, announce, ref } = props;
  const t = useTranslations("tours");
  const { density } = useStore(preferencesStore);
  const placed = useMemo(() => placeTimelineRowsAndGroups(lines, ROW_HEIGHTS[density]), [lines, density]);
  const [scroller, canvas] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const { spot, wanted, setSpot } = useTimelineFocusSpot(lines);
  const virtual = useVirtualTimelineRows({ placed, scroller, spot });
  const glyphs = useBarGlyphs();
  const { seen, onScroll, toNow, revealTime } = useTimelineScroll({ scroller, axis, labelWidth: LABEL_WIDTH });
  const held = { scroller, canvas, axis, placed, labelWidth: LABEL_WIDTH, onDrop, onQueueDrop };
  const { stage, hasDragged, ...overlay } = useTimelineDragHandlers(held);

  const onReveal = (index: number) => virtual.scrollToIndex(index, { align: "auto" });
  const onSpot = (next: TimelineFocusSpot) => {
    if (!scrollToFocusSpot(next, { placed, onReveal, revealTime })) return;
    flushSync(() => setSpot(next));
    moveFocusToSpot(canvas.current, next);
  };
  const onOpen = (at: TimelineFocusSpot) => openObjectAtFocusSpot(at, lines, onView);
  const openMenu = (row: TimelineRow) => {
    const head = canvas.current?.querySelector(`[data-head="${row.id}"]`);
    if (head) onMenu(row, head.getBoundingClientRect());
  };
  const keys = { placed, spot, stage, onReveal, onDrop, announce, lines, onSpot, onOpen, onMenu: openMenu };
  const { onKeyDown, letGo } = useTimelineGridKeys(keys);
  useTimelineGridCommands(ref, { lines, spot, toNow, onSpot });

  const click = (target: EventTarget) => {
    // The click event after a drag is ignored.
    if (!hasDragged()) openClickedTimelineObject(target, { lines, onOpen, onMenu: openMenu });
  };
  const width = LABEL_WIDTH + axis.width;
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus is on its cells, one at a time
    <div
      ref={scroller}
      className={styles["scroller"]}
      role="treegrid"
      aria-label={t("grid")}
      aria-describedby="tours-keys"
      aria-rowcount={lines.length + 1}
      style={{ "--label": `${LABEL_WIDTH}px`, ...glyphs } as CSSProperties}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      onBlur={letGo}
      onFocus={({ target }) => setSpot(focusSpotOfElement(target) ?? wanted)}
      onClick={({ target }) => click(target)}
    >
      <div role="rowgroup" className={styles["top"]} style={{ width }}>
        <TimelineGridHead axis={axis} />
      </div>
      <div ref={canvas} role="rowgroup" className={styles["canvas"]} style={{ width, height: virtual.getTotalSize() }}>
        <GridLines axis={axis} />
        <TimelineGridRows items={virtual.getVirtualItems()} {...{ placed, axis, seen, spot, view, absences }} />
        <GridOverlay axis={axis} {...overlay} />
      </div>
    </div>
  );
}

type OverlayProps = Pick<ReturnType<typeof useTimelineDragHandlers>, "targetRef" | "hintRef" | "ghostRef"> & {
  readonly axis: TimelineAxis;
};

/** Overlay of the rows: the time now, and during a drag the target. */
const GridOverlay = ({ axis, targetRef, hintRef, ghostRef }: OverlayProps) => (
  <div className={styles["over"]} role="presentation">
    <div ref={targetRef} className={styles["target"]} hidden aria-hidden />
    <CurrentTimeLine axis={axis} />
    <div ref={ghostRef} className={styles["ghost"]} hidden aria-hidden />
    <div ref={hintRef} className={styles["hint"]} hidden aria-hidden />
  </div>
);
