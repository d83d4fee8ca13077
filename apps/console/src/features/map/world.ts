import type { Map as MapLibreMap } from "maplibre-gl";
import type { LonLatPair } from "./overlay/geometry.ts";

/** Place in Web Mercator: the whole world is 1 wide and 1 high, with its origin in the north-west. */
export type MercatorPoint = readonly [x: number, y: number];

export const toMercator = ([lon, lat]: LonLatPair): MercatorPoint => [
  (180 + lon) / 360,
  (1 - Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / Math.PI) / 2,
];

export const fromMercator = ([x, y]: MercatorPoint): LonLatPair => [
  360 * x - 180,
  (Math.atan(Math.exp((1 - 2 * y) * Math.PI)) * 360) / Math.PI - 90,
];

/** Width of the world in pixels at zoom 0, as the map library counts zoom. */
const WORLD_PIXELS_AT_ZOOM_0 = 512;
export const worldWidthPixels = (zoom: number) => WORLD_PIXELS_AT_ZOOM_0 * 2 ** zoom;

/** Projection of a map without turn and tilt to CSS pixels from its corner. */
export interface MapProjection {
  readonly zoom: number;
  readonly width: number;
  readonly height: number;
  readonly toScreen: (place: MercatorPoint) => readonly [x: number, y: number];
}

export function projectionOf(map: MapLibreMap): MapProjection {
  const middle = map.getCenter();
  // Padding moves the middle of the map away from the middle of the canvas; the library knows by how much.
  const { x, y } = map.project(middle);
  const [worldX, worldY] = toMercator([middle.lng, middle.lat]);
  const zoom = map.getZoom();
  const scale = worldWidthPixels(zoom);
  const { clientWidth: width, clientHeight: height } = map.getCanvas();
  return {
    zoom,
    width,
    height,
    toScreen: (place) => [x + distanceToNearestCopy(place[0] - worldX) * scale, y + (place[1] - worldY) * scale],
  };
}

/** Distance to the copy of a place that is nearest to the middle: the world repeats beyond its edges. */
const distanceToNearestCopy = (distance: number) => distance - Math.round(distance);
