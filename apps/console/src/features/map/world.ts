import type { Map as MapLibreMap } from "maplibre-gl";
import type { Point } from "./overlay/geometry.ts";

/** A place in Web Mercator: the whole world is 1 wide and 1 high, with its corner in the north-west. */
export type World = readonly [x: number, y: number];

export const worldOf = ([lon, lat]: Point): World => [
  (180 + lon) / 360,
  (1 - Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / Math.PI) / 2,
];

export const placeOf = ([x, y]: World): Point => [
  360 * x - 180,
  (Math.atan(Math.exp((1 - 2 * y) * Math.PI)) * 360) / Math.PI - 90,
];

/** Pixels of the world's width at zoom 0, as the map library counts zoom. */
const WORLD_PIXELS = 512;
export const worldPixels = (zoom: number) => WORLD_PIXELS * 2 ** zoom;

/** Where a map without turn and tilt shows places of the world, in CSS pixels from its corner. */
export interface Sight {
  readonly zoom: number;
  readonly width: number;
  readonly height: number;
  readonly toScreen: (place: World) => readonly [x: number, y: number];
}

export function sightOf(map: MapLibreMap): Sight {
  const middle = map.getCenter();
  // What covers the map moves its middle away from the middle of the picture; the map knows by how much.
  const { x, y } = map.project(middle);
  const [worldX, worldY] = worldOf([middle.lng, middle.lat]);
  const zoom = map.getZoom();
  const scale = worldPixels(zoom);
  const { clientWidth: width, clientHeight: height } = map.getCanvas();
  return {
    zoom,
    width,
    height,
    toScreen: (place) => [x + nearest(place[0] - worldX) * scale, y + (place[1] - worldY) * scale],
  };
}

/** The world goes on beyond its edges: the copy that lies next to the middle. */
const nearest = (distance: number) => distance - Math.round(distance);
