import { Tour } from "@leitstand/contract/tours/tour";
import { Vehicle } from "@leitstand/contract/fleet/vehicles";
import { expect, it } from "vitest";
import { aBoardSnapshot, aBoardTour } from "#live/board.fixture.ts";
import { clearLiveData, entityStore } from "#live/store.ts";
import { aDispatcher } from "#shared/api/me.fixture.ts";
import { exampleOfSchema } from "#shared/testing/example-testkit.ts";
import { actAndRender, mountComponent, setFakeSystemTime, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { pageText } from "#shared/testing/screen-testkit.ts";
import { stubApiFetch } from "#shared/testing/server-testkit.ts";
import { VehicleInspector } from "./vehicle-inspector.tsx";

it("the inspector of a vehicle shows the days of its tour's times unless they are today", async () => {
  clearLiveData();
  setFakeSystemTime("2026-11-22T03:00:00Z");
  const tour = {
    ...exampleOfSchema(Tour),
    status: "STARTED" as const,
    started_at: "2026-11-21T19:00:00Z",
    scheduled_end_at: "2026-11-22T05:00:00Z",
  };
  const vehicle = { ...exampleOfSchema(Vehicle), id: tour.vehicle_device_associations[0]?.vehicle.id ?? "" };
  stubApiFetch({ getUserInfo: () => aDispatcher(), getVehicle: () => vehicle, getTour: () => tour });
  await mountComponent(<VehicleInspector id={vehicle.id} onView={() => undefined} messageForm={() => null} />);
  await actAndRender(() => {
    const tours = [aBoardTour({ tour_id: tour.id, vehicle_ids: [vehicle.id] })];
    entityStore.putSnapshot(aBoardSnapshot({ tours, vehicle_ids: [vehicle.id] }), entityStore.step);
  });
  await waitUntil(() => expect(pageText()).toContain("20:00 – 06:00"));
  expect(pageText()).toContain("21.11., 20:00 – 06:00");
});
