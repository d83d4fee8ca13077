import type { ServerName } from "@leitstand/contract/core/providers";
import { type Problem, problem } from "#platform/problem";
import type { Position } from "./road";

/** What every router refuses in the same words, and the check that an answer is to the question that was asked. */

/** Too far from any road, such as in a lake; `index` is of the place that was asked for. */
export const noRoad = (index: number): Problem => problem("GEOMETRY_INVALID", { reason: "NO_ROAD", index });

/** Both places have roads, but none leads from one to the other; `index` is of the place where it begins. */
export const routeNotFound = (index: number): Problem => problem("GEOMETRY_INVALID", { reason: "NO_WAY", index });

/** In the published form, but not an answer to what was asked. */
export const brokenAnswer = (provider: ServerName): Problem => problem("UPSTREAM_FAILED", { provider });

export interface AnswerCounts {
  readonly waypoints: readonly Position[];
  readonly snapped: number;
  /** Of each route. */
  readonly legs: readonly number[];
}
export const fits = ({ waypoints, snapped, legs }: AnswerCounts): boolean =>
  snapped === waypoints.length && legs.every((count) => count === waypoints.length - 1);

/** A row for each source, and in it a cell for each destination. */
export const fitsTable = (cells: readonly (readonly unknown[])[], rows: number, columns: number): boolean =>
  cells.length === rows && cells.every((row) => row.length === columns);
