/** Facts at the end of the day, from the simulation's own ledger, from the streams and from the API. */
import type { Case } from "@leitstand/contract/cases/case";
import type { CaseComment, CaseStateUpdate } from "@leitstand/contract/cases/case-notes";
import type { StreamMessage } from "@leitstand/client/event-stream";
import type { EventType } from "@leitstand/contract/board/events";

/** Viewer of events, with the scope of its roles; worked out from roles and branch groups, not asked of the server. */
export interface EventViewer {
  readonly name: string;
  readonly tenant: string;
  /** Message types whose grant it holds. */
  readonly types: ReadonlySet<EventType>;
  readonly all: boolean;
  readonly branch_ids: readonly string[];
  /** User id of a driver: the driver's own tours are in reach, too. */
  readonly user_id: string | null;
  readonly device_id: string | null;
  /** Branches of a driver, for events about a branch; cases and tours reach drivers by their tours. */
  readonly driver_branch_ids: readonly string[];
}

export interface ReceivedStreamMessage {
  readonly message: StreamMessage;
  /** Time in milliseconds of the simulation's own clock. */
  readonly at: number;
}

export interface StreamSubscriber {
  readonly viewer: EventViewer;
  /** Versions of the tours in the snapshot that its stream follows. */
  readonly shown: ReadonlyMap<string, number>;
  readonly seen: readonly ReceivedStreamMessage[];
  /** Time of the snapshot that the stream continues; undefined for a stream without one. */
  readonly since: string | undefined;
}

export type CaseStateHistoryRow = CaseStateUpdate;

export interface CaseFacts {
  readonly tenant: string;
  readonly state: Case;
  readonly history: readonly CaseStateHistoryRow[];
  readonly comments: readonly Pick<CaseComment, "id" | "created_at" | "user_id" | "action" | "occurred_at">[];
}

export interface TourFacts {
  readonly tenant: string;
  readonly id: string;
  readonly branch_id: string | null;
  readonly lock_version: number;
  readonly user_ids: readonly string[];
  readonly device_ids: readonly string[];
}

interface AreaFacts {
  readonly tenant: string;
  readonly id: string;
  /** Branch of the message; null: the whole tenant. */
  readonly branch_id: string | null;
}

export type WriteOutcome = "acknowledged" | "refused" | "unknown";
interface LedgerEntry {
  readonly tenant: string;
  readonly by: string;
  readonly outcome: WriteOutcome;
  /** Whether an answer to it was lost before: the kept one may show the case as it was when the write was repeated. */
  readonly answer_lost?: boolean;
}

/** One write of the day and its outcome. */
export type RecordedWrite = LedgerEntry &
  (
    | { readonly kind: "case"; readonly case_id: string | undefined; readonly external_id: string | undefined }
    | { readonly kind: "edit"; readonly case_id: string; readonly lock_version: number | undefined }
    | {
        readonly kind: "action";
        readonly action: string;
        readonly case_id: string;
        readonly action_id: string;
        readonly lock_version: number | undefined;
      }
    | { readonly kind: "comment"; readonly case_id: string; readonly comment_id: string | undefined }
    | { readonly kind: "todo"; readonly case_id: string; readonly todo_id: string }
    | {
        /** Receipt: the case has reached the phone. */
        readonly kind: "receipt";
        readonly case_id: string;
      }
    | {
        readonly kind: "tour";
        readonly tour_id: string;
        readonly change: "started" | "sub_state" | "finished";
        readonly lock_version: number | undefined;
      }
    | {
        readonly kind: "planned tour";
        readonly tour_id: string;
        readonly branch_id: string | null;
        readonly user_ids: readonly string[];
        readonly change: "created" | "deleted";
        readonly lock_version: number;
      }
    | {
        readonly kind: "calendar";
        readonly event_id: string;
        readonly change: "created" | "updated" | "deleted";
        readonly branch_ids: readonly string[];
        readonly user_ids: readonly string[];
      }
    | {
        /** A newer version of a partner's case, with its number in the description of the damage. */
        readonly kind: "upsert";
        readonly case_id: string;
        readonly lock_version: number | undefined;
        readonly description: string;
      }
    | { readonly kind: "callback"; readonly case_id: string }
    | { readonly kind: "waiting"; readonly area_id: string; readonly waiting_updated_at: string | undefined }
  );

/** Repetition of an acknowledged call: its first answer, and the later one. */
export interface RepeatedRequest {
  readonly what: string;
  readonly first: number;
  readonly again: number;
}

