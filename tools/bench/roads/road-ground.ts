import { hasRealMaps, readRealMap } from "../../../packages/geo/src/real-maps-testkit";
import { importRoadNetwork } from "../../../packages/geo/src/roads/road-network";
import { roadPointAt } from "../../../packages/geo/src/roads/turn-graph";
import { Router } from "../../../packages/geo/src/routing/router";
import type { RoadBenchEnvironment } from "./dispatch-day";

/**
 * Region of Liechtenstein: places beside its roads, and ways along them. Undefined where the map is not on this
 * machine.
 */
export async function loadRoadBenchEnvironment(): Promise<RoadBenchEnvironment | undefined> {
  if (!hasRealMaps) return undefined;
  const network = await importRoadNetwork(() => [readRealMap("Liechtenstein")]);
  const router = new Router(network);
  return {
    placeBy: (random) => roadPointAt(network.pieces, random.below(network.pieces.lons.length)),
    waysBetween: (places) => {
      const { durations_seconds, distances_meters } = router.matrix(places, places);
      const whole = (rows: typeof durations_seconds) =>
        rows.map((row) => row.map((value) => (value === null ? null : Math.round(value))));
      return { durations: whole(durations_seconds), distances: whole(distances_meters) };
    },
  };
}
