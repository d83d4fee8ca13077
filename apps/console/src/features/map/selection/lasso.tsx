import type { Map as MapLibreMap } from "maplibre-gl";
import { type PointerEvent, useEffect, useState } from "react";
import type { BoardState } from "#live/entities.ts";
import { iterateNewestVehiclePositions } from "#live/positions.ts";
import styles from "../board-map.module.css";
import { isPointInRing, type LonLatPair } from "../overlay/geometry.ts";
import { LassoResultPanel } from "./lasso-panel.tsx";
import { findMapObjectsWithin, type FoundMapObjects } from "../overlay/objects-in.ts";
import type { MapObjectRef } from "../overlay/map-object.ts";
import type { VehicleMapState } from "../overlay/vehicle-marks.ts";

interface LassoProps {
  readonly map: MapLibreMap;
  readonly board: BoardState;
  readonly marks: ReadonlyMap<string, VehicleMapState>;
  readonly onSelect: (object: MapObjectRef) => void;
  readonly onHover: (object: MapObjectRef | undefined) => void;
  readonly onClose: () => void;
}

/**
 * Selection by one stroke of the pointer: simpler to use than a drawing library with vertices and modes. Points are
 * screen pixels while the stroke is drawn, and become places once it is closed.
 */
export function LassoSelection({ map, board, marks, onSelect, onHover, onClose }: LassoProps) {
  const [stroke, setStroke] = useState<readonly LonLatPair[]>([]);
  const [found, setFound] = useState<FoundMapObjects>();
  const look = (isWithin: (place: LonLatPair) => boolean) =>
    setFound(
      findMapObjectsWithin(isWithin, { board, marks, positions: iterateNewestVehiclePositions(), now: Date.now() }),
    );
  const finish = () => {
    const ring = stroke.map(([x, y]) => map.unproject([x, y])).map(({ lng, lat }): LonLatPair => [lng, lat]);
    if (ring.length > 2) look((place) => isPointInRing(place, ring));
  };
  const lookAround = () => {
    setStroke([]);
    const box = map.getBounds();
    look(([lng, lat]) => box.contains([lng, lat]));
  };
  useEffect(() => {
    // A stroke in screen pixels no longer fits once the map has moved below it.
    const moves = map.on("movestart", () => setStroke([]));
    return () => moves.unsubscribe();
  }, [map]);
  useCloseByEscape(onClose);
  return (
    <>
      <svg
        className={styles["lasso"]}
        aria-hidden
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setFound(undefined);
          setStroke([pointerPoint(event)]);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId))
            setStroke((points) => [...points, pointerPoint(event)]);
        }}
        onPointerUp={finish}
      >
        <polygon points={stroke.map((point) => point.join(",")).join(" ")} />
      </svg>
      <LassoResultPanel {...{ board, marks, found, onSelect, onHover, onClose }} onLookAround={lookAround} />
    </>
  );
}

const pointerPoint = ({ nativeEvent: { offsetX, offsetY } }: PointerEvent): LonLatPair => [offsetX, offsetY];

/** Closes this layer alone by Escape; `preventDefault` tells later listeners that the key has been used. */
function useCloseByEscape(onClose: () => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      onClose();
    };
    window.addEventListener("keydown", press, { capture: true });
    return () => window.removeEventListener("keydown", press, { capture: true });
  }, [onClose]);
}
