import type { Case } from "@leitstand/contract/cases/case";
import type { TourLink } from "./actions/action-choice.ts";

/** A case with plain values, except for what a test gives. */
export function anInspectedCase(change: Partial<Case> = {}): Case {
  return {
    id: "c1",
    created_at: "2026-11-21T08:00:00+00:00",
    updated_at: "2026-11-21T08:00:00+00:00",
    lock_version: 0,
    natural_id: "C-2026-000001",
    display_name: "Muster Maria",
    branch_id: null,
    brand_id: null,
    parent_id: null,
    external_id: null,
    data_type: "FUNERAL",
    approved: true,
    finalized: false,
    finalized_at: null,
    finish_reason: null,
    description: null,
    contact: null,
    created_by: null,
    not_before: null,
    due_at: null,
    postponed_until: null,
    required_skill_ids: [],
    state: { current: "OPEN", actions: ["ASSIGN", "CANCEL", "DELIVER"] },
    funeral_data: null,
    rsa_data: null,
    is_redacted: false,
    ...change,
  };
}

export function aCaseTourLink(change: Partial<TourLink> = {}): TourLink {
  return {
    tour_id: "t1",
    tour_natural_id: "T-2026-000001",
    state: "ASSIGNED",
    bucket: "open",
    actions: [],
    assigned_at: "2026-11-21T08:05:00+00:00",
    accepted_at: null,
    answer_until: null,
    device_received_at: null,
    started_at: null,
    arrived_at: null,
    loaded_at: null,
    arrived_at_destination_at: null,
    finished_at: null,
    closed_at: null,
    eta: null,
    eta_source: null,
    postponed_until: null,
    forwarded_to: null,
    last_actor: null,
    position: 0,
    constraint_violations: [],
    updated_at: "2026-11-21T08:05:00+00:00",
    ...change,
  };
}

export const aTransportOfDeceased = (change: object = {}) => ({
  cargo_type: "PERSON" as const,
  transport_type: "Transportauftrag" as const,
  cargo_deceased: { first_name: "Maria", last_name: "Muster", date_of_death: "2026-11-20", ...change },
});
