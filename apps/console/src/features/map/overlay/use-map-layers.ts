import { useReducedMotion } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { GeoJSONSource, Map as MapLibreMap } from "maplibre-gl";
import { type RefObject, useEffect, useMemo, useRef } from "react";
import { useTranslations } from "use-intl";
import type { BoardView } from "#shared/state/board-view.ts";
import type { BoardState } from "#live/entities.ts";
import { areasQuery } from "#live/store.ts";
import { useHasGrant } from "#shared/api/me.ts";
import { useStore } from "@leitstand/app/store";
import { createAreaFeatures, type MapArea } from "./area-features.ts";
import { LiveMapCanvas } from "./live-canvas.ts";
import { LiveMapUpdater, type LiveMapScene } from "./live-layers.ts";
import { mapSettings } from "../map-settings.ts";
import { createColorTokenReader } from "../map-tokens.ts";
import { createUnassignedCaseMarkers, sourceLonLatOfCase, type LiveMapMarkers } from "./spots.ts";
import { useOnAppearanceChange } from "#shared/screen/use-color-change.ts";
import type { ShownRoute } from "./use-route.ts";
import type { MapObjectRef } from "./map-object.ts";
import type { VehicleMapState } from "./vehicle-marks.ts";

interface SceneOptions {
  readonly board: BoardState | undefined;
  readonly marks: ReadonlyMap<string, VehicleMapState>;
  readonly view: BoardView;
  readonly route: ShownRoute;
  readonly hovered: MapObjectRef | undefined;
  readonly followed: string | undefined;
  readonly now: number;
}

/**
 * Draws cases, vehicles, the selection and its route, and keeps them moving. The returned canvas finds the object at a
 * point.
 */
export function useLiveMapOverlay(
  map: MapLibreMap | undefined,
  shown: SceneOptions,
): RefObject<LiveMapCanvas | undefined> {
  const scene = useLiveScene(shown);
  const layers = useRef<LiveMapUpdater>(undefined);
  const latest = useRef(scene);
  latest.current = scene;
  const canvas = useRef<LiveMapCanvas>(undefined);
  useEffect(() => {
    if (!map) return;
    const sheet = new LiveMapCanvas(map, createColorTokenReader());
    const live = new LiveMapUpdater(map, sheet, latest.current);
    layers.current = live;
    canvas.current = sheet;
    return () => {
      live.stop();
      sheet.remove();
    };
  }, [map]);
  useOnAppearanceChange(() => canvas.current?.recolor(createColorTokenReader()));
  useEffect(() => layers.current?.show(scene), [scene]);
  return canvas;
}

const NO_CASE_SPOTS: LiveMapMarkers = { calm: [], alarmed: [] };

function useLiveScene({ board, marks, view, route, hovered, followed, now }: SceneOptions): LiveMapScene {
  const { hidden } = useStore(mapSettings);
  const cases = useMemo(() => (board ? createUnassignedCaseMarkers(board, now) : NO_CASE_SPOTS), [board, now]);
  const isMotionReduced = useReducedMotion();
  return useMemo(() => {
    const placeOfCase = (id: string | undefined) => {
      const dispatchCase = id === undefined ? undefined : board?.cases.get(id);
      return dispatchCase && sourceLonLatOfCase(dispatchCase);
    };
    const selectedTour = view.tour === undefined ? undefined : board?.tours.get(view.tour);
    return {
      marks,
      cases,
      hidden,
      isMotionReduced,
      selectedVehicles: view.vehicle === undefined ? (selectedTour?.vehicle_ids ?? []) : [view.vehicle],
      selectedPlace: placeOfCase(view.case),
      hoveredVehicle: hovered?.kind === "vehicle" ? hovered.id : undefined,
      hoveredPlace: hovered?.kind === "case" ? placeOfCase(hovered.id) : undefined,
      route,
      followed,
    };
  }, [board, marks, cases, hidden, view.case, view.vehicle, view.tour, hovered, followed, route, isMotionReduced]);
}

export function useAreaLayers(map: MapLibreMap | undefined, board: BoardState | undefined) {
  const t = useTranslations("map");
  const isGranted = useHasGrant()("getAreas");
  const { data: areas } = useQuery({ ...areasQuery, enabled: isGranted });
  // Every patch of the board creates a new map; only changed minutes matter.
  const minutes = JSON.stringify(
    [...(board?.areas.values() ?? [])].map((area) => [area.area_id, area.waiting_minutes]),
  );
  const features = useMemo(() => {
    const waiting = new Map(JSON.parse(minutes) as [string, number | null][]);
    return createAreaFeatures((areas ?? []) as MapArea[], waiting, (count) => t("waiting", { count }));
  }, [areas, minutes, t]);
  useEffect(() => {
    void map?.getSource<GeoJSONSource>("areas")?.setData({ type: "FeatureCollection", features });
  }, [map, features]);
}
