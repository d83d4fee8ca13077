import type { EventType } from "@leitstand/contract/board/events";
import type { StreamMessage } from "@leitstand/client/event-stream";
import { type ExpectedEventAudience, expectedEventAudienceOf } from "./audience";
import type { CaseFacts, SimulatedDayFacts, CaseStateHistoryRow, TourFacts, RecordedWrite } from "../day/facts";

/**
 * Event that the streams had to tell, derived from the ledger and the stored histories: how often, and to which
 * viewers.
 */
export interface ExpectedEvent {
  readonly type: EventType;
  readonly least: number;
  readonly most: number;
  /** Viewers who have to receive the event. */
  readonly must: ExpectedEventAudience;
  /** Viewers who may have seen it: crews that came to the case at about the same time. */
  readonly may: ExpectedEventAudience;
}

/** Key of events of an unknown type: whether they were right to come cannot be judged. */
export const UNKNOWN_TYPE_KEY = "strange";

/**
 * Key of an event by its content, so that the same event is recognized on every stream; undefined: not judged by count.
 */
export function eventKeyOf(message: StreamMessage): string | undefined {
  switch (message.type) {
    case "case action":
      return `action ${message.data.case_id} ${message.data.lock_version}`;
    case "case update":
      return `${message.data.change} ${message.data.case_id}`;
    case "case comment":
      return `comment ${message.data.comment_id}`;
    case "case external id":
      return `external id ${message.data.case_id}`;
    case "tour update": {
      const { tour_id, change, lock_version } = message.data;
      return change === "updated" ? `lists of ${tour_id}` : `${change} ${tour_id} ${lock_version}`;
    }
    case "area waiting time":
      return `waiting ${message.data.area_id} ${Date.parse(message.data.waiting_updated_at ?? "")}`;
    case "calendar":
      return `calendar ${message.data.change} ${message.data.event_id}`;
    case "tour delete":
      return `deleted ${message.data.tour_id}`;
    // Judged by its viewers and order: how often plans come depends on roads and clock.
    case "tour plan":
    // Judged by the list of messages.
    case "critical message":
    case "location update":
      return undefined;
    case "reset":
      return undefined;
    default:
      message satisfies never;
      return UNKNOWN_TYPE_KEY;
  }
}

export function deriveExpectedEvents(facts: SimulatedDayFacts): Map<string, ExpectedEvent> {
  const tours = new Map(facts.tours.map((tour) => [tour.id, tour]));
  const cases = new Map(facts.cases.map((one) => [one.state.id, one]));
  const branches = new Map(facts.areas.map(({ id, branch_id }) => [id, branch_id]));
  const expected = new Map<string, ExpectedEvent>();
  for (const one of facts.cases) expectCaseEvents(expected, one, tours);
  for (const one of facts.cases) expectListEvents(expected, one, tours);
  for (const entry of facts.ledger) expectEventOfWrite(expected, entry, { cases, tours, branches });
  return expected;
}

function addExpected(
  expected: Map<string, ExpectedEvent>,
  key: string,
  overrides: Omit<ExpectedEvent, "least" | "most"> & { sure: boolean },
) {
  const { sure, ...rest } = overrides;
  const known = expected.get(key);
  expected.set(key, { ...rest, least: (known?.least ?? 0) + (sure ? 1 : 0), most: (known?.most ?? 0) + 1 });
}

/** Transitions that are announced as an update of the case, not as an action. */
const editTransitions: ReadonlySet<string> = new Set(["EDIT", "APPROVE", "WITHDRAW_APPROVAL"]);

/** Maximum difference in milliseconds between the clocks of nodes and database. */
const CLOCK_SKEW_MS_MAX = 2_000;

function expectCaseEvents(
  expected: Map<string, ExpectedEvent>,
  { tenant, state, history, comments }: CaseFacts,
  tours: ToursById,
) {
  // Viewers of a case: an office still gets events of a case that was ever on a tour of its branch; a crew does not.
  const circle = (ever: readonly CaseStateHistoryRow[], rows: readonly CaseStateHistoryRow[]) => {
    const offices = toursOfRows(ever, tours).map(({ branch_id }) => branch_id);
    return expectedEventAudienceOf(tenant, [state.branch_id, ...offices], toursOfRows(rows, tours));
  };
  const alone = expectedEventAudienceOf(tenant, [state.branch_id], []);
  addExpected(expected, `created ${state.id}`, { type: "case update", must: alone, may: alone, sure: true });
  if (state.external_id !== null)
    addExpected(expected, `external id ${state.id}`, { type: "case external id", must: alone, may: alone, sure: true });
  for (const group of groupByVersion(history)) {
    const [first] = group;
    if (first === undefined || editTransitions.has(first.transition)) continue;
    const untilThen = history.filter((row) => row.lock_version <= first.lock_version);
    const reached = circle(untilThen, rowsOfWorkingCrews(untilThen, group));
    const key = `action ${state.id} ${first.lock_version}`;
    addExpected(expected, key, { type: "case action", must: reached, may: reached, sure: true });
  }
  for (const { id, created_at } of comments) {
    const isUntil = (ms: number) => (row: CaseStateHistoryRow) =>
      Date.parse(row.received_at) <= Date.parse(created_at) + ms;
    const [before, until] = [history.filter(isUntil(-CLOCK_SKEW_MS_MAX)), history.filter(isUntil(CLOCK_SKEW_MS_MAX))];
    const open = newestRowPerTour(before).filter(({ new_bucket }) => new_bucket === "open");
    const during = until.filter((row) => !isUntil(-CLOCK_SKEW_MS_MAX)(row));
    const moved = new Set(during.map(({ tour_id }) => tour_id));
    const still = open.filter(({ tour_id }) => !moved.has(tour_id));
    const overrides = { must: circle(before, still), may: circle(until, [...open, ...during]), sure: true };
    addExpected(expected, `comment ${id}`, { type: "case comment", ...overrides });
  }
}

