import { useQuery } from "@tanstack/react-query";
import { FaultPanel, RefreshingBar } from "@leitstand/ui/states";
import { useMemo, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import type { BoardViewProps } from "#shared/state/board-view.ts";
import { boardQuery } from "#live/store.ts";
import { useBoard } from "#live/use-entities.ts";
import { useFaultText } from "#shared/api/faults.ts";
import { useNow } from "#shared/text/now.ts";
import { useShortcuts } from "#shared/screen/shortcuts.ts";
import { useNarrowLayout } from "#shared/screen/viewport.ts";
import styles from "./board-map.module.css";
import { LassoSelection } from "./selection/lasso.tsx";
import { useLasso } from "./selection/use-lasso.ts";
import { MapCard } from "./map-card.tsx";
import { MapControls } from "./map-controls.tsx";
import { MapLegend } from "./map-legend.tsx";
import { MapNotice } from "./map-notice.tsx";
import { MapObjectKeyboardNavigation } from "./overlay/object-keyboard-navigation.tsx";
import { useFitCamera } from "./overlay/use-fitting.ts";
import { selectedVehicleOf, useFollowedVehicle } from "./use-followed-vehicle.ts";
import { useMapLibreMap } from "./use-map.ts";
import type { MapObjectRef } from "./overlay/map-object.ts";
import { usePointerPicking } from "./selection/use-picking.ts";
import { useAreaLayers, useLiveMapOverlay } from "./overlay/use-map-layers.ts";
import { useSelectedRoute } from "./overlay/use-route.ts";
import { vehicleMapStatesOf } from "./overlay/vehicle-marks.ts";

/** Width of the inspector; below 1280 px it lies over the map. */
const INSPECTOR_WIDTH_PX = 336;

/** Map of vehicles, open cases and areas, live. */
export function BoardMap({ view, onView }: BoardViewProps) {
  const t = useTranslations("map");
  const container = useRef<HTMLDivElement>(null);
  const state = useMapLibreMap(container);
  const map = state.is === "ready" ? state.map : undefined;
  const { isFetching, error, refetch } = useQuery({ ...boardQuery, notifyOnChangeProps: ["isFetching", "error"] });
  // This component is not drawn again for positions.
  const board = useBoard("calm");
  const now = useNow();
  const marks = useMemo(() => (board ? vehicleMapStatesOf(board, now) : new Map()), [board, now]);
  const [hovered, setHovered] = useState<MapObjectRef>();
  // A hovered row that leaves the list fires no event.
  const lasso = useLasso(() => setHovered(undefined));
  const { isLassoing } = lasso.control;
  const [followed, setFollowed] = useFollowedVehicle(map, isLassoing ? undefined : selectedVehicleOf(view, board));
  const isCovered = useNarrowLayout() === "overlay" && (view.case ?? view.tour ?? view.vehicle) !== undefined;
  const select = ({ kind, id }: MapObjectRef) =>
    onView({ case: undefined, tour: undefined, vehicle: undefined, [kind]: id });

  useAreaLayers(map, board);
  const route = useSelectedRoute({ board, marks, view });
  const canvas = useLiveMapOverlay(map, { board, marks, view, route, hovered, followed, now });
  const endFollowing = () => setFollowed(undefined);
  usePointerPicking(map, canvas, { onHover: setHovered, onSelect: select, onZoomIn: endFollowing });
  const { fit, locate } = useFitCamera(state, {
    board,
    view,
    marks,
    onRequest: endFollowing,
    coveredPixels: isCovered ? INSPECTOR_WIDTH_PX : 0,
  });
  useShortcuts({ go_map: () => map?.getCanvas().focus() });

  const parts = { map, board, marks, onSelect: select };
  return (
    <div className={styles["map"]} data-covered={isCovered}>
      <div className={styles["canvas"]} ref={container} />
      <RefreshingBar active={isFetching || state.is === "loading"} />
      {state.is === "failed" && <p className={styles["failed"]}>{t("no_webgl")}</p>}
      {error && !board && <BoardLoadFault error={error} onRetry={() => void refetch()} />}
      {board && <MapObjectKeyboardNavigation {...parts} hovered={hovered} onHover={setHovered} />}
      {isLassoing && map && board ? (
        <LassoSelection {...parts} {...lasso.selection} map={map} board={board} onHover={setHovered} />
      ) : (
        board && <MapCard {...parts} board={board} {...{ view, hovered, followed }} onFollow={setFollowed} />
      )}
      {map && <MapControls {...{ map, fit, locate }} {...lasso.control} />}
      <MapLegend />
      {map && <MapNotice map={map} board={board} attribution={route.attribution} />}
    </div>
  );
}

function BoardLoadFault({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTranslations("map");
  const textOf = useFaultText();
  return (
    <div className={styles["fault"]}>
      <FaultPanel texts={{ ...textOf(error), retry: t("retry"), copy: t("copy_trace") }} onRetry={onRetry} />
    </div>
  );
}
