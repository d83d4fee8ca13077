import { randomUUID } from "node:crypto";
import type { OeamtcCaseRequest } from "@leitstand/contract/partners/oeamtc";
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { createTestTourCrew, dispatchGrants } from "../../testing/dispatch";
import { insertBranch, type TenantFixture } from "../../testing/fixtures";
import { insertConnector } from "../../testing/partners/connectors";
import { type ApiSession, startApi } from "../../testing/start-api";

const partnerGrants = ["createOeamtcCase", "updateOeamtcCase", "finishOeamtcCase", "requestOeamtcCallback"];

/** A case as the club's system sends it, complete enough to be dispatched. */
const partnerCaseRequest = (given: Partial<OeamtcCaseRequest> = {}): OeamtcCaseRequest => ({
  external_id: `OE-${randomUUID()}`,
  service: { key: "PH_Standard" },
  vehicle: { license_plate: "G 123 AB" },
  member: { number: "1234567" },
  source_address: { street: "Triester Straße", house_number: "12", zip_code: "8020", city: "Graz" },
  ...given,
});

describe("cases of a club", () => {
  const api = startApi();
  let tenant: TenantFixture;
  let partner: ApiSession;
  let dispatcher: ApiSession;
  beforeAll(async () => {
    tenant = await api.aTenant("ROADSIDE_ASSISTANCE");
    partner = await api.bearer({ tenant, kind: "SERVICE", grants: partnerGrants });
    dispatcher = await api.bearer({ tenant, grants: [...dispatchGrants, "getCaseComments", ...partnerGrants] });
  });
  const commentsOf = async (id: string) => (await dispatcher.getCaseComments({ id })).comments.map(({ text }) => text);
  const queued = (id: string) =>
    api.db.system.many<{ type: string; external_id: string | null }>(sql`
      select type, external_id from queued_events where order_key = ${id} order by seq`);
  /** Assigns the case to a crew and performs the actions. */
  async function underWay(id: string, ...actions: ("ACCEPT" | "ON_THE_WAY" | "ARRIVE" | "TO_TOWING_DESTINATION")[]) {
    const { tour_id, driver } = await createTestTourCrew(api, tenant);
    const { lock_version } = await dispatcher.getCase({ id });
    let last = await dispatcher.assignCaseToTour({ id: tour_id, case_id: id, lock_version });
    for (const action of actions) {
      const payload = action === "TO_TOWING_DESTINATION" ? { destination: { name: "Werkstatt", city: "Graz" } } : {};
      last = await driver.receiveAction({ id, action, tour_id, lock_version: last.lock_version, payload });
    }
    return { tour_id, driver, lock_version: last.lock_version };
  }

  it("a new case from a club can be assigned at once, and belongs to the branch of its area", async () => {
    const branch_id = await insertBranch(api.db, tenant.id);
    await api.db.system.run(sql`
      insert into areas (tenant_id, title, zip_ranges, branch_id) values
        (${tenant.id}, 'Weststeiermark', '[{"from": "8500", "to": "8599"}]', ${branch_id})`);
    const dispatchCase = partnerCaseRequest({
      source_address: { street: "Hauptplatz", zip_code: "8510", city: "Stainz" },
    });
    const passed = await partner.createOeamtcCase(dispatchCase);
    expect(passed).toMatchObject({
      created: true,
      ignored_fields: [],
      case: {
        state: { current: "open" },
        branch_id,
        external_id: dispatchCase.external_id,
        display_name: "G 123 AB",
        approved: true,
      },
    });
    const elsewhere = await partner.createOeamtcCase(
      partnerCaseRequest({ source_address: { city: "Berlin", street: "A", zip_code: "85100" } }),
    );
    expect(elsewhere.case.branch_id).toBeNull();
  });

  it("a case from a club goes to the branch that the club names, and an unknown branch is refused", async () => {
    const branch_id = await insertBranch(api.db, tenant.id);
    await api.db.system.run(sql`update branches set external_id = 'GRAZ' where id = ${branch_id}`);
    expect((await partner.createOeamtcCase(partnerCaseRequest({ branch_external_id: "GRAZ" }))).case.branch_id).toBe(
      branch_id,
    );
    const unknown = partner.createOeamtcCase(partnerCaseRequest({ branch_external_id: "WIEN" }));
    await expect(unknown).rejects.toMatchObject({ status: 422, code: "REFERENCE_NOT_FOUND" });
  });

  it("a case from a club is created once however often it is sent, and an older version changes nothing", async () => {
    const dispatchCase = partnerCaseRequest({ partner_version: 2 });
    const first = await partner.createOeamtcCase(dispatchCase);
    const again = await partner.createOeamtcCase(dispatchCase);
    expect(again).toMatchObject({ created: false, ignored_fields: [], case: { id: first.case.id, lock_version: 0 } });
    const newer = await partner.createOeamtcCase({ ...dispatchCase, partner_version: 5, member: { number: "9" } });
    expect(newer.case).toMatchObject({ lock_version: 1, rsa_data: { member: { number: "9" } } });
    const older = await partner.createOeamtcCase({ ...dispatchCase, partner_version: 4, member: { number: "8" } });
    expect(older).toMatchObject({
      ignored_fields: ["member"],
      case: { lock_version: 1, rsa_data: { member: { number: "9" } } },
    });
  });

  it("a club's request keeps fields that it omits, and clears those that are null", async () => {
    const { case: made } = await partner.createOeamtcCase(
      partnerCaseRequest({ insurance: { company: "Versicherung" } }),
    );
    const { case: left } = await partner.updateOeamtcCase({ id: made.id, insurance: null, damage: { code: "12" } });
    expect(left.rsa_data).toMatchObject({ insurance: null, damage: { code: "12" }, member: { number: "1234567" } });
  });

  it("a case from a club stays in the state `create` until it is complete", async () => {
    const { case: made } = await partner.createOeamtcCase(partnerCaseRequest({ vehicle: null }));
    expect(made.state.current).toBe("create");
    const { case: complete } = await partner.updateOeamtcCase({ id: made.id, vehicle: { license_plate: "W 1" } });
    expect(complete.state.current).toBe("open");
  });

  it("a case from a club waits for approval where the tenant requires that of every case", async () => {
    const careful = await api.aTenant("ROADSIDE_ASSISTANCE");
    await api.db.system.run(
      sql`update tenants set settings = '{"approval_needs_grant": true}' where id = ${careful.id}`,
    );
    const club = await api.bearer({ tenant: careful, kind: "SERVICE", grants: partnerGrants });
    const dispatchCase = partnerCaseRequest();
    expect((await club.createOeamtcCase(dispatchCase)).case).toMatchObject({
      approved: false,
      state: { current: "create" },
    });
    const told = await club.createOeamtcCase({ ...dispatchCase, member: { number: "3" } });
    expect(told.case).toMatchObject({
      approved: false,
      state: { current: "create" },
      rsa_data: { member: { number: "3" } },
    });
  });

  it("a case from a club cannot take the external id of another case", async () => {
    const external_id = `OE-${randomUUID()}`;
    await dispatcher.createCase({ approved: false, data_type: "ROADSIDE", external_id });
    const passed = await partner.createOeamtcCase(partnerCaseRequest({ external_id }));
    expect(passed).toMatchObject({ created: true, case: { external_id: null } });
    expect((await partner.createOeamtcCase(partnerCaseRequest({ external_id }))).case.id).toBe(passed.case.id);
  });

  it("a case from a club belongs to the service account that has sent it", async () => {
    const other = await api.bearer({ tenant, kind: "SERVICE", grants: [...partnerGrants, "getCases"] });
    const dispatchCase = partnerCaseRequest();
    const { case: made } = await partner.createOeamtcCase(dispatchCase);
    expect((await other.createOeamtcCase(dispatchCase)).case.id).not.toBe(made.id);
    const tried = [
      other.updateOeamtcCase({ id: made.id, member: null }),
      other.finishOeamtcCase({ id: made.id, reason: "over" }),
    ];
    const unknown = { status: 404, code: "RESOURCE_NOT_FOUND" };
    await Promise.all(tried.map((call) => expect(call).rejects.toMatchObject(unknown)));
  });

  it("a club can still change its case after a dispatcher has moved it to a branch outside the club's scope", async () => {
    const [here, there] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    await api.db.system.run(sql`update branches set external_id = ${here} where id = ${here}`);
    const local = await api.bearer({ tenant, kind: "SERVICE", grants: partnerGrants, branchIds: [here] });
    const { case: made } = await local.createOeamtcCase(partnerCaseRequest({ branch_external_id: here }));
    await api.db.system.run(sql`update cases set branch_id = ${there} where id = ${made.id}`);
    const moved = await local.updateOeamtcCase({ id: made.id, member: { number: "2" }, branch_external_id: here });
    expect(moved).toMatchObject({ ignored_fields: ["branch_external_id"], case: { branch_id: there } });
  });

  it("a club is told of a linked case that it has passed on or may read, and of no other", async () => {
    const [here, there] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const plain = await api.bearer({ tenant, kind: "SERVICE", grants: partnerGrants });
    const reading = await api.bearer({
      tenant,
      kind: "SERVICE",
      grants: [...partnerGrants, "getCases"],
      branchIds: [there],
    });
    await api.db.system.run(sql`update branches set external_id = ${there} where id = ${there}`);
    const aRequest = () => partnerCaseRequest({ branch_external_id: there });
    const newId = async (from: ApiSession) => (await from.createOeamtcCase(aRequest())).case.id;
    const foreign = await Promise.all([here, there].map(() => newId(dispatcher)));
    await api.db.system.run(sql`update cases set branch_id = ${here} where id = ${foreign[0]}`);
    const linkedCasesOf = async (club: ApiSession) => {
      const request = aRequest();
      const [parent, child] = [(await club.createOeamtcCase(request)).case.id, await newId(club)];
      await api.db.system.run(sql`
        update cases set parent_id = ${parent} where id = any(${[child, ...foreign]}::uuid[])`);
      const changed = await club.updateOeamtcCase({ id: parent, member: { number: "2" } });
      const passedOnAgain = await club.createOeamtcCase(request);
      const told = [changed.case, passedOnAgain.case].map(({ linked_cases }) =>
        linked_cases?.children.map(({ id }) => id).sort(),
      );
      expect(told[1]).toEqual(told[0]);
      return { told: told[0], child };
    };
    const unread = await linkedCasesOf(plain);
    expect(unread.told).toEqual([unread.child]);
    const read = await linkedCasesOf(reading);
    expect(read.told).toHaveLength(2);
    expect(read.told).toEqual(expect.arrayContaining([read.child, foreign[1]]));
  });

  it("a person cannot reach a case that was moved to a branch outside the person's scope by passing it on again", async () => {
    const [here, there] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    await api.db.system.run(sql`update branches set external_id = ${here} where id = ${here}`);
    const person = await api.bearer({ tenant, grants: partnerGrants, branchIds: [here] });
    const request = partnerCaseRequest({ branch_external_id: here });
    const { case: made } = await person.createOeamtcCase(request);
    expect((await person.createOeamtcCase(request)).case.id).toBe(made.id);
    await api.db.system.run(sql`update cases set branch_id = ${there} where id = ${made.id}`);
    const again = person.createOeamtcCase({ ...request, member: { number: "2" } });
    await expect(again).rejects.toMatchObject({ status: 409, code: "RESOURCE_ALREADY_EXISTS" });
    expect((await dispatcher.getCase({ id: made.id })).rsa_data?.member?.number).toBe(request.member?.number);
  });

  it("a club cannot change the service of a case once the crew has accepted, nor places once the crew has arrived", async () => {
    const { case: made } = await partner.createOeamtcCase(partnerCaseRequest());
    const { tour_id, driver, lock_version } = await underWay(made.id, "ACCEPT");
    const late = await partner.updateOeamtcCase({
      id: made.id,
      service: { key: "AB_Schlepp", name: "Abschleppen" },
      source_address: { street: "Ring", city: "Graz" },
    });
    expect(late).toMatchObject({
      ignored_fields: ["service"],
      case: { rsa_data: { service: { key: "PH_Standard" }, source_address: { street: "Ring" } } },
    });
    let last = await driver.receiveAction({
      id: made.id,
      action: "ON_THE_WAY",
      tour_id,
      lock_version: lock_version + 1,
    });
    last = await driver.receiveAction({ id: made.id, action: "ARRIVE", tour_id, lock_version: last.lock_version });
    const moving = {
      id: made.id,
      target_address: { name: "Werkstatt Huber", city: "Graz" },
      due_at: "2026-12-01T08:00:00Z",
    };
    for (const times of [1, 2]) {
      const after = await partner.updateOeamtcCase(moving);
      expect(after, `time ${times}`).toMatchObject({ ignored_fields: ["target_address", "due_at"] });
      expect(after.case).toMatchObject({ lock_version: last.lock_version, due_at: null });
      expect(after.case.rsa_data?.target_address ?? null).toBeNull();
    }
    expect(await commentsOf(made.id)).toEqual([
      "Der Partner wollte dies zu spät, geändert wurde nichts. Ziel: Werkstatt Huber, Graz; bis: 01.12.2026 09:00",
      "Der Partner wollte dies zu spät, geändert wurde nichts. Leistung: Abschleppen",
    ]);
  });

  describe("sent again", () => {
    const damage = { description: "Springt nicht an", driveable: false };
    /** A case whose place a dispatcher has found on the map, and whose crew has found the cause on the spot. */
    async function aCaseWithFindings(request: OeamtcCaseRequest) {
      const { case: made } = await partner.createOeamtcCase(request);
      const { approved, data_type, lock_version, rsa_data } = await dispatcher.getCase({ id: made.id });
      const source_address = { ...rsa_data?.source_address, lat: 47.05, lon: 15.43 };
      await dispatcher.updateCase({
        id: made.id,
        approved,
        data_type,
        lock_version,
        external_id: request.external_id,
        rsa_data: { ...rsa_data, source_address },
      });
      const crew = await underWay(made.id, "ACCEPT", "ON_THE_WAY");
      const payload = { findings: { damage: { cause: "Batterie leer" } } };
      const { tour_id, driver, lock_version: version } = crew;
      const arrived = await driver.receiveAction({
        id: made.id,
        action: "ARRIVE",
        tour_id,
        lock_version: version,
        payload,
      });
      return { id: made.id, lock_version: arrived.lock_version, source_address };
    }

    it("a case that the club sends again keeps what dispatchers and the crew have added since, and tells dispatchers of nothing", async () => {
      const request = partnerCaseRequest({ damage });
      const { id, lock_version, source_address } = await aCaseWithFindings(request);
      const kept = { source_address, damage: { ...damage, cause: "Batterie leer" } };
      const repeated = await partner.createOeamtcCase(request);
      expect(repeated).toMatchObject({ created: false, ignored_fields: [], case: { lock_version, rsa_data: kept } });
      const newer = await partner.createOeamtcCase({ ...request, partner_version: 2, member: { number: "9" } });
      expect(newer).toMatchObject({ ignored_fields: [], case: { rsa_data: { ...kept, member: { number: "9" } } } });
      expect(await commentsOf(id)).toEqual([]);
    });

    it("a case takes a new damage from the club, and keeps the cause that the crew has found", async () => {
      const request = partnerCaseRequest({ damage });
      const { id } = await aCaseWithFindings(request);
      const { case: changed } = await partner.updateOeamtcCase({ id, damage: { description: "Raucht" } });
      expect(changed.rsa_data?.damage).toEqual({ description: "Raucht", cause: "Batterie leer" });
      const { case: emptied } = await partner.updateOeamtcCase({ id, damage: null });
      expect(emptied.rsa_data?.damage).toEqual({ cause: "Batterie leer" });
    });

    it("a club is told each time that a place came too late, and dispatchers are told of it once", async () => {
      const request = partnerCaseRequest({ damage });
      const { id } = await aCaseWithFindings(request);
      const target_address = { name: "Werkstatt Huber", city: "Graz" };
      const late = await partner.updateOeamtcCase({ id, target_address });
      expect(late.ignored_fields).toEqual(["target_address"]);
      const both = await partner.createOeamtcCase({ ...request, target_address, due_at: "2026-12-01T08:00:00Z" });
      expect(both.ignored_fields).toEqual(["target_address", "due_at"]);
      expect(await commentsOf(id)).toEqual([
        "Der Partner wollte dies zu spät, geändert wurde nichts. bis: 01.12.2026 09:00",
        "Der Partner wollte dies zu spät, geändert wurde nichts. Ziel: Werkstatt Huber, Graz",
      ]);
    });

    it("a case that the release before has taken from a club keeps the coordinates of its place when it is sent again", async () => {
      const request = partnerCaseRequest({ damage });
      const { id, source_address } = await aCaseWithFindings(request);
      await api.db.system.run(sql`update partner_cases set sent_data = null where case_id = ${id}`);
      const again = await partner.createOeamtcCase({ ...request, member: { number: "9" } });
      expect(again).toMatchObject({
        ignored_fields: [],
        case: { rsa_data: { source_address, damage: { cause: "Batterie leer" } } },
      });
    });
  });

  it("a club can finish its case once, as a crew does, and not while the car is on the truck", async () => {
    const { case: made } = await partner.createOeamtcCase(partnerCaseRequest());
    const { id } = made;
    const refused = partner.finishOeamtcCase({ id, reason: "over" });
    await expect(refused).rejects.toMatchObject({ status: 409, code: "CASE_ACTION_NOT_ALLOWED" });
    const { tour_id, driver, lock_version } = await underWay(id, "ON_THE_WAY", "ARRIVE", "TO_TOWING_DESTINATION");
    const loaded = partner.finishOeamtcCase({ id, reason: "over" });
    await expect(loaded).rejects.toMatchObject({ status: 409, code: "CASE_CARGO_LOADED" });
    await driver.receiveAction({ id, action: "AT_TOWING_DESTINATION", tour_id, lock_version });
    const finished = await partner.finishOeamtcCase({ id, reason: "Abgestellt", follow_up: "AD_Standard" });
    expect(finished).toMatchObject({ finalized: true, finish_reason: "Abgestellt" });
    const again = await partner.finishOeamtcCase({ id, reason: "Anders" });
    expect(again).toMatchObject({ lock_version: finished.lock_version, finish_reason: "Abgestellt" });
    const { linked_cases } = await dispatcher.getCase({ id });
    expect(linked_cases?.children).toHaveLength(1);
  });

  it("a callback can be requested about once a minute, and only for a case that came from a partner", async () => {
    const { case: made } = await partner.createOeamtcCase(partnerCaseRequest());
    const { id } = made;
    const { driver } = await underWay(id, "ON_THE_WAY");
    const { tour_id, driver: colleague } = await createTestTourCrew(api, tenant);
    const withoutTour = driver.requestOeamtcCaseCallback({ id });
    await expect(withoutTour).rejects.toMatchObject({ status: 422, code: "ACTION_NOT_AVAILABLE" });
    await insertConnector(api.db, tenant.id);
    const ask = async () => {
      await driver.requestOeamtcCaseCallback({ id, reason: "Niemand da" });
      await colleague.requestOeamtcTourCallback({ id: tour_id, phone_number: "+43664000000" });
    };
    await ask();
    await ask();
    expect(await queued(id)).toEqual([{ type: "case_callback", external_id: made.external_id }]);
    expect(await queued(tour_id)).toEqual([{ type: "case_callback", external_id: null }]);
    api.clock.advance({ seconds: 61 });
    await ask();
    expect(await queued(id)).toHaveLength(2);
    expect(await queued(tour_id)).toHaveLength(2);
    const { id: own } = await dispatcher.createCase({ approved: false, data_type: "ROADSIDE" });
    const strange = dispatcher.requestOeamtcCaseCallback({ id: own });
    await expect(strange).rejects.toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
  });

  it("events of a case are queued for the club from its creation on, in order", async () => {
    const other = await api.aTenant("ROADSIDE_ASSISTANCE");
    await insertConnector(api.db, other.id);
    const club = await api.bearer({ tenant: other, kind: "SERVICE", grants: partnerGrants });
    const { case: made } = await club.createOeamtcCase(partnerCaseRequest());
    await club.updateOeamtcCase({ id: made.id, member: null });
    await club.updateOeamtcCase({ id: made.id, member: null });
    expect((await queued(made.id)).map(({ type }) => type)).toEqual(["case_created", "case_updated"]);
  });
});
