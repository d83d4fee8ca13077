import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { BoardView } from "#shared/state/board-view.ts";
import type { BoardState } from "#live/entities.ts";
import { useHasGrant } from "#shared/api/me.ts";
import { stateStyleOf } from "@leitstand/app/state-style";
import type { LonLatPair } from "./geometry.ts";
import { caseQuery } from "#live/store.ts";
import { roadRouteQuery, targetLonLatOfCase } from "../map.queries.ts";
import { sourceLonLatOfCase } from "./spots.ts";
import type { VehicleMapState } from "./vehicle-marks.ts";
import type { RouteLineInput } from "./route-line.ts";

interface RouteOptions {
  readonly board: BoardState | undefined;
  readonly marks: ReadonlyMap<string, VehicleMapState>;
  readonly view: BoardView;
}
/** Route of a case without the position of its vehicle, which is only known when it is drawn. */
export interface ShownRoute extends Omit<RouteLineInput, "vehicle"> {
  readonly vehicle_id: string | undefined;
  /** Attribution of the route's data; null when none is needed. */
  readonly attribution: string | null;
}

/**
 * The route of the selected case, or of the case that the selected vehicle works on: by road as soon as the router has
 * answered.
 */
export function useSelectedRoute({ board, marks, view }: RouteOptions): ShownRoute {
  const isGranted = useHasGrant();
  const case_id =
    view.case ?? (view.vehicle === undefined ? undefined : marks.get(view.vehicle)?.dispatchCase?.case_id);
  const { data: full } = useQuery({ ...caseQuery(case_id ?? ""), enabled: case_id !== undefined });
  const dispatchCase = case_id === undefined ? undefined : board?.cases.get(case_id);
  const link = dispatchCase?.tour_case_states.find(({ bucket }) => bucket === "open");
  const vehicle_id = link && board?.tours.get(link.tour_id)?.vehicle_ids[0];
  const isLoaded = link !== undefined && stateStyleOf(link.state).word === "loaded";
  const [from, to] = [
    useStablePoint(dispatchCase && sourceLonLatOfCase(dispatchCase)),
    useStablePoint(targetLonLatOfCase(full)),
  ];
  const ends: readonly [LonLatPair, LonLatPair] | undefined = from && to && [from, to];
  const { data: road } = useQuery({
    ...roadRouteQuery(ends ?? [NO_POINT, NO_POINT]),
    enabled: ends !== undefined && isGranted("getDirections"),
  });
  return useMemo(
    () => ({
      source: from,
      target: to,
      road: road?.points,
      attribution: road?.attribution ?? null,
      vehicle_id,
      isLoaded,
    }),
    [from, to, road, vehicle_id, isLoaded],
  );
}

const NO_POINT: LonLatPair = [0, 0];

/** Keeps the same object for the same place: a patched board creates new ones all the time. */
function useStablePoint(point: LonLatPair | undefined): LonLatPair | undefined {
  const [lon, lat] = point ?? [];
  return useMemo(() => (lon === undefined || lat === undefined ? undefined : [lon, lat]), [lon, lat]);
}
