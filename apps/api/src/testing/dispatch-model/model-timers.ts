/**
 * Timers of one case as the product should run them: the crew is asked four times, due cases start, closed ones are
 * filed.
 */
import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import type { AcceptedCaseAction } from "#modules/case-states/facts/case-decision";
import type { SingleCaseTestWorld } from "#modules/case-states/case-testkit";

interface ModelTimer {
  readonly kind: AcceptedCaseAction["timers"][number]["kind"];
  readonly tour_id: string;
  readonly at: string;
  /** Number of times the crew was asked already. */
  readonly step: number;
}
/** Acts as the timer in the model; returns whether that was possible. */
type TimerAction = (action: CaseAction, tour_id: string) => boolean;

const PUSH_SMS_AND_CALL = 3;

export class ModelTimers {
  private readonly timers = new Map<string, ModelTimer>();

  constructor(
    private readonly model: SingleCaseTestWorld,
    private readonly act: TimerAction,
  ) {}

  set(changes: AcceptedCaseAction["timers"]) {
    for (const { kind, tour_id, at } of changes) {
      if (at === null) this.timers.delete(`${kind} ${tour_id}`);
      else this.timers.set(`${kind} ${tour_id}`, { kind, tour_id, at, step: 0 });
    }
  }

  /** Runs every timer that is due now; timers that they set wait for the next call. */
  ringDue() {
    const due = [...this.timers].filter(([, { at }]) => Date.parse(at) <= this.model.now.getTime());
    for (const [key, timer] of due) {
      // The timer was cancelled by one that ran before it.
      if (this.timers.get(key) !== timer) continue;
      this.timers.delete(key);
      this.ring(key, timer);
    }
  }

  private ring(key: string, timer: ModelTimer) {
    if (timer.kind === "DONE_DUE") this.act("DONE", timer.tour_id);
    if (timer.kind === "START_DUE" && !this.act("START", timer.tour_id)) this.waitForStart(key, timer);
    if (timer.kind === "ALARM_TIMEOUT") this.escalate(key, timer);
  }

  private waitForStart(key: string, timer: ModelTimer) {
    const { not_before } = this.model.case;
    const link = this.linkOf(timer);
    if (link?.bucket !== "open" || link.state !== "reserved" || not_before === null) return;
    if (Date.parse(not_before) > this.model.now.getTime()) this.timers.set(key, { ...timer, at: not_before });
  }

  private escalate(key: string, timer: ModelTimer) {
    const link = this.linkOf(timer);
    if (link?.bucket !== "open" || link.accepted_at !== null) return;
    if (timer.step === PUSH_SMS_AND_CALL) {
      this.act("UNASSIGN", timer.tour_id);
      return;
    }
    const next = this.model.now.getTime() + this.model.settings.alarm_timeout_seconds * 1000;
    this.timers.set(key, { ...timer, at: new Date(next).toISOString(), step: timer.step + 1 });
  }

  private linkOf = ({ tour_id }: ModelTimer) => this.model.links.find((link) => link.tour_id === tour_id);
}
