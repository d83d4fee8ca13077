import type { Map as MapLibreMap } from "maplibre-gl";
import { useEffect, useState } from "react";
import type { BoardState } from "#live/entities.ts";
import type { BoardView } from "#shared/state/board-view.ts";

/** The vehicle that is selected, or the first one of the selected tour: the map's card has its buttons. */
export const selectedVehicleOf = (view: BoardView, board: BoardState | undefined): string | undefined =>
  view.vehicle ?? (view.tour === undefined ? undefined : board?.tours.get(view.tour)?.vehicle_ids[0]);

/**
 * Vehicle that the camera follows, as long as its card is shown: only there it can be seen, and ended. Dragging the map
 * ends it too.
 */
export function useFollowedVehicle(map: MapLibreMap | undefined, shown: string | undefined) {
  const [followed, setFollowed] = useState<string>();
  if (followed !== undefined && followed !== shown) setFollowed(undefined);
  useEffect(() => {
    const drags = map?.on("dragstart", () => setFollowed(undefined));
    return () => drags?.unsubscribe();
  }, [map]);
  return [followed, setFollowed] as const;
}
