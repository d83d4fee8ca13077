/** A case, three tours and a clock for the tests of the dispatch rules; writes decisions as the database would. */
import { defaultTenantSettings } from "@leitstand/contract/company/dispatch-settings";
import type { CaseActionPayload } from "@leitstand/contract/cases/case-action-input";
import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import type { AcceptedCaseAction, CaseCommand, CaseActionDecision } from "./facts/case-decision";
import {
  type Actor,
  type SnapshotCase,
  type CaseSnapshot,
  type DispatchSettings,
  type StoredCaseHistoryRow,
  type LinkColumns,
  type SnapshotTour,
} from "./facts/case-snapshot";
import { decideCaseAction } from "./decide";

const grants = ["receiveAction", "assignCaseToTour", "forwardCase"];
export const dispatcherActor: Actor = { kind: "D", user_id: "user-d", device_id: null, grants };
export const serviceActor: Actor = { kind: "S", user_id: "user-s", device_id: null, grants };
export const timerActor: Actor = { kind: "X", user_id: null, device_id: null, grants: [] };
export const createTestDriverActor = (tour_id: string): Actor => ({
  kind: "V",
  user_id: null,
  device_id: `device-${tour_id}`,
  grants,
});

export const createTestSnapshotTour = (id: string, facts: Partial<SnapshotTour> = {}): SnapshotTour => ({
  id,
  status: "STARTED",
  started_sub_state: "ACTIVE",
  branch_id: "branch-1",
  scheduled_start_at: null,
  capacity: 2,
  seats_total: null,
  crew_count: 1,
  skill_ids: [],
  vehicle_type_ids: [],
  workload_units: 0,
  loaded_units: 0,
  is_own: false,
  in_scope: true,
  in_own_branch_group: true,
  distance_to_source_meters: null,
  distance_to_target_meters: null,
  silent_since: null,
  availability: [],
  ...facts,
});

const caseFactsOf = (facts: Partial<SnapshotCase> = {}): SnapshotCase => ({
  id: "case-1",
  data_type: "FUNERAL",
  approved: true,
  state: facts.data_type === "ROADSIDE" ? "open" : "OPEN",
  finalized: false,
  lock_version: 0,
  plan_lock_version: 0,
  in_scope: true,
  branch_id: "branch-1",
  not_before: null,
  postponed_until: null,
  source: { city: "Graz" },
  target: { city: "Leoben" },
  finish_reason: null,
  needs_backoffice: false,
  handover: null,
  load_units: 1,
  is_person: true,
  required_skill_ids: [],
  excluded_vehicle_type_ids: [],
  seats_required: 0,
  todos: [],
  required_data_complete: true,
  photo_count: 0,
  photo_ids: [],
  identity_confirmed: false,
  belongings_recorded: false,
  loaded_belongings: null,
  ...facts,
});

export interface TestActionOptions extends Partial<Omit<CaseCommand, "payload">> {
  readonly payload?: CaseActionPayload;
}
/** Payload with all input that any action could need, at the time `now`. */
export const createFullTestActionPayload = (now: Date): CaseActionPayload => ({
  finish_reason: "customer is away",
  postponed_until: new Date(now.getTime() + 3_600_000).toISOString(),
  received_by: "Frau Berger",
  signature: "M0 0L9 9",
  interim_address: { city: "Bruck" },
  identity_confirmed: true,
  belongings_confirmed: true,
});

/**
 * World of one case for tests. `decideWith` may be a faulty decision, to check that the property tests fail with it.
 */
export class SingleCaseTestWorld {
  now = new Date("2026-03-02T08:00:00.000Z");
  tours: SnapshotTour[] = ["A", "B", "C"].map((id) => createTestSnapshotTour(id));
  links: LinkColumns[] = [];
  history: StoredCaseHistoryRow[] = [];
  case: SnapshotCase;
  settings: DispatchSettings;
  private groups = 0;

