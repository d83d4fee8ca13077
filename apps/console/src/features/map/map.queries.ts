import { queryOptions } from "@tanstack/react-query";
import { api } from "#shared/api/api.ts";
import type { LonLatPair } from "./overlay/geometry.ts";

type FullCase = Awaited<ReturnType<typeof api.getCase>>;
interface CaseAddresses {
  readonly target_address?: { readonly lat?: number | null; readonly lon?: number | null } | null;
}

const ROUTE_CACHE_MS = 600_000;

/**
 * Route by road between two points, cached because roads do not change meanwhile; without a road a straight line is
 * drawn.
 */
export const roadRouteQuery = ([from, to]: readonly [LonLatPair, LonLatPair]) =>
  queryOptions({
    queryKey: ["road", ...from, ...to],
    queryFn: async () => {
      const { routes, attribution } = await api.getDirections({ waypoints: [[...from], [...to]] });
      const line = routes[0]?.geometry.coordinates ?? [];
      return { points: line.map(([lon, lat]): LonLatPair => [lon as number, lat as number]), attribution };
    },
    staleTime: Infinity,
    gcTime: ROUTE_CACHE_MS,
    retry: false,
  });

/** Destination of a case; the board itself carries only its city. */
export function targetLonLatOfCase(dispatchCase: FullCase | undefined): LonLatPair | undefined {
  const target = ((dispatchCase?.funeral_data ?? dispatchCase?.rsa_data) as CaseAddresses | null | undefined)
    ?.target_address;
  const { lat, lon } = target ?? {};
  return typeof lat === "number" && typeof lon === "number" ? [lon, lat] : undefined;
}
