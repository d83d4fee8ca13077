import { expect, it } from "vitest";
import { aShiftStartEntry, fixtureTourId } from "#outbox/row.fixture.ts";
import { currentRoute } from "#shared/route.ts";
import { buttonWithText, mountPhoneTest, readOutboxContents, tapElement } from "#shared/testing/phone-testkit.tsx";
import { phoneSecrets } from "#work/phone.ts";
import { shiftStore } from "#work/shift.ts";
import { vehicleCheckTemplates } from "#work/vehicle-templates.ts";
import device from "../../../messages/de/device.json";
import frame from "../../../messages/de/frame.json";
import outbox from "../../../messages/de/outbox.json";
import shift from "../../../messages/de/shift.json";
import { ShiftStartScreen } from "./start-screen.tsx";

const phone = mountPhoneTest({ device, frame, outbox, shift });
const tour = { id: fixtureTourId, status: "SCHEDULED", lock_version: 3, vehicle_device_associations: [] } as never;

it.each([shift.start, shift.other_vehicle])(
  "“%s” leads to the decision while a start of the tour is refused, and writes no second one",
  async (button) => {
    const refused = aShiftStartEntry(1, { status: "refused", refusal: "RESOURCE_IN_USE" });
    shiftStore.set({ isKnown: true, tours: [tour], cases: [], entries: [refused], messages: [] });
    await phone.show(<ShiftStartScreen />);
    await tapElement(buttonWithText(button), () => expect(currentRoute.get().is).not.toBe("list"));
    expect(currentRoute.get()).toEqual({ is: "conflict", chain: refused.chain });
    expect(phone.outbox).toEqual([]);
  },
);

const plannedVehicle = (number: number) => ({
  vehicle: { id: `3e2d1c0b-a998-4877-b655-44332211ff0${number}`, license_plate: `G-${number}`, description: "Wagen" },
});
const device_id = "6d1f0c9b-8a7e-4d6c-9b5a-4f3e2d1c0b01";

/** Shows planned tours on the phone of a driver who has signed in. */
async function showPlannedTours(...tours: readonly object[]) {
  phoneSecrets.set({ device_token: "device", device_id, token: null, pin_token: null, user: null });
  vehicleCheckTemplates.set([]);
  const planned = tours.map((changes) => ({ ...(tour as object), ...changes }) as never);
  shiftStore.set({ isKnown: true, tours: planned, cases: [], entries: [], messages: [] });
  await phone.show(<ShiftStartScreen />);
}

const beginShift = () => tapElement(buttonWithText(shift.start), () => expect(phone.outbox).toHaveLength(1));

it("a planned tour begins with its vehicle and the phone that begins it, so that alarms ring there and not on the planned phone", async () => {
  await showPlannedTours({ vehicle_device_associations: [plannedVehicle(1)] });
  await beginShift();
  const vehicles = [{ vehicle_id: plannedVehicle(1).vehicle.id, device_id }];
  expect(await readOutboxContents()).toMatchObject([{ op: "startTour", body: { id: fixtureTourId, vehicles } }]);
});

it.each([
  ["several vehicles", [plannedVehicle(1), plannedVehicle(2)]],
  ["no vehicle", []],
])("a planned tour with %s begins as planned, because the phone cannot tell its own", async (_, planned) => {
  await showPlannedTours({ vehicle_device_associations: planned });
  await beginShift();
  const [content] = await readOutboxContents();
  expect(content?.body).toEqual({ id: fixtureTourId, started_sub_state: "ACTIVE" });
});

it("the earliest planned tour is first and chosen, and tours without a time come last", async () => {
  await showPlannedTours(
    { id: "c", name: "Ohne Zeit", scheduled_start_at: null },
    { id: "b", name: "Nachmittag", scheduled_start_at: "2026-03-02T13:00:00Z" },
    { id: "a", name: "Morgen", scheduled_start_at: "2026-03-02T06:00:00Z" },
  );
  const options = [...document.querySelectorAll("label.option")];
  expect(options.map(({ textContent }) => /^\D+?(?=\d|$)/.exec(textContent)?.[0])).toEqual([
    "Morgen",
    "Nachmittag",
    "Ohne Zeit",
  ]);
  expect(options.map((option) => option.querySelector("input")?.checked)).toEqual([true, false, false]);
});
