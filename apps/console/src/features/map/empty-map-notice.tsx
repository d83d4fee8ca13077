import { useStore } from "@leitstand/app/store";
import { useTranslations } from "use-intl";
import type { BoardState } from "#live/entities.ts";
import { iterateNewestVehiclePositions } from "#live/positions.ts";
import styles from "./board-map.module.css";
import { mapSettings } from "./map-settings.ts";
import { withoutHiddenLayers } from "./overlay/objects-in.ts";

/** Notice that the board has nothing to show on the layers that are switched on. */
export function EmptyMapNotice({ board }: { board: BoardState }) {
  const t = useTranslations("map");
  const { hidden } = useStore(mapSettings);
  const content = { cases: [...board.cases.keys()], vehicles: [...iterateNewestVehiclePositions()] };
  const { cases, vehicles } = withoutHiddenLayers(content, hidden);
  if (cases.length + vehicles.length > 0) return null;
  const isHidden = content.cases.length + content.vehicles.length > 0;
  return (
    <p className={styles["notice"]} role="status">
      {t(isHidden ? "empty_layers" : "empty")}
    </p>
  );
}
