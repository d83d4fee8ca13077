import { type CSSProperties, type Ref, useImperativeHandle, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslations } from "use-intl";
import type { ChangeView, ViewProps } from "#shared/state/board-view.ts";
import { preferences } from "#shared/state/preferences.ts";
import { useStore } from "#shared/state/store.ts";
import { useBarGlyphs } from "./bar-glyphs.ts";
import { GridHead, GridLines, NowLine } from "./grid-head.tsx";
import { useGridKeys } from "./grid-keys.ts";
import { GridRows, useRows } from "./grid-rows.tsx";
import { useTimeScroll } from "./grid-scroll.ts";
import { placeLines, type Spot } from "../drag/grid-spots.ts";
import { useStage } from "./grid-stage.ts";
import type { QueueDrop } from "../drag/queue-drop.ts";
import type { Drop } from "../stage.ts";
import type { TimeAxis } from "./time-axis.ts";
import { toggleBranch } from "../timeline-settings.ts";
import type { TimelineLine, TimelineRow } from "./tour-rows.ts";
import styles from "./tour-grid.module.css";

const LABEL_WIDTH = 216;
const ROW_HEIGHTS = { compact: 42, comfortable: 50 } as const;

/** What the toolbar and shortcuts ask of the grid. */
export interface GridHandle {
  toNow(): void;
  show(spot: Spot): void;
  focus(): void;
  /** Goes to a case, on whichever row it is by now. */
  find(case_id: string): void;
}
interface GridProps extends ViewProps {
  readonly lines: readonly TimelineLine[];
  readonly axis: TimeAxis;
  readonly onDrop: (drop: Drop) => void;
  readonly onQueueDrop: (drop: QueueDrop) => void;
  readonly onMenu: (row: TimelineRow, at: DOMRect) => void;
  readonly announce: (text: string) => void;
  readonly ref: Ref<GridHandle>;
}

export function TourGrid({ lines, axis, view, onView, onDrop, onQueueDrop, onMenu, announce, ref }: GridProps) {
  const t = useTranslations("tours");
  const { density } = useStore(preferences);
  const placed = useMemo(() => placeLines(lines, ROW_HEIGHTS[density]), [lines, density]);
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const [wanted, setSpot] = useState<Spot>();
  const spot = spotAmong(lines, wanted);
  const virtual = useRows({ placed, scroller, spot });
  const glyphs = useBarGlyphs();
  const labelWidth = LABEL_WIDTH;
  const { seen, onScroll, toNow, revealTime } = useTimeScroll({ scroller, axis, labelWidth });
  const held = { scroller, canvas, axis, placed, labelWidth, onDrop, onQueueDrop };
  const { stage, targetRef, hintRef, ghostRef, hasDragged } = useStage(held);

  const onReveal = (index: number) => virtual.scrollToIndex(index, { align: "auto" });
  const onSpot = (next: Spot) => {
    const place = placed.find(({ line }) => line.id === next.line);
    if (!place) return;
    const bar = place.line.is === "row" ? place.line.bars.find(({ job }) => job.id === next.case_id) : undefined;
    onReveal(place.index);
    if (bar) revealTime(bar);
    flushSync(() => setSpot(next));
    focusSpot(canvas.current, next);
  };
  const onOpen = (at: Spot) => openSpot(at, lines, onView);
  const openMenu = (row: TimelineRow) => {
    const head = canvas.current?.querySelector(`[data-head="${row.id}"]`);
    if (head) onMenu(row, head.getBoundingClientRect());
  };
  const keys = { placed, spot, stage, onReveal, onDrop, announce, lines, onSpot, onOpen, onMenu: openMenu };
  const { onKeyDown, letGo } = useGridKeys(keys);
  useGridHandle(ref, { lines, spot, toNow, onSpot });

  const click = (target: EventTarget) => {
    const hit = hitOf(target);
    // The click that ends a pull is no click.
    if (!hit || hasDragged()) return;
    const line = lines.find(({ id }) => id === hit.line);
    if (line?.is === "row" && target instanceof Element && target.closest("[data-menu]")) openMenu(line);
    else onOpen(hit);
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
      onFocus={({ target }) => setSpot(hitOf(target) ?? wanted)}
      onClick={({ target }) => click(target)}
    >
      <div role="rowgroup" className={styles["top"]} style={{ width }}>
        <GridHead axis={axis} />
      </div>
      <div ref={canvas} role="rowgroup" className={styles["canvas"]} style={{ width, height: virtual.getTotalSize() }}>
        <GridLines axis={axis} />
        <GridRows items={virtual.getVirtualItems()} {...{ placed, axis, seen, spot, view }} />
        <div className={styles["over"]} role="presentation">
          <div ref={targetRef} className={styles["target"]} hidden aria-hidden />
          <NowLine axis={axis} />
          <div ref={ghostRef} className={styles["ghost"]} hidden aria-hidden />
          <div ref={hintRef} className={styles["hint"]} hidden aria-hidden />
        </div>
      </div>
    </div>
  );
}