const newestRowPerTour = (rows: readonly CaseStateHistoryRow[]): CaseStateHistoryRow[] => [
  ...new Map(rows.map((row) => [row.tour_id, row])).values(),
];

/** Rows of the crews that have the case, have finished it within the day, or have just lost it. */
function rowsOfWorkingCrews(
  rows: readonly CaseStateHistoryRow[],
  group: readonly CaseStateHistoryRow[],
): CaseStateHistoryRow[] {
  const lost = group.filter(({ old_bucket }) => old_bucket === "open");
  const kept = newestRowPerTour(rows).filter(({ new_bucket }) => new_bucket === "open" || new_bucket === "finished");
  return [...kept, ...lost];
}

/** Adds the events of tours that a case enters or leaves, or in which it moves to another of the four lists. */
function expectListEvents(expected: Map<string, ExpectedEvent>, { tenant, history }: CaseFacts, tours: ToursById) {
  for (const group of groupByVersion(history)) {
    for (const tour of toursOfRows(group, tours)) {
      const rows = group.filter(({ tour_id }) => tour_id === tour.id);
      if (rows[0]?.old_bucket === rows.at(-1)?.new_bucket) continue;
      const circle = expectedEventAudienceOf(tenant, [], [tour]);
      addExpected(expected, `lists of ${tour.id}`, { type: "tour update", must: circle, may: circle, sure: true });
    }
  }
}

type ToursById = ReadonlyMap<string, TourFacts>;
const toursOfRows = (rows: readonly CaseStateHistoryRow[], tours: ToursById): TourFacts[] =>
  [...new Set(rows.map(({ tour_id }) => tour_id))].flatMap((id) => tours.get(id ?? "") ?? []);

function groupByVersion(history: readonly CaseStateHistoryRow[]): CaseStateHistoryRow[][] {
  const groups = new Map<string, CaseStateHistoryRow[]>();
  for (const row of history) groups.set(row.group_id, [...(groups.get(row.group_id) ?? []), row]);
  return [...groups.values()];
}

interface FactLookup {
  readonly cases: ReadonlyMap<string, CaseFacts>;
  readonly tours: ToursById;
  /** Branches of areas. */
  readonly branches: ReadonlyMap<string, string | null>;
}

const updateKinds = ["edit", "todo", "receipt", "upsert"] as const;
const expectsUpdateEvent = (
  entry: RecordedWrite,
): entry is Extract<RecordedWrite, { readonly kind: (typeof updateKinds)[number] }> =>
  updateKinds.some((kind) => kind === entry.kind);

function expectEventOfWrite(
  expected: Map<string, ExpectedEvent>,
  entry: RecordedWrite,
  { cases, tours, branches }: FactLookup,
) {
  if (entry.outcome === "refused") return;
  const sure = entry.outcome === "acknowledged";
  if (expectsUpdateEvent(entry)) {
    const found = cases.get(entry.case_id);
    if (!found) return;
    const own = [found.state.branch_id];
    const must = expectedEventAudienceOf(entry.tenant, own, []);
    const may = expectedEventAudienceOf(entry.tenant, own, toursOfRows(found.history, tours));
    addExpected(expected, `updated ${entry.case_id}`, { type: "case update", must, may, sure });
  }
  if (entry.kind === "tour") {
    const tour = tours.get(entry.tour_id);
    const circle = expectedEventAudienceOf(entry.tenant, [], tour ? [tour] : []);
    if (entry.lock_version !== undefined)
      addExpected(expected, `${entry.change} ${entry.tour_id} ${entry.lock_version}`, {
        type: "tour update",
        must: circle,
        may: circle,
        sure,
      });
  }
  if (entry.kind === "calendar") {
    const circle = { ...expectedEventAudienceOf(entry.tenant, entry.branch_ids, []), user_ids: entry.user_ids };
    addExpected(expected, `calendar ${entry.change} ${entry.event_id}`, {
      type: "calendar",
      must: circle,
      may: circle,
      sure,
    });
  }
  if (entry.kind === "planned tour") {
    const circle = { ...expectedEventAudienceOf(entry.tenant, [entry.branch_id], []), user_ids: entry.user_ids };
    const isDeleted = entry.change === "deleted";
    const key = isDeleted ? `deleted ${entry.tour_id}` : `created ${entry.tour_id} ${entry.lock_version}`;
    addExpected(expected, key, { type: isDeleted ? "tour delete" : "tour update", must: circle, may: circle, sure });
  }
  if (entry.kind === "waiting" && entry.waiting_updated_at !== undefined) {
    const branch = branches.get(entry.area_id) ?? null;
    const circle = { ...expectedEventAudienceOf(entry.tenant, [branch], []), everyone: branch === null };
    const key = `waiting ${entry.area_id} ${Date.parse(entry.waiting_updated_at)}`;
    addExpected(expected, key, { type: "area waiting time", must: circle, may: circle, sure });
  }
}
