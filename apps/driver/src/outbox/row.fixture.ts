import type { Case } from "@leitstand/contract/cases/case";
import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import { outboxChainOfCase, type OutboxEntry, type UnencryptedOutboxFields } from "./outbox-row.ts";
import type { TourLink } from "./state-before.ts";

export const fixtureTourId = "5f0c2c1e-5a53-4b8e-9a36-1f6f6a1f8f10";
export const fixtureCaseId = "c0a80101-5a53-4b8e-9a36-1f6f6a1f8f10";
const morningMs = Date.parse("2026-03-02T08:00:00Z");

export const anOutboxRow = (seq: number, changes: Partial<UnencryptedOutboxFields> = {}): UnencryptedOutboxFields => ({
  seq,
  chain: outboxChainOfCase(fixtureCaseId),
  status: "waiting",
  action_id: `00000000-0000-4000-8000-${String(seq).padStart(12, "0")}`,
  at: morningMs + seq * 60_000,
  offset: 0,
  seen: 3,
  user_id: "8f0a2f64-90f5-4b7c-8f34-0c2f1f6c9002",
  needs: null,
  not_before: null,
  answered: null,
  refusal: null,
  ...changes,
});

type ActionPayload = Extract<OutboxEntry["content"], { op: "receiveAction" }>["body"]["payload"];
export const anActionEntry = (
  seq: number,
  action: CaseAction,
  { payload, ...changes }: Partial<UnencryptedOutboxFields> & { payload?: ActionPayload } = {},
): OutboxEntry => ({
  ...anOutboxRow(seq, changes),
  isFrozen: false,
  content: {
    op: "receiveAction",
    body: { id: fixtureCaseId, tour_id: fixtureTourId, action, ...(payload && { payload }) },
  },
});

export const shiftStartContent = {
  op: "startTour",
  body: { id: fixtureTourId, started_sub_state: "ACTIVE" },
} as const;
export const aShiftStartEntry = (seq: number, changes: Partial<UnencryptedOutboxFields> = {}): OutboxEntry => ({
  ...anOutboxRow(seq, { chain: `tour:${fixtureTourId}`, ...changes }),
  isFrozen: false,
  content: shiftStartContent,
});

export const aTourCaseLink = (state: string, changes: Partial<TourLink> = {}): TourLink => ({
  tour_id: fixtureTourId,
  tour_natural_id: "T-2026-000042",
  state,
  bucket: "open",
  actions: [],
  assigned_at: "2026-03-02T07:00:00.000Z",
  accepted_at: null,
  device_received_at: null,
  answer_until: null,
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
  last_actor: "D",
  position: 0,
  constraint_violations: [],
  updated_at: "2026-03-02T07:00:00.000Z",
  ...changes,
});

export const aCaseWithLink = (data_type: Case["data_type"], link: TourLink): Case => ({
  id: fixtureCaseId,
  created_at: "2026-03-02T07:00:00.000Z",
  updated_at: "2026-03-02T07:00:00.000Z",
  lock_version: 3,
  natural_id: "C-2026-000817",
  display_name: "Fuchs, Alois",
  branch_id: null,
  brand_id: null,
  parent_id: null,
  external_id: null,
  data_type,
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
  state: { current: link.state, actions: [] },
  funeral_data: null,
  rsa_data: null,
  is_redacted: false,
  tour_case_states: [link],
  todos: { pickup: [], delivery: [] },
});
