import type { Map as MapLibreMap } from "maplibre-gl";
import { type RefObject, useEffect, useRef } from "react";
import { boundsOfPoints } from "../overlay/geometry.ts";
import { MAP_UNCLUSTERED_ZOOM_MIN } from "../overlay/lettering.ts";
import type { LiveMapCanvas } from "../overlay/live-canvas.ts";
import { isSameMapObjectRef, type MapObjectRef } from "../overlay/map-object.ts";
import { toLngLatBounds } from "../map-settings.ts";
import type { LiveMapMarker } from "../overlay/spots.ts";
import { fromMercator } from "../world.ts";

interface PickingHandlers {
  readonly onHover: (object: MapObjectRef | undefined) => void;
  readonly onSelect: (object: MapObjectRef) => void;
  /** Called before the camera goes to a clicked cluster. */
  readonly onZoomIn: () => void;
}

/** Reach of a click in pixels: fingers and hurried clicks miss by so much. */
const CLICK_REACH_PX = 5;

/** Reports the object under the pointer and the clicked one; a clicked cluster opens by zooming in. */
export function usePointerPicking(
  map: MapLibreMap | undefined,
  canvas: RefObject<LiveMapCanvas | undefined>,
  picking: PickingHandlers,
) {
  const latest = useRef(picking);
  latest.current = picking;
  useEffect(() => {
    if (!map) return;
    let frame = 0;
    let last: MapObjectRef | undefined;
    const hover = (object: MapObjectRef | undefined) => {
      if (isSameMapObjectRef(object, last)) return;
      last = object;
      latest.current.onHover(object);
    };
    const moves = map.on("mousemove", ({ point }) => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const found = canvas.current?.findAt([point.x, point.y], CLICK_REACH_PX);
        map.getCanvas().style.cursor = found ? "pointer" : "";
        hover(found && "object" in found ? found.object : undefined);
      });
    });
    const leaves = map.on("mouseout", () => {
      cancelAnimationFrame(frame);
      hover(undefined);
    });
    const clicks = map.on("click", ({ point }) => {
      const found = canvas.current?.findAt([point.x, point.y], CLICK_REACH_PX);
      if (!found) return;
      if ("object" in found) return latest.current.onSelect(found.object);
      latest.current.onZoomIn();
      openCluster(map, found.members);
    });
    return () => {
      cancelAnimationFrame(frame);
      for (const { unsubscribe } of [moves, leaves, clicks]) unsubscribe();
    };
  }, [map, canvas]);
}

const CLUSTER_PADDING = 80;

/** Zooms in until the members of a cluster fill the map or stand alone. */
function openCluster(map: MapLibreMap, members: readonly LiveMapMarker[]) {
  const bounds = boundsOfPoints(members.map(({ at }) => fromMercator(at)));
  if (bounds)
    map.fitBounds(toLngLatBounds(bounds), { padding: CLUSTER_PADDING, maxZoom: MAP_UNCLUSTERED_ZOOM_MIN + 0.2 });
}
