import type { DashboardAnswer, StreamEvent } from "@leitstand/contract/board/dashboard";
import { applyEvents } from "./apply-events.ts";
import type { CaseCardFields, CaseSummary } from "./case-entity.ts";
import { type BoardState, EntityStore } from "./entities.ts";
import type { BoardTour } from "./tour-entity.ts";

/**
 * A case with plain values, except for what a test gives; `on` names the tours that work on it, and their link states.
 */
export function aCaseSummary(
  given: Partial<CaseSummary> & { on?: [tour_id: string, state: string][] } = {},
): CaseSummary {
  const { on = [], ...columns } = given;
  const tour_case_states = on.map(([tour_id, state]) => ({ tour_id, state, bucket: "open" as const }));
  return { ...plainCaseSummary, tour_case_states, ...columns };
}
const plainCaseSummary: Omit<CaseSummary, "tour_case_states"> = {
  case_id: "c1",
  natural_id: "C-2026-000001",
  display_name: "Muster Maria",
  external_id: null,
  branch_id: null,
  data_type: "FUNERAL",
  state: "OPEN",
  approved: true,
  lock_version: 0,
  service_key: null,
  not_before: null,
  due_at: null,
  postponed_until: null,
  source_zip: null,
  source_city: null,
  source_lat: null,
  source_lon: null,
  target_zip: null,
  target_city: null,
  last_assigned_tour_id: null,
  created_at: "2026-03-02T08:00:00Z",
  updated_at: "2026-03-02T08:00:00Z",
};

/** Parts of a case that lists show beside its summary. */
export const aCaseCard = (given: Partial<CaseCardFields> = {}): CaseCardFields => ({
  kind: null,
  source: null,
  target: null,
  is_infectious: false,
  lacks_cold_storage: false,
  seats_required: 0,
  priority: null,
  required_skill_ids: [],
  ...given,
});

export const aBoardTour = (given: Partial<BoardTour> = {}): BoardTour => ({
  tour_id: "t1",
  natural_id: given.tour_id ?? "t1",
  name: null,
  branch_id: null,
  status: "STARTED",
  started_sub_state: "ACTIVE",
  primary: false,
  started_at: "2026-03-02T07:00:00Z",
  scheduled_end_at: null,
  vehicle_ids: ["v1"],
  user_ids: ["u1"],
  open_cases: 0,
  lock_version: 0,
  ...given,
});

const aBoardVehicle = (vehicle_id: string): DashboardAnswer["vehicles"][number] => ({
  vehicle_id,
  natural_id: vehicle_id,
  license_plate: `G ${vehicle_id}`,
  description: "",
  vehicle_type_short_key: null,
  branch_id: null,
  tour_id: null,
  link_state: null,
  position: null,
});

interface BoardOptions {
  readonly cases?: readonly CaseSummary[];
  readonly tours?: readonly BoardTour[];
  readonly vehicle_ids?: readonly string[];
  readonly truncated?: boolean;
}

export const aBoardSnapshot = ({
  cases = [],
  tours = [aBoardTour()],
  vehicle_ids = ["v1"],
  truncated = false,
}: BoardOptions = {}): DashboardAnswer => ({
  cursor: "0-0-1",
  generated_at: timestamp,
  truncated,
  cases: [...cases],
  tours: [...tours],
  vehicles: vehicle_ids.map(aBoardVehicle),
  areas: [],
  critical_messages: [],
});

/** A store with the data of a snapshot. */
export function anEntityStore(given: BoardOptions = {}): EntityStore {
  const store = new EntityStore();
  store.putSnapshot(aBoardSnapshot(given), store.step);
  return store;
}

export const boardOfStore = (store: EntityStore): BoardState => store.board ?? throwWithoutSnapshot();
const throwWithoutSnapshot = (): never => {
  throw new Error("The store has read no snapshot");
};

export const aBoardState = (given: BoardOptions = {}): BoardState => boardOfStore(anEntityStore(given));

/** The board after the given events. */
export function boardStateAfterEvents(given: BoardOptions, ...events: StreamEvent[]): BoardState {
  const store = anEntityStore(given);
  applyEvents(store, events);
  return boardOfStore(store);
}

type DataOf<T extends StreamEvent["type"]> = Extract<StreamEvent, { type: T }>["data"];
const timestamp = "2026-03-02T09:00:00Z";

/** Event of an action on case `c1`. */
export const aCaseActionStreamEvent = (given: Partial<DataOf<"case action">>): StreamEvent => ({
  type: "case action",
  timestamp,
  data: {
    case_id: "c1",
    natural_id: "C-2026-000001",
    display_name: "Muster Maria",
    branch_id: null,
    state: "ASSIGNED",
    finalized: false,
    lock_version: 1,
    action: "ASSIGN",
    tour_id: "t1",
    history_id: "h1",
    tour_case_states: [],
    actor_kind: "D",
    occurred_at: timestamp,
    ...given,
  },
});

/** Event of a change of tour `t1`. */
export const aTourUpdateStreamEvent = (given: Partial<DataOf<"tour update">>): StreamEvent => ({
  type: "tour update",
  timestamp,
  data: {
    tour_id: "t1",
    natural_id: "T-2026-000001",
    branch_id: null,
    status: "STARTED",
    started_sub_state: "ACTIVE",
    lock_version: 1,
    change: "updated",
    ...given,
  },
});
