import { type ErrorEvent, Map as MapLibreMap, setWorkerUrl } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url";
import "maplibre-gl/dist/maplibre-gl.css";
import { type RefObject, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { queryClient } from "#shared/api/api.ts";
import { userSessionStore } from "#shared/api/session.ts";
import { type MapCamera, storedMapCameras } from "./map-settings.ts";
import { buildMapStyle } from "./map-style.ts";
import { createColorTokenReader } from "./map-tokens.ts";
import { type ImportedRegion, regionQuery, useImportedRegion } from "./region.ts";
import { useOnAppearanceChange } from "#shared/screen/use-color-change.ts";

setWorkerUrl(workerUrl);

const ZOOM_MAX = 17;
/** Pause in milliseconds before the camera is stored: when it follows a vehicle it moves all the time. */
const STORE_CAMERA_AFTER_MS = 400;
/** First camera, over central Europe, until there is something to fit to. */
const INITIAL_CAMERA: MapCamera = { center: [13.3, 47.6], zoom: 5.5 };

export type MapLoadState =
  | { readonly is: "loading" | "failed" }
  | { readonly is: "ready"; readonly map: MapLibreMap; readonly hasKeptCamera: boolean };

/**
 * Creates one map for as long as its container is on the page; it is repainted when scheme, brand or language change.
 */
export function useMapLibreMap(container: RefObject<HTMLDivElement | null>): MapLoadState {
  const t = useTranslations("map");
  const [state, setState] = useState<MapLoadState>(() => ({ is: canDrawMap() ? "loading" : "failed" }));
  const title = t("title");
  const region = useImportedRegion();
  useEffect(() => {
    if (!container.current || !canDrawMap() || region === undefined) return;
    const kept = storedMapCameras.get()[signedInEmail()];
    const map = openMap(container.current, { title, region, camera: kept ?? INITIAL_CAMERA });
    map.once("style.load", () => {
      setState({ is: "ready", map, hasKeptCamera: kept !== undefined });
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    map.on("moveend", () => {
      clearTimeout(timer);
      timer = setTimeout(storeCamera, STORE_CAMERA_AFTER_MS, map);
    });
    return () => {
      clearTimeout(timer);
      setState({ is: "loading" });
      map.remove();
    };
  }, [container, title, region]);
  useOnAppearanceChange((language) => state.is === "ready" && repaintMap(state.map, language, region ?? null));
  return state;
}

interface OpenMapOptions {
  readonly title: string;
  readonly camera: MapCamera;
  readonly region: ImportedRegion | null;
}

function openMap(container: HTMLElement, { title, camera, region }: OpenMapOptions) {
  const map = new MapLibreMap({
    container,
    style: buildMapStyle(createColorTokenReader(), document.documentElement.lang, region),
    center: camera.center as [number, number],
    zoom: camera.zoom,
    maxZoom: ZOOM_MAX,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    // Labels that fade in would repaint the map for a third of a second after each position.
    fadeDuration: 0,
    locale: { "Map.Title": title },
  });
  markWhileBusy(map, container);
  // When the operator imports another map, the tiles get another address.
  map.on("error", (event: ErrorEvent & { sourceId?: string }) => {
    if (event.sourceId === "region") void queryClient.invalidateQueries({ queryKey: regionQuery.queryKey });
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  // Plus and minus zoom the map while it has the focus; elsewhere they zoom the timeline.
  map.getCanvasContainer().addEventListener("keydown", (event) => {
    if (["+", "-", "="].includes(event.key)) event.stopPropagation();
  });
  return map;
}

/** Marks the container as busy until all known data has been drawn, for screen readers and for screenshots. */
function markWhileBusy(map: MapLibreMap, container: HTMLElement) {
  const say = (isBusy: boolean) => container.setAttribute("aria-busy", String(isBusy));
  say(true);
  for (const event of ["dataloading", "styledata", "movestart", "resize"] as const) map.on(event, () => say(true));
  map.on("idle", () => say(false));
}

let hasWebGl2: boolean | undefined;
/** Whether the browser can draw the map: old machines and locked-down browsers have no WebGL 2. */
const canDrawMap = () => (hasWebGl2 ??= document.createElement("canvas").getContext("webgl2") !== null);

const signedInEmail = () => userSessionStore.get()?.email ?? "";

function storeCamera(map: MapLibreMap) {
  const { lng, lat } = map.getCenter();
  storedMapCameras.set({ ...storedMapCameras.get(), [signedInEmail()]: { center: [lng, lat], zoom: map.getZoom() } });
}

/** Applies the same style in other colours: differences are set in place, so that camera and data stay. */
function repaintMap(map: MapLibreMap, language: string, region: ImportedRegion | null) {
  const tokens = createColorTokenReader();
  for (const { id, paint, layout } of buildMapStyle(tokens, language, region).layers as readonly RepaintableLayer[]) {
    for (const [name, value] of Object.entries(paint ?? {})) map.setPaintProperty(id, name as never, value as never);
    const text = layout?.["text-field"];
    if (text !== undefined) map.setLayoutProperty(id, "text-field", text as never);
  }
}
interface RepaintableLayer {
  readonly id: string;
  readonly paint?: Readonly<Record<string, unknown>>;
  readonly layout?: Readonly<Record<string, unknown>>;
}
