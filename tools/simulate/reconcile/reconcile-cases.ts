import { isKnownCaseHistoryStep } from "@leitstand/contract/cases/case-rules";
import type {
  CaseFacts,
  SimulationFault,
  SimulatedDayFacts,
  CaseStateHistoryRow,
  RepeatedRequest,
  RecordedWrite,
} from "../day/facts";

/** Checks that the stored cases are as acknowledged, and that every case came to its state by the table of actions. */
export function reconcileCases({ cases, ledger, replays, tours }: SimulatedDayFacts): SimulationFault[] {
  const known = new Map(cases.map((facts) => [facts.state.id, facts]));
  const versions = new Map(tours.map(({ id, lock_version }) => [id, lock_version]));
  return [
    ...cases.flatMap(judgeCase),
    ...ledger.flatMap((entry) => judgeWrite(entry, { cases: known, tours: versions, ledger })),
    ...replays.flatMap(judgeReplay),
  ];
}

function judgeCase(facts: CaseFacts): SimulationFault[] {
  const name = `${facts.state.natural_id} (${facts.state.id})`;
  return [...judgeHistory(facts, name), ...judgeRollUp(facts, name)];
}

function judgeHistory({ state, history }: CaseFacts, name: string): SimulationFault[] {
  const faults: SimulationFault[] = [];
  let before: CaseStateHistoryRow | undefined;
  for (const row of history) {
    const what = `${name}: ${row.transition} ${row.old_state ?? "-"}/${row.old_case_state} -> ${row.new_state ?? "-"}/${row.new_case_state}, row ${row.id}`;
    if (!isEditRow(row) && !isKnownCaseHistoryStep(state.data_type, row))
      faults.push({ kind: "impossible history step", what });
    if (before !== undefined && breaksHistory(before, row)) faults.push({ kind: "broken history chain", what });
    before = row;
  }
  if (before !== undefined && before.new_case_state !== state.state.current)
    faults.push({
      kind: "broken history chain",
      what: `${name}: ends in ${before.new_case_state}, is ${state.state.current}`,
    });
  return faults;
}

/** Whether a row is an edit: saving complete data moves a roadside case along without an action. */
const isEditRow = ({ transition, old_case_state, new_case_state }: CaseStateHistoryRow) =>
  transition === "EDIT" && old_case_state === "create" && new_case_state === "open";

const breaksHistory = (before: CaseStateHistoryRow, row: CaseStateHistoryRow) =>
  before.group_id === row.group_id
    ? before.lock_version !== row.lock_version
    : before.new_case_state !== row.old_case_state || row.lock_version <= before.lock_version;

function judgeRollUp({ state, history }: CaseFacts, name: string): SimulationFault[] {
  const current = state.state.current;
  const links = state.tour_case_states ?? [];
  const last = history.at(-1);
  const closedAsWhole = ["CANCELLED", "DELIVERED", "cancelled", "finished"].includes(current);
  const open = links.some(({ bucket }) => bucket === "open");
  if (closedAsWhole && !open && (last?.tour_id ?? null) === null && last?.new_case_state === current) return [];
  const expected = rollUpStates(state.data_type, links, current);
  if (expected.includes(current)) return [];
  const list = links.map(({ state: link, bucket }) => `${link}/${bucket}`).join(", ");
  return [{ kind: "state is not the roll-up of its links", what: `${name}: ${current} with ${list || "no link"}` }];
}

type LinkStates = readonly { readonly state: string; readonly bucket: string }[];
const funeralRanks: readonly (readonly [string, readonly string[]])[] = [
  ["LOADED", ["LOADED"]],
  ["STARTED", ["STARTED", "ARRIVED"]],
  ["ASSIGNED", ["ASSIGNED", "ACCEPTED"]],
  ["POSTPONED", ["POSTPONED"]],
];

/** States that a case may have with these links, by rule 2 and 3 of the state model. */
function rollUpStates(type: "FUNERAL" | "ROADSIDE", links: LinkStates, current: string): readonly string[] {
  const open = links.filter(({ bucket }) => bucket === "open").map(({ state }) => state);
  const finished = links.filter(({ bucket }) => bucket === "finished").map(({ state }) => state);
  if (type === "ROADSIDE") {
    if (open.length > 1) return [];
    if (open.length === 1) return open;
    return finished.length > 0 ? finished : ["create", "open"];
  }
  if (finished.some((state) => state === "DELIVERED" || state === "DONE")) return ["DELIVERED"];
  if (open.filter((state) => state === "LOADED").length > 1) return [];
  const rank = funeralRanks.find(([, states]) => open.some((state) => states.includes(state)));
  if (rank !== undefined) return [rank[0]];
  return finished.includes("CANCELLED") && current === "CANCELLED" ? ["CANCELLED"] : ["OPEN"];
}

