import { type Case, Case as CaseSchema } from "@leitstand/contract/cases/case";
import { CaseStateUpdate } from "@leitstand/contract/cases/case-notes";
import type { StreamMessage } from "@leitstand/client/event-stream";
import type { EventType } from "@leitstand/contract/board/events";
import type {
  CaseFacts,
  CriticalMessageFacts,
  Facts,
  HistoryRow,
  Subscriber,
  TourFacts,
  Viewer,
  RecordedWrite,
} from "../day/facts";

/** A small day without a fault, to plant faults into: one transport, assigned and accepted, and its viewers. */
const firstExample = <T>(schema: object) => (schema as { examples: [T] }).examples[0];
const at = (second: number) => new Date(Date.UTC(2026, 2, 2, 8, 0, second)).toISOString();

export const ids = {
  case: "case-1",
  tour: "tour-1",
  branch: "branch-1",
  user: "driver-1",
  comment: "comment-1",
  message: "message-1",
} as const;

const aViewer = (name: string, overrides: Partial<Viewer> = {}): Viewer => ({
  name,
  tenant: "bestattung",
  types: new Set<EventType>([
    "case action",
    "case update",
    "case comment",
    "tour update",
    "tour plan",
    "case external id",
    "critical message",
  ]),
  all: false,
  branch_ids: [],
  user_id: null,
  device_id: null,
  driver_branch_ids: [],
  ...overrides,
});

export const aRow = (overrides: Partial<HistoryRow>): HistoryRow => ({
  ...firstExample<HistoryRow>(CaseStateUpdate),
  group_id: `group-${overrides.lock_version}`,
  id: `row-${overrides.lock_version}`,
  tour_id: ids.tour,
  ...overrides,
});

const assigned = aRow({
  transition: "ASSIGN",
  old_state: "-",
  new_state: "ASSIGNED",
  old_bucket: null,
  new_bucket: "open",
  old_case_state: "OPEN",
  new_case_state: "ASSIGNED",
  lock_version: 1,
  action_id: "action-1",
  received_at: at(10),
});
const accepted = aRow({
  transition: "ACCEPT",
  old_state: "ASSIGNED",
  new_state: "ACCEPTED",
  old_case_state: "ASSIGNED",
  new_case_state: "ASSIGNED",
  lock_version: 2,
  action_id: "action-2",
  received_at: at(20),
});

const link = (state: string, bucket: "open" | "finished" | "unassigned" | "forwarded") => ({
  tour_id: ids.tour,
  state,
  bucket,
});

export const aCase = (overrides: Partial<Case> = {}): Case =>
  ({
    ...firstExample<Case>(CaseSchema),
    id: ids.case,
    branch_id: ids.branch,
    external_id: null,
    lock_version: 2,
    state: { current: "ASSIGNED", actions: [] },
    tour_case_states: [link("ACCEPTED", "open")],
    ...overrides,
  }) as Case;

export const tour: TourFacts = {
  tenant: "bestattung",
  id: ids.tour,
  branch_id: ids.branch,
  lock_version: 0,
  user_ids: [ids.user],
  device_ids: [],
};

export const actionEvent = (lock_version: number, action: string, overrides: { id?: string; case_id?: string } = {}) =>
  ({
    id: overrides.id ?? `10-${lock_version}`,
    type: "case action",
    timestamp: at(lock_version * 10),
    data: { case_id: overrides.case_id ?? ids.case, lock_version, action, tour_case_states: [], state: "ASSIGNED" },
  }) as unknown as StreamMessage;
const createdEvent = {
  id: "10-0",
  type: "case update",
  timestamp: at(0),
  data: { case_id: ids.case, lock_version: 0, change: "created" },
} as unknown as StreamMessage;
const listsEvent = {
  id: "10-15",
  type: "tour update",
  timestamp: at(10),
  data: { tour_id: ids.tour, change: "updated", lock_version: 0 },
} as unknown as StreamMessage;
export const startedEvent = (lock_version: number) =>
  ({
    id: "9-1",
    type: "tour update",
    timestamp: at(0),
    data: { tour_id: ids.tour, change: "started", lock_version },
  }) as unknown as StreamMessage;
const commentEvent = {
  id: "10-3",
  type: "case comment",
  timestamp: at(40),
  data: { case_id: ids.case, comment_id: ids.comment },
} as unknown as StreamMessage;

