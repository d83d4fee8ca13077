import type { CaseCreateRequest } from "@leitstand/contract/cases/case";
import { describe, expect, it } from "vitest";
import { funeralCaseRequest, roadsideCaseRequest } from "../../testing/cases";
import { insertBranch } from "../../testing/fixtures";
import { startApi } from "../../testing/start-api";
import { sql } from "#platform/database/sql";

const grants = ["createCase", "getCases", "updateCase", "receiveAction", "assignCaseToTour"];
const funeralCaseWithDeceased = (overrides: object): CaseCreateRequest => {
  const { funeral_data, ...draft } = funeralCaseRequest();
  return {
    ...draft,
    funeral_data: { ...funeral_data!, cargo_deceased: { ...funeral_data!.cargo_deceased!, ...overrides } },
  };
};
const funeralCaseWithSource = (overrides: object): CaseCreateRequest => {
  const { funeral_data, ...draft } = funeralCaseRequest();
  return {
    ...draft,
    funeral_data: { ...funeral_data!, source_address: { ...funeral_data!.source_address, ...overrides } },
  };
};

describe("cases", () => {
  const api = startApi();
  const aClub = () => api.bearer({ tenantType: "ROADSIDE_ASSISTANCE", grants });
  const eventsOf = async (tenantId: string) =>
    (
      await api.db.system.many<{ type: string }>(sql`select type from events where tenant_id = ${tenantId} order by id`)
    ).map(({ type }) => type);

  it("createCase returns the given data and the possible actions, and announces the case to dispatchers", async () => {
    const dispatcher = await api.signIn(...grants);
    const created = await dispatcher.createCase(funeralCaseRequest({ external_id: "ERP-1" }));
    expect(created).toMatchObject({
      state: { current: "OPEN", actions: expect.arrayContaining(["ASSIGN", "CANCEL", "DELIVER"]) as string[] },
      display_name: "Muster Maria",
      lock_version: 0,
      created_by: { name: "Test Person" },
      ...funeralCaseRequest(),
    });
    expect(created.natural_id).toMatch(/^C-\d{4}-\d{6}$/);
    expect(await dispatcher.getCase({ id: created.id })).toEqual(created);
    expect(await eventsOf(dispatcher.session.tenant.id)).toEqual(["case update", "case external id"]);
  });

  it("the millionth case of a year gets a number of its own", async () => {
    const dispatcher = await api.signIn(...grants);
    const first = await dispatcher.createCase(funeralCaseRequest());
    await api.db.system.run(sql`update natural_ids set last = 99999 where tenant_id = ${dispatcher.session.tenant.id}`);
    const hundredThousandth = await dispatcher.createCase(funeralCaseRequest());
    await api.db.system.run(
      sql`update natural_ids set last = 999999 where tenant_id = ${dispatcher.session.tenant.id}`,
    );
    const millionth = await dispatcher.createCase(funeralCaseRequest());
    const year = first.natural_id.slice(0, 7);
    expect([hundredThousandth, millionth].map(({ natural_id }) => natural_id)).toEqual([
      `${year}100000`,
      `${year}1000000`,
    ]);
  });

  it("getCase omits associations that are not requested", async () => {
    const dispatcher = await api.signIn(...grants);
    const { id } = await dispatcher.createCase(funeralCaseRequest());
    const plain = await dispatcher.getCase({ id, include_associations: false });
    expect(plain).not.toHaveProperty("tour_case_states");
    expect(plain.state.actions).toContain("CANCEL");
  });

  it.each([
    ["no approval", { approved: undefined }],
    ["a three-letter country", funeralCaseWithSource({ country: "AUT" })],
    ["a country with a digit", funeralCaseWithSource({ country: "A1" })],
    ["a negative coffin type", funeralCaseWithDeceased({ container_type: "COFFIN", coffin_type: -1 })],
    ["an unknown transport type", { funeral_data: { cargo_type: "PERSON", transport_type: "Umzug" } }],
    ["a number of 101 characters", { external_id: "x".repeat(101) }],
    ["a latitude off the globe", funeralCaseWithSource({ lat: 90.0001, lon: 15 })],
    ["text that cannot be stored", { description: "a\u0000b" }],
  ])("createCase refuses %s", async (_what, overrides) => {
    const dispatcher = await api.signIn(...grants);
    const refused = dispatcher.createCase({ ...funeralCaseRequest(), ...overrides } as CaseCreateRequest);
    await expect(refused).rejects.toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
  });

  it("createCase stores names as plain text whatever characters they contain, and limits them by code points", async () => {
    const dispatcher = await api.signIn(...grants);
    const draft = {
      ...funeralCaseWithDeceased({ first_name: "<img src=x onerror=alert(1)>" }),
      external_id: "🚑".repeat(100),
    };
    const created = await dispatcher.createCase(draft);
    expect(created.funeral_data?.cargo_deceased?.first_name).toBe("<img src=x onerror=alert(1)>");
    expect(created.external_id).toBe("🚑".repeat(100));
  });

  it.each([
    ["a death in the future", funeralCaseWithDeceased({ date_of_death: "2999-01-01" }), "TIME_OUT_OF_RANGE"],
    ["a death before the birth", funeralCaseWithDeceased({ birthday: "2026-03-02" }), "TIME_RANGE_INVALID"],
    [
      "an urn without an urn container",
      funeralCaseWithDeceased({ container_type: "COFFIN", urn: "Nuss" }),
      "FIELD_COMBINATION_INVALID",
    ],
    [
      "a person without one",
      funeralCaseRequest({ funeral_data: { cargo_type: "PERSON", transport_type: "Sonstiges" } }),
      "FIELD_COMBINATION_INVALID",
    ],
    ["half a position", funeralCaseWithSource({ lat: 47 }), "FIELD_COMBINATION_INVALID"],
    [
      "a time frame that ends before it begins",
      funeralCaseWithSource({ timeframe: { from: "2026-03-02T12:00:00Z", to: "2026-03-02T11:00:00Z" } }),
      "TIME_RANGE_INVALID",
    ],
    ["no data at all", funeralCaseRequest({ funeral_data: null }), "FIELD_COMBINATION_INVALID"],
    ["the data of the other kind", funeralCaseRequest({ rsa_data: {} }), "FIELD_COMBINATION_INVALID"],
    ["a roadside case for a funeral company", roadsideCaseRequest(), "ACTION_NOT_AVAILABLE"],
    ["a skill that is none", funeralCaseRequest({ required_skill_ids: [crypto.randomUUID()] }), "REFERENCE_NOT_FOUND"],
    ["a parent that is none", funeralCaseRequest({ parent_id: crypto.randomUUID() }), "REFERENCE_NOT_FOUND"],
    ["a brand that is none", funeralCaseRequest({ brand_id: crypto.randomUUID() }), "REFERENCE_NOT_FOUND"],
    ["a branch that is none", funeralCaseRequest({ branch_id: crypto.randomUUID() }), "REFERENCE_NOT_FOUND"],
  ] as const)("createCase refuses %s, and writes nothing", async (_what, draft, code) => {
    const dispatcher = await api.signIn(...grants);
    await expect(dispatcher.createCase(draft)).rejects.toMatchObject({ status: 422, code });
    expect((await dispatcher.getCases()).meta.total_elements).toBe(0);
  });

  it("a roadside case becomes `open` when it is approved and complete, and its history has the step", async () => {
    const club = await aClub();
    expect((await club.createCase(roadsideCaseRequest())).state.current).toBe("open");
    const { rsa_data } = roadsideCaseRequest();
    const draft = roadsideCaseRequest({ rsa_data: { service: rsa_data!.service } });
    const incomplete = await club.createCase(draft);
    expect(incomplete).toMatchObject({ state: { current: "create" }, rsa_data: { status: "open" } });
    const { id, lock_version } = incomplete;
    const completed = await club.updateCase({ id, lock_version, ...roadsideCaseRequest() });
    expect(completed).toMatchObject({ state: { current: "open" }, lock_version: 1, display_name: "G 123 AB" });
    expect(await club.getCaseStateHistory({ id })).toMatchObject([
      { transition: "EDIT", old_case_state: "create", new_case_state: "open", actor_kind: "D", lock_version: 1 },
    ]);
    const withdrawn = club.updateCase({ id, lock_version: 1, ...roadsideCaseRequest({ approved: false }) });
    await expect(withdrawn).rejects.toMatchObject({ status: 422, code: "FIELD_COMBINATION_INVALID" });
  });

  it("updateCase refuses an outdated lock version, and createCase refuses the external id of another case", async () => {
    const dispatcher = await api.signIn(...grants);
    const { id, lock_version } = await dispatcher.createCase(funeralCaseRequest({ external_id: "ERP-1" }));
    await dispatcher.updateCase({ id, lock_version, ...funeralCaseRequest({ external_id: "ERP-2" }) });
    const late = dispatcher.updateCase({ id, lock_version, ...funeralCaseRequest() });
    await expect(late).rejects.toMatchObject({ status: 409, code: "LOCK_VERSION_CONFLICT" });
    const twice = dispatcher.createCase(funeralCaseRequest({ external_id: "ERP-2" }));
    await expect(twice).rejects.toMatchObject({ status: 409, code: "RESOURCE_ALREADY_EXISTS" });
    expect(await eventsOf(dispatcher.session.tenant.id)).toEqual([
      "case update",
      "case external id",
      "case update",
      "case external id",
    ]);
  });

  it("cases of other branches and tenants answer 404, as if they did not exist", async () => {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const northern = await api.bearer({ tenant, grants, branchIds: [north] });
    const southern = await api.bearer({ tenant, grants, branchIds: [south] });
    const { id, lock_version, branch_id } = await northern.createCase(funeralCaseRequest());
    expect(branch_id).toBe(north);
    const missing = { status: 404, code: "RESOURCE_NOT_FOUND" };
    for (const other of [southern, await api.signIn(...grants)]) {
      await expect(other.getCase({ id })).rejects.toMatchObject(missing);
      await expect(other.updateCase({ id, lock_version, ...funeralCaseRequest() })).rejects.toMatchObject(missing);
      await expect(other.createCase(funeralCaseRequest({ parent_id: id }))).rejects.toMatchObject({
        status: expect.any(Number),
        code: "REFERENCE_NOT_FOUND",
      });
    }
    const denied = { status: 403, code: "BRANCH_ACCESS_DENIED" };
    await expect(southern.createCase(funeralCaseRequest({ branch_id: north }))).rejects.toMatchObject(denied);
    await expect(
      northern.updateCase({ id, lock_version, ...funeralCaseRequest({ branch_id: south }) }),
    ).rejects.toMatchObject(denied);
    expect((await northern.updateCase({ id, lock_version, ...funeralCaseRequest() })).branch_id).toBe(north);
  });

  it("a case that moves to another branch is announced to the branch that it leaves, too", async () => {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const dispatcher = await api.bearer({ tenant, grants });
    const { id, lock_version } = await dispatcher.createCase(funeralCaseRequest({ branch_id: north }));
    const moved = funeralCaseRequest({ branch_id: south, external_id: "ERP-9" });
    await dispatcher.updateCase({ id, lock_version, ...moved });
    await dispatcher.updateCase({ id, lock_version: lock_version + 1, ...moved });
    const events = await api.db.system.many<{ type: string; branch_ids: string[] }>(sql`
      select type, audience -> 'branch_ids' as branch_ids from events where tenant_id = ${tenant.id} order by xid, id`);
    const both = [south, north];
    expect(events).toEqual([
      { type: "case update", branch_ids: [north] },
      { type: "case update", branch_ids: both },
      { type: "case external id", branch_ids: both },
      { type: "case update", branch_ids: [south] },
    ]);
  });

  it("an account of several branches has to name the branch of a new case, and only one of the whole tenant can leave it out", async () => {
    const tenant = await api.aTenant();
    const branchIds = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const both = await api.bearer({ tenant, grants, branchIds });
    const denied = { status: 403, code: "BRANCH_ACCESS_DENIED" };
    await expect(both.createCase(funeralCaseRequest())).rejects.toMatchObject(denied);
    expect((await both.createCase(funeralCaseRequest({ branch_id: branchIds[1] }))).branch_id).toBe(branchIds[1]);
    const wholeTenant = await api.bearer({ tenant, grants });
    expect((await wholeTenant.createCase(funeralCaseRequest())).branch_id).toBeNull();
  });

  it("linked cases refer to each other, and no case can be its own ancestor", async () => {
    const dispatcher = await api.signIn(...grants);
    const parent = await dispatcher.createCase(funeralCaseRequest());
    const child = await dispatcher.createCase(funeralCaseRequest({ parent_id: parent.id }));
    expect(child.linked_cases?.parent).toMatchObject({ id: parent.id, natural_id: parent.natural_id });
    expect((await dispatcher.getCase({ id: parent.id })).linked_cases?.children).toMatchObject([{ id: child.id }]);
    const circle = dispatcher.updateCase({
      id: parent.id,
      lock_version: 0,
      ...funeralCaseRequest({ parent_id: child.id }),
    });
    await expect(circle).rejects.toMatchObject({ status: 422, code: "REFERENCE_NOT_FOUND" });
  });

  it("callers who may only read a case get no infections, police details, autopsies, anatomy or belongings", async () => {
    const dispatcher = await api.signIn(...grants);
    const restricted = { infectious: true, autopsy: true, police: true, anatomy: false, belongings: { ring: "STAYS" } };
    const { id, ...created } = await dispatcher.createCase(funeralCaseWithDeceased(restricted));
    expect(created).toMatchObject({ is_redacted: false, funeral_data: { cargo_deceased: restricted } });
    const { tenant } = dispatcher.session;
    const reader = await api.bearer({ tenant, roleType: "READER", grants: ["getCases"] });
    const nothing = { infectious: null, autopsy: null, police: null, anatomy: null, belongings: null };
    expect(await reader.getCase({ id })).toMatchObject({
      is_redacted: true,
      funeral_data: { cargo_deceased: nothing },
    });
    expect((await reader.getCases()).cases).toMatchObject([
      { is_redacted: true, funeral_data: { cargo_deceased: nothing } },
    ]);
    for (const infectious of [true, false]) expect((await reader.getCases({ infectious })).meta.total_elements).toBe(0);
    expect((await dispatcher.getCases({ infectious: true })).meta.total_elements).toBe(1);
  });

  it("only the papers of a finalized case can be changed", async () => {
    const dispatcher = await api.signIn(...grants);
    const { id } = await dispatcher.createCase(funeralCaseRequest());
    await api.db.system.run(
      sql`update cases set state = 'DELIVERED', finalized = true, finalized_at = now() where id = ${id}`,
    );
    const papers = await dispatcher.updateCase({
      id,
      lock_version: 0,
      ...funeralCaseRequest({ description: "Rechnung bezahlt" }),
    });
    expect(papers).toMatchObject({ description: "Rechnung bezahlt", state: { current: "DELIVERED" } });
    for (const change of [
      { approved: false },
      funeralCaseWithSource({ city: "Wien" }),
      { due_at: "2026-03-02T12:00:00Z" },
    ]) {
      const refused = dispatcher.updateCase({ id, lock_version: 1, ...funeralCaseRequest(change) });
      await expect(refused).rejects.toMatchObject({ status: 409, code: "CASE_FINALIZED" });
    }
  });

  it("an edit that omits what the crew confirmed keeps it", async () => {
    const dispatcher = await api.signIn(...grants);
    const { funeral_data, ...draft } = funeralCaseWithDeceased({ identity_confirmed: true });
    const handover = { received_by: "M. Huber", signature: "M0 0L4 4" };
    const { id } = await dispatcher.createCase({ ...draft, funeral_data: { ...funeral_data!, handover } });
    const edited = await dispatcher.updateCase({ id, lock_version: 0, ...funeralCaseRequest() });
    expect(edited.funeral_data).toMatchObject({ handover, cargo_deceased: { identity_confirmed: true } });
  });
});
