import type { FitBoundsOptions, LngLatBoundsLike, PaddingOptions } from "maplibre-gl";
import { useEffect, useRef } from "react";
import type { BoardView } from "#shared/state/board-view.ts";
import { isWithoutTour } from "#live/case-entity.ts";
import type { BoardState } from "#live/entities.ts";
import { iterateNewestVehiclePositions, positionOfVehicle } from "#live/positions.ts";
import { boundsOfPoints, type LonLatPair } from "./geometry.ts";
import { mapSettings, toLngLatBounds } from "../map-settings.ts";
import { withoutHiddenLayers } from "./objects-in.ts";
import { lonLatOfPosition, sourceLonLatOfCase } from "./spots.ts";
import type { VehicleMapState } from "./vehicle-marks.ts";

const FIT_PADDING_PX = 56;
/** Closest zoom when fitting, so that a single vehicle is shown with its surroundings. */
const FIT_ZOOM_MAX = 12;
const LOCATE_ZOOM_MIN = 10.5;

/** The parts of a map that move its camera, or tell where it is. */
export interface FittableMap {
  fitBounds(bounds: LngLatBoundsLike, options?: FitBoundsOptions): unknown;
  setPadding(padding: PaddingOptions): unknown;
  getPadding(): Partial<PaddingOptions>;
  getZoom(): number;
  project(place: [lon: number, lat: number]): { readonly x: number; readonly y: number };
  getCanvas(): Pick<HTMLCanvasElement, "clientWidth" | "clientHeight">;
}
type FittableMapState =
  | { readonly is: "loading" | "failed" }
  | { readonly is: "ready"; readonly map: FittableMap; readonly hasKeptCamera: boolean };

interface FittedContent {
  readonly board: BoardState | undefined;
  readonly view: BoardView;
  readonly marks: ReadonlyMap<string, VehicleMapState>;
  /** Called before the camera moves on request. */
  readonly onRequest: () => void;
  /** Width that an inspector covers at the right, in pixels. */
  readonly coveredPixels: number;
}

/** Moves the camera to the whole content once at the start, to objects that are selected elsewhere, and on request. */
export function useFitCamera(state: FittableMapState, { board, view, marks, onRequest, coveredPixels }: FittedContent) {
  const map = state.is === "ready" ? state.map : undefined;
  const hasKeptCamera = state.is === "ready" && state.hasKeptCamera;
  const points = useRef<() => LonLatPair[]>(() => []);
  points.current = () => pointsOfBoard(board, marks);
  const selected = useRef<() => LonLatPair[]>(() => []);
  selected.current = () => selectedPoints(board, view);
  const isLoaded = board !== undefined;
  useEffect(() => {
    if (map && isLoaded && !hasKeptCamera) fitToPoints(map, points.current(), { duration: 0 });
  }, [map, isLoaded, hasKeptCamera]);
  useEffect(() => {
    // Centres within the part of the map that is not covered.
    map?.setPadding({ top: 0, bottom: 0, left: 0, right: coveredPixels });
  }, [map, coveredPixels]);
  const selection = view.case ?? view.tour ?? view.vehicle;
  useEffect(() => {
    if (!map || !isLoaded || selection === undefined) return;
    const places = selected.current();
    if (!places.every((place) => isInSight(map, place))) zoomToPoints(map, places);
  }, [map, isLoaded, selection]);
  return {
    fit: () => {
      onRequest();
      if (map) fitToPoints(map, points.current());
    },
    locate:
      selectedPoints(board, view).length === 0
        ? undefined
        : () => {
            onRequest();
            if (map) zoomToPoints(map, selected.current());
          },
  };
}

/** Places of all that the map shows of the board: nothing on layers that are switched off. */
function pointsOfBoard(board: BoardState | undefined, marks: FittedContent["marks"]): LonLatPair[] {
  const open = [...(board?.cases.values() ?? [])].filter(isWithoutTour).map(sourceLonLatOfCase);
  const vehicles = [...iterateNewestVehiclePositions()]
    .filter(({ vehicle_id }) => marks.has(vehicle_id))
    .map(lonLatOfPosition);
  const cases = open.filter((place) => place !== undefined);
  const shown = withoutHiddenLayers({ cases, vehicles }, mapSettings.get().hidden);
  return [...shown.cases, ...shown.vehicles];
}

function selectedPoints(board: BoardState | undefined, view: BoardView): LonLatPair[] {
  const dispatchCase = view.case === undefined ? undefined : board?.cases.get(view.case);
  const source = dispatchCase && sourceLonLatOfCase(dispatchCase);
  if (source) return [source];
  const tour = view.tour === undefined ? undefined : board?.tours.get(view.tour);
  const ids = view.vehicle === undefined ? (tour?.vehicle_ids ?? []) : [view.vehicle];
  return ids.flatMap((id) => {
    const position = positionOfVehicle(id);
    return position ? [lonLatOfPosition(position)] : [];
  });
}

function fitToPoints(
  map: FittableMap,
  points: readonly LonLatPair[],
  options: { duration?: number; maxZoom?: number } = {},
) {
  const bounds = boundsOfPoints(points);
  if (bounds) map.fitBounds(toLngLatBounds(bounds), { padding: FIT_PADDING_PX, maxZoom: FIT_ZOOM_MAX, ...options });
}

function isInSight(map: FittableMap, [lng, lat]: LonLatPair): boolean {
  const { x, y } = map.project([lng, lat]);
  const { clientWidth, clientHeight } = map.getCanvas();
  return x > 0 && y > 0 && x < clientWidth - (map.getPadding().right ?? 0) && y < clientHeight;
}

function zoomToPoints(map: FittableMap, points: readonly LonLatPair[]) {
  fitToPoints(map, points, { maxZoom: Math.max(map.getZoom(), LOCATE_ZOOM_MIN) });
}
