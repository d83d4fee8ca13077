/** Rows as one change writes them: columns of `cases`, `case_links` and `case_history`. Times are RFC 3339. */
import type { CaseCreateRequest } from "@leitstand/contract/cases/case";
import type { LinkBucket } from "@leitstand/contract/cases/case-transitions";
import type {
  CrewConfirmations,
  ConstraintViolation,
  RoadsideFindings,
  StoredCaseHistoryRow,
  LinkChange,
} from "#modules/case-states/index";

export interface CaseChangeRecord {
  readonly id: string;
  readonly state: string;
  readonly finalized: boolean;
  readonly lock_version: number;
  readonly plan_lock_version: number;
  readonly branch_id: string | null;
  readonly not_before: string | null;
  readonly postponed_until: string | null;
  readonly finish_reason: string | null;
  /** Tour that got the case by this change. */
  readonly assigned_tour_id: string | null;
  readonly received_at: string;
  readonly data_column: "funeral_data" | "rsa_data";
  /** Top-level fields of the data that change; null when there are none. */
  readonly data_patch: Readonly<Record<string, unknown>> | null;
  /** Facts about the deceased person that the crew confirmed. */
  readonly confirmed: CrewConfirmations;
  /** Sections of the data into which the named fields are merged. */
  readonly findings: RoadsideFindings;
}

export interface LinkChangeRecord extends LinkChange {
  readonly postponed_until: string | null;
  /** Violations to store with the link; null keeps the stored ones. */
  readonly violations: readonly Pick<ConstraintViolation, "constraint" | "level">[] | null;
  /** Set by ASSIGN, or by FORWARD to the new tour: the link starts over. */
  readonly assigned: boolean;
}

export interface HistoryChangeRecord extends StoredCaseHistoryRow {
  /** Position of the row within its change. */
  readonly place: number;
  readonly old_bucket: LinkBucket | null;
  readonly new_bucket: LinkBucket | null;
  readonly payload: object;
}

export type SearchableCaseFields = Pick<
  CaseCreateRequest,
  | "data_type"
  | "display_name"
  | "external_id"
  | "description"
  | "contact"
  | "not_before"
  | "due_at"
  | "funeral_data"
  | "rsa_data"
>;
export interface CaseSearchColumns {
  readonly source_zip: string | null;
  readonly target_zip: string | null;
  readonly source_city: string | null;
  readonly target_city: string | null;
  readonly source_lat: number | null;
  readonly source_lon: number | null;
  readonly search_text: string;
}