interface HandleInput {
  readonly lines: readonly TimelineLine[];
  readonly spot: Spot | undefined;
  readonly toNow: () => void;
  readonly onSpot: (spot: Spot) => void;
}
function useGridHandle(ref: Ref<GridHandle>, input: HandleInput) {
  const latest = useRef(input);
  latest.current = input;
  useImperativeHandle(ref, () => ({
    toNow: () => latest.current.toNow(),
    show: (spot) => latest.current.onSpot(spot),
    focus: () => latest.current.spot && latest.current.onSpot(latest.current.spot),
    // An answer may just have moved it: its row is known when that has been drawn.
    find: (case_id) =>
      void requestAnimationFrame(() => {
        const { lines, onSpot } = latest.current;
        const row = lines.find((line) => line.is === "row" && line.bars.some(({ job }) => job.id === case_id));
        if (row) onSpot({ line: row.id, case_id });
      }),
  }));
}

/** The place where the keyboard comes in; what is gone meanwhile gives way to the head of its line, or to the first. */
function spotAmong(lines: readonly TimelineLine[], wanted: Spot | undefined): Spot | undefined {
  const line = lines.find(({ id }) => id === wanted?.line) ?? lines[0];
  if (!line) return undefined;
  const isThere = line.is === "row" && line.bars.some(({ job }) => job.id === wanted?.case_id);
  return { line: line.id, case_id: isThere ? (wanted?.case_id ?? null) : null };
}

function openSpot({ line: id, case_id }: Spot, lines: readonly TimelineLine[], onView: ChangeView) {
  const line = lines.find((one) => one.id === id);
  const nothing = { case: undefined, tour: undefined, vehicle: undefined };
  if (line?.is === "group") return toggleBranch(line.id);
  if (case_id !== null) return onView({ ...nothing, case: case_id });
  const tour = line?.tours.find(({ status }) => status === "STARTED") ?? line?.tours[0];
  if (tour) onView({ ...nothing, tour: tour.id });
  else if (line?.vehicle_id) onView({ ...nothing, vehicle: line.vehicle_id });
}

function hitOf(target: EventTarget): Spot | undefined {
  if (!(target instanceof Element)) return undefined;
  const line = target.closest<HTMLElement>("[data-line]")?.dataset["line"];
  const bar = target.closest<HTMLElement>("[data-bar]")?.dataset["bar"];
  const isHead = target.closest("[data-head]") !== null;
  return line !== undefined && (bar !== undefined || isHead) ? { line, case_id: bar ?? null } : undefined;
}

const focusSpot = (canvas: HTMLElement | null, { line, case_id }: Spot) =>
  // Rows that were far away are there after the next frame.
  requestAnimationFrame(() => {
    const name = case_id === null ? `[data-head="${line}"]` : `[data-line="${line}"] [data-bar="${case_id}"]`;
    canvas?.querySelector<HTMLElement>(name)?.focus({ preventScroll: true });
  });
