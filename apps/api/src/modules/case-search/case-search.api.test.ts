import type { CaseSearchRequest } from "@leitstand/contract/cases/case-search";
import { beforeAll, describe, expect, it } from "vitest";
import { funeralCaseRequest, roadsideCaseRequest } from "../../testing/cases";
import { insertBranch, type TenantFixture } from "../../testing/fixtures";
import { startBlockedWork } from "../../testing/races/blocked-work";
import { type ApiSession, startApi } from "../../testing/start-api";
import { analyzeAllTables } from "../../testing/test-database";
import { toJsonParameter, sql } from "#platform/database/sql";
import { insertTour, insertVehicle } from "../../testing/fleet";

const grants = ["createCase", "getCases", "updateCase", "createArea", "createBranch"];

describe("search of cases", () => {
  const api = startApi();
  const namesOf = ({ cases }: { cases: readonly { display_name: string }[] }) =>
    cases.map((found) => found.display_name);

  /** Creates a tour with the case on it, and the device that drives it. */
  async function putOnTour(tenant: TenantFixture, caseId: string, deviceId: string | null) {
    const vehicle = await insertVehicle(api.db, tenant.id);
    const tour = await insertTour(api.db, tenant.id, { vehicleIds: [vehicle], deviceId });
    await api.db.systemTransaction(tenant.id, (tx) =>
      tx.run(sql`
        insert into case_links (case_id, tour_id, state, bucket, last_actor) values (${caseId}, ${tour}, 'ASSIGNED', 'open', 'D')`),
    );
    return { tour, vehicle };
  }

  describe("by text", () => {
    let dispatcher: ApiSession;
    beforeAll(async () => {
      dispatcher = await api.signIn(...grants);
      const contact = { name: "Anna Gruber", phone_number: "+43 664 123 45 67" };
      const person = (first_name: string, last_name: string) => ({
        first_name,
        last_name,
        date_of_death: "2026-03-01",
      });
      const data = { ...funeralCaseRequest().funeral_data!, cargo_deceased: person("Hans", "Müller") };
      const other = { ...data, cargo_deceased: person("Wanda", "Zisser"), source_address: null, target_address: null };
      await dispatcher.createCase(funeralCaseRequest({ contact, external_id: "ERP-4711", funeral_data: data }));
      await dispatcher.createCase(funeralCaseRequest({ funeral_data: other }));
    });

    it.each([
      ["the name as it is written", "Müller"],
      ["another spelling of the umlaut", "Mueller"],
      ["a letter left out", "Muler"],
      ["letters swapped", "Gruebr Mueller"],
      ["a part of the number", "4711"],
      ["the street, misspelt", "Auenbrugerplaz"],
      ["the telephone number with its zero", "06641234567"],
      ["two words in any order", "graz müller"],
    ])("a search finds a case by %s", async (_how, text) => {
      expect(namesOf(await dispatcher.getCases({ text }))).toEqual(["Müller Hans"]);
    });
  });

  it("a search finds a name in every spelling that sounds the same, the exact one first", async () => {
    const dispatcher = await api.signIn(...grants);
    const names = ["Maier", "Mayer", "Meier", "Meyer"];
    for (const display_name of names) await dispatcher.createCase(funeralCaseRequest({ display_name }));
    for (const text of names) {
      const found = namesOf(await dispatcher.getCases({ text }));
      expect(found[0]).toBe(text);
      expect(found).toEqual(expect.arrayContaining(names));
    }
  });

  it("a search lists the best match first", async () => {
    const dispatcher = await api.signIn(...grants);
    for (const display_name of ["Gruber", "Grubner", "Zisser"])
      await dispatcher.createCase(funeralCaseRequest({ display_name }));
    expect(namesOf(await dispatcher.getCases({ text: "Grubner" }))[0]).toBe("Grubner");
    await expect(dispatcher.getCases({ sort: ["relevance,desc"] })).rejects.toMatchObject({
      code: "FIELD_COMBINATION_INVALID",
    });
  });

  it("a search looks for misspelt names only when there are too few exact matches", async () => {
    const dispatcher = await api.signIn("getCases");
    const insert = (name: string, from: number, to: number) =>
      api.db.systemTransaction(dispatcher.session.tenant.id, (tx) =>
        tx.run(sql`
          insert into cases (natural_id, data_type, state, approved, funeral_data, search_text)
          select 'C-' || n, 'FUNERAL', 'OPEN', true, ${toJsonParameter(funeralCaseRequest().funeral_data)}::jsonb, ${name} from generate_series(${from}::int, ${to}::int) n`),
      );
    const found = async () => (await dispatcher.getCases({ text: "Grubner" })).meta.total_elements;
    await insert("gruber", 1, 3);
    await insert("grubner", 4, 22);
    expect(await found()).toBe(22);
    await insert("grubner", 23, 23);
    expect(await found()).toBe(20);
  });

  it("a search counts cases up to a limit by default, and exactly on request", async () => {
    const dispatcher = await api.signIn("getCases");
    const branch_id = await insertBranch(api.db, dispatcher.session.tenant.id);
    // Cases without a place, because each place would be stored for each of them.
    const wreath = { cargo_type: "ITEM", transport_type: "Sonstiges", cargo_item: { description: "Kranz" } };
    for (let from = 1; from < 10_030; from += 2_006) {
      await api.db.systemTransaction(dispatcher.session.tenant.id, (tx) =>
        tx.run(sql`
          insert into cases (natural_id, branch_id, data_type, state, approved, funeral_data, search_text, created_at)
          select 'C-' || n, ${branch_id}, 'FUNERAL', 'OPEN', true, ${toJsonParameter(wreath)}::jsonb, case n % 2 when 0 then 'kranzschleife' else 'kranz' end,
            now() - n * interval '1 second'
          from generate_series(${from}::int, ${from + 2_005}::int) n`),
      );
      // PostgreSQL analyzes by itself within a minute; a planner without statistics finds each case by reading all of
      // them.
      await analyzeAllTables(api.databaseUrl);
    }
    const totals = async (request: CaseSearchRequest) => {
      const { meta, cases } = await dispatcher.getCases({ size: 10, include_associations: false, ...request });
      return [meta.total_elements, meta.total_is_exact, cases.length];
    };
    for (const filter of [{}, { text: "Kranz" }]) {
      expect(await totals(filter)).toEqual(["text" in filter ? 500 : 10_000, false, 10]);
      expect(await totals({ ...filter, total: "EXACT" })).toEqual([10_030, true, 10]);
      expect(await totals({ ...filter, page: 999 })).toEqual([10_001, false, 10]);
      expect(await totals({ ...filter, page: 1_002 })).toEqual([10_030, true, 10]);
    }
    expect(await totals({ page: 2_000 })).toEqual([10_000, false, 0]);
    const last = await dispatcher.getCases({ text: "Kranz", size: 4, page: 2_507 });
    expect(last.cases.map(({ natural_id }) => natural_id)).toEqual(["C-10029", "C-10030"]);
    expect(await totals({ states: ["CANCELLED"] })).toEqual([0, true, 0]);
    expect(await dispatcher.getBranchesAssociatedCases({ branch_ids: [branch_id], size: 1 })).toMatchObject([
      { branch_id, total_elements: 10_000, total_is_exact: false },
    ]);
  });

  it("a search counts the cases that it finds and lists them page by page, the newest first", async () => {
    const dispatcher = await api.signIn(...grants);
    for (const display_name of ["first", "second", "third"])
      await dispatcher.createCase(funeralCaseRequest({ display_name }));
    const page = await dispatcher.getCases({ size: 2, page: 1 });
    expect(page.meta).toEqual({ page: 1, size: 2, total_elements: 3, total_pages: 2, total_is_exact: true });
    expect(namesOf(page)).toEqual(["first"]);
    expect((await dispatcher.getCases({ size: 2, page: 9 })).meta.total_elements).toBe(3);
    expect(namesOf(await dispatcher.getCases({ sort: ["display_name,asc"] }))).toEqual(["first", "second", "third"]);
  });

  it("a search supports every filter of a dispatcher", async () => {
    const dispatcher = await api.signIn(...grants);
    const { tenant } = dispatcher.session;
    const branch = await insertBranch(api.db, tenant.id);
    const area = await dispatcher.createArea({ title: "Graz", zip_ranges: [{ from: "8030", to: "8040" }] });
    const due_at = "2026-04-01T12:00:00Z";
    const wanted = await dispatcher.createCase(
      funeralCaseRequest({ display_name: "wanted", external_id: "ERP-1", branch_id: branch, due_at }),
    );
    const elsewhere = {
      ...funeralCaseRequest().funeral_data!,
      transport_type: "Sonstiges" as const,
      source_address: null,
      target_address: null,
    };
    const other = await dispatcher.createCase(
      funeralCaseRequest({ display_name: "other", approved: false, funeral_data: elsewhere, parent_id: wanted.id }),
    );
    await api.db.system.run(sql`update cases set postponed_until = now() + interval '1 day' where id = ${other.id}`);
    const { tour, vehicle } = await putOnTour(tenant, wanted.id, null);
    const finds = async (filter: CaseSearchRequest) => namesOf(await dispatcher.getCases(filter));
    const filters: CaseSearchRequest[] = [
      { ids: [wanted.id] },
      { natural_ids: [wanted.natural_id] },
      { external_ids: ["ERP-1"] },
      { branch_ids: [branch] },
      { tour_ids: [tour] },
      { vehicle_ids: [vehicle] },
      { area_ids: [area.id] },
      { transport_types: ["Transportauftrag"] },
      { zip_prefixes: ["803", "99"] },
      { source_zip_prefixes: ["8036"] },
      { target_zip_prefixes: ["802"] },
      { cities: ["GRAZ"] },
      { due_from: due_at, due_to: "2026-04-01T12:00:01Z" },
      { approved: true },
      { postponed: false },
      { planned: false },
      { has_open_link: true },
      { unassigned: false },
      {
        created_by_ids: [dispatcher.session.user_id!],
        approved: true,
        states: ["OPEN"],
        data_types: ["FUNERAL"],
        text: "wanted",
      },
    ];
    for (const filter of filters) expect([filter, await finds(filter)]).toEqual([filter, ["wanted"]]);
    const opposites: CaseSearchRequest[] = [
      { parent_ids: [wanted.id] },
      { approved: false },
      { postponed: true },
      { planned: true },
      { has_open_link: false },
      { unassigned: true },
      { transport_types: ["Sonstiges"] },
    ];
    for (const filter of opposites) expect([filter, await finds(filter)]).toEqual([filter, ["other"]]);
    const withoutMatch: CaseSearchRequest[] = [
      { finalized: true },
      { states: [] },
      { data_types: ["ROADSIDE"] },
      { due_to: due_at },
      { user_ids: [crypto.randomUUID()] },
      { service_keys: ["PH"] },
      { brand_ids: [crypto.randomUUID()] },
      { cargo_types: ["ITEM"] },
      { finalized_from: "2026-01-01T00:00:00Z" },
    ];
    for (const filter of withoutMatch) expect([filter, await finds(filter)]).toEqual([filter, []]);
    expect(
      await finds({
        finalized: false,
        cargo_types: ["PERSON"],
        not_before_to: "2026-01-01T00:00:00Z",
        updated_from: "2026-01-01T00:00:00Z",
      }),
    ).toEqual([]);
  });

  it.each([
    ["İzmir", "İzmir"],
    ["İzmir", " izmir "],
    ["ΟΔΟΣ", "ΟΔΟΣ"],
    ['St. "Pölten", NÖ', 'ST. "PÖLTEN", NÖ'],
  ])("a case from the city %s is found by the city %s, whatever its capital letters", async (city, asked) => {
    const dispatcher = await api.signIn(...grants);
    const data = funeralCaseRequest().funeral_data!;
    const { id } = await dispatcher.createCase(
      funeralCaseRequest({ funeral_data: { ...data, source_address: { ...data.source_address!, city } } }),
    );
    await dispatcher.createCase(funeralCaseRequest());
    expect(await dispatcher.getCases({ cities: ["Wien", asked] })).toMatchObject({
      meta: { total_elements: 1 },
      cases: [{ id }],
    });
  });

  it("a search for changes, sorted by creation, misses no case that is changed while its pages are turned", async () => {
    const dispatcher = await api.signIn(...grants);
    for (const display_name of ["first", "second", "third"])
      await dispatcher.createCase(funeralCaseRequest({ display_name }));
    const changesOnPage = async (page: number) =>
      (await dispatcher.getCases({ updated_from: "2026-01-01T00:00:00Z", sort: ["created_at,asc"], size: 1, page }))
        .cases;
    const begun = await changesOnPage(0);
    const [first] = begun;
    await dispatcher.updateCase({ ...funeralCaseRequest(), id: first!.id, lock_version: first!.lock_version });
    const cases = [...begun, ...(await changesOnPage(1)), ...(await changesOnPage(2))];
    expect(namesOf({ cases })).toEqual(["first", "second", "third"]);
  });

  it("a search counts a case as planned until it may be started", async () => {
    const dispatcher = await api.signIn(...grants);
    const at = (hours: number) => new Date(api.clock.now().getTime() + hours * 3_600_000).toISOString();
    const { id } = await dispatcher.createCase(funeralCaseRequest({ not_before: at(24) }));
    await dispatcher.createCase(funeralCaseRequest({ not_before: at(-24) }));
    expect(await dispatcher.getCases({ planned: true })).toMatchObject({
      meta: { total_elements: 1 },
      cases: [{ id }],
    });
  });

  it("a search shows dispatchers of a branch no case of another branch, neither as a row nor in the count", async () => {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const northern = await api.bearer({ tenant, grants, branchIds: [north] });
    const southern = await api.bearer({ tenant, grants, branchIds: [south] });
    const { id } = await northern.createCase(funeralCaseRequest());
    expect((await northern.getCases()).cases).toMatchObject([{ id, branch_id: north }]);
    expect((await southern.getCases({ text: "Muster" })).meta.total_elements).toBe(0);
    expect((await (await api.signIn(...grants)).getCases()).meta.total_elements).toBe(0);
    await expect(southern.getCase({ id })).rejects.toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
    const both = [north, south].sort();
    const all = await api.bearer({ tenant, grants });
    expect(await all.getBranchesAssociatedCases({ branch_ids: both })).toMatchObject(
      both.map((branch_id) => ({ branch_id, total_elements: branch_id === north ? 1 : 0, total_is_exact: true })),
    );
    expect(await southern.getBranchesAssociatedCases({ branch_ids: both })).toEqual([
      { branch_id: south, total_elements: 0, total_is_exact: true, cases: [] },
    ]);
    expect(await northern.getBranchesAssociatedCases({ branch_ids: both })).toMatchObject([
      { branch_id: north, cases: [{ id }] },
    ]);
  });

  it("a search shows drivers the cases of their own tours, and on request only those still open there", async () => {
    const dispatcher = await api.signIn(...grants);
    const { tenant } = dispatcher.session;
    const driver = await api.bearer({ tenant, kind: "DEVICE", grants: ["getCases"] });
    const [done, open, foreign] = [1, 2, 3].map((number) => funeralCaseRequest({ display_name: `case ${number}` }));
    const ids = await Promise.all(
      [done!, open!, foreign!].map(async (draft) => (await dispatcher.createCase(draft)).id),
    );
    const { tour } = await putOnTour(tenant, ids[0]!, driver.session.device_id);
    await api.db.system.run(sql`update case_links set bucket = 'finished', closed_at = now() where tour_id = ${tour}`);
    await putOnTour(tenant, ids[2]!, null);
    await api.db.system.run(sql`
      insert into case_links (tenant_id, case_id, tour_id, state, bucket, last_actor) values (${tenant.id}, ${ids[1]}, ${tour}, 'ASSIGNED', 'open', 'D')`);
    expect(namesOf(await driver.getCases({ sort: ["display_name"] }))).toEqual(["case 1", "case 2"]);
    expect(namesOf(await driver.getCases({ only_my_tours: true }))).toEqual(["case 2"]);
    expect((await dispatcher.getCases({ only_my_tours: true })).meta.total_elements).toBe(3);
  });

  it("every case is either postponed or not, also one that was cancelled before the time it was postponed to", async () => {
    const dispatcher = await api.signIn(...grants, "receiveAction");
    const { id } = await dispatcher.createCase(funeralCaseRequest());
    await api.db.system.run(sql`
      update cases set postponed_until = now() + interval '1 day', state = 'CANCELLED', finalized = true where id = ${id}`);
    const count = async (postponed: boolean) => (await dispatcher.getCases({ postponed })).meta.total_elements;
    expect([await count(true), await count(false)]).toEqual([0, 1]);
  });

  it("a search for open cases shows each as open, with its actions, although one is cancelled while the search runs", async () => {
    const dispatcher = await api.signIn(...grants, "receiveAction");
    const { id, state } = await dispatcher.createCase(funeralCaseRequest());
    expect(state.actions).toContain("CANCEL");
    const search = await api.db.systemTransaction(dispatcher.session.tenant.id, async (tx) => {
      // The answers name tours, the page of the search does not: the search waits between the two.
      await tx.run(sql`lock table tours in access exclusive mode`);
      const blocked = await startBlockedWork({ tx, db: api.db.system }, () =>
        dispatcher.getCases({ states: ["OPEN"] }),
      );
      await tx.run(
        sql`update cases set state = 'CANCELLED', finalized = true where tenant_id = ${tx.tenantId} and id = ${id}`,
      );
      return blocked;
    });
    expect(await search.outcome).toMatchObject({ cases: [{ id, state: { current: "OPEN", actions: state.actions } }] });
    expect((await dispatcher.getCases({ states: ["OPEN"] })).cases).toEqual([]);
  });

  it("a search finds roadside cases by plate, with and without blanks", async () => {
    const club = await api.bearer({ tenantType: "ROADSIDE_ASSISTANCE", grants });
    await club.createCase(roadsideCaseRequest());
    for (const text of ["G123AB", "g 123 ab", "Gruber", "Skoda Oktavia"])
      expect([text, (await club.getCases({ text })).meta.total_elements]).toEqual([text, 1]);
    expect(namesOf(await club.getCases({ service_keys: ["PH_Standard"] }))).toEqual(["G 123 AB"]);
  });

  it.each([
    ["10,000 ids", { ids: Array.from({ length: 10_000 }, () => crypto.randomUUID()) }, "VALIDATION_FAILED"],
    ["a field that is no filter", { filter: { and: [] } }, "REQUEST_UNKNOWN_FIELD"],
    ["a page of size 0", { size: 0 }, "VALIDATION_FAILED"],
    ["an order by a hidden column", { sort: ["search_text"] }, "SORT_FIELD_UNKNOWN"],
  ])("a search refuses %s", async (_what, given, code) => {
    const dispatcher = await api.signIn(...grants);
    await expect(dispatcher.getCases(given as CaseSearchRequest)).rejects.toMatchObject({ status: 400, code });
  });

  it("a search treats special characters as text, and returns no error", async () => {
    const dispatcher = await api.signIn(...grants);
    await dispatcher.createCase(funeralCaseRequest());
    for (const text of ["%", "_%_", "\\", "';drop table cases;--", "a b c d e f g h i j k l", "🚑"])
      expect((await dispatcher.getCases({ text })).meta.total_elements).toBeLessThanOrEqual(1);
    const reversed = dispatcher.getCases({ created_from: "2026-03-02T00:00:00Z", created_to: "2026-03-01T00:00:00Z" });
    await expect(reversed).rejects.toMatchObject({ status: 422, code: "TIME_RANGE_INVALID" });
  });
});
