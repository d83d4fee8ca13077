import type { GeoJSONSource, Map as MapLibreMap } from "maplibre-gl";
import { worldUrl } from "virtual:map-data";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import type { BoardState } from "#live/entities.ts";
import styles from "./board-map.module.css";
import { EmptyMapNotice } from "./empty-map-notice.tsx";
import { useImportedRegion } from "./region.ts";

interface MapNoticeProps {
  readonly map: MapLibreMap;
  readonly board: BoardState | undefined;
  /** Attribution of additional data, such as the route; null when none is needed. */
  readonly attribution: string | null;
}

/** Line at the foot of the map: sources of its shapes, and what the map cannot show. */
export function MapNotice({ map, board, attribution }: MapNoticeProps) {
  const t = useTranslations("map");
  const [isBare, setBare] = useState(false);
  const region = useImportedRegion();
  useEffect(() => {
    const failures = map.on("error", (event) => {
      if ("sourceId" in event && event.sourceId === "world") setBare(true);
    });
    return () => failures.unsubscribe();
  }, [map]);
  const retry = () => {
    setBare(false);
    void map.getSource<GeoJSONSource>("world")?.setData(worldUrl);
  };
  return (
    <div className={styles["foot"]}>
      {board && <EmptyMapNotice board={board} />}
      {isBare && (
        <p className={styles["notice"]} role="alert">
          {t("no_backdrop")}{" "}
          <button type="button" onClick={retry}>
            {t("retry")}
          </button>
        </p>
      )}
      <small className={styles["sources"]}>
        {[...new Set([region?.attribution, attribution, "Natural Earth", "GeoNames (CC BY 4.0)"])]
          .filter(Boolean)
          .join(" · ")}
      </small>
    </div>
  );
}
