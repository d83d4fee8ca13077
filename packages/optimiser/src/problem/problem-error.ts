/**
 * Reasons why a problem cannot be planned. `WRONG_TYPE` and `OUT_OF_RANGE` concern one value, the others how values go
 * together.
 */
export type PlanningProblemErrorCode =
  | "WRONG_TYPE"
  | "OUT_OF_RANGE"
  | "DUPLICATE"
  | "UNKNOWN"
  | "CONTRADICTION"
  | "UNSUPPORTED";

/** Refuses a problem; `path` leads to the value at fault, such as `jobs[3].time_windows[0]`. */
export class PlanningProblemError extends Error {
  override readonly name = "PlanningProblemError";

  constructor(
    readonly code: PlanningProblemErrorCode,
    readonly path: string,
    readonly reason: string,
  ) {
    super(`${path || "problem"} ${reason}`);
  }
}
