import type { Job, Shipment, Vehicle } from "@leitstand/optimiser/problem/problem";
import { describe, expect, it } from "vitest";
import { Places } from "./planning-problem";
import type { Draft } from "./solver-problem";
import { withoutUnreachable } from "./unreachable";

/** Ways of a minute between places 0 to 4, except to and from those of `island`. */
const waysBut = (...island: readonly number[]) => ({
  durations: Array.from({ length: 5 }, (_, from) =>
    Array.from({ length: 5 }, (__, to) => (from === to ? 0 : island.includes(from) || island.includes(to) ? null : 60)),
  ),
});

const onBoard = (id: number, location_index: number, pinned_to: number): Job => ({
  id,
  location_index,
  pinned_to,
  is_on_board: true,
});
const transport = (id: number, from: number, to: number): Shipment => ({
  pickup: { id, location_index: from },
  delivery: { id, location_index: to },
});
const begun = (id: number, start_index: number, ...pickups: readonly number[]): Vehicle => ({
  id,
  start_index,
  steps: pickups.map((pickup) => ({ type: "pickup", id: pickup })),
});

const draftOf = (parts: Partial<Pick<Draft, "vehicles" | "jobs" | "shipments">>, cases: readonly string[]): Draft => ({
  vehicles: [],
  jobs: [],
  shipments: [],
  ...parts,
  places: new Places(),
  names: cases.map((case_id) => ({ stop_id: null, case_id })),
  fleet: [],
  left: [],
});

describe("unreachable cases of a tour", () => {
  it("a plan leaves out nothing where all places have roads", () => {
    const draft = draftOf({ vehicles: [begun(0, 0, 1)], shipments: [transport(1, 1, 2)] }, ["a"]);
    expect(withoutUnreachable(draft, waysBut())).toBe(draft);
  });

  it("a case without a way is left out with all its stops, whether it was begun or is on board", () => {
    const draft = draftOf(
      {
        vehicles: [begun(0, 0, 2, 3)],
        jobs: [onBoard(1, 4, 0)],
        shipments: [transport(2, 1, 4), transport(3, 2, 3), transport(4, 1, 4)],
      },
      ["on board", "begun", "reached", "planned"],
    );
    const { vehicles, jobs, shipments, left } = withoutUnreachable(draft, waysBut(4));
    expect(left).toEqual([
      { case_id: "begun", reason: "UNREACHABLE" },
      { case_id: "on board", reason: "UNREACHABLE" },
    ]);
    expect(vehicles[0]?.steps).toEqual([{ type: "pickup", id: 3 }]);
    expect(jobs).toEqual([]);
    // For cases that are only planned, the search itself names the reason.
    expect(shipments.map(({ pickup }) => pickup.id)).toEqual([3, 4]);
  });

  it("a vehicle on a lake loses all its cases but those that other crews work on, too", () => {
    const draft = draftOf(
      {
        vehicles: [begun(0, 4, 1, 2), begun(1, 0, 3)],
        shipments: [transport(1, 1, 2), transport(2, 2, 3), transport(3, 2, 3)],
      },
      ["alone", "shared", "shared"],
    );
    const { vehicles, left } = withoutUnreachable(draft, waysBut(4));
    expect(left).toEqual([{ case_id: "alone", reason: "UNREACHABLE" }]);
    expect(vehicles.map(({ steps }) => steps?.map(({ id }) => id))).toEqual([[], [3]]);
  });
});
