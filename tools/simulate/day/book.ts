import { ApiProblem } from "@leitstand/client/problem";
import type {
  CrewAbsence,
  SimulationFault,
  CasePlacement,
  RepeatedRequest,
  RecordedWrite,
  DriverTap,
  ExportedTourSheet,
} from "./facts";

/** Book of the day: requests and answers, their times, and faults. */
export class SimulatedDayRecord {
  readonly ledger: RecordedWrite[] = [];
  readonly replays: RepeatedRequest[] = [];
  readonly taps: DriverTap[] = [];
  readonly faults: SimulationFault[] = [];
  readonly actions = new Map<string, number>();
  readonly refusals = new Map<string, number>();
  readonly actionMs: number[] = [];
  /** Time when each acknowledged action was asked for, by `case_id lock_version`. */
  readonly askedAt = new Map<string, number>();
  readonly absences: CrewAbsence[] = [];
  readonly placements: CasePlacement[] = [];
  readonly sheets: ExportedTourSheet[] = [];
  readonly exports = new Map<string, number>();
  /** Idempotency keys of calls of which an answer was lost. */
  private readonly lost = new Set<string>();
  retries = 0;
  positions = 0;
  offlineQueues = 0;
  offlineEntries = 0;
  offlineStopped = 0;

  count(of: Map<string, number>, what: string) {
    of.set(what, (of.get(what) ?? 0) + 1);
  }

  /** Fetches like `over`, and records writes whose answer was lost. */
  watching(over: typeof fetch): typeof fetch {
    return async (input, init) => {
      const key = new Headers(init?.headers).get("idempotency-key")?.replaceAll('"', "");
      const answer = await over(input, init).catch((error: unknown) => {
        if (key) this.lost.add(key);
        throw error;
      });
      if (key && answer.status >= 500) this.lost.add(key);
      return answer;
    };
  }

  hasLostAnswer(idempotencyKey: string): boolean {
    return this.lost.has(idempotencyKey);
  }

  fault(kind: SimulationFault["kind"], what: string) {
    this.faults.push({ kind, what });
  }

  /** Counts refusals that a busy day brings along; every other one is a fault. */
  refused(error: unknown, what: string): "refused" | "unknown" {
    if (!(error instanceof ApiProblem)) throw error;
    const { status, code } = error;
    this.count(this.refusals, status === 0 ? code : `${status} ${code}`);
    // A server that is too busy, or gone, answers properly, and the effect of the call shows in the end.
    if (status === 0 || status === 503) return "unknown";
    if (status >= 500) {
      this.fault("server fault", `${what}: ${error.message} (trace ${error.traceId ?? "unknown"})`);
      return "unknown";
    }
    if (!expectedRefusals.has(code))
      this.fault("unexpected refusal", `${what}: ${error.message} ${JSON.stringify(error.args)}`);
    return "refused";
  }
}

/** Refusals that people get who work on the same case at the same time. */
const expectedRefusals: ReadonlySet<string> = new Set([
  "LOCK_VERSION_CONFLICT",
  "CASE_ACTION_NOT_ALLOWED",
  "CASE_FINALIZED",
  "CASE_CARGO_LOADED",
  "UNDO_NOT_POSSIBLE",
  "CONSTRAINT_VIOLATED",
  "TOUR_STATUS_CONFLICT",
  "TOUR_HAS_ACTIVE_CASES",
  "GEOMETRY_INVALID",
]);
