import { useReducedMotion } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { GeoJSONSource, Map as MapLibreMap } from "maplibre-gl";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import type { BoardView } from "#shared/board-view.ts";
import type { Board } from "#shared/board.ts";
import { useGrants } from "#shared/me.ts";
import { lookOf } from "#shared/state-look.ts";
import { areaFeatures, type DrawnArea } from "./area-features.ts";
import { openCaseFeatures, sourceOf } from "./case-features.ts";
import { LiveLayers, type Scene } from "./live-layers.ts";
import { areasQuery, caseQuery, targetOf } from "./map.queries.ts";
import type { MapObject } from "./use-picking.ts";
import type { VehicleMark } from "./vehicle-marks.ts";

interface Shown {
  readonly board: Board | undefined;
  readonly marks: ReadonlyMap<string, VehicleMark>;
  readonly view: BoardView;
  readonly hovered: MapObject | undefined;
  readonly followed: string | undefined;
}

/** Draws vehicles, the selection and its way, and keeps them moving. */
export function useVehicleLayers(map: MapLibreMap | undefined, shown: Shown) {
  const scene = useScene(shown);
  const layers = useRef<LiveLayers>(undefined);
  const latest = useRef(scene);
  latest.current = scene;
  useEffect(() => {
    if (!map) return;
    const live = new LiveLayers(map, latest.current);
    layers.current = live;
    return () => live.stop();
  }, [map]);
  useEffect(() => layers.current?.show(scene), [scene]);
}

function useScene({ board, marks, view, hovered, followed }: Shown): Scene {
  const isMotionReduced = useReducedMotion();
  const shownCase = view.case ?? (view.vehicle === undefined ? undefined : marks.get(view.vehicle)?.job?.case_id);
  const { data: full } = useQuery({ ...caseQuery(shownCase ?? ""), enabled: shownCase !== undefined });
  return useMemo(() => {
    const placeOfCase = (id: string | undefined) => {
      const job = id === undefined ? undefined : board?.cases.get(id);
      return job && sourceOf(job);
    };
    const job = shownCase === undefined ? undefined : board?.cases.get(shownCase);
    const link = job?.tour_case_states.find(({ bucket }) => bucket === "open");
    const tour = link && board?.tours.get(link.tour_id);
    const selectedTour = view.tour === undefined ? undefined : board?.tours.get(view.tour);
    return {
      marks,
      isMotionReduced,
      selectedVehicles: view.vehicle === undefined ? (selectedTour?.vehicle_ids ?? []) : [view.vehicle],
      selectedPlace: placeOfCase(view.case),
      hoveredVehicle: hovered?.kind === "vehicle" ? hovered.id : undefined,
      hoveredPlace: hovered?.kind === "case" ? placeOfCase(hovered.id) : undefined,
      way: {
        source: placeOfCase(shownCase),
        target: targetOf(full),
        vehicle_id: tour?.vehicle_ids[0],
        isLoaded: link !== undefined && lookOf(link.state).word === "loaded",
      },
      followed,
    };
  }, [board, marks, view.case, view.vehicle, view.tour, hovered, followed, shownCase, full, isMotionReduced]);
}

export function useCaseLayers(map: MapLibreMap | undefined, board: Board | undefined, now: number) {
  useEffect(() => {
    if (!map || !board) return;
    const { calm, late } = openCaseFeatures(board, now);
    fill(map, "cases", calm);
    fill(map, "cases-late", late);
  }, [map, board, now]);
}

export function useAreaLayers(map: MapLibreMap | undefined, board: Board | undefined) {
  const t = useTranslations("map");
  const isGranted = useGrants()("getAreas");
  const { data: areas } = useQuery({ ...areasQuery, enabled: isGranted });
  // Every patch of the board makes a new map of them; only other minutes are news.
  const minutes = JSON.stringify(
    [...(board?.areas.values() ?? [])].map((area) => [area.area_id, area.waiting_minutes]),
  );
  const features = useMemo(() => {
    const waiting = new Map(JSON.parse(minutes) as [string, number | null][]);
    return areaFeatures((areas ?? []) as DrawnArea[], waiting, (count) => t("waiting", { count }));
  }, [areas, minutes, t]);
  useEffect(() => {
    if (map) fill(map, "areas", features);
  }, [map, features]);
}

const fill = (map: MapLibreMap, source: string, features: ReturnType<typeof areaFeatures>) =>
  void map.getSource<GeoJSONSource>(source)?.setData({ type: "FeatureCollection", features });

/** The newest value, at most so often: what takes long to draw need not follow every frame. */
export function useCalm<T>(value: T, pauseMs: number): T {
  const [calm, setCalm] = useState(value);
  const latest = useRef(value);
  latest.current = value;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (Object.is(value, calm)) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      setCalm(latest.current);
    }, pauseMs);
  }, [value, calm, pauseMs]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return calm;
}
