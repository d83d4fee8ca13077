import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { funeralCaseRequest } from "./testing/cases";
import { createTestTourCrew, dispatchGrants } from "./testing/dispatch";
import {
  incrementVehicleFieldConcurrently,
  CONCURRENT_WRITER_COUNT,
  runConcurrentIncrements,
} from "./testing/races/object-writers";
import { startApi } from "./testing/start-api";

/** Acknowledged changes of each writer; a writer that was not the first reads again and tries once more. */
const INCREMENTS_PER_WRITER = 15;
/** Number of actions of each writer; each action writes the whole case and its history. */
const ACTIONS_PER_WRITER = 6;

/*
 * One object that many writers change at once. Races that only one caller may win are tested in the modules: a device
 * for 32 vehicles in vehicles.api.test.ts, 32 starts of a tour in tour-shifts.api.test.ts, 32 tours for a case, 32
 * drivers who accept it and writers on several cases in dispatch-concurrency.api.test.ts; mutants in files of the same
 * names for `npm run prove`.
 */

describe("one object that 16 writers change", () => {
  const api = startApi();

  it("every acknowledged change of a vehicle by 16 concurrent writers is kept", async () => {
    const { conflicts: _, ...kept } = await incrementVehicleFieldConcurrently(api, INCREMENTS_PER_WRITER);
    const all = CONCURRENT_WRITER_COUNT * INCREMENTS_PER_WRITER;
    expect(kept).toEqual({ acknowledged: all, value: all, lock_version: all });
  }, 240_000);

  it("every acknowledged action on a case by 16 concurrent writers is kept", async () => {
    const dispatcher = await api.signIn(...dispatchGrants);
    const { tour_id } = await createTestTourCrew(api, dispatcher.session.tenant);
    const { id } = await dispatcher.createCase(funeralCaseRequest());
    await dispatcher.receiveAction({ id, action: "ASSIGN", tour_id, lock_version: 0 });
    const payload = { postponed_until: new Date(api.clock.now().getTime() + 3_600_000).toISOString() };
    const postpone = { id, action: "POSTPONE", tour_id, reason: "later", payload } as const;
    let lock_version = 1;
    const { acknowledged } = await runConcurrentIncrements(ACTIONS_PER_WRITER, async () => {
      // Version of the case that all writers have last received, as consoles that follow the live stream do.
      const answer = await dispatcher.receiveAction({ ...postpone, lock_version });
      lock_version = Math.max(lock_version, answer.lock_version);
    });
    const kept = await api.db.system.one(sql`
      select lock_version::int - 1 as versions,
        (select count(distinct lock_version)::int from case_history where case_id = ${id} and transition = 'POSTPONE') as actions
      from cases where id = ${id}`);
    const all = CONCURRENT_WRITER_COUNT * ACTIONS_PER_WRITER;
    expect({ acknowledged, ...(kept as object) }).toEqual({ acknowledged: all, versions: all, actions: all });
  }, 240_000);
});
