import type { Operation } from "@leitstand/contract/operation/operation";
import { allOperations } from "@leitstand/contract/operations";
import { describe, expect, it } from "vitest";
import { changedUpdateBodyMakers } from "./testing/sent-back/filled";
import { differingFields, ReadAndSendBackCheck } from "./testing/sent-back/send-back";
import { startApi } from "./testing/start-api";

/** Operations that carry out actions, or take fields that cannot be read; they replace nothing that a GET returns. */
const operationsThatAct = new Set([
  "acknowledgeCriticalMessage",
  "answerUserInvite",
  "blacklistToken",
  "changeOwnPassword",
  "confirmReceipt",
  "createUserInvite",
  "finishTour",
  "putExportTemplate",
  "setTodoCompleted",
  "startTour",
  "updateInstalledAppInfo",
  "updateLocation",
  "updateOeamtcCase",
  "updateOwnPushToken",
  "updateQueuedEvent",
  "updateRsaTourStartedSubState",
  "updateTenantLogos",
  "updateTourPrimary",
  "updateTourSequence",
  "updateTourStartedSubState",
  "updateUserActiveState",
]);
/** Fields that answers return in another form. */
const derivedFields: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  updateAddress: { zip_code: ["postal_code"], postal_code: ["zip_code"] },
  updateCase: { parent_id: ["linked_cases"] },
  updateCaseTimeWindow: { source_timeframe: ["funeral_data"], target_timeframe: ["funeral_data"] },
  updateDefaultCalendarEvent: {
    start_at: ["start_date", "occurrences"],
    end_at: ["end_date", "occurrences"],
    recurrence: ["occurrences"],
  },
  updateScheduledTour: { branch_id: ["branch"] },
  updateUser: { skill_ids: ["skills"] },
  updateVehicle: { vehicle_type_id: ["vehicle_type"], skill_associations: ["skills"] },
};
/** Fields that only change together with others. */
const dependentFields: Readonly<Record<string, readonly string[]>> = {
  // A holiday region without a country is refused.
  updateCalendar: ["holiday_country: FIELD_COMBINATION_INVALID"],
  // A later start alone would be after the end.
  updateDefaultCalendarEvent: ["start_at: TIME_RANGE_INVALID"],
};
const updateOperations = allOperations.filter(
  ({ id, method }) => (method === "PUT" || method === "PATCH") && !operationsThatAct.has(id),
);

describe("a PUT with what was read before", () => {
  const api = startApi();

  it("the test of objects that are sent back unchanged covers every update operation of the contract", () => {
    expect(Object.keys(changedUpdateBodyMakers).toSorted()).toEqual(updateOperations.map(({ id }) => id).toSorted());
  });

  const cases = updateOperations.map((operation) => [operation.id, operation] as const);
  const makeObjects = async (operation: Operation) => {
    const [empty, full] = [
      await ReadAndSendBackCheck.of(api, operation),
      await ReadAndSendBackCheck.of(api, operation),
    ];
    await full.fill();
    return { empty, full };
  };
  const madeObjects = new Map<string, ReturnType<typeof makeObjects>>();
  /** Objects of an operation for both tests: the first one leaves them as they are. */
  const objects = (operation: Operation) => {
    const made = madeObjects.get(operation.id) ?? makeObjects(operation);
    madeObjects.set(operation.id, made);
    return made;
  };

  it.each(cases)("an object that is read and sent back changes nothing but its version: %s", async (_id, operation) => {
    for (const [name, object] of Object.entries(await objects(operation))) {
      const before = await object.read();
      const { status, answer } = await object.write(object.writable(before));
      expect({ name, status, answer: status < 300 || answer }).toEqual({ name, status: 200, answer: true });
      expect({ name, changed: differingFields(before, await object.read()) }).toEqual({ name, changed: [] });
    }
  });

  it.each(cases)(
    "an object that is read and sent back with one edited field changes only that field, or is refused: %s",
    async (id, operation) => {
      const { empty, full } = await objects(operation);
      const nothing = empty.writable(await empty.read());
      const everything = await full.others();
      const [refused, unexpected]: [string[], string[]] = [[], []];
      const tried = [
        ...Object.entries(everything).map((entry) => [empty, entry] as const),
        ...Object.entries(nothing).map((entry) => [full, entry] as const),
      ].filter(([, [field]]) => field !== "lock_version");
      for (const [object, [field, value]] of tried) {
        const before = await object.read();
        const { status, answer } = await object.write({ ...object.writable(before), [field]: value });
        if (status >= 300) refused.push(`${field}: ${answer.code}`);
        const expected = status >= 300 ? [] : [field, ...(derivedFields[id]?.[field] ?? [])];
        const others = differingFields(before, await object.read()).filter((name) => !expected.includes(name));
        unexpected.push(...others.map((name) => `${field} as ${JSON.stringify(value)} changes ${name}`));
      }
      expect(unexpected).toEqual([]);
      expect(refused).toEqual(dependentFields[id] ?? []);
    },
  );
});
