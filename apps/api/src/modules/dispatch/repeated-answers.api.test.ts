import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { funeralCaseRequest } from "../../testing/cases";
import { createTestTourCrew, dispatchGrants } from "../../testing/dispatch";
import { insertBranch } from "../../testing/fixtures";
import { type ApiSession, startApi } from "../../testing/start-api";

const secretContact = { name: "Secret caller", phone_number: "+436641112223" };

describe("a repeated request", () => {
  const api = startApi();

  async function anAcceptedCase() {
    const tenant = await api.aTenant();
    const branch_id = await insertBranch(api.db, tenant.id);
    const dispatcher = await api.bearer({ tenant, grants: dispatchGrants });
    const { driver, tour_id } = await createTestTourCrew(api, tenant, { branchId: branch_id });
    const { id, lock_version } = await dispatcher.createCase(funeralCaseRequest({ branch_id, contact: secretContact }));
    await dispatcher.receiveAction({ id, tour_id, action: "ASSIGN", lock_version });
    const action_id = randomUUID();
    const accept = { id, tour_id, action: "ACCEPT", action_id, lock_version: lock_version + 1 } as const;
    const options = { idempotencyKey: randomUUID() };
    const first = await driver.receiveAction(accept, options);
    expect(JSON.stringify(first)).toContain(secretContact.phone_number);
    // The request is repeated by its key, and by its action_id alone, as a restarted phone sends it.
    const sendAgain = async () => {
      const byKey = await driver.receiveAction(accept, options);
      expect(await driver.receiveAction(accept)).toEqual(byKey);
      return byKey;
    };
    return { tenant, dispatcher, tour_id, id, sendAgain, first };
  }

  it("a repeated request gets its first answer as long as its caller may read the whole case", async () => {
    const { sendAgain, first } = await anAcceptedCase();
    expect(await sendAgain()).toEqual(first);
  });

  it("a repeated request of a crew whose link was taken back gets a stub, and nothing of the case", async () => {
    const { dispatcher, tour_id, id, sendAgain } = await anAcceptedCase();
    const { lock_version } = await dispatcher.getCase({ id });
    await dispatcher.receiveAction({ id, tour_id, action: "UNASSIGN", reason: "other tour", lock_version });
    const again = await sendAgain();
    expect(again).toMatchObject({ rows: expect.any(Array), warnings: [], constraint_violations: [] });
    expect(JSON.stringify(again)).not.toMatch(/Secret|6641112223|Muster/);
  });

  it("a repeated request of a crew that has finished its work gets the data that the crew may still read", async () => {
    const { tenant, id, sendAgain } = await anAcceptedCase();
    await api.db.systemTransaction(tenant.id, (tx) =>
      tx.run(sql`
        update case_links set state = 'DONE', bucket = 'finished', closed_at = ${api.clock.now()} where case_id = ${id}`),
    );
    const again = await sendAgain();
    expect(again).toMatchObject({ id, is_redacted: true, contact: null, warnings: [], constraint_violations: [] });
    expect(JSON.stringify(again)).not.toMatch(/Secret|6641112223/);
  });

  it("a repeated request is refused when the case has moved to a branch outside its caller's scope", async () => {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const office: ApiSession = await api.bearer({ tenant, grants: dispatchGrants, branchIds: [north] });
    const options = { idempotencyKey: randomUUID() };
    const draft = funeralCaseRequest({ branch_id: north, contact: secretContact });
    const first = await office.createCase(draft, options);
    expect(await office.createCase(draft, options)).toEqual(first);
    const change = { id: first.id, lock_version: first.lock_version, ...draft };
    const repeated = { idempotencyKey: randomUUID() };
    await office.updateCase(change, repeated);
    await api.db.system.run(sql`update cases set branch_id = ${south} where id = ${first.id}`);
    const refused = { status: 403, code: "BRANCH_ACCESS_DENIED" };
    await expect(office.createCase(draft, options)).rejects.toMatchObject(refused);
    await expect(office.updateCase(change, repeated)).rejects.toMatchObject({
      status: 404,
      code: "RESOURCE_NOT_FOUND",
    });
  });

  it("a repeated report about a club's case is refused to a person when the case has moved outside their scope", async () => {
    const tenant = await api.aTenant("ROADSIDE_ASSISTANCE");
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    await api.db.system.run(sql`update branches set external_id = ${north} where id = ${north}`);
    const club = ["createOeamtcCase", "updateOeamtcCase"];
    const passOn = async (caller: ApiSession) => {
      const draft = { external_id: randomUUID(), branch_external_id: north, service: { key: "PH_Standard" } };
      const { case: made } = await caller.createOeamtcCase(draft);
      const report = { id: made.id, member: { number: "7654321" } };
      const options = { idempotencyKey: randomUUID() };
      const first = await caller.updateOeamtcCase(report, options);
      expect(await caller.updateOeamtcCase(report, options)).toEqual(first);
      await api.db.system.run(sql`update cases set branch_id = ${south} where id = ${made.id}`);
      return { first, again: caller.updateOeamtcCase(report, options) };
    };
    const person = await api.bearer({ tenant, grants: [...dispatchGrants, ...club], branchIds: [north] });
    const { again } = await passOn(person);
    await expect(again).rejects.toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
    // The club's own program keeps its access to the cases that it has passed on, wherever a dispatcher moves them.
    const program = await api.bearer({ tenant, kind: "SERVICE", grants: club, branchIds: [north] });
    const passed = await passOn(program);
    expect(await passed.again).toEqual(passed.first);
  });

  it("a club's repeated request to finish its case is answered as before, wherever a dispatcher has moved the case since", async () => {
    const tenant = await api.aTenant("ROADSIDE_ASSISTANCE");
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    await api.db.system.run(sql`update branches set external_id = ${north} where id = ${north}`);
    const program = await api.bearer({
      tenant,
      kind: "SERVICE",
      grants: ["createOeamtcCase", "finishOeamtcCase"],
      branchIds: [north],
    });
    const office = await api.bearer({ tenant, grants: dispatchGrants });
    const { case: made } = await program.createOeamtcCase({
      external_id: randomUUID(),
      branch_external_id: north,
      service: { key: "PH_Standard" },
      vehicle: { license_plate: "G 123 AB" },
      member: { number: "1234567" },
      source_address: { street: "Triester Straße", house_number: "12", zip_code: "8020", city: "Graz" },
    });
    const { id } = made;
    const assign = async () => {
      const { driver, tour_id } = await createTestTourCrew(api, tenant, { branchId: north });
      const { lock_version } = await office.getCase({ id });
      await office.receiveAction({ id, tour_id, action: "ASSIGN", lock_version });
      return { driver, tour_id };
    };
    const { driver, tour_id } = await assign();
    for (const action of ["ON_THE_WAY", "ARRIVE"] as const) {
      const { lock_version } = await office.getCase({ id });
      await driver.receiveAction({ id, tour_id, action, lock_version });
    }
    const options = { idempotencyKey: randomUUID() };
    const request = { id, reason: "Fährt wieder", action_id: randomUUID() };
    const first = await program.finishOeamtcCase(request, options);
    await api.db.system.run(sql`update cases set branch_id = ${south} where id = ${id}`);
    expect(await program.finishOeamtcCase(request, options)).toEqual(first);
    expect(await program.finishOeamtcCase(request)).toMatchObject({ finalized: true, finish_reason: "Fährt wieder" });
    // A dispatcher opens the case again for another tour: the repetition finishes nothing a second time.
    const { lock_version } = await office.getCase({ id });
    await office.receiveAction({ id, tour_id, action: "UNDO", reason: "not repaired", lock_version });
    const again = await office.getCase({ id });
    await office.receiveAction({
      id,
      tour_id,
      action: "UNASSIGN",
      reason: "other crew",
      lock_version: again.lock_version,
    });
    await assign();
    expect(await program.finishOeamtcCase(request)).toMatchObject({ id, finalized: false });
  });
});
