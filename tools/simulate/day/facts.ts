import type { Case } from "@leitstand/contract/cases/case";
import type { CaseComment, CaseStateUpdate } from "@leitstand/contract/cases/case-notes";
import type { StreamMessage } from "@leitstand/client/event-stream";
import type { EventType } from "@leitstand/contract/board/events";

/** Facts at the end of the day, from the simulation's own ledger, from the streams and from the API. */

/** Viewer of events, with the scope of its roles; worked out from roles and branch groups, not asked of the server. */
export interface Viewer {
  readonly name: string;
  readonly tenant: string;
  /** Message types whose grant it holds. */
  readonly types: ReadonlySet<EventType>;
  readonly all: boolean;
  readonly branch_ids: readonly string[];
  /** User id of a driver: the driver's own tours are in reach, too. */
  readonly user_id: string | null;
  readonly device_id: string | null;
  /** Branches of a driver: things of a branch, but neither cases nor tours. */
  readonly driver_branch_ids: readonly string[];
}

export interface SeenMessage {
  readonly message: StreamMessage;
  /** Milliseconds of the simulation's own clock. */
  readonly at: number;
}

export interface Subscriber {
  readonly viewer: Viewer;
  /** Versions of the tours in the snapshot that its stream follows. */
  readonly shown: ReadonlyMap<string, number>;
  readonly seen: readonly SeenMessage[];
  /** When the snapshot was taken that its stream follows; undefined: it follows none. */
  readonly since: string | undefined;
}

export type HistoryRow = CaseStateUpdate;

export interface CaseFacts {
  readonly tenant: string;
  readonly state: Case;
  readonly history: readonly HistoryRow[];
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
  /** Null: of the whole tenant. */
  readonly branch_id: string | null;
}

export type Outcome = "acknowledged" | "refused" | "unknown";
interface Entry {
  readonly tenant: string;
  readonly by: string;
  readonly outcome: Outcome;
  /** An answer to it was lost before: the one that is kept may tell of the case as it was when the write came again. */
  readonly answer_lost?: boolean;
}

/** One write of the day and what became of it. */
export type RecordedWrite = Entry &
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
        /** That the case has reached the phone. */
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
        /** A newer version of a job, which says so in the description of the damage. */
        readonly kind: "upsert";
        readonly case_id: string;
        readonly lock_version: number | undefined;
        readonly description: string;
      }
    | { readonly kind: "callback"; readonly case_id: string }
    | { readonly kind: "waiting"; readonly area_id: string; readonly waiting_updated_at: string | undefined }
  );

/** A replay of an acknowledged call: what it answered the first time, and then. */
export interface Replay {
  readonly what: string;
  readonly first: number;
  readonly again: number;
}

/** A step that a driver has tapped in the app, in a real browser. */
export interface Tap {
  readonly user_id: string;
  readonly tour_id: string;
  readonly case_id: string;
  readonly action: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The app has said that it is written down. */
  readonly isSure: boolean;
}

/** The last position of a vehicle: as sent and acknowledged, and as the API tells it. Milliseconds since 1970. */
export interface LastPosition {
  readonly vehicle_id: string;
  readonly sent: number;
  readonly known: number | undefined;
}

/** Event with which a webhook was called. */
export interface DeliveredEvent {
  readonly id: string;
  readonly type: string;
  /** When it happened. */
  readonly timestamp: string;
  readonly sequence: number;
  readonly data: unknown;
}

/** A partner's program, called with what the stream of its account shows. */
export interface HookFacts {
  readonly tenant: string;
  readonly created_at: string;
  /** Everything that it has taken, repetitions included. */
  readonly delivered: readonly DeliveredEvent[];
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

/** A roadside club's own system, told of everything that becomes of cases and tours. */
export interface PartnerFacts {
  readonly tenant: string;
  /** Everything that it has understood, repetitions included, in the order in which it came. */
  readonly told: readonly PartnerMessage[];
}

/**
 * Absence of a crew member or vehicle of a tour for longer than the day. Milliseconds of the simulation's own clock.
 */
export interface Absence {
  readonly tour_id: string;
  readonly event_id: string;
  /** When it was acknowledged. */
  readonly since: number;
  /** When its end was asked for. */
  until: number | undefined;
}

/** A case was put on a tour without force, or proposed for it as if nothing spoke against it. */
export interface Placement {
  readonly how: "assigned" | "suggested";
  readonly case_id: string;
  readonly tour_id: string;
  /** Milliseconds of the simulation's own clock. */
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

/** The cases that the sheet of a tour lists, by what people say on the phone. */
export interface TourSheet {
  readonly tour_id: string;
  readonly natural_ids: ReadonlySet<string>;
}

export interface Facts {
  readonly subscribers: readonly Subscriber[];
  readonly hooks: readonly HookFacts[];
  readonly partners: readonly PartnerFacts[];
  readonly absences: readonly Absence[];
  readonly placements: readonly Placement[];
  readonly sheets: readonly TourSheet[];
  /** By id. */
  readonly messages: ReadonlyMap<string, CriticalMessageFacts>;
  readonly cases: readonly CaseFacts[];
  readonly tours: readonly TourFacts[];
  readonly areas: readonly AreaFacts[];
  readonly ledger: readonly RecordedWrite[];
  readonly replays: readonly Replay[];
  readonly taps: readonly Tap[];
  readonly positions: readonly LastPosition[];
}

export const faultKinds = [
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
  "event nobody caused",
  "message nobody knows",
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
export interface Fault {
  readonly kind: (typeof faultKinds)[number];
  readonly what: string;
}
