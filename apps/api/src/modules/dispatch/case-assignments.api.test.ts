import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { funeralCaseRequest } from "../../testing/cases";
import { createTestTourCrew, dispatchGrants } from "../../testing/dispatch";
import { startApi } from "../../testing/start-api";

describe("applying a plan", () => {
  const api = startApi();
  const UNKNOWN_ID = "0b5e7a1c-3d2f-4a6b-8c9d-1e2f3a4b5c6d";

  async function aDispatcher() {
    const dispatcher = await api.signIn(...dispatchGrants);
    const { tenant } = dispatcher.session;
    const crew = (given = {}) => createTestTourCrew(api, tenant, given).then(({ tour_id }) => tour_id);
    const aCase = () => dispatcher.createCase(funeralCaseRequest());
    return { dispatcher, tenant, crew, aCase };
  }

  it("applying a plan assigns each case to its tour", async () => {
    const { dispatcher, crew, aCase } = await aDispatcher();
    const [north, south] = [await crew(), await crew()];
    const [one, other] = [await aCase(), await aCase()];
    const { outcomes } = await dispatcher.assignCasesToTours({
      assignments: [
        { case_id: one.id, tour_id: north, lock_version: one.lock_version },
        { case_id: other.id, tour_id: south, lock_version: other.lock_version },
      ],
    });
    expect(outcomes).toMatchObject([
      { case_id: one.id, tour_id: north, assigned: true, refusal: null },
      { case_id: other.id, tour_id: south, assigned: true, refusal: null },
    ]);
    const [first, second] = [await dispatcher.getCase({ id: one.id }), await dispatcher.getCase({ id: other.id })];
    expect([first, second].map(({ tour_case_states }) => tour_case_states?.[0]?.tour_id)).toEqual([north, south]);
    expect(outcomes[0]?.lock_version).toBe(first.lock_version);
  });

  it("applying a plan continues after a refused assignment, and gives the reason in the caller's language", async () => {
    const { dispatcher, crew, aCase } = await aDispatcher();
    const stranger = await aDispatcher();
    const [tour, small, foreign] = [await crew(), await crew({ capacity: 0 }), await stranger.crew()];
    const [stale, unknown, heavy, good] = [await aCase(), await aCase(), await aCase(), await aCase()];
    const { outcomes } = await dispatcher.assignCasesToTours({
      assignments: [
        { case_id: stale.id, tour_id: tour, lock_version: stale.lock_version + 7 },
        { case_id: UNKNOWN_ID, tour_id: tour, lock_version: 0 },
        { case_id: unknown.id, tour_id: foreign, lock_version: unknown.lock_version },
        { case_id: heavy.id, tour_id: small, lock_version: heavy.lock_version },
        { case_id: good.id, tour_id: tour, lock_version: good.lock_version },
      ],
    });
    expect(outcomes.map(({ refusal }) => refusal?.code ?? null)).toEqual([
      "LOCK_VERSION_CONFLICT",
      "RESOURCE_NOT_FOUND",
      "REFERENCE_NOT_FOUND",
      "CONSTRAINT_VIOLATED",
      null,
    ]);
    expect(outcomes.map(({ assigned }) => assigned)).toEqual([false, false, false, false, true]);
    expect((await dispatcher.getCase({ id: stale.id })).tour_case_states).toEqual([]);
    const forced = { case_id: heavy.id, tour_id: small, lock_version: heavy.lock_version, force: true };
    expect((await dispatcher.assignCasesToTours({ assignments: [forced] })).outcomes).toMatchObject([
      { assigned: true },
    ]);
  });

  it("an assignment of a plan that is sent twice with the same action_id is carried out once", async () => {
    const { dispatcher, crew, aCase } = await aDispatcher();
    const [tour_id, { id: case_id, lock_version }] = [await crew(), await aCase()];
    const assignments = [{ case_id, tour_id, lock_version, action_id: crypto.randomUUID() }];
    const first = await dispatcher.assignCasesToTours({ assignments });
    expect(await dispatcher.assignCasesToTours({ assignments })).toEqual(first);
    expect(first.outcomes).toMatchObject([{ assigned: true }]);
  });

  it("a plan of more than 200 assignments is refused, and applying one requires the grant to assign", async () => {
    const { dispatcher } = await aDispatcher();
    const many = Array.from({ length: 201 }, () => ({ case_id: UNKNOWN_ID, tour_id: UNKNOWN_ID, lock_version: 0 }));
    for (const assignments of [[], many])
      await expect(dispatcher.assignCasesToTours({ assignments })).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    const reader = await api.signIn("getCases", "receiveAction");
    const refused = reader.assignCasesToTours({ assignments: many.slice(0, 1) });
    await expect(refused).rejects.toMatchObject({ status: 403, code: "AUTH_GRANT_MISSING" });
  });

  it("applying a plan again with its idempotency key gives the first answer, even after a crash before the answer was stored", async () => {
    const { dispatcher, tenant, crew, aCase } = await aDispatcher();
    const tour_id = await crew();
    const [stale, good] = [await aCase(), await aCase()];
    const assignments = [
      { case_id: stale.id, tour_id, lock_version: stale.lock_version + 7 },
      { case_id: good.id, tour_id, lock_version: good.lock_version },
    ];
    const options = { idempotencyKey: randomUUID() };
    const first = await dispatcher.assignCasesToTours({ assignments }, options);
    expect(first.outcomes.map(({ assigned }) => assigned)).toEqual([false, true]);
    expect(await dispatcher.assignCasesToTours({ assignments }, options)).toEqual(first);
    const dropped = await api.db.system.run(sql`
      delete from idempotency_records where tenant_id = ${tenant.id} and operation = 'assignCasesToTours'`);
    expect(dropped).toBe(1);
    expect(await dispatcher.assignCasesToTours({ assignments }, options)).toEqual(first);
    expect((await dispatcher.getCase({ id: good.id })).lock_version).toBe(first.outcomes[1]?.lock_version);
    const other = dispatcher.assignCasesToTours({ assignments: assignments.slice(1) }, options);
    await expect(other).rejects.toMatchObject({ status: 422, code: "IDEMPOTENCY_KEY_REUSED" });
  });

  it("a plan that is applied twice at once with one idempotency key is carried out once", async () => {
    const { dispatcher, crew, aCase } = await aDispatcher();
    const tour_id = await crew();
    const cases = [await aCase(), await aCase(), await aCase()];
    const assignments = cases.map(({ id, lock_version }) => ({ case_id: id, tour_id, lock_version }));
    const options = { idempotencyKey: randomUUID() };
    const apply = () => dispatcher.assignCasesToTours({ assignments }, options);
    const both = await Promise.allSettled([apply(), apply()]);
    const refused = both.flatMap((one) => (one.status === "rejected" ? [(one.reason as { code: string }).code] : []));
    expect(refused.filter((code) => code !== "IDEMPOTENCY_REQUEST_IN_PROGRESS")).toEqual([]);
    const answers = both.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(answers[0]?.outcomes.map(({ assigned }) => assigned)).toEqual([true, true, true]);
    for (const answer of answers) expect(await apply()).toEqual(answer);
  });
});
