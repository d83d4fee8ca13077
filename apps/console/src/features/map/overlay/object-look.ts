import { useTranslations } from "use-intl";
import type { GlyphShape } from "@leitstand/ui/glyph";
import { type KnownCase, isOverdue } from "#live/case-entity.ts";
import type { BoardState } from "#live/entities.ts";
import { useNow } from "#shared/text/now.ts";
import { alarmStyle, allStateStyles, stateStyleOf } from "@leitstand/app/state-style";
import type { MapObjectRef } from "./map-object.ts";
import type { VehicleIconName } from "./map-icons.ts";
import type { VehicleMapState } from "./vehicle-marks.ts";

export interface MapObjectAppearance {
  readonly title: string;
  readonly word: string;
  readonly shape: GlyphShape;
  readonly color: string;
}

const idleShapes = { free: "dot", paused: "pause", refusing: "minus", off_duty: "ring", parked: "ring" } as const;
type IdleIcon = keyof typeof idleShapes;
const isIdleIcon = (icon: VehicleIconName): icon is IdleIcon => icon in idleShapes;

/** Name, state and shape of an object on the map; undefined once it has left the board. */
export function useMapObjectAppearance() {
  const t = useTranslations("map");
  const states = useTranslations("states");
  const now = useNow();
  const ofVehicle = ({ plate, icon }: VehicleMapState): MapObjectAppearance => {
    if (isIdleIcon(icon))
      return { title: plate, word: t(`icon_${icon}`), shape: idleShapes[icon], color: "var(--tx-2)" };
    const style = allStateStyles.find(({ word }) => word === icon);
    return { title: plate, word: states(icon), shape: style?.shape ?? "ring", color: style?.color ?? "var(--tx-2)" };
  };
  const ofCase = (dispatchCase: KnownCase): MapObjectAppearance => {
    const style = stateStyleOf(dispatchCase.state);
    const { shape, color } = isOverdue(dispatchCase, now) ? alarmStyle : style;
    const word = isOverdue(dispatchCase, now) ? `${states(style.word)}, ${t("late")}` : states(style.word);
    return { title: dispatchCase.display_name, word, shape, color };
  };
  return ({ kind, id }: MapObjectRef, { board, marks }: LookSource): MapObjectAppearance | undefined => {
    if (kind === "vehicle") {
      const mark = marks.get(id);
      return mark && ofVehicle(mark);
    }
    const dispatchCase = board.cases.get(id);
    return dispatchCase && ofCase(dispatchCase);
  };
}
interface LookSource {
  readonly board: BoardState;
  readonly marks: ReadonlyMap<string, VehicleMapState>;
}
