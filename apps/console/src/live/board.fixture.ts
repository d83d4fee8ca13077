import type { StreamEvent } from "@leitstand/contract/board/dashboard";
import type { Board, BoardCase, BoardTour, BoardVehicle } from "./board.ts";

/** A case about which only what a test says is special; `on` names the tours that work on it, and how far they are. */
export function aBoardCase(given: Partial<BoardCase> & { on?: [tour_id: string, state: string][] } = {}): BoardCase {
  const { on = [], ...columns } = given;
  const tour_case_states = on.map(([tour_id, state]) => ({ tour_id, state, bucket: "open" as const }));
  const known = { case_id: "c1", state: "OPEN", due_at: null, lock_version: 0, tour_case_states };
  return { ...(known as unknown as BoardCase), ...columns };
}

export const aBoardTour = (given: Partial<BoardTour> = {}): BoardTour =>
  ({
    tour_id: "t1",
    natural_id: given.tour_id ?? "t1",
    name: null,
    started_sub_state: "ACTIVE",
    vehicle_ids: ["v1"],
    user_ids: ["u1"],
    open_cases: 0,
    lock_version: 0,
    ...given,
  }) as BoardTour;

const aVehicle = (vehicle_id: string) => ({ vehicle_id, license_plate: `G ${vehicle_id}` }) as BoardVehicle;

interface Given {
  readonly cases?: readonly BoardCase[];
  readonly tours?: readonly BoardTour[];
  readonly vehicle_ids?: readonly string[];
}
export const aBoard = ({ cases = [], tours = [aBoardTour()], vehicle_ids = ["v1"] }: Given = {}): Board => ({
  cursor: "0-0-1",
  truncated: false,
  cases: new Map(cases.map((job) => [job.case_id, job])),
  tours: new Map(tours.map((tour) => [tour.tour_id, tour])),
  vehicles: new Map(vehicle_ids.map((id) => [id, aVehicle(id)])),
  areas: new Map(),
  messages: [],
});

type DataOf<T extends StreamEvent["type"]> = Extract<StreamEvent, { type: T }>["data"];
const timestamp = "2026-03-02T09:00:00Z";

/** Something was done to case `c1`. */
export const aCaseAction = (given: Partial<DataOf<"case action">>): StreamEvent => ({
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

/** Something about tour `t1` has changed. */
export const aTourUpdate = (given: Partial<DataOf<"tour update">>): StreamEvent => ({
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
