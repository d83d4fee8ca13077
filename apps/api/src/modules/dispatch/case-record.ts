/** Rows as one change writes them: columns of `cases`, `case_links` and `case_history`. Times are RFC 3339. */
import type { CaseCreateRequest } from "@leitstand/contract/cases/case";

export interface CaseRecord {
  readonly id: string;
  readonly state: string;
  readonly finalized: boolean;
  readonly lock_version: number;
  readonly plan_lock_version: number;
  readonly branch_id: string | null;
  readonly not_before: string | null;
  readonly postponed_until: string | null;
  readonly finish_reason: string | null;
  /** The tour that has got the case by this change. */
  readonly assigned_tour_id: string | null;
  readonly received_at: string;
  readonly data_column: "funeral_data" | "rsa_data";
  /** Top-level fields of the data that change; null: none. */
  readonly data_patch: Readonly<Record<string, unknown>> | null;
  /** What the crew confirmed of the deceased. */
  readonly confirmed: { readonly identity: boolean; readonly belongings: boolean };
}

export interface LinkWrite {
  readonly op: "insert" | "reopen" | "update";
  readonly tour_id: string;
  readonly state: string;
  readonly bucket: string;
  readonly postponed_until: string | null;
  /** Null: those that the link has stay. */
  readonly violations: readonly { readonly constraint: string; readonly level: string }[] | null;
  /** By ASSIGN, or by FORWARD to its tour: the link begins anew. */
  readonly assigned: boolean;
}

export interface HistoryWrite {
  readonly place: number;
  readonly id: string;
  readonly tour_id: string | null;
  readonly undoes: string | null;
}

export type SearchableFields = Pick<
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
export interface PlaceColumns {
  readonly source_zip: string | null;
  readonly target_zip: string | null;
  readonly source_city: string | null;
  readonly target_city: string | null;
  readonly source_lat: number | null;
  readonly source_lon: number | null;
  readonly search_text: string;
}
