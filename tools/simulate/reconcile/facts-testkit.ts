import { type Case, Case as CaseSchema } from "@leitstand/contract/cases/case";
import { CaseStateUpdate } from "@leitstand/contract/cases/case-notes";
import type { StreamMessage } from "@leitstand/client/event-stream";
import type { EventType } from "@leitstand/contract/board/events";
import type {
  CaseFacts,
  CriticalMessageFacts,
  SimulatedDayFacts,
  CaseStateHistoryRow,
  StreamSubscriber,
  TourFacts,
  EventViewer,
  RecordedWrite,
} from "../day/facts";

/** A small day without a fault, to plant faults into: one transport, assigned and accepted, and its viewers. */
const firstExampleOf = <T>(schema: object) => (schema as { examples: [T] }).examples[0];
const timeAtSecond = (second: number) => new Date(Date.UTC(2026, 2, 2, 8, 0, second)).toISOString();

export const factIds = {
  case: "case-1",
  tour: "tour-1",
  branch: "branch-1",
  user: "driver-1",
  comment: "comment-1",
  message: "message-1",
} as const;

const viewerWith = (name: string, overrides: Partial<EventViewer> = {}): EventViewer => ({
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

export const createTestHistoryRow = (overrides: Partial<CaseStateHistoryRow>): CaseStateHistoryRow => ({
  ...firstExampleOf<CaseStateHistoryRow>(CaseStateUpdate),
  group_id: `group-${overrides.lock_version}`,
  id: `row-${overrides.lock_version}`,
  tour_id: factIds.tour,
  ...overrides,
});

const assignedRow = createTestHistoryRow({
  transition: "ASSIGN",
  old_state: "-",
  new_state: "ASSIGNED",
  old_bucket: null,
  new_bucket: "open",
  old_case_state: "OPEN",
  new_case_state: "ASSIGNED",
  lock_version: 1,
  action_id: "action-1",
  received_at: timeAtSecond(10),
});
const acceptedRow = createTestHistoryRow({
  transition: "ACCEPT",
  old_state: "ASSIGNED",
  new_state: "ACCEPTED",
  old_case_state: "ASSIGNED",
  new_case_state: "ASSIGNED",
  lock_version: 2,
  action_id: "action-2",
  received_at: timeAtSecond(20),
});

const linkWith = (state: string, bucket: "open" | "finished" | "unassigned" | "forwarded") => ({
  tour_id: factIds.tour,
  state,
  bucket,
});

export const caseWithOverrides = (overrides: Partial<Case> = {}): Case =>
  ({
    ...firstExampleOf<Case>(CaseSchema),
    id: factIds.case,
    branch_id: factIds.branch,
    external_id: null,
    lock_version: 2,
    state: { current: "ASSIGNED", actions: [] },
    tour_case_states: [linkWith("ACCEPTED", "open")],
    ...overrides,
  }) as Case;

export const testTourFacts: TourFacts = {
  tenant: "bestattung",
  id: factIds.tour,
  branch_id: factIds.branch,
  lock_version: 0,
  user_ids: [factIds.user],
  device_ids: [],
};

export const createActionEvent = (
  lock_version: number,
  action: string,
  overrides: { id?: string; case_id?: string } = {},
) =>
  ({
    id: overrides.id ?? `10-${lock_version}`,
    type: "case action",
    timestamp: timeAtSecond(lock_version * 10),
    data: {
      case_id: overrides.case_id ?? factIds.case,
      lock_version,
      action,
      tour_case_states: [],
      state: "ASSIGNED",
    },
  }) as unknown as StreamMessage;
const createdEvent = {
  id: "10-0",
  type: "case update",
  timestamp: timeAtSecond(0),
  data: { case_id: factIds.case, lock_version: 0, change: "created" },
} as unknown as StreamMessage;
const listsEvent = {
  id: "10-15",
  type: "tour update",
  timestamp: timeAtSecond(10),
  data: { tour_id: factIds.tour, change: "updated", lock_version: 0 },
} as unknown as StreamMessage;
export const createTourStartedEvent = (lock_version: number) =>
  ({
    id: "9-1",
    type: "tour update",
    timestamp: timeAtSecond(0),
    data: { tour_id: factIds.tour, change: "started", lock_version },
  }) as unknown as StreamMessage;
const commentEvent = {
  id: "10-3",
  type: "case comment",
  timestamp: timeAtSecond(40),
  data: { case_id: factIds.case, comment_id: factIds.comment },
} as unknown as StreamMessage;

export const createTourPlanEvent = (second: number) =>
  ({
    id: `10-${10 + second}`,
    type: "tour plan",
    timestamp: timeAtSecond(second),
    data: { tour_id: factIds.tour, version: 1, computed_at: timeAtSecond(second), stops_left: 2, moved: [] },
  }) as unknown as StreamMessage;

export const createCalendarStreamEvent = (change: string, place = 0) =>
  ({
    id: `11-${place}`,
    type: "calendar",
    timestamp: timeAtSecond(60),
    data: { event_id: "event-1", change },
  }) as unknown as StreamMessage;
export const createCriticalMessageEvent = (second: number, acknowledged = false, id = `11-${50 + second}`) =>
  ({
    id,
    type: "critical message",
    timestamp: timeAtSecond(second),
    data: {
      message_id: factIds.message,
      kind: "DESK_MESSAGE",
      tour_id: factIds.tour,
      case_id: null,
      acknowledged,
    },
  }) as unknown as StreamMessage;
export const createMessageFacts = (overrides: Partial<CriticalMessageFacts> = {}): SimulatedDayFacts["messages"] => {
  const to = { branch_id: null, user_id: factIds.user, device_id: null };
  const message = {
    tenant: "bestattung",
    id: factIds.message,
    created_at: timeAtSecond(50),
    acknowledged_at: timeAtSecond(55),
    ...to,
  };
  return new Map([[factIds.message, { ...message, ...overrides }]]);
};
export const testTourDeletedEvent = {
  id: "11-20",
  type: "tour delete",
  timestamp: timeAtSecond(60),
  data: { tour_id: "tour-9", natural_id: "T-2026-000009" },
} as unknown as StreamMessage;
export const testCaseUpdatedEvent = {
  id: "11-30",
  type: "case update",
  timestamp: timeAtSecond(60),
  data: { case_id: factIds.case, lock_version: 2, change: "updated" },
} as unknown as StreamMessage;
/** A message of a later release, of a type that this one does not know. */
export const unknownTypeMessage = {
  id: "11-40",
  type: "weather",
  timestamp: timeAtSecond(60),
  data: { case_id: factIds.case },
} as unknown as StreamMessage;

export const subscriberWith = (
  viewer: EventViewer,
  messages: readonly StreamMessage[],
  shown: StreamSubscriber["shown"] = new Map(),
): StreamSubscriber => ({
  viewer,
  shown,
  since: timeAtSecond(0),
  seen: messages.map((message, index) => ({ message, at: index })),
});

const ledgerEntryFields = { tenant: "bestattung", by: "dispo1", outcome: "acknowledged" as const };
export const testDayLedger: readonly RecordedWrite[] = [
  { ...ledgerEntryFields, kind: "case", case_id: factIds.case, external_id: undefined },
  {
    ...ledgerEntryFields,
    kind: "action",
    action: "ASSIGN",
    case_id: factIds.case,
    action_id: "action-1",
    lock_version: 1,
  },
  {
    ...ledgerEntryFields,
    kind: "action",
    action: "ACCEPT",
    case_id: factIds.case,
    action_id: "action-2",
    lock_version: 2,
  },
  { ...ledgerEntryFields, kind: "comment", case_id: factIds.case, comment_id: factIds.comment },
];

export const dayEvents = [
  createdEvent,
  createActionEvent(1, "ASSIGN"),
  listsEvent,
  createActionEvent(2, "ACCEPT"),
  commentEvent,
];
const eventsOfCrew = dayEvents.slice(1);

export const testCaseFacts: CaseFacts = {
  tenant: "bestattung",
  state: caseWithOverrides(),
  history: [assignedRow, acceptedRow],
  comments: [{ id: factIds.comment, created_at: timeAtSecond(40), user_id: null, action: null, occurred_at: null }],
};

export const dayViewers = {
  everywhere: viewerWith("dispo1", { all: true }),
  inBranch: viewerWith("dispo3", { branch_ids: [factIds.branch] }),
  elsewhere: viewerWith("dispo4", { branch_ids: ["branch-2"] }),
  driver: viewerWith("fahrer01", { user_id: factIds.user }),
  otherTenant: viewerWith("admin of the others", { tenant: "pannenhilfe", all: true }),
} as const;

/** Facts of the day without a fault; the argument replaces whole parts. */
export const createTestDayFacts = (overrides: Partial<SimulatedDayFacts> = {}): SimulatedDayFacts => ({
  subscribers: [
    subscriberWith(dayViewers.everywhere, dayEvents),
    subscriberWith(dayViewers.inBranch, dayEvents),
    subscriberWith(dayViewers.elsewhere, []),
    subscriberWith(dayViewers.driver, eventsOfCrew),
    subscriberWith(dayViewers.otherTenant, []),
  ],
  cases: [testCaseFacts],
  tours: [testTourFacts],
  areas: [],
  ledger: testDayLedger,
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
