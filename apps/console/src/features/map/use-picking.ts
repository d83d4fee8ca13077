import type { GeoJSONSource, Map as MapLibreMap, PointLike } from "maplibre-gl";
import { useEffect, useRef } from "react";
import { pickableLayers } from "./object-layers.ts";

/** Something on the map that can be looked at and selected. */
export interface MapObject {
  readonly kind: "vehicle" | "case";
  readonly id: string;
}
export const isSame = (one: MapObject | undefined, other: MapObject | undefined) =>
  one?.kind === other?.kind && one?.id === other?.id;

interface Picking {
  readonly onHover: (object: MapObject | undefined) => void;
  readonly onSelect: (object: MapObject) => void;
}

/** Fingers and hurried hands miss by so many pixels. */
const REACH = 5;

/** Says what is under the pointer, and what has been clicked; clusters open by themselves. */
export function usePicking(map: MapLibreMap | undefined, picking: Picking) {
  const latest = useRef(picking);
  latest.current = picking;
  useEffect(() => {
    if (!map) return;
    let frame = 0;
    let last: MapObject | undefined;
    const hover = (object: MapObject | undefined) => {
      if (isSame(object, last)) return;
      last = object;
      latest.current.onHover(object);
    };
    const moves = map.on("mousemove", ({ point }) => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const found = findAt(map, point);
        map.getCanvas().style.cursor = found ? "pointer" : "";
        hover(found?.object);
      });
    });
    const leaves = map.on("mouseout", () => {
      cancelAnimationFrame(frame);
      hover(undefined);
    });
    const clicks = map.on("click", ({ point }) => {
      const found = findAt(map, point);
      if (found?.object) latest.current.onSelect(found.object);
      else if (found) void openCluster(map, found);
    });
    return () => {
      cancelAnimationFrame(frame);
      for (const { unsubscribe } of [moves, leaves, clicks]) unsubscribe();
    };
  }, [map]);
}

interface Found {
  readonly object: MapObject | undefined;
  readonly source: string;
  readonly cluster_id: number;
  readonly center: [number, number];
}

function findAt(map: MapLibreMap, { x, y }: { x: number; y: number }): Found | undefined {
  const box: [PointLike, PointLike] = [
    [x - REACH, y - REACH],
    [x + REACH, y + REACH],
  ];
  const features = map.queryRenderedFeatures(box, { layers: pickableLayers });
  const [top] = features.sort((a, b) => pickableLayers.indexOf(a.layer.id) - pickableLayers.indexOf(b.layer.id));
  if (!top) return undefined;
  const { id, cluster_id } = top.properties;
  const object =
    id === undefined ? undefined : ({ kind: top.layer.id.startsWith("case") ? "case" : "vehicle", id } as const);
  const [lon = 0, lat = 0] = (top.geometry as { coordinates: number[] }).coordinates;
  return { object, source: top.source, cluster_id, center: [lon, lat] };
}

async function openCluster(map: MapLibreMap, { source, cluster_id, center }: Found) {
  const zoom = await map.getSource<GeoJSONSource>(source)?.getClusterExpansionZoom(cluster_id);
  if (zoom !== undefined) map.easeTo({ center, zoom: zoom + 0.2 });
}
