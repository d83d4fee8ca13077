import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { FakePartner } from "../../demonstration/partner/fake-partner";
import { roadsideCaseRequest } from "../../testing/cases";
import { createTestTourCrew, dispatchGrants } from "../../testing/dispatch";
import type { TenantFixture } from "../../testing/fixtures";
import { createTenantWithPartner } from "../../testing/partners/connectors";
import { type ApiSession, startApi } from "../../testing/start-api";

describe("callbacks requested about a tour", () => {
  const api = startApi({ app: { egressAllow: [{ host: "127.0.0.1", port: undefined }] } });
  let partner: FakePartner;
  let tenant: TenantFixture;
  let office: ApiSession;
  let club: ApiSession;
  beforeAll(async () => {
    partner = await FakePartner.start();
  });
  afterAll(() => partner.stop());
  beforeEach(async () => {
    ({ tenant, office } = await createTenantWithPartner(api, partner, [
      ...dispatchGrants,
      "requestOeamtcCallback",
      "updateTenant",
    ]));
    club = await api.bearer({ tenant, kind: "SERVICE", grants: ["createOeamtcCase"] });
  });

  const assign = async (tour_id: string, case_id: string) => {
    const { lock_version } = await office.getCase({ id: case_id });
    await office.receiveAction({ id: case_id, lock_version, action: "ASSIGN", tour_id });
  };
  /** Assigns a new case of the club to a tour. */
  const assignClubCase = async (tour_id: string) => {
    const { case: made } = await club.createOeamtcCase({
      external_id: `OE-${randomUUID()}`,
      service: { key: "PH_Standard" },
      vehicle: { license_plate: "G 123 AB" },
      customer: { first_name: "Max", last_name: "Muster", phone_number: "+43664000000" },
      source_address: { street: "Triester Straße", house_number: "12", zip_code: "8020", city: "Graz" },
    });
    await assign(tour_id, made.id);
    return made;
  };
  const callbacksTold = async () => {
    await api.app.partners.runDue();
    return partner.told.map(({ body }) => body).filter(({ type }) => type === "case_callback");
  };

  it.each([
    ["first without a telephone number and then with one", {}, { phone_number: "+43664000000" }],
    ["first with a telephone number and then without one", { phone_number: "+43664000000" }, {}],
  ])("a callback for a tour is requested once a minute: %s", async (_order, first, second) => {
    const { tour_id, driver } = await createTestTourCrew(api, tenant);
    await assignClubCase(tour_id);
    await driver.requestOeamtcTourCallback({ id: tour_id, ...first });
    await driver.requestOeamtcTourCallback({ id: tour_id, ...second });
    expect(await callbacksTold()).toHaveLength(1);
  });

  it("a callback for a tour without a telephone number names the partner's only open case on it, by the partner's own number, once a minute", async () => {
    const { tour_id, driver } = await createTestTourCrew(api, tenant);
    const { id: case_id, external_id, natural_id } = await assignClubCase(tour_id);
    await assign(tour_id, (await office.createCase(roadsideCaseRequest())).id);
    await driver.requestOeamtcTourCallback({ id: tour_id });
    await driver.requestOeamtcTourCallback({ id: tour_id });
    expect(await callbacksTold()).toMatchObject([
      { external_id, case_id, tour_id, data: { external_id, natural_id, phone_number: null } },
    ]);
    api.clock.advance({ seconds: 61 });
    await driver.requestOeamtcTourCallback({ id: tour_id });
    expect(await callbacksTold()).toHaveLength(2);
  });

  it("a callback for a tour names the tour alone with a telephone number, and where the partner has no case or several on it", async () => {
    const { tour_id, driver } = await createTestTourCrew(api, tenant);
    const ofTour = { external_id: null, case_id: null, tour_id };
    await driver.requestOeamtcTourCallback({ id: tour_id, reason: "Kunde nicht da" });
    expect(await callbacksTold()).toMatchObject([
      { ...ofTour, data: { phone_number: null, reason: "Kunde nicht da" } },
    ]);
    await assignClubCase(tour_id);
    await assignClubCase(tour_id);
    api.clock.advance({ seconds: 61 });
    await driver.requestOeamtcTourCallback({ id: tour_id });
    api.clock.advance({ seconds: 61 });
    await driver.requestOeamtcTourCallback({ id: tour_id, phone_number: "+43664000000" });
    expect(await callbacksTold()).toMatchObject([
      ofTour,
      ofTour,
      { ...ofTour, data: { phone_number: "+43664000000" } },
    ]);
  });

  it("a callback requested by a person who was deleted since is told to the partner without name and number", async () => {
    const { tour_id } = await createTestTourCrew(api, tenant);
    const { tour_id: other_id } = await createTestTourCrew(api, tenant);
    const leaving = await api.bearer({ tenant, grants: ["requestOeamtcCallback"] });
    const phone_number = "+436640000077";
    await api.db.system.run(sql`update users set phone_number = ${phone_number} where id = ${leaving.session.user_id}`);
    await leaving.requestOeamtcTourCallback({ id: tour_id, phone_number });
    await office.requestOeamtcTourCallback({ id: other_id, phone_number });
    await api.db.systemTransaction(tenant.id, (tx) => tx.run(sql`select erase_user(${leaving.session.user_id})`));
    const told = (await callbacksTold()).map(({ data }) => data);
    expect(told).toHaveLength(2);
    expect(told).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ tour_id, requested_by: "", phone_number: null }),
        expect.objectContaining({ tour_id: other_id, requested_by: "Test Person", phone_number }),
      ]),
    );
  });
});
