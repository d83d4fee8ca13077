import { expect, it } from "vitest";
import { aShiftStartEntry, fixtureTourId } from "#outbox/row.fixture.ts";
import { currentRoute } from "#shared/route.ts";
import { buttonWithText, mountPhoneTest, tapElement } from "#shared/testing/phone-testkit.tsx";
import { shiftStore } from "#work/shift.ts";
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
