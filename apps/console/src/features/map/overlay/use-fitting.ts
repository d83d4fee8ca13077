import type { Map as MapLibreMap } from "maplibre-gl";
import { useEffect, useRef } from "react";
import type { BoardView } from "#shared/state/board-view.ts";
import { isOpen } from "#live/case-entity.ts";
import type { Board } from "#live/entities.ts";
import { allPositions, positionOf } from "#live/positions.ts";
import { boundsOf, type Point } from "./geometry.ts";
import { asBoundsLike } from "../map-settings.ts";
import type { MapState } from "../use-map.ts";
import { placeOfPosition, sourceOf } from "./spots.ts";
import type { VehicleMark } from "./vehicle-marks.ts";

const PADDING = 56;
/** Closest zoom when fitting, so that a single vehicle is shown with its surroundings. */
const FIT_ZOOM_MAX = 12;
const LOCATE_ZOOM_MIN = 10.5;

interface Fitted {
  readonly board: Board | undefined;
  readonly view: BoardView;
  readonly marks: ReadonlyMap<string, VehicleMark>;
  /** Width that an inspector covers at the right, in pixels. */
  readonly coveredPixels: number;
}

/** Moves the camera to the content once in the beginning, to what is selected elsewhere, and on request. */
export function useFitting(state: MapState, { board, view, marks, coveredPixels }: Fitted) {
  const map = state.is === "ready" ? state.map : undefined;
  const hasKeptCamera = state.is === "ready" && state.hasKeptCamera;
  const points = useRef<() => Point[]>(() => []);
  points.current = () => pointsOf(board, marks);
  const selected = useRef<() => Point[]>(() => []);
  selected.current = () => selectedPoints(board, view);
  const isLoaded = board !== undefined;
  useEffect(() => {
    if (map && isLoaded && !hasKeptCamera) show(map, points.current(), { duration: 0 });
  }, [map, isLoaded, hasKeptCamera]);
  useEffect(() => {
    // Centres within the part of the map that is not covered.
    map?.setPadding({ top: 0, bottom: 0, left: 0, right: coveredPixels });
  }, [map, coveredPixels]);
  const selection = view.case ?? view.tour ?? view.vehicle;
  useEffect(() => {
    if (!map || !isLoaded || selection === undefined) return;
    const places = selected.current();
    if (!places.every((place) => isInSight(map, place))) locateAt(map, places);
  }, [map, isLoaded, selection]);
  return {
    fit: () => map && show(map, points.current()),
    locate: selectedPoints(board, view).length === 0 ? undefined : () => map && locateAt(map, selected.current()),
  };
}

function pointsOf(board: Board | undefined, marks: Fitted["marks"]): Point[] {
  const open = [...(board?.cases.values() ?? [])].filter(isOpen).map(sourceOf);
  const vehicles = [...allPositions()].filter(({ vehicle_id }) => marks.has(vehicle_id)).map(placeOfPosition);
  return [...open.filter((place) => place !== undefined), ...vehicles];
}

function selectedPoints(board: Board | undefined, view: BoardView): Point[] {
  const dispatchCase = view.case === undefined ? undefined : board?.cases.get(view.case);
  const source = dispatchCase && sourceOf(dispatchCase);
  if (source) return [source];
  const tour = view.tour === undefined ? undefined : board?.tours.get(view.tour);
  const ids = view.vehicle === undefined ? (tour?.vehicle_ids ?? []) : [view.vehicle];
  return ids.flatMap((id) => {
    const position = positionOf(id);
    return position ? [placeOfPosition(position)] : [];
  });
}

function show(map: MapLibreMap, points: readonly Point[], options: { duration?: number; maxZoom?: number } = {}) {
  const bounds = boundsOf(points);
  if (bounds) map.fitBounds(asBoundsLike(bounds), { padding: PADDING, maxZoom: FIT_ZOOM_MAX, ...options });
}

function isInSight(map: MapLibreMap, [lng, lat]: Point): boolean {
  const { x, y } = map.project([lng, lat]);
  const { clientWidth, clientHeight } = map.getCanvas();
  return x > 0 && y > 0 && x < clientWidth - (map.getPadding().right ?? 0) && y < clientHeight;
}

function locateAt(map: MapLibreMap, points: readonly Point[]) {
  show(map, points, { maxZoom: Math.max(map.getZoom(), LOCATE_ZOOM_MIN) });
}
