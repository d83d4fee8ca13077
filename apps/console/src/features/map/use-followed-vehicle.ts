import { useEffect, useState } from "react";
import type { BoardState } from "#live/entities.ts";
import type { BoardView } from "#shared/state/board-view.ts";

/**
 * The vehicle that is selected, or the first one of the selected tour: the map's card has its buttons. Undefined for a
 * vehicle that has left the board, which has no card.
 */
export function selectedVehicleOf(view: BoardView, board: BoardState | undefined): string | undefined {
  const selected = view.vehicle ?? (view.tour === undefined ? undefined : board?.tours.get(view.tour)?.vehicle_ids[0]);
  return selected !== undefined && board?.vehicles.has(selected) === true ? selected : undefined;
}

/** Map, as far as following needs it. */
export interface DraggableMap {
  on(type: "dragstart", listener: () => void): { unsubscribe(): void };
  getCanvasContainer(): HTMLElement;
}

/**
 * Vehicle that the camera follows, as long as its card is shown: only there it can be seen, and ended. Moving the map
 * by hand or by its arrow keys ends it too.
 */
export function useFollowedVehicle(map: DraggableMap | undefined, shown: string | undefined) {
  const [followed, setFollowed] = useState<string>();
  if (followed !== undefined && followed !== shown) setFollowed(undefined);
  useEffect(() => {
    if (!map) return;
    const end = () => setFollowed(undefined);
    const press = ({ key }: KeyboardEvent) => key.startsWith("Arrow") && end();
    const drags = map.on("dragstart", end);
    const canvas = map.getCanvasContainer();
    canvas.addEventListener("keydown", press);
    return () => {
      drags.unsubscribe();
      canvas.removeEventListener("keydown", press);
    };
  }, [map]);
  return [followed, setFollowed] as const;
}
