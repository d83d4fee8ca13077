import { type CaseIndexRange, benchCaseIdAt, type DispatchDayData, tourIdOfBenchCase } from "../harness/dispatch-data";
import { expectStatus, formatRawHttpRequest, type RawSocketAnswer } from "../harness/wire-client";

/**
 * Actions of a dispatcher's day on many cases: every call is a real change of state, and four of them lead back to the
 * first.
 */
const ACTION_SEQUENCE = ["ACCEPT", "START", "UNDO", "UNDO"] as const;

interface CaseProgress {
  readonly index: number;
  step: number;
  lock_version: number;
}

/** Acts on cases; each connection has cases of its own, so that it never waits for the lock of another one. */
export class CaseActionCycle {
  private readonly cases: CaseProgress[];
  private readonly turns: number[];

  constructor(
    private readonly day: DispatchDayData,
    private readonly connections: number,
    /** Range of cases on which no other client acts. */
    { from, count }: CaseIndexRange,
  ) {
    this.cases = Array.from({ length: count }, (_, index) => ({ index: from + index, step: 0, lock_version: 0 }));
    this.turns = Array.from({ length: connections }, () => 0);
  }

  next = (connection: number): string => {
    const current = this.current(connection);
    const action = ACTION_SEQUENCE[current.step % ACTION_SEQUENCE.length];
    const body = JSON.stringify({
      action,
      tour_id: tourIdOfBenchCase(this.day, current.index),
      lock_version: current.lock_version,
      // A dispatcher's UNDO needs a reason; the other actions accept one.
      reason: "as agreed on the telephone",
    });
    const path = `/api/v1/cases/${benchCaseIdAt(current.index)}/send_action`;
    return formatRawHttpRequest({ method: "POST", path, token: this.day.token, body });
  };

  onAnswer = (connection: number, answer: RawSocketAnswer) => {
    expectStatus(200, answer);
    const current = this.current(connection);
    current.lock_version = Number(/"lock_version" ?: ?(\d+)/.exec(answer.body)?.[1] ?? Number.NaN);
    current.step++;
    this.turns[connection] = (this.turns[connection] ?? 0) + 1;
  };

  /** Case whose turn it is on the connection. */
  current(connection: number): CaseProgress {
    const own = Math.floor((this.cases.length - 1 - connection) / this.connections) + 1;
    const turn = (this.turns[connection] ?? 0) % own;
    return this.cases[connection + turn * this.connections] as CaseProgress;
  }
}
