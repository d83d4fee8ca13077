import type { Map as MapLibreMap } from "maplibre-gl";
import { type PointerEvent, useEffect, useState } from "react";
import type { BoardState } from "#live/entities.ts";
import { allPositions } from "#live/positions.ts";
import styles from "../board-map.module.css";
import { isPointInRing, type Point } from "../overlay/geometry.ts";
import { LassoResultPanel } from "./lasso-panel.tsx";
import { findObjectsWithin, type FoundObjects } from "../overlay/objects-in.ts";
import type { MapObject } from "../overlay/map-object.ts";
import type { VehicleMark } from "../overlay/vehicle-marks.ts";

interface LassoProps {
  readonly map: MapLibreMap;
  readonly board: BoardState;
  readonly marks: ReadonlyMap<string, VehicleMark>;
  readonly onSelect: (object: MapObject) => void;
  readonly onHover: (object: MapObject | undefined) => void;
  readonly onClose: () => void;
}

/**
 * Selection by one stroke of the pointer: simpler to use than a drawing library with vertices and modes. Points are
 * screen pixels while the stroke is drawn, and become places once it is closed.
 */
export function LassoSelection({ map, board, marks, onSelect, onHover, onClose }: LassoProps) {
  const [stroke, setStroke] = useState<readonly Point[]>([]);
  const [found, setFound] = useState<FoundObjects>();
  const look = (isWithin: (place: Point) => boolean) =>
    setFound(findObjectsWithin(isWithin, { board, marks, positions: allPositions(), now: Date.now() }));
  const finish = () => {
    const ring = stroke.map(([x, y]) => map.unproject([x, y])).map(({ lng, lat }): Point => [lng, lat]);
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

const pointerPoint = ({ nativeEvent: { offsetX, offsetY } }: PointerEvent): Point => [offsetX, offsetY];

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
