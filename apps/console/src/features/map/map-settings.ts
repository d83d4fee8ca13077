import type { LngLatBoundsLike } from "maplibre-gl";
import { createSharedStore } from "@leitstand/app/store";
import type { GeoBounds } from "./overlay/geometry.ts";
import type { MapLayerGroup } from "./map-style.ts";

export interface MapCamera {
  readonly center: readonly [lon: number, lat: number];
  readonly zoom: number;
}

/** Last camera of each user of this browser, by e-mail address. */
export const storedMapCameras = createSharedStore<Readonly<Record<string, MapCamera>>>("leitstand.map-camera", {});

const LEGEND_OPEN_WIDTH_MIN = 1_280;
interface MapSettings {
  readonly hidden: readonly MapLayerGroup[];
  readonly isLegendOpen: boolean;
}
export const mapSettings = createSharedStore<MapSettings>("leitstand.map", {
  hidden: [],
  // On a small screen the legend would cover a quarter of the map.
  isLegendOpen: window.innerWidth >= LEGEND_OPEN_WIDTH_MIN,
});
export const changeMapSettings = (change: Partial<MapSettings>) => mapSettings.set({ ...mapSettings.get(), ...change });

export const toLngLatBounds = ({ west, south, east, north }: GeoBounds): LngLatBoundsLike => [west, south, east, north];
