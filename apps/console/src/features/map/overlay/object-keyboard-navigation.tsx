import { type FocusEvent, useState } from "react";
import { useTranslations } from "use-intl";
import type { BoardState } from "#live/entities.ts";
import { iterateNewestVehiclePositions, positionOfVehicle } from "#live/positions.ts";
import styles from "../board-map.module.css";
import { findMapObjectsWithin, withoutHiddenLayers } from "./objects-in.ts";
import { mapSettings } from "../map-settings.ts";
import { useMapObjectAppearance } from "./object-look.ts";
import { isSameMapObjectRef, type MapObjectRef } from "./map-object.ts";
import { isPositionOld } from "./spots.ts";
import type { VehicleMapState } from "./vehicle-marks.ts";

interface WalkProps {
  readonly map: { getBounds(): { contains(place: [lng: number, lat: number]): boolean } } | undefined;
  readonly board: BoardState | undefined;
  readonly marks: ReadonlyMap<string, VehicleMapState>;
  readonly hovered: MapObjectRef | undefined;
  readonly onHover: (object: MapObjectRef | undefined) => void;
  readonly onSelect: (object: MapObjectRef) => void;
}

/** Keyboard counterpart of the pointer: steps through the objects in sight. Visible while it has the focus. */
export function MapObjectKeyboardNavigation({ map, board, marks, hovered, onHover, onSelect }: WalkProps) {
  const t = useTranslations("map");
  const mapObjectLookOf = useMapObjectAppearance();
  const [said, say] = useState("");
  /** Signs that the map draws at a vehicle besides its state. */
  const notesOn = (vehicle_id: string) => {
    const position = positionOfVehicle(vehicle_id);
    return [
      ...(marks.get(vehicle_id)?.isAlarmed === true ? [t("alarmed")] : []),
      ...(position && isPositionOld(position, Date.now()) ? [t("walk_old")] : []),
    ];
  };
  const step = (by: 1 | -1) => {
    if (!map || !board) return;
    const box = map.getBounds();
    const where = { board, marks, positions: iterateNewestVehiclePositions(), now: Date.now() };
    const within = findMapObjectsWithin(([lng, lat]) => box.contains([lng, lat]), where);
    const { cases, vehicles } = withoutHiddenLayers(within, mapSettings.get().hidden);
    const objects = [...cases, ...vehicles];
    const at = objects.findIndex((object) => isSameMapObjectRef(object, hovered));
    const index = at === -1 && by === -1 ? objects.length - 1 : (at + by + objects.length) % objects.length;
    const next = objects[index];
    onHover(next);
    const look = next && mapObjectLookOf(next, { board, marks });
    if (!look) return say(t("walk_none"));
    const word = [look.word, ...(next.kind === "vehicle" ? notesOn(next.id) : [])].join(", ");
    say(t("walk_said", { ...look, word, kind: next.kind, index: index + 1, count: objects.length }));
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.parentElement?.contains(relatedTarget)) onHover(undefined);
  };
  return (
    <div className={styles["walk"]} role="group" aria-label={t("walk")}>
      <button type="button" onBlur={leave} onClick={() => step(-1)}>
        {t("walk_previous")}
      </button>
      <button type="button" onBlur={leave} onClick={() => step(1)}>
        {t("walk_next")}
      </button>
      <button
        type="button"
        onBlur={leave}
        aria-disabled={hovered === undefined}
        onClick={() => hovered && onSelect(hovered)}
      >
        {t("walk_select")}
      </button>
      <span className="visually-hidden" aria-live="polite">
        {said}
      </span>
    </div>
  );
}
