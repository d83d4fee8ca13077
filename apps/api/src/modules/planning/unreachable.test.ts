import type { Job, Shipment, Vehicle } from "@leitstand/optimiser/problem/problem";
import { describe, expect, it } from "vitest";
import { NumberedPlaces } from "./numbered-places";
import type { PlanningProblemDraft } from "./solver-problem";
import { withoutUnreachableCases } from "./unreachable";

/** Travel times of a minute between places 0 to 4, except to and from those of `island`. */
const matrixWithIsland = (...island: readonly number[]) => ({
  durations: Array.from({ length: 5 }, (_, from) =>
    Array.from({ length: 5 }, (__, to) => (from === to ? 0 : island.includes(from) || island.includes(to) ? null : 60)),
  ),
});

const onBoardJob = (id: number, location_index: number, pinned_to: number): Job => ({
  id,
  location_index,
  pinned_to,
  is_on_board: true,
});
const transportShipment = (id: number, from: number, to: number): Shipment => ({
  pickup: { id, location_index: from },
  delivery: { id, location_index: to },
});
const vehicleWithBegunPickups = (id: number, start_index: number, ...pickups: readonly number[]): Vehicle => ({
  id,
  start_index,
  steps: pickups.map((pickup) => ({ type: "pickup", id: pickup })),
});

const problemDraftWith = (
  parts: Partial<Pick<PlanningProblemDraft, "vehicles" | "jobs" | "shipments">>,
  cases: readonly string[],
): PlanningProblemDraft => ({
  vehicles: [],
  jobs: [],
  shipments: [],
  ...parts,
  places: new NumberedPlaces(),
  names: cases.map((case_id) => ({ stop_id: null, case_id })),
  fleet: [],
  left: [],
});

describe("unreachable cases of a tour", () => {
  it("a plan omits no case when roads lead to all places", () => {
    const draft = problemDraftWith(
      { vehicles: [vehicleWithBegunPickups(0, 0, 1)], shipments: [transportShipment(1, 1, 2)] },
      ["a"],
    );
    expect(withoutUnreachableCases(draft, matrixWithIsland())).toBe(draft);
  });

  it("a plan omits all stops of a case that no road reaches, whether it was begun or is on board", () => {
    const draft = problemDraftWith(
      {
        vehicles: [vehicleWithBegunPickups(0, 0, 2, 3)],
        jobs: [onBoardJob(1, 4, 0)],
        shipments: [transportShipment(2, 1, 4), transportShipment(3, 2, 3), transportShipment(4, 1, 4)],
      },
      ["on board", "begun", "reached", "planned"],
    );
    const { vehicles, jobs, shipments, left } = withoutUnreachableCases(draft, matrixWithIsland(4));
    expect(left).toEqual([
      { case_id: "begun", reason: "UNREACHABLE" },
      { case_id: "on board", reason: "UNREACHABLE" },
    ]);
    expect(vehicles[0]?.steps).toEqual([{ type: "pickup", id: 3 }]);
    expect(jobs).toEqual([]);
    // For cases that are only planned, the search itself names the reason.
    expect(shipments.map(({ pickup }) => pickup.id)).toEqual([3, 4]);
  });

  it("a vehicle that no road reaches keeps only the cases that other crews also work on", () => {
    const draft = problemDraftWith(
      {
        vehicles: [vehicleWithBegunPickups(0, 4, 1, 2), vehicleWithBegunPickups(1, 0, 3)],
        shipments: [transportShipment(1, 1, 2), transportShipment(2, 2, 3), transportShipment(3, 2, 3)],
      },
      ["alone", "shared", "shared"],
    );
    const { vehicles, left } = withoutUnreachableCases(draft, matrixWithIsland(4));
    expect(left).toEqual([{ case_id: "alone", reason: "UNREACHABLE" }]);
    expect(vehicles.map(({ steps }) => steps?.map(({ id }) => id))).toEqual([[], [3]]);
  });
});