export const planEvent = (second: number) =>
  ({
    id: `10-${10 + second}`,
    type: "tour plan",
    timestamp: at(second),
    data: { tour_id: ids.tour, version: 1, computed_at: at(second), stops_left: 2, moved: [] },
  }) as unknown as StreamMessage;

export const calendarEvent = (change: string, place = 0) =>
  ({
    id: `11-${place}`,
    type: "calendar",
    timestamp: at(60),
    data: { event_id: "event-1", change },
  }) as unknown as StreamMessage;
export const messageEvent = (second: number, acknowledged = false, id = `11-${50 + second}`) =>
  ({
    id,
    type: "critical message",
    timestamp: at(second),
    data: { message_id: ids.message, kind: "DESK_MESSAGE", tour_id: ids.tour, case_id: null, acknowledged },
  }) as unknown as StreamMessage;
export const aMessage = (overrides: Partial<CriticalMessageFacts> = {}): Facts["messages"] => {
  const to = { branch_id: null, user_id: ids.user, device_id: null };
  const message = { tenant: "bestattung", id: ids.message, created_at: at(50), acknowledged_at: at(55), ...to };
  return new Map([[ids.message, { ...message, ...overrides }]]);
};
export const tourDeleted = {
  id: "11-20",
  type: "tour delete",
  timestamp: at(60),
  data: { tour_id: "tour-9", natural_id: "T-2026-000009" },
} as unknown as StreamMessage;
export const updatedEvent = {
  id: "11-30",
  type: "case update",
  timestamp: at(60),
  data: { case_id: ids.case, lock_version: 2, change: "updated" },
} as unknown as StreamMessage;
/** A message of a later release, of a type that this one does not know. */
export const strangeMessage = {
  id: "11-40",
  type: "weather",
  timestamp: at(60),
  data: { case_id: ids.case },
} as unknown as StreamMessage;

export const seenBy = (
  viewer: Viewer,
  messages: readonly StreamMessage[],
  shown: Subscriber["shown"] = new Map(),
): Subscriber => ({
  viewer,
  shown,
  since: at(0),
  seen: messages.map((message, index) => ({ message, at: index })),
});

const entry = { tenant: "bestattung", by: "dispo1", outcome: "acknowledged" as const };
export const ledger: readonly RecordedWrite[] = [
  { ...entry, kind: "case", case_id: ids.case, external_id: undefined },
  { ...entry, kind: "action", action: "ASSIGN", case_id: ids.case, action_id: "action-1", lock_version: 1 },
  { ...entry, kind: "action", action: "ACCEPT", case_id: ids.case, action_id: "action-2", lock_version: 2 },
  { ...entry, kind: "comment", case_id: ids.case, comment_id: ids.comment },
];

export const all = [createdEvent, actionEvent(1, "ASSIGN"), listsEvent, actionEvent(2, "ACCEPT"), commentEvent];
const ofTheCrew = all.slice(1);

export const theCase: CaseFacts = {
  tenant: "bestattung",
  state: aCase(),
  history: [assigned, accepted],
  comments: [{ id: ids.comment, created_at: at(40), user_id: null, action: null, occurred_at: null }],
};

export const viewers = {
  everywhere: aViewer("dispo1", { all: true }),
  inBranch: aViewer("dispo3", { branch_ids: [ids.branch] }),
  elsewhere: aViewer("dispo4", { branch_ids: ["branch-2"] }),
  driver: aViewer("fahrer01", { user_id: ids.user }),
  otherTenant: aViewer("admin of the others", { tenant: "pannenhilfe", all: true }),
} as const;

/** Facts of the day without a fault; the argument replaces whole parts. */
export const aDay = (overrides: Partial<Facts> = {}): Facts => ({
  subscribers: [
    seenBy(viewers.everywhere, all),
    seenBy(viewers.inBranch, all),
    seenBy(viewers.elsewhere, []),
    seenBy(viewers.driver, ofTheCrew),
    seenBy(viewers.otherTenant, []),
  ],
  cases: [theCase],
  tours: [tour],
  areas: [],
  ledger,
  replays: [],
  taps: [],
  positions: [],
  hooks: [],
  partners: [],
  absences: [],
  placements: [],
  sheets: [],
  messages: new Map(),
  ...overrides,
});