  constructor(
    facts: Partial<SnapshotCase> = {},
    settings: Partial<DispatchSettings> = {},
    private readonly decideWith: typeof decideCaseAction = decideCaseAction,
  ) {
    this.case = caseFactsOf(facts);
    this.settings = {
      ...defaultTenantSettings,
      auto_unassign_on_alarm_timeout: true,
      done_after_days: 0,
      ...settings,
    };
  }

  snapshot(actor: Actor): CaseSnapshot {
    const tours = this.tours.map((tour) => ({ ...tour, is_own: actor.device_id === `device-${tour.id}` }));
    const links = this.links.flatMap((link) =>
      tours.filter(({ id }) => id === link.tour_id).map((tour) => ({ ...link, tour })),
    );
    const unlinked = tours.filter(({ id }) => !links.some(({ tour_id }) => tour_id === id));
    const branch = { id: "branch-2", in_scope: true, in_own_branch_group: true };
    return structuredClone({
      settings: this.settings,
      case: this.case,
      links,
      history: this.history,
      tours: unlinked,
      branch,
    });
  }

  command(action: CaseAction, options: TestActionOptions = {}): CaseCommand {
    const payload = { ...createFullTestActionPayload(this.now), ...options.payload };
    return { action, lock_version: this.case.lock_version, reason: "as agreed", ...options, payload };
  }

  decide(command: CaseCommand, actor: Actor): CaseActionDecision {
    return this.decideWith(this.snapshot(actor), command, { actor, now: this.now });
  }

  /** Decides and writes; a refusal changes nothing. */
  act(action: CaseAction, actor: Actor, options: TestActionOptions = {}): CaseActionDecision {
    const command = this.command(action, options);
    const decision = this.decide(command, actor);
    if (decision.kind === "changed") this.write(decision, command, actor);
    return decision;
  }

  /** Performs an action like `act`, but a refusal is an error of the test. */
  must(action: CaseAction, actor: Actor, options: TestActionOptions = {}): AcceptedCaseAction {
    const decision = this.act(action, actor, options);
    if (decision.kind !== "changed") throw new Error(`${action} by ${actor.kind}: ${JSON.stringify(decision)}`);
    return decision;
  }

  /** Copy of the world; changes to one do not affect the other, because nothing in it is changed in place. */
  fork(): SingleCaseTestWorld {
    return Object.assign(new SingleCaseTestWorld(), this);
  }

  pass(seconds: number) {
    this.now = new Date(this.now.getTime() + seconds * 1000);
  }

  changeTour(id: string, facts: Partial<SnapshotTour>) {
    this.tours = this.tours.map((tour) => (tour.id === id ? { ...tour, ...facts } : tour));
  }

  link(tour_id: string): LinkColumns {
    const link = this.links.find((row) => row.tour_id === tour_id);
    if (link === undefined) throw new Error(`no link on ${tour_id}`);
    return link;
  }

  write(change: AcceptedCaseAction, command: CaseCommand, actor: Actor) {
    const { rsa_status: _status, ...after } = change.case;
    const todos = this.case.todos.map((todo) => ({
      ...todo,
      completed: todo.completed || change.completed_todo_ids.includes(todo.id),
    }));
    this.case = { ...this.case, ...after, todos };
    for (const { op: _op, ...columns } of change.links) {
      this.links = [...this.links.filter((link) => link.tour_id !== columns.tour_id), columns];
    }
    this.groups += 1;
    const undone = change.history.map((row) => row.undoes);
    const rows = change.history.map((row, index) => ({
      ...row,
      id: `row-${this.groups}-${index}`,
      group_id: `group-${this.groups}`,
      undone: false,
      actor_kind: actor.kind,
      user_id: actor.user_id,
      device_id: actor.device_id,
      action_id: command.action_id ?? null,
      occurred_at: change.occurred_at,
      received_at: change.received_at,
      lock_version: change.case.lock_version,
    }));
    this.history = [...this.history.map((row) => (undone.includes(row.id) ? { ...row, undone: true } : row)), ...rows];
  }
}
