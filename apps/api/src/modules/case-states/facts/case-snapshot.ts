/**
 * Facts that a decision about one case may use. One statement loads them as JSON, under the lock of the case row. Times
 * are RFC 3339 strings as PostgreSQL writes them into JSON; distances are metres; one capacity unit is one deceased
 * person.
 */
import type { CaseActionPayload } from "@leitstand/contract/cases/case-action-input";
import type { Belongings } from "@leitstand/contract/cases/funeral-data";
import type { CaseType } from "@leitstand/contract/cases/case-rules";
import type { PlanningConstraint, ViolationLevel } from "@leitstand/contract/core/violation-level";
import type { TenantSettings } from "@leitstand/contract/company/dispatch-settings";
import type { ActorKind, CaseState, LinkBucket, LinkState } from "@leitstand/contract/cases/case-transitions";
import type { StartedSubState, TourStatus } from "@leitstand/contract/tours/tour-states";
import type { AvailabilityFacts } from "./availability";
import type { CasePlace } from "./case-place";

/** Settings of a tenant that rules use; the others are for signing in and for positions. */
export type DispatchSettings = Omit<
  TenantSettings,
  "approval_needs_grant" | "constraint_levels" | "locations_without_tour" | "pin_requires_device"
> & {
  readonly constraint_levels: Readonly<Record<PlanningConstraint, ViolationLevel>>;
};

/** Tour as this case and this caller see it. Null capacity or seats: not known, so never violated. */
export interface SnapshotTour {
  readonly id: string;
  readonly status: TourStatus;
  readonly started_sub_state: StartedSubState | null;
  readonly branch_id: string | null;
  readonly scheduled_start_at: string | null;
  readonly capacity: number | null;
  readonly seats_total: number | null;
  readonly crew_count: number;
  readonly skill_ids: readonly string[];
  readonly vehicle_type_ids: readonly string[];
  /** Persons and items of the tour's other cases, as `capacity` counts them, and how many of them are on board now. */
  readonly workload_units: number;
  readonly loaded_units: number;
  /** Whether the caller's device or user is associated with the tour. */
  readonly is_own: boolean;
  readonly in_scope: boolean;
  readonly in_own_branch_group: boolean;
  readonly distance_to_source_meters: number | null;
  readonly distance_to_target_meters: number | null;
  /** Moment at which a working tour last reported, or began to work; null where silence is not monitored. */
  readonly silent_since: string | null;
  /** Calendar facts of its people and vehicles; read for decisions that give the tour a case. */
  readonly availability: readonly AvailabilityFacts[];
}

/** Columns of `case_links` that decisions read and write. */
export interface LinkColumns {
  readonly tour_id: string;
  readonly state: LinkState;
  readonly bucket: LinkBucket;
  readonly accepted_at: string | null;
  readonly device_received_at: string | null;
  readonly eta: string | null;
  readonly started_at: string | null;
  readonly arrived_at: string | null;
  readonly loaded_at: string | null;
  readonly arrived_at_destination: string | null;
  readonly finished_at: string | null;
  readonly forwarded_to: string | null;
  readonly last_actor: ActorKind;
}
export interface SnapshotLink extends LinkColumns {
  readonly tour: SnapshotTour;
}

/** Handover of the cargo: its recipient, or the reason why there is no signature. */
export interface CargoHandoverFacts {
  readonly received_by: string | null;
  readonly signature: string | null;
  readonly refusal_reason: string | null;
  readonly signature_state?: NonNullable<CaseActionPayload["signature_state"]>;
  readonly delivered_at: string;
}

/** Facts that decisions change in a case besides its state; UNDO restores them from the history row. */
export interface ChangeableCaseData {
  readonly branch_id: string | null;
  readonly not_before: string | null;
  readonly postponed_until: string | null;
  readonly source: CasePlace | null;
  readonly target: CasePlace | null;
  readonly finish_reason: string | null;
  readonly needs_backoffice: boolean;
  readonly handover: CargoHandoverFacts | null;
}

export interface SnapshotCase extends ChangeableCaseData {
  readonly id: string;
  readonly data_type: CaseType;
  readonly approved: boolean;
  readonly state: CaseState;
  readonly finalized: boolean;
  readonly lock_version: number;
  /** Version of the newest change of source, target or time frame; offline actions from before it are refused. */
  readonly plan_lock_version: number;
  readonly in_scope: boolean;
  readonly load_units: number;
  readonly is_person: boolean;
  readonly required_skill_ids: readonly string[];
  readonly excluded_vehicle_type_ids: readonly string[];
  readonly seats_required: number;
  readonly todos: readonly {
    readonly id: string;
    readonly phase: "pickup" | "delivery";
    /** Whether the todo must be completed; other todos may stay open for ever. */
    readonly required: boolean;
    readonly completed: boolean;
  }[];
  readonly required_data_complete: boolean;
  /** Photos that have arrived, and those that an action has announced, unless it was undone. */
  readonly photo_count: number;
  /** Ids that phones gave the photos, as far as they have one; empty in lists. */
  readonly photo_ids: readonly string[];
  readonly identity_confirmed: boolean;
  readonly belongings_recorded: boolean;
  /** Belongings by the newest LOAD that named them; null in lists, and where none did. */
  readonly loaded_belongings: Belongings | null;
}

/** State that UNDO and FORWARD_ROLLBACK restore; stored with the history row and never read by anything else. */
export interface StateBeforeStep {
  readonly link: LinkColumns | null;
  readonly case: Partial<ChangeableCaseData>;
}

/** Row of the state history, oldest first in the snapshot. */
export interface StoredCaseHistoryRow {
  readonly id: string;
  readonly tour_id: string | null;
  readonly group_id: string;
  readonly transition: string;
  readonly old_state: string | null;
  readonly new_state: string | null;
  readonly old_case_state: CaseState;
  readonly new_case_state: CaseState;
  readonly reason: string | null;
  readonly forwarded_to: string | null;
  readonly undoes: string | null;
  readonly undone: boolean;
  readonly before: StateBeforeStep;
  readonly actor_kind: ActorKind;
  readonly user_id: string | null;
  readonly device_id: string | null;
  readonly action_id: string | null;
  readonly occurred_at: string;
  readonly received_at: string;
  readonly lock_version: number;
}

export interface CaseSnapshot {
  readonly settings: DispatchSettings;
  readonly case: SnapshotCase;
  readonly links: readonly SnapshotLink[];
  readonly history: readonly StoredCaseHistoryRow[];
  /** Tours named by the command that have no link yet: the one to assign, the one to forward to. */
  readonly tours: readonly SnapshotTour[];
  /** Branch to forward to, when the command names one that exists. */
  readonly branch: { readonly id: string; readonly in_scope: boolean; readonly in_own_branch_group: boolean } | null;
}

/** Caller of an action. `grants` are those that apply to the case's branch; a timer holds none and needs none. */
export interface Actor {
  readonly kind: ActorKind;
  readonly user_id: string | null;
  readonly device_id: string | null;
  readonly grants: readonly string[];
  /** Set when others dispatch the cases of every branch that the caller reaches. */
  readonly is_dispatched_for?: boolean;
}