/** Step that a driver has tapped in the app, in a real browser. */
export interface DriverTap {
  readonly user_id: string;
  readonly tour_id: string;
  readonly case_id: string;
  readonly action: string;
  /** Time in milliseconds since 1970. */
  readonly at: number;
  /** Whether the app has said that it is written down. */
  readonly isSure: boolean;
}

/** Last position of a vehicle: as sent and acknowledged, and as the API returns it. Milliseconds since 1970. */
export interface LastVehiclePosition {
  readonly vehicle_id: string;
  readonly sent: number;
  readonly known: number | undefined;
}

/** Event with which a webhook was called. */
export interface DeliveredWebhookEvent {
  readonly id: string;
  readonly type: string;
  /** Time when it happened. */
  readonly timestamp: string;
  readonly sequence: number;
  readonly data: unknown;
}

/** A partner's program, which a webhook calls with the events of its account's stream. */
export interface WebhookReceiverFacts {
  readonly tenant: string;
  readonly created_at: string;
  /** All messages that the system has accepted, repetitions included, in the order of arrival. */
  readonly delivered: readonly DeliveredWebhookEvent[];
}

/** Message that a partner's system was sent. */
export interface PartnerMessage {
  readonly id: string;
  readonly type: string;
  readonly sequence: number;
  readonly case_id: string | null;
  readonly tour_id: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** System of a roadside club, which is told every change of cases and tours. */
export interface PartnerSystemFacts {
  readonly tenant: string;
  /** Everything that it has accepted, repetitions included, in the order in which it came. */
  readonly told: readonly PartnerMessage[];
}

/**
 * Absence of a crew member or vehicle of a tour for longer than the day. Milliseconds of the simulation's own clock.
 */
export interface CrewAbsence {
  readonly tour_id: string;
  readonly event_id: string;
  /** Time when it was acknowledged. */
  readonly since: number;
  /** Time when its end was asked for. */
  until: number | undefined;
}

/** Placement of a case on a tour without force, or a suggestion of it without violations. */
export interface CasePlacement {
  readonly how: "assigned" | "suggested";
  readonly case_id: string;
  readonly tour_id: string;
  /** Time of the request in milliseconds of the simulation's own clock. */
  readonly asked: number;
  readonly answered: number;
}

/** Critical message that a user has to acknowledge, as an administrator reads it at the end. */
export interface CriticalMessageFacts {
  readonly tenant: string;
  readonly id: string;
  readonly created_at: string;
  readonly branch_id: string | null;
  readonly user_id: string | null;
  readonly device_id: string | null;
  readonly acknowledged_at: string | null;
}

/** Cases on the sheet of a tour, by their natural id. */
export interface ExportedTourSheet {
  readonly tour_id: string;
  readonly natural_ids: ReadonlySet<string>;
}

export interface SimulatedDayFacts {
  readonly subscribers: readonly StreamSubscriber[];
  readonly hooks: readonly WebhookReceiverFacts[];
  readonly partners: readonly PartnerSystemFacts[];
  readonly absences: readonly CrewAbsence[];
  readonly placements: readonly CasePlacement[];
  readonly sheets: readonly ExportedTourSheet[];
  /** Critical messages by id. */
  readonly messages: ReadonlyMap<string, CriticalMessageFacts>;
  readonly cases: readonly CaseFacts[];
  readonly tours: readonly TourFacts[];
  readonly areas: readonly AreaFacts[];
  readonly ledger: readonly RecordedWrite[];
  readonly replays: readonly RepeatedRequest[];
  readonly taps: readonly DriverTap[];
  readonly positions: readonly LastVehiclePosition[];
}

export const simulationFaultKinds = [
  "impossible history step",
  "broken history chain",
  "state is not the roll-up of its links",
  "acknowledged write lost",
  "refused write carried out",
  "write carried out twice",
  "tap lost",
  "tap carried out twice",
  "taps out of order",
  "replay changed something",
  "event missing",
  "event twice",
  "event without a cause",
  "unknown message",
  "event out of scope",
  "event of another tenant",
  "events out of order",
  "webhook missed an event",
  "webhook was called for nothing",
  "partner was not told",
  "partner was told twice",
  "partner was told out of order",
  "partner was told for nothing",
  "partner's newest version lost",
  "put into an absence",
  "export is not plausible",
  "last position is not the newest",
  "stream ended early",
  "offered but refused",
  "two wrote on one version",
  "unexpected refusal",
  "server fault",
] as const;
export interface SimulationFault {
  readonly kind: (typeof simulationFaultKinds)[number];
  readonly what: string;
}
