import { describe, expect, it } from "vitest";
import { BUS_BROADCAST_BYTES_MAX } from "../events/bus";
import { splitIntoJsonBatches, type VehiclePositionUpdate } from "./latest-value-feed";

const positionOfVehicle = (vehicle: number): VehiclePositionUpdate => ({
  tenant_id: "7c0e6c1e-2f6b-4a55-8a53-2f1f6a3f0b11",
  audience: { branch_ids: ["0b1d9c2e-6a4f-4c58-9f0e-2f5f5d6d7a01"] },
  payload: {
    vehicle_id: `vehicle ${vehicle} ü`,
    tour_id: null,
    lat: 47.07,
    lon: 15.44,
    heading_degrees: 90,
    speed_meters_per_second: 13.9,
    fixed_at: "2026-03-02T08:15:00+00:00",
  },
});

describe("positions on their way to other nodes", () => {
  it.each([0, 1, 20, 1_000])("%i vehicle positions are split into batches that fit into a notification", (count) => {
    const all = Array.from({ length: count }, (_, vehicle) => positionOfVehicle(vehicle));
    const batches = [...splitIntoJsonBatches(all)];
    for (const text of batches) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(BUS_BROADCAST_BYTES_MAX);
    expect(batches.flatMap((text) => JSON.parse(text) as VehiclePositionUpdate[])).toEqual(all);
  });
});
