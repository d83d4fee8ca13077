import type { DashboardAnswer, StreamEvent } from "@leitstand/contract/board/dashboard";
import { queryOptions } from "@tanstack/react-query";
import { api } from "#shared/api/api.ts";
import { keepPositions } from "./positions.ts";

/** What a desk has before its eyes, by id. Every patch makes new maps, so that React sees what has changed. */
export interface Board {
  readonly cursor: string;
  readonly truncated: boolean;
  readonly cases: ReadonlyMap<string, BoardCase>;
  readonly tours: ReadonlyMap<string, BoardTour>;
  readonly vehicles: ReadonlyMap<string, BoardVehicle>;
  readonly areas: ReadonlyMap<string, BoardArea>;
  readonly messages: DashboardAnswer["critical_messages"];
}
export type BoardCase = DashboardAnswer["cases"][number];
export type BoardTour = DashboardAnswer["tours"][number];
/** Positions go their own way. Tour and state would age with the next event: `work.ts` reads them from tours and cases. */
export type BoardVehicle = Omit<DashboardAnswer["vehicles"][number], "position" | "tour_id" | "link_state">;
type BoardArea = DashboardAnswer["areas"][number];

let begun: Promise<DashboardAnswer> | undefined;
/** Asks for the board before anybody can show it; whoever wants it first gets this answer, and the next a newer one. */
export function beginBoard() {
  begun = api.getDashboard();
  begun.catch(() => undefined);
}

export const boardQuery = queryOptions({
  queryKey: ["board"],
  queryFn: async () => {
    const snapshot = begun ?? api.getDashboard();
    begun = undefined;
    return boardOf(await snapshot);
  },
  staleTime: Number.POSITIVE_INFINITY,
});

function boardOf(snapshot: DashboardAnswer): Board {
  keepPositions(
    snapshot.vehicles.flatMap(({ vehicle_id, position }) => (position === null ? [] : [{ vehicle_id, ...position }])),
  );
  return {
    cursor: snapshot.cursor,
    truncated: snapshot.truncated,
    cases: new Map(snapshot.cases.map((job) => [job.case_id, job])),
    tours: new Map(snapshot.tours.map((tour) => [tour.tour_id, tour])),
    vehicles: new Map(snapshot.vehicles.map((vehicle) => [vehicle.vehicle_id, boardVehicleOf(vehicle)])),
    areas: new Map(snapshot.areas.map((area) => [area.area_id, area])),
    messages: snapshot.critical_messages,
  };
}

const boardVehicleOf = (vehicle: DashboardAnswer["vehicles"][number]): BoardVehicle => {
  const { position: _position, tour_id: _tour, link_state: _state, ...kept } = vehicle;
  return kept;
};

/** The board after events, and what they do not tell enough of: to be fetched anew. */
export interface Patched {
  readonly board: Board;
  readonly incomplete: { readonly case_ids: readonly string[]; readonly tour_ids: readonly string[] };
}

export function applyEvents(board: Board, events: readonly StreamEvent[]): Patched {
  const cases = new Map(board.cases);
  const tours = new Map(board.tours);
  const areas = new Map(board.areas);
  const case_ids = new Set<string>();
  const tour_ids = new Set<string>();
  for (const event of events) {
    if (event.type === "case action" || event.type === "case update") {
      const { case_id, state, finalized, lock_version, tour_case_states, display_name, branch_id } = event.data;
      const known = cases.get(case_id);
      if (known && known.lock_version > lock_version) continue;
      if (finalized) cases.delete(case_id);
      else if (known) cases.set(case_id, { ...known, state, lock_version, tour_case_states, display_name, branch_id });
      // Summaries carry no times and places.
      if (!finalized && (!known || event.type === "case update")) case_ids.add(case_id);
    } else if (event.type === "case external id") {
      const { case_id, external_id, lock_version } = event.data;
      const known = cases.get(case_id);
      if (known && known.lock_version <= lock_version) cases.set(case_id, { ...known, external_id, lock_version });
    } else if (event.type === "tour update") {
      const { tour_id, status, started_sub_state, lock_version, change } = event.data;
      const known = tours.get(tour_id);
      if (status !== "STARTED") tours.delete(tour_id);
      else if (known && known.lock_version <= lock_version) {
        const sub_state = (started_sub_state ?? known.started_sub_state) as BoardTour["started_sub_state"];
        tours.set(tour_id, { ...known, started_sub_state: sub_state, lock_version });
      }
      // The same version: another list of cases, of which the case's own event tells.
      const isTold = known !== undefined && (known.lock_version >= lock_version || change === "sub_state");
      if (status === "STARTED" && !isTold) tour_ids.add(tour_id);
    } else if (event.type === "tour delete") {
      tours.delete(event.data.tour_id);
    } else if (event.type === "area waiting time") {
      const { area_id, waiting_minutes, waiting_updated_at } = event.data;
      const known = areas.get(area_id);
      if (known) areas.set(area_id, { ...known, waiting_minutes, waiting_updated_at });
    }
  }
  for (const id of case_ids) if (cases.get(id) === undefined && isClosed(events, id)) case_ids.delete(id);
  return { board: { ...board, cases, tours, areas }, incomplete: { case_ids: [...case_ids], tour_ids: [...tour_ids] } };
}

/** Whether the last that was said of a case is that it is closed. */
const isClosed = (events: readonly StreamEvent[], id: string) => {
  const last = events.findLast(
    (event) => (event.type === "case action" || event.type === "case update") && event.data.case_id === id,
  );
  return (last?.data as { finalized?: boolean } | undefined)?.finalized === true;
};
