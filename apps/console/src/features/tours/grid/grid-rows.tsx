import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback } from "react";
import type { BoardView } from "#shared/state/board-view.ts";
import { useNow } from "#shared/text/now.ts";
import type { RowAbsenceDrawing } from "../absences/row-absences.tsx";
import type { TimelineFocusSpot } from "../drag/grid-spots.ts";
import { BranchGroupHead } from "./group-head.tsx";
import { useTimelineRowTexts } from "./row-texts.ts";
import type { PlacedTimelineRowOrGroup } from "../stage.ts";
import type { TimelineAxis } from "./time-axis.ts";
import type { TimelineRow } from "./tour-rows.ts";
import { TourRow } from "./tour-row.tsx";

const GRID_HEAD_HEIGHT = 24;
const ROW_HEIGHT = 42;

interface VirtualRowsInput {
  readonly placed: readonly PlacedTimelineRowOrGroup[];
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly spot: TimelineFocusSpot | undefined;
}

/** Virtual list of rows: only the rows in sight are rendered, and the row with the focus. */
export function useVirtualTimelineRows({ placed, scroller, spot }: VirtualRowsInput) {
  // A new function for new lines makes the virtual list take over their heights.
  const getItemKey = useCallback((index: number) => placed[index]?.line.id ?? index, [placed]);
  const kept = placed.findIndex(({ line }) => line.id === spot?.line);
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is passed to memoised parts
  return useVirtualizer({
    count: placed.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => placed[index]?.height ?? ROW_HEIGHT,
    getItemKey,
    overscan: 2,
    scrollPaddingStart: GRID_HEAD_HEIGHT,
    useFlushSync: false,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const first = Math.max(0, startIndex - overscan);
      const last = Math.min(count - 1, endIndex + overscan);
      const shown = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
      return kept < 0 || (kept >= first && kept <= last) ? shown : [...shown, kept].sort((a, b) => a - b);
    },
  });
}

interface RowsProps {
  readonly items: ReturnType<ReturnType<typeof useVirtualTimelineRows>["getVirtualItems"]>;
  readonly placed: readonly PlacedTimelineRowOrGroup[];
  readonly axis: TimelineAxis;
  readonly seen: { readonly from: number; readonly to: number };
  readonly spot: TimelineFocusSpot | undefined;
  readonly view: BoardView;
  readonly absences: RowAbsenceDrawing | undefined;
}

export function TimelineGridRows({ items, placed, axis, seen, spot, view, absences }: RowsProps) {
  const words = useTimelineRowTexts();
  const minute = Math.floor(useNow() / 60_000) * 60_000;
  return items.map(({ index }) => {
    const place = placed[index];
    if (!place) return null;
    const { line, top, height } = place;
    const isSpot = spot?.line === line.id;
    if (line.is === "group")
      return <BranchGroupHead key={line.id} group={line} top={top} index={index} isSpot={isSpot} />;
    const hasSelected = line.bars.some(({ dispatchCase }) => dispatchCase.id === view.case);
    return (
      <TourRow
        key={line.id}
        {...{ row: line, words, axis, top, height, index, minute, from: seen.from, to: seen.to }}
        spot={isSpot ? spot.case_id : undefined}
        selected={hasSelected ? view.case : undefined}
        isRowSelected={isRowSelected(line, view)}
        drawAbsences={absences?.draw}
      />
    );
  });
}

const isRowSelected = ({ tours, vehicle_id }: TimelineRow, view: BoardView) =>
  (view.vehicle !== undefined && view.vehicle === vehicle_id) || tours.some(({ id }) => id === view.tour);
