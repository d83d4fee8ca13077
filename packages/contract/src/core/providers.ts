/** Services for roads, addresses and plans. `embedded` and `estimate` are the product itself, the rest are servers. */
export const routerNames = ["estimate", "embedded", "osrm", "valhalla", "graphhopper"] as const;
export type RouterName = (typeof routerNames)[number];
export const geocoderNames = ["embedded", "photon", "nominatim", "pelias"] as const;
export type GeocoderName = (typeof geocoderNames)[number];
export const solverNames = ["embedded", "vroom"] as const;
export type SolverName = (typeof solverNames)[number];
/** Servers that need an address in the configuration of the installation. */
export const externalServerNames = [
  "osrm",
  "valhalla",
  "graphhopper",
  "photon",
  "nominatim",
  "pelias",
  "vroom",
] as const;
export type ExternalServerName = (typeof externalServerNames)[number];
/** Errors of every operation that asks one of them. */
export const upstreamErrorCodes = ["UPSTREAM_FAILED", "UPSTREAM_TIMEOUT"] as const;