interface StoredState {
  readonly cases: ReadonlyMap<string, CaseFacts>;
  /** Versions of the tours. */
  readonly tours: ReadonlyMap<string, number>;
  readonly ledger: SimulatedDayFacts["ledger"];
}
function judgeWrite(entry: RecordedWrite, { cases, tours, ledger }: StoredState): SimulationFault[] {
  const name = `${entry.kind} by ${entry.by}: ${JSON.stringify(entry)}`;
  if (entry.kind === "upsert") return judgeUpsert(entry, { facts: cases.get(entry.case_id), ledger, name });
  if (entry.kind === "action") return judgeAction(entry, cases.get(entry.case_id), name);
  if (entry.outcome !== "acknowledged") return [];
  // Other writes are judged by their events, and by what the partner was told.
  const isKept = isCaseWrite(entry)
    ? isWriteStored(entry, cases.get(entry.case_id ?? ""))
    : entry.kind !== "tour" || isAtLeastAsNew(tours.get(entry.tour_id), entry.lock_version);
  return isKept ? [] : [{ kind: "acknowledged write lost", what: name }];
}

type CaseWrite = Extract<RecordedWrite, { kind: "case" | "edit" | "comment" | "todo" }>;
const isCaseWrite = (entry: RecordedWrite): entry is CaseWrite =>
  ["case", "edit", "comment", "todo"].includes(entry.kind);

const isAtLeastAsNew = (stored: number | undefined, acknowledged = 0) => stored !== undefined && stored >= acknowledged;

function isWriteStored(entry: CaseWrite, facts: CaseFacts | undefined): boolean {
  if (facts === undefined) return false;
  const { state, comments } = facts;
  switch (entry.kind) {
    case "case":
      return (entry.external_id ?? null) === state.external_id;
    case "edit":
      return isAtLeastAsNew(state.lock_version, entry.lock_version);
    case "comment":
      return comments.some(({ id }) => id === entry.comment_id);
    case "todo": {
      const todos = [...(state.todos?.pickup ?? []), ...(state.todos?.delivery ?? [])];
      return todos.some(({ id, completed }) => id === entry.todo_id && completed);
    }
  }
}

type UpsertWrite = Extract<RecordedWrite, { kind: "upsert" }>;
/** Checks that the newest version that the partner has sent stands, whichever arrived last. */
function judgeUpsert(
  { case_id, description, outcome }: UpsertWrite,
  { facts, ledger, name }: { facts: CaseFacts | undefined; ledger: SimulatedDayFacts["ledger"]; name: string },
): SimulationFault[] {
  const sent = ledger.filter((entry): entry is UpsertWrite => entry.kind === "upsert" && entry.case_id === case_id);
  const isLast = sent.at(-1)?.description === description;
  if (outcome !== "acknowledged" || !isLast || facts?.state.rsa_data?.damage?.description === description) return [];
  return [{ kind: "partner's newest version lost", what: name }];
}

/**
 * Checks an action by its id: it stands in the history once where it was acknowledged, and never where it was refused.
 * The version answered is that of its rows. Only a repetition may answer a newer one: the case as it is by then.
 */
function judgeAction(
  { action_id, outcome, lock_version, answer_lost }: Extract<RecordedWrite, { kind: "action" }>,
  facts: CaseFacts | undefined,
  write: string,
): SimulationFault[] {
  const rows = facts?.history.filter((row) => row.action_id === action_id) ?? [];
  const name = `${write}, history ${JSON.stringify(rows.map(summarizeRow))}`;
  if (new Set(rows.map(({ group_id }) => group_id)).size > 1) return [{ kind: "write carried out twice", what: name }];
  if (outcome === "refused" && rows.length > 0) return [{ kind: "refused write carried out", what: name }];
  if (outcome !== "acknowledged") return [];
  const isFound = rows.some((row) =>
    answer_lost ? isAtLeastAsNew(lock_version, row.lock_version) : row.lock_version === lock_version,
  );
  return isFound ? [] : [{ kind: "acknowledged write lost", what: name }];
}

const summarizeRow = ({ id, transition, lock_version, received_at }: CaseStateHistoryRow) => ({
  id,
  transition,
  lock_version,
  received_at,
});

const judgeReplay = ({ what, first, again }: RepeatedRequest): SimulationFault[] =>
  first === again ? [] : [{ kind: "replay changed something", what: `${what}: version ${first}, then ${again}` }];
