import type { Case } from "@leitstand/contract/cases/case";
import type { CaseStateUpdate } from "@leitstand/contract/cases/case-notes";
import type { StreamMessage } from "@leitstand/client/event-stream";
import type { EventType } from "@leitstand/contract/board/events";

/** What the simulation knows at the end of the day, from its own book, from the streams and from the API. */

/** Who looks, and where its roles let it look; worked out from roles and branch groups, not asked of the server. */
export interface Viewer {
  readonly name: string;
  readonly tenant: string;
  /** Message types whose grant it holds. */
  readonly types: ReadonlySet<EventType>;
  readonly all: boolean;
  readonly branch_ids: readonly string[];
  /** Of drivers: their own tours are in reach, too. */
  readonly user_id: string | null;
  readonly device_id: string | null;
  /** Branches of a driver: things of a branch, but neither cases nor tours. */
  readonly driver_branch_ids: readonly string[];
}

export interface Seen {
  readonly message: StreamMessage;
  /** Milliseconds of the simulation's own clock. */
  readonly at: number;
}

export interface Subscriber {
  readonly viewer: Viewer;
  readonly seen: readonly Seen[];
}

export type HistoryRow = CaseStateUpdate;

export interface CaseFacts {
  readonly tenant: string;
  readonly state: Case;
  readonly history: readonly HistoryRow[];
  readonly comments: readonly { readonly id: string; readonly created_at: string }[];
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

type Outcome = "acknowledged" | "refused" | "unknown";
interface Entry {
  readonly tenant: string;
  readonly by: string;
  readonly outcome: Outcome;
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
        readonly kind: "tour";
        readonly tour_id: string;
        readonly change: "started" | "sub_state" | "finished";
        readonly lock_version: number | undefined;
      }
    | { readonly kind: "waiting"; readonly area_id: string; readonly waiting_updated_at: string | undefined }
  );

/** A replay of an acknowledged call: what it answered the first time, and then. */
export interface Replay {
  readonly what: string;
  readonly first: number;
  readonly again: number;
}

/** The last position of a vehicle: as sent and acknowledged, and as the API tells it. Milliseconds since 1970. */
export interface LastPosition {
  readonly vehicle_id: string;
  readonly sent: number;
  readonly known: number | undefined;
}

export interface Facts {
  readonly subscribers: readonly Subscriber[];
  readonly cases: readonly CaseFacts[];
  readonly tours: readonly TourFacts[];
  readonly areas: readonly AreaFacts[];
  readonly ledger: readonly RecordedWrite[];
  readonly replays: readonly Replay[];
  readonly positions: readonly LastPosition[];
}

export const faultKinds = [
  "impossible history step",
  "broken history chain",
  "state is not the roll-up of its links",
  "acknowledged write lost",
  "refused write carried out",
  "write carried out twice",
  "replay changed something",
  "event missing",
  "event twice",
  "event nobody caused",
  "event out of scope",
  "event of another tenant",
  "events out of order",
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
