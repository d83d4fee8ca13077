/** Leg without a route, found by asking: other servers say only that one is missing somewhere along the waypoints. */
import type { Directions, DirectionsRequest, Position } from "./road";
import { createRouteNotFoundProblem, isRouteNotFoundProblem } from "./router-faults.service";

type FetchDirections = (request: DirectionsRequest) => Promise<Directions>;

/** Directions of a server; where there is no route, the fault has the index of the first leg without one. */
export const fetchDirectionsNamingMissingLeg = (
  request: DirectionsRequest,
  ask: FetchDirections,
): Promise<Directions> =>
  ask(request).catch(async (fault: unknown) => {
    if (!isRouteNotFoundProblem(fault)) throw fault;
    const hasRoute = (waypoints: readonly Position[]) =>
      ask({ ...request, waypoints, wantsAlternatives: false }).then(
        () => true,
        (reason: unknown) => {
          if (isRouteNotFoundProblem(reason)) return false;
          // It is known that there is no route; a server that fails now only keeps the leg to itself.
          throw fault;
        },
      );
    throw createRouteNotFoundProblem(await findFirstMissingLeg(request.waypoints, hasRoute));
  });

/** Index of the first leg without a route, of which there is one; half of the waypoints in question are asked for. */
async function findFirstMissingLeg(
  waypoints: readonly Position[],
  hasRoute: (waypoints: readonly Position[]) => Promise<boolean>,
): Promise<number> {
  let [from, to] = [0, waypoints.length - 1];
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    if (await hasRoute(waypoints.slice(from, middle + 1))) from = middle;
    else to = middle;
  }
  return from;
}
