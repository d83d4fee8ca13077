import type { ApiProblem } from "@leitstand/client/problem";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { createCasesForWriterRace, countLostUpdates, succeededWithoutConflict } from "../../testing/races/case-writers";
import { funeralCaseRequest, roadsideCaseRequest } from "../../testing/cases";
import { createTestTourCrew, dispatchGrants } from "../../testing/dispatch";
import { startApi } from "../../testing/start-api";
import { insertTour } from "../../testing/fleet";

const CASE_COUNT = 8;

/** Number of attempts that succeed when all are made at once. */
const countSuccessfulAttempts = async (attempts: readonly (() => Promise<unknown>)[]) =>
  (await Promise.all(attempts.map((attempt) => succeededWithoutConflict(attempt())))).filter(Boolean).length;

describe("writers on the same cases", () => {
  const api = startApi();

  it("every acknowledged action of 16 concurrent writers on a case is kept", async () => {
    expect(await countLostUpdates(api, await createCasesForWriterRace(api, CASE_COUNT), 15)).toBe(0);
  }, 240_000);

  it("one of 32 concurrent requests accepts the case", async () => {
    const { dispatcher, tour_id, ids } = await createCasesForWriterRace(api, 1);
    const id = ids[0] as string;
    const accept = () => dispatcher.receiveAction({ id, action: "ACCEPT", tour_id, lock_version: 1 });
    expect(await countSuccessfulAttempts(Array.from({ length: 32 }, () => accept))).toBe(1);
  }, 60_000);

  it("one of 32 concurrent tours gets a roadside case", async () => {
    const tenant = await api.aTenant("ROADSIDE_ASSISTANCE");
    const dispatcher = await api.bearer({ tenant, grants: dispatchGrants });
    const { id } = await dispatcher.createCase(roadsideCaseRequest());
    const tours = await Promise.all(Array.from({ length: 32 }, () => insertTour(api.db, tenant.id)));
    const assign = (tour: string) => () => dispatcher.assignCaseToTour({ id: tour, case_id: id, lock_version: 0 });
    expect(await countSuccessfulAttempts(tours.map(assign))).toBe(1);
    const { tour_case_states } = await dispatcher.getCase({ id });
    expect(tour_case_states).toHaveLength(1);
  }, 60_000);

  it("concurrent LOAD actions never exceed the capacity of the vehicle", async () => {
    const tenant = await api.aTenant();
    const dispatcher = await api.bearer({ tenant, grants: dispatchGrants });
    const tour_id = await insertTour(api.db, tenant.id, { capacity: 2 });
    const ready = async () => {
      const { id } = await dispatcher.createCase(funeralCaseRequest());
      await dispatcher.receiveAction({ id, action: "ASSIGN", tour_id, lock_version: 0 });
      await dispatcher.receiveAction({ id, action: "START", tour_id, lock_version: 1 });
      return id;
    };
    const ids = await Promise.all(Array.from({ length: 8 }, ready));
    const payload = { identity_confirmed: true, belongings_confirmed: true };
    const load = (id: string) => dispatcher.receiveAction({ id, action: "LOAD", tour_id, lock_version: 2, payload });
    const answers = await Promise.allSettled(ids.map(load));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    const refused = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason as ApiProblem] : []));
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(["CONSTRAINT_VIOLATED"]));
  }, 60_000);

  it("a tour that ends while cases are being assigned to it keeps none of them", async () => {
    const dispatcher = await api.signIn(...dispatchGrants);
    for (let round = 0; round < 5; round++) {
      const { tour_id } = await createTestTourCrew(api, dispatcher.session.tenant, { capacity: 100 });
      const cases = await Promise.all(Array.from({ length: 6 }, () => dispatcher.createCase(funeralCaseRequest())));
      const assign = ({ id }: { id: string }) =>
        dispatcher.receiveAction({ id, action: "ASSIGN", tour_id, lock_version: 0 });
      const end = dispatcher.finishTour({ id: tour_id, lock_version: 0 });
      await Promise.allSettled([...cases.map(assign), end]);
      await end;
      const { open } = await api.db.system.one<{ open: number }>(sql`
        select count(*)::int as open from case_links where tour_id = ${tour_id} and bucket = 'open'`);
      expect(open).toBe(0);
    }
  }, 60_000);
});
