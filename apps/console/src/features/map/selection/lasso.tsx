import { type PointerEvent, type RefObject, useEffect, useState } from "react";
import { useStore } from "@leitstand/app/store";
import type { BoardState } from "#live/entities.ts";
import { iterateNewestVehiclePositions } from "#live/positions.ts";
import { useBoardTool } from "#shared/screen/escape.ts";
import styles from "../board-map.module.css";
import { isPointInRing, type LonLatPair } from "../overlay/geometry.ts";
import { LassoResultPanel } from "./lasso-panel.tsx";
import { findMapObjectsWithin, type FoundMapObjects, withoutHiddenLayers } from "../overlay/objects-in.ts";
import { mapSettings } from "../map-settings.ts";
import type { MapObjectRef } from "../overlay/map-object.ts";
import type { VehicleMapState } from "../overlay/vehicle-marks.ts";

/** The parts of the map that a lasso needs. */
interface LassoedMap {
  unproject(pixel: [x: number, y: number]): { readonly lng: number; readonly lat: number };
  getBounds(): { contains(place: [lng: number, lat: number]): boolean };
  on(type: "movestart", listener: () => void): { unsubscribe(): void };
}

interface LassoProps {
  readonly map: LassoedMap;
  /** The panel with the result. */
  readonly panel: RefObject<HTMLElement | null>;
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
export function LassoSelection({ map, panel, board, marks, onSelect, onHover, onClose }: LassoProps) {
  const [stroke, setStroke] = useState<readonly LonLatPair[]>([]);
  const [within, setFound] = useState<FoundMapObjects>();
  const { hidden } = useStore(mapSettings);
  const found = within && withoutHiddenLayers(within, hidden);
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
  useBoardTool(onClose);
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
      <LassoResultPanel {...{ panel, board, marks, found, onSelect, onHover, onClose }} onLookAround={lookAround} />
    </>
  );
}

const pointerPoint = ({ nativeEvent: { offsetX, offsetY } }: PointerEvent): LonLatPair => [offsetX, offsetY];
