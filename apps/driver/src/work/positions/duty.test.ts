import { expect, it } from "vitest";
import { anOutboxRow, fixtureTourId } from "#outbox/row.fixture.ts";
import type { OutboxContent, OutboxEntry } from "#outbox/outbox-row.ts";
import { dutyOfShift } from "./duty.ts";
import type { ShiftState, DriverTour } from "../shown-shift.ts";

const aTour = (changes: Partial<DriverTour>) =>
  ({ id: fixtureTourId, status: "STARTED", started_sub_state: "ACTIVE", ...changes }) as DriverTour;
const aShift = (tour: Partial<DriverTour>, contents: readonly OutboxContent[] = []): ShiftState => ({
  isKnown: true,
  tours: [aTour(tour)],
  cases: [],
  messages: [],
  entries: contents.map((content, index): OutboxEntry => ({ ...anOutboxRow(index + 1), isFrozen: false, content })),
});
const breakContent: OutboxContent = {
  op: "updateTourStartedSubState",
  body: { id: fixtureTourId, started_sub_state: "ON_A_BREAK" },
};
const workContent: OutboxContent = {
  op: "updateTourStartedSubState",
  body: { id: fixtureTourId, started_sub_state: "ACTIVE" },
};

it.each<[string, ShiftState, { isOpen: boolean; isTracked: boolean }]>([
  ["a planned tour", aShift({ status: "SCHEDULED", started_sub_state: null }), { isOpen: false, isTracked: false }],
  ["a started tour", aShift({}), { isOpen: true, isTracked: true }],
  [
    "a start that has not arrived",
    aShift({ status: "SCHEDULED" }, [{ op: "startTour", body: { id: fixtureTourId, started_sub_state: "ACTIVE" } }]),
    { isOpen: true, isTracked: true },
  ],
  ["a break", aShift({ started_sub_state: "ON_A_BREAK" }), { isOpen: true, isTracked: false }],
  ["a break that has not arrived", aShift({}, [breakContent]), { isOpen: true, isTracked: false }],
  ["back from a break", aShift({}, [breakContent, workContent]), { isOpen: true, isTracked: true }],
  ["off duty", aShift({ started_sub_state: "OFF_DUTY" }), { isOpen: true, isTracked: false }],
  [
    "an end that waits for network",
    aShift({}, [{ op: "finishTour", body: { id: fixtureTourId } }]),
    { isOpen: false, isTracked: false },
  ],
])("the phone records positions only while the tour is active: %s", (_, known, duty) => {
  expect(dutyOfShift(known)).toEqual(duty);
});
