/** Result of a decision: a refusal, a repetition of an earlier request, or everything to write in one statement. */
import type { PlanningConstraint, ViolationLevel } from "@leitstand/contract/core/violation-level";
import type { CaseActionPayload } from "@leitstand/contract/cases/case-action-input";
import type { Belongings } from "@leitstand/contract/cases/funeral-data";
import type { CaseAction, CaseState } from "@leitstand/contract/cases/case-transitions";
import type { ErrorArgsOf } from "@leitstand/contract/errors/error-sentences";
import type { ErrorCode } from "@leitstand/contract/errors/errors";
import type { StateBeforeStep, ChangeableCaseData, StoredCaseHistoryRow, LinkColumns } from "./case-snapshot";

/** Command of `send_action`, and of the roadside operations and timers, which are turned into one. */
export interface CaseCommand {
  readonly action: CaseAction;
  readonly tour_id?: string;
  readonly lock_version: number;
  readonly reason?: string;
  readonly occurred_at?: string;
  readonly action_id?: string;
  readonly payload?: CaseActionPayload;
}

export interface CaseActionRefusal {
  readonly kind: "refused";
  readonly code: ErrorCode;
  readonly args: Readonly<Record<string, string | number>>;
}
export const createCaseActionRefusal = <Code extends ErrorCode>(
  code: Code,
  args?: CaseActionRefusal["args"] & ErrorArgsOf<Code>,
): CaseActionRefusal => ({
  kind: "refused",
  code,
  args: args ?? {},
});

/** The same `action_id` came before: the earlier answer is repeated and nothing changes. */
export interface RepeatedAction {
  readonly kind: "repeated";
  readonly row: StoredCaseHistoryRow;
}

/** Row to insert into `case_history`. All rows of a change share one new group id; the writer makes the ids. */
export interface NewCaseHistoryRow {
  readonly tour_id: string | null;
  readonly transition: CaseAction;
  readonly old_state: string | null;
  readonly new_state: string | null;
  readonly old_case_state: CaseState;
  readonly new_case_state: CaseState;
  readonly reason: string | null;
  readonly forwarded_to: string | null;
  /** Row that this one takes back; the writer marks it `undone`. */
  readonly undoes: string | null;
  readonly before: StateBeforeStep;
}

/** The whole case row after the change, as far as decisions change it. */
interface CaseAfterChange extends ChangeableCaseData {
  readonly state: CaseState;
  readonly finalized: boolean;
  readonly rsa_status: "open" | "finished" | null;
  readonly lock_version: number;
  readonly plan_lock_version: number;
}

/**
 * Link rows are written whole; `insert` is the first link of case and tour, `reopen` a closed one that is open again.
 */
export interface LinkChange extends LinkColumns {
  readonly op: "insert" | "reopen" | "update";
}

export type CaseChangeNotice =
  | {
      readonly kind: "PUSH";
      readonly tour_id: string;
      readonly about: "CASE_ASSIGNED" | "CASE_TAKEN_BACK" | "CASE_CHANGED";
    }
  | {
      readonly kind: "CRITICAL_MESSAGE";
      readonly branch_id: string | null;
      readonly about: CaseAction;
      readonly reason: string | null;
    }
  | {
      readonly kind: "CRITICAL_MESSAGE";
      readonly tour_id: string;
      readonly about: CaseAction;
      readonly reason: string | null;
    };

export type CaseTimerKind = "ALARM_TIMEOUT" | "START_DUE" | "POSTPONE_REMINDER" | "DONE_DUE";
/** One timer per case, tour and kind: `at` sets it again, null cancels it. */
export interface CaseTimerChange {
  readonly kind: CaseTimerKind;
  readonly tour_id: string;
  readonly at: string | null;
}

export interface ConstraintViolation {
  readonly constraint: PlanningConstraint;
  readonly level: ViolationLevel;
  readonly tour_id: string;
}
export interface ActionWarning {
  readonly code:
    | "TOUR_ON_A_BREAK"
    | "FAR_FROM_ADDRESS"
    | "TOUR_CLOSED_FORCED"
    | "LINK_NOT_RESTORED"
    | "LOCATION_MISSING";
  readonly tour_id: string;
}

/** Facts that the crew has confirmed; for belongings also their list, where the crew sent it. */
export interface CrewConfirmations {
  readonly identity: boolean;
  readonly belongings: Belongings | null;
}

/** Findings of the crew about the vehicle, field by field. */
export type RoadsideFindings = Pick<
  NonNullable<CaseActionPayload["findings"]>,
  "damage" | "vehicle_data" | "vehicle_detail"
>;

export interface AcceptedCaseAction {
  readonly kind: "changed";
  readonly case: CaseAfterChange;
  readonly links: readonly LinkChange[];
  readonly history: readonly NewCaseHistoryRow[];
  readonly occurred_at: string;
  readonly received_at: string;
  /** Follow-up case to create in `open`, with the service that the partner names. */
  readonly follow_up: { readonly service: "AD_Standard" | "AD_UNS_Standard" } | null;
  readonly completed_todo_ids: readonly string[];
  /** Facts that the driver confirmed with this action, to be kept with the cargo. */
  readonly confirmed: CrewConfirmations;
  readonly findings: RoadsideFindings;
  /** Note that came with the action, for readers of the case. */
  readonly note: string | null;
  readonly notices: readonly CaseChangeNotice[];
  readonly timers: readonly CaseTimerChange[];
  readonly partner_event: "case_status_updated" | "case_finished" | null;
  readonly warnings: readonly ActionWarning[];
  readonly constraint_violations: readonly ConstraintViolation[];
}

export type CaseActionDecision = CaseActionRefusal | RepeatedAction | AcceptedCaseAction;
