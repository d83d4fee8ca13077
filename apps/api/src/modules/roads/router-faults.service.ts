/** Faults that all routers report in the same words, and checks that an answer belongs to its request. */
import type { ExternalServerName } from "@leitstand/contract/core/providers";
import { Problem, problem } from "#platform/problem";
import type { Position } from "./road";

/** Fault for a place too far from any road, such as in a lake; `index` is that of the requested place. */
export const createNoRoadProblem = (index: number): Problem =>
  problem("GEOMETRY_INVALID", { reason: "NO_ROAD", index });

/** Fault for two places on roads without a route between them; `index` is that of the first one. */
export const createRouteNotFoundProblem = (index: number): Problem =>
  problem("GEOMETRY_INVALID", { reason: "NO_WAY", index });

/** Whether a fault is that there is no route between two of the places. */
export const isRouteNotFoundProblem = (fault: unknown): boolean =>
  fault instanceof Problem && fault.code === "GEOMETRY_INVALID" && fault.faults[0]?.["reason"] === "NO_WAY";

/** Fault for an answer in the published form that does not belong to the request. */
export const createMismatchedAnswerProblem = (provider: ExternalServerName): Problem =>
  problem("UPSTREAM_FAILED", { provider });

export interface DirectionsAnswerCounts {
  readonly waypoints: readonly Position[];
  readonly snapped: number;
  /** Number of legs of each route. */
  readonly legs: readonly number[];
}
export const directionsHaveRequestedCounts = ({ waypoints, snapped, legs }: DirectionsAnswerCounts): boolean =>
  snapped === waypoints.length && legs.every((count) => count === waypoints.length - 1);

/** Whether a table has a row for each source, and in it a cell for each destination. */
export const isMatrixOfSize = (cells: readonly (readonly unknown[])[], rows: number, columns: number): boolean =>
  cells.length === rows && cells.every((row) => row.length === columns);
