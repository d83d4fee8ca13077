import type { Case } from "@leitstand/contract/cases/case";
import { useEffect, useState } from "react";
import { api } from "#work/api.ts";
import { lastPositionFix } from "#work/positions/duty.ts";

/** Distance and duration from the position of the phone. */
export interface RouteToCase {
  readonly kilometers: number;
  readonly minutes: number;
  readonly isEstimated: boolean;
  /** Attribution of the map data; to be shown with the distance. */
  readonly attribution: string | null;
}

/** Way from the phone to the case; undefined without a position, a network or a road. */
export function useRouteToCase({ funeral_data, rsa_data }: Case): RouteToCase | undefined {
  const [way, setWay] = useState<RouteToCase>();
  const { lat, lon } = (funeral_data ?? rsa_data)?.source_address ?? {};
  useEffect(() => {
    const from = lastPositionFix.get();
    if (from === null || typeof lat !== "number" || typeof lon !== "number") return undefined;
    const controller = new AbortController();
    const waypoints: [number, number][] = [
      [from.lon, from.lat],
      [lon, lat],
    ];
    api.getDirections({ waypoints }, { signal: controller.signal }).then(
      ({ routes: [best], estimated, attribution }) => {
        if (best === undefined || controller.signal.aborted) return;
        const { distance_meters, duration_seconds } = best;
        setWay({
          kilometers: distance_meters / 1_000,
          minutes: duration_seconds / 60,
          isEstimated: estimated,
          attribution,
        });
      },
      () => undefined,
    );
    return () => controller.abort();
  }, [lat, lon]);
  return way;
}
