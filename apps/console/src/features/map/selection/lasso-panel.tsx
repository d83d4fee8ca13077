import { IconButton } from "@leitstand/ui/icon-button";
import { IconX } from "@tabler/icons-react";
import type { RefObject } from "react";
import { useTranslations } from "use-intl";
import type { BoardState } from "#live/entities.ts";
import styles from "../board-map.module.css";
import { StateChip } from "../map-card.tsx";
import type { FoundMapObjects } from "../overlay/objects-in.ts";
import { type MapObjectAppearance, useMapObjectAppearance } from "../overlay/object-look.ts";
import type { MapObjectRef } from "../overlay/map-object.ts";
import type { VehicleMapState } from "../overlay/vehicle-marks.ts";

interface PanelProps {
  readonly panel: RefObject<HTMLElement | null>;
  readonly board: BoardState;
  readonly marks: ReadonlyMap<string, VehicleMapState>;
  readonly onSelect: (object: MapObjectRef) => void;
  readonly onHover: (object: MapObjectRef | undefined) => void;
  readonly onClose: () => void;
  readonly found: FoundMapObjects | undefined;
  readonly onLookAround: () => void;
}

/** Maximum number of rows in the list; the counts tell of the rest. */
const LASSO_ROWS_MAX = 100;

export function LassoResultPanel({ panel, board, marks, found, ...on }: PanelProps) {
  const { onSelect, onHover, onClose, onLookAround } = on;
  const t = useTranslations("map");
  const mapObjectLookOf = useMapObjectAppearance();
  const rows = found ? [...found.cases, ...found.vehicles].slice(0, LASSO_ROWS_MAX) : [];
  return (
    <section ref={panel} className={styles["card"]} aria-label={t("lasso")}>
      <header>
        <h3>{t("lasso")}</h3>
        <IconButton label={t("close")} size={24} onClick={onClose}>
          <IconX size={16} />
        </IconButton>
      </header>
      <p role="status">
        {found ? t("lasso_found", { cases: found.cases.length, vehicles: found.vehicles.length }) : t("lasso_hint")}
      </p>
      {rows.length > 0 && (
        <ul className={styles["found"]}>
          {rows.map((object) => (
            <FoundRow
              key={object.id}
              look={mapObjectLookOf(object, { board, marks })}
              {...{ object, onSelect, onHover }}
            />
          ))}
        </ul>
      )}
      <footer>
        <button type="button" onClick={onLookAround}>
          {t("lasso_all")}
        </button>
      </footer>
    </section>
  );
}

interface RowProps extends Pick<PanelProps, "onSelect" | "onHover"> {
  readonly object: MapObjectRef;
  readonly look: MapObjectAppearance | undefined;
}

function FoundRow({ object, look, onSelect, onHover }: RowProps) {
  if (!look) return null;
  return (
    <li>
      <button
        type="button"
        onClick={() => onSelect(object)}
        onMouseEnter={() => onHover(object)}
        onFocus={() => onHover(object)}
        onMouseLeave={() => onHover(undefined)}
        onBlur={() => onHover(undefined)}
      >
        <span>{look.title}</span>
        <StateChip look={look} />
      </button>
    </li>
  );
}
