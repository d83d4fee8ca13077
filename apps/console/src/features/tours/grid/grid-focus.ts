import { type Ref, useImperativeHandle, useRef, useState } from "react";
import type { ChangeBoardView } from "#shared/state/board-view.ts";
import type { TimelineFocusSpot } from "../drag/grid-spots.ts";
import { toggleBranchRows } from "../timeline-settings.ts";
import type { PlacedTimelineRowOrGroup } from "../stage.ts";
import type { TimelineBar, TimelineRowOrGroup, TimelineRow } from "./tour-rows.ts";

/** Commands of the toolbar and of shortcuts to the grid. */
export interface TimelineGridCommands {
  toNow(): void;
  show(spot: TimelineFocusSpot): void;
  focus(): void;
  /** Moves to a case, on whichever row it is by now. */
  find(case_id: string): void;
}
interface HandleInput {
  readonly lines: readonly TimelineRowOrGroup[];
  readonly spot: TimelineFocusSpot | undefined;
  readonly toNow: () => void;
  readonly onSpot: (spot: TimelineFocusSpot) => void;
}
export function useTimelineGridCommands(ref: Ref<TimelineGridCommands>, input: HandleInput) {
  const latest = useRef(input);
  latest.current = input;
  useImperativeHandle(ref, () => ({
    toNow: () => latest.current.toNow(),
    show: (spot) => latest.current.onSpot(spot),
    focus: () => latest.current.spot && latest.current.onSpot(latest.current.spot),
    // An answer may just have moved the case: its row is known after the next frame.
    find: (case_id) =>
      void requestAnimationFrame(() => {
        const { lines, onSpot } = latest.current;
        const row = lines.find(
          (line) => line.is === "row" && line.bars.some(({ dispatchCase }) => dispatchCase.id === case_id),
        );
        if (row) onSpot({ line: row.id, case_id });
      }),
  }));
}

/** The spot of the keyboard focus, and the spot that was last chosen. */
export function useTimelineFocusSpot(lines: readonly TimelineRowOrGroup[]) {
  const [wanted, setSpot] = useState<TimelineFocusSpot>();
  return { spot: existingSpot(lines, wanted), wanted, setSpot };
}

/** The spot with the keyboard focus; one that is gone is replaced by the head of its line, or by the first line. */
function existingSpot(
  lines: readonly TimelineRowOrGroup[],
  wanted: TimelineFocusSpot | undefined,
): TimelineFocusSpot | undefined {
  const line = lines.find(({ id }) => id === wanted?.line) ?? lines[0];
  if (!line) return undefined;
  const isThere = line.is === "row" && line.bars.some(({ dispatchCase }) => dispatchCase.id === wanted?.case_id);
  return { line: line.id, case_id: isThere ? (wanted?.case_id ?? null) : null };
}

export function openObjectAtFocusSpot(
  { line: id, case_id }: TimelineFocusSpot,
  lines: readonly TimelineRowOrGroup[],
  onView: ChangeBoardView,
) {
  const line = lines.find((one) => one.id === id);
  const nothing = { case: undefined, tour: undefined, vehicle: undefined };
  if (line?.is === "group") return toggleBranchRows(line.id);
  if (case_id !== null) return onView({ ...nothing, case: case_id });
  const tour = line?.tours.find(({ status }) => status === "STARTED") ?? line?.tours[0];
  if (tour) onView({ ...nothing, tour: tour.id });
  else if (line?.vehicle_id) onView({ ...nothing, vehicle: line.vehicle_id });
}

interface OpenHitInput {
  readonly lines: readonly TimelineRowOrGroup[];
  readonly onOpen: (at: TimelineFocusSpot) => void;
  readonly onMenu: (row: TimelineRow) => void;
}
/** Opens the clicked object: the menu of a row, a case or a tour. */
export function openClickedTimelineObject(target: EventTarget, { lines, onOpen, onMenu }: OpenHitInput) {
  const hit = focusSpotOfElement(target);
  if (!hit) return;
  const line = lines.find(({ id }) => id === hit.line);
  if (line?.is === "row" && target instanceof Element && target.closest("[data-menu]")) onMenu(line);
  else onOpen(hit);
}

interface RevealInput {
  readonly placed: readonly PlacedTimelineRowOrGroup[];
  readonly onReveal: (index: number) => void;
  readonly revealTime: (bar: TimelineBar) => void;
}
/** Scrolls to a spot, down to its line and along to its bar; returns whether it exists. */
export function scrollToFocusSpot(
  { line: id, case_id }: TimelineFocusSpot,
  { placed, onReveal, revealTime }: RevealInput,
): boolean {
  const place = placed.find(({ line }) => line.id === id);
  if (!place) return false;
  const bar =
    place.line.is === "row" ? place.line.bars.find(({ dispatchCase }) => dispatchCase.id === case_id) : undefined;
  onReveal(place.index);
  if (bar) revealTime(bar);
  return true;
}

export function focusSpotOfElement(target: EventTarget): TimelineFocusSpot | undefined {
  if (!(target instanceof Element)) return undefined;
  const line = target.closest<HTMLElement>("[data-line]")?.dataset["line"];
  const bar = target.closest<HTMLElement>("[data-bar]")?.dataset["bar"];
  const isHead = target.closest("[data-head]") !== null;
  return line !== undefined && (bar !== undefined || isHead) ? { line, case_id: bar ?? null } : undefined;
}

export const moveFocusToSpot = (canvas: HTMLElement | null, { line, case_id }: TimelineFocusSpot) =>
  // Rows that were far away are rendered in the next frame.
  requestAnimationFrame(() => {
    const name = case_id === null ? `[data-head="${line}"]` : `[data-line="${line}"] [data-bar="${case_id}"]`;
    canvas?.querySelector<HTMLElement>(name)?.focus({ preventScroll: true });
  });
