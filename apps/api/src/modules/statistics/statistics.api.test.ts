import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { funeralCaseRequest, roadsideCaseRequest, funeralDataExample } from "../../testing/cases";
import { createTestTourCrew, dispatchGrants } from "../../testing/dispatch";
import { insertBranch } from "../../testing/fixtures";
import { type ApiSession, startApi } from "../../testing/start-api";
import { recountStaleMonths } from "./index";

const grants = ["createCase", "getCases", "updateCase", "getStatistics"];
const topAddressesQuery = { period: "DAY", limit: 10 } as const;
const repeatTimes = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

describe("statistics", () => {
  const api = startApi();
  const places = (found: { addresses: readonly { name: string | null; count: number }[] }) =>
    found.addresses.map(({ name, count }) => [name, count]);

  it("statistics list the most frequent places of cases, and never a home or a place of one or two cases", async () => {
    const office = await api.signIn(...grants);
    await repeatTimes(4, () => office.createCase(funeralCaseRequest()));
    const from = (source_address: object) =>
      office.createCase(funeralCaseRequest({ funeral_data: { ...funeralDataExample, source_address } }));
    await repeatTimes(5, () => from({ name: "Familie Huber", city: "Graz", home: true }));
    await repeatTimes(2, () => from({ name: "Pension Rosa", city: "Graz" }));
    await repeatTimes(3, (index) => from({ name: index === 0 ? "Heim Süd" : " HEIM  süd", zip_code: "8 041" }));
    const { total, others, addresses } = await office.getTopSourceAddressesStatistics(topAddressesQuery);
    expect({ total, others }).toEqual({ total: 14, others: 7 });
    expect(addresses).toMatchObject([
      {
        name: "Landeskrankenhaus",
        street: "Auenbruggerplatz",
        house_number: "1",
        city: "Graz",
        count: 4,
        share: 4 / 14,
      },
      { count: 3, share: 3 / 14 },
    ]);
    expect(places(await office.getTopSourceAddressesStatistics({ ...topAddressesQuery, limit: 1 }))).toEqual([
      ["Landeskrankenhaus", 4],
    ]);
    expect(places(await office.getTopDestinationAddressesStatistics({ ...topAddressesQuery, limit: 1 }))).toEqual([
      ["Zentralfriedhof", 14],
    ]);
  });

  it("statistics count a case at its new place, whether the office or the towing crew changes it", async () => {
    const tenant = await api.aTenant("ROADSIDE_ASSISTANCE");
    const office = await api.bearer({ tenant, grants: [...dispatchGrants, "getStatistics"] });
    const cases = await repeatTimes(3, () => office.createCase(roadsideCaseRequest()));
    expect((await office.getTopDestinationAddressesStatistics(topAddressesQuery)).total).toBe(0);
    const edited = cases[0] as (typeof cases)[number];
    const garage = { name: "Werkstatt Weber", zip_code: "8700", city: "Leoben" };
    const { rsa_data } = roadsideCaseRequest();
    const change = { ...rsa_data, source_address: { name: "Parkhaus", city: "Graz" }, target_address: garage };
    await office.updateCase({ ...roadsideCaseRequest({ rsa_data: change }), id: edited.id, lock_version: 0 });
    for (const { id } of cases.slice(1)) {
      const { tour_id, driver } = await createTestTourCrew(api, tenant);
      await office.receiveAction({ id, action: "ASSIGN", tour_id, lock_version: 0 });
      const steps = ["ACCEPT", "ON_THE_WAY", "ARRIVE", "TO_TOWING_DESTINATION"] as const;
      for (const [index, action] of steps.entries())
        await driver.receiveAction({
          id,
          action,
          tour_id,
          lock_version: index + 1,
          ...(action === "TO_TOWING_DESTINATION" ? { payload: { destination: garage } } : {}),
        });
    }
    expect(places(await office.getTopDestinationAddressesStatistics(topAddressesQuery))).toEqual([
      ["Werkstatt Weber", 3],
    ]);
    const { total, others } = await office.getTopSourceAddressesStatistics(topAddressesQuery);
    expect({ total, others }).toEqual({ total: 3, others: 3 });
  });

  it("statistics reveal no data of other tenants and branches", async () => {
    const house = (name: string) =>
      funeralCaseRequest({
        funeral_data: { ...funeralDataExample, source_address: { name, city: "Graz" }, target_address: null },
      });
    const offices: { name: string; local: ApiSession; whole: ApiSession }[] = [];
    for (const company of ["North", "South"]) {
      const tenant = await api.aTenant();
      const whole = await api.bearer({ tenant, grants });
      for (const name of [`${company} 1`, `${company} 2`]) {
        const branch_id = await insertBranch(api.db, tenant.id, name);
        const due_at = new Date(api.clock.now().getTime() + 3_600_000).toISOString();
        await repeatTimes(3, () => whole.createCase({ ...house(name), display_name: name, branch_id, due_at }));
        await api.db.systemTransaction(tenant.id, (tx) =>
          tx.run(sql`insert into tours (name, branch_id, status, started_sub_state, started_at)
            values (${name}, ${branch_id}, 'STARTED', 'ACTIVE', now() - interval '2 hours')`),
        );
        await tenDeliveredCases(tenant.id, branch_id);
        offices.push({ name, whole, local: await api.bearer({ tenant, grants, branchIds: [branch_id] }) });
      }
    }
    for (const { name, local } of offices) {
      const due_to = new Date(api.clock.now().getTime() + 7_200_000).toISOString();
      const lists = [
        await local.getActiveToursStatistics({ duration: "PT1H" }),
        await local.getCasesWithoutAddressesStatistics({}),
        await local.getUnassignedCasesStatistics({ due_to }),
      ];
      expect(lists.map(({ count }) => count)).toEqual([1, 3, 3]);
      for (const { display_name } of lists.flatMap(({ items }) => items as { display_name: string }[]))
        expect(display_name).toBe(name);
      expect(places(await local.getTopSourceAddressesStatistics({ period: "YEAR", limit: 100 }))).toEqual([[name, 3]]);
      expect((await local.getDeliveredCasesStatistics({})).count).toBe(10);
    }
    expect((await (offices[0] as (typeof offices)[number]).whole.getDeliveredCasesStatistics({})).count).toBe(20);
  });

  const tenDeliveredCases = (tenantId: string, branch_id: string) =>
    api.db.systemTransaction(tenantId, (tx) =>
      tx.run(sql`
        insert into cases (branch_id, data_type, state, finalized, approved, funeral_data, created_at, finalized_at)
        select ${branch_id}, 'FUNERAL', 'DELIVERED', true, true, '{}', now() - (n || ' minutes')::interval, now()
        from generate_series(1, 10) n`),
    );

  it("statistics show how long cases took from creation to closing, excluding cancelled ones", async () => {
    const office = await api.signIn(...grants);
    const { tenant } = office.session;
    expect(await office.getDeliveredCasesStatistics({})).toMatchObject({ count: 0, median_seconds: null });
    await tenDeliveredCases(tenant.id, await insertBranch(api.db, tenant.id));
    await api.db.system.run(sql`
      insert into cases (tenant_id, natural_id, data_type, state, finalized, approved, funeral_data, created_at, finalized_at)
      values (${tenant.id}, 'C-1', 'FUNERAL', 'CANCELLED', true, true, '{}', now() - interval '9 hours', now())`);
    const { count, median_seconds, p90_seconds, days } = await office.getDeliveredCasesStatistics({});
    expect({ count, median_seconds, p90_seconds }).toEqual({ count: 10, median_seconds: 300, p90_seconds: 540 });
    expect(days.reduce((sum, day) => sum + day.count, 0)).toBe(10);
    expect([2, 3]).toContain(days.length);
  });

  it("a cancelled roadside case does not count as delivered, also after its papers are closed and reopened", async () => {
    const tenant = await api.aTenant("ROADSIDE_ASSISTANCE");
    const office = await api.bearer({ tenant, grants: [...dispatchGrants, "getStatistics"] });
    const { tour_id } = await createTestTourCrew(api, tenant);
    const { id } = await office.createCase(roadsideCaseRequest());
    const wordsOf: Partial<Record<CaseAction, object>> = {
      CANCEL: { reason: "Fährt wieder" },
      FINISH: { payload: { finish_reason: "Starthilfe" } },
      UNDO: { reason: "Doch nicht", payload: { force: true } },
    };
    const act = async (action: CaseAction) => {
      const { lock_version } = await office.getCase({ id });
      return office.receiveAction({ id, action, tour_id, lock_version, ...wordsOf[action] });
    };
    const countAfter = async (...actions: CaseAction[]) => {
      for (const action of actions) await act(action);
      const { state } = await office.getCase({ id });
      return [state.current, (await office.getDeliveredCasesStatistics({})).count];
    };
    expect(await countAfter("ASSIGN", "CANCEL")).toEqual(["cancelled", 0]);
    expect(await countAfter("DONE")).toEqual(["adActa", 0]);
    expect(await countAfter("UNDO")).toEqual(["cancelled", 0]);
    expect(await countAfter("UNDO", "ON_THE_WAY", "ARRIVE", "FINISH")).toEqual(["finished", 1]);
  });

  it("statistics list cases with missing data, the oldest first, and do not require a destination of roadside cases", async () => {
    const office = await api.signIn(...grants);
    const without = (fields: object) =>
      office.createCase(funeralCaseRequest({ funeral_data: { ...funeralDataExample, ...fields } }));
    const both = await without({ source_address: { contact_name: "Huber" }, target_address: null });
    const target = await without({ target_address: null });
    await without({});
    const { items } = await office.getCasesWithoutAddressesStatistics({ cases_age_threshold_in_hours: 0 });
    expect(items).toMatchObject([
      { id: both.id, missing: "BOTH", state: "OPEN" },
      { id: target.id, missing: "TARGET" },
    ]);
    expect((await office.getCasesWithoutAddressesStatistics({ cases_age_threshold_in_hours: 1 })).count).toBe(0);
    const tenant = await api.aTenant("ROADSIDE_ASSISTANCE");
    const club = await api.bearer({ tenant, grants });
    await club.createCase(roadsideCaseRequest());
    const unknown = await club.createCase(roadsideCaseRequest({ rsa_data: null }));
    expect((await club.getCasesWithoutAddressesStatistics({})).items).toMatchObject([
      { id: unknown.id, missing: "SOURCE" },
    ]);
  });

  it("statistics and the list of cases show the same number of unassigned cases", async () => {
    const tenant = await api.aTenant();
    const office = await api.bearer({ tenant, grants: [...dispatchGrants, "getStatistics"] });
    const due_at = new Date(api.clock.now().getTime() - 3_600_000).toISOString();
    const [first, second] = await repeatTimes(2, () => office.createCase(funeralCaseRequest({ due_at })));
    const { tour_id } = await createTestTourCrew(api, tenant);
    await office.receiveAction({ id: first?.id ?? "", action: "ASSIGN", tour_id, lock_version: 0 });
    const due_to = api.clock.now().toISOString();
    const { count, items } = await office.getUnassignedCasesStatistics({ due_to });
    expect(count).toBe((await office.getCases({ unassigned: true, due_to })).meta.total_elements);
    expect(items.map(({ id, overdue_seconds }) => [id, overdue_seconds >= 3_600])).toEqual([[second?.id, true]]);
  });

  it("statistics list deceased persons with a cold storage deadline first, if the tenant has such a deadline", async () => {
    const office = await api.signIn(...grants, "updateTenant");
    const { id } = office.session.tenant;
    const cold = { ...funeralDataExample.target_address, cold_storage: true };
    await office.createCase(funeralCaseRequest());
    await office.createCase(
      funeralCaseRequest({
        funeral_data: {
          ...funeralDataExample,
          source_address: { ...funeralDataExample.source_address, cold_storage: true },
          target_address: cold,
        },
      }),
    );
    const early = await office.createCase(
      funeralCaseRequest({ funeral_data: { ...funeralDataExample, transport_type: "Vorzeitige Abholung" } }),
    );
    const warm = await office.createCase(
      funeralCaseRequest({ funeral_data: { ...funeralDataExample, target_address: cold } }),
    );
    const found = async () => (await office.getUnassignedCasesEarlyPickupStatistics({})).items;
    expect(await found()).toMatchObject([
      { id: warm.id, due_at: null, cold_by: expect.any(String) },
      { id: early.id, due_at: null, cold_by: null, overdue_seconds: null },
    ]);
    await api.db.system.run(sql`update tenants set settings = '{"cold_storage_hours": null}' where id = ${id}`);
    expect((await found()).map((item) => item.id)).toEqual([early.id]);
  });

  it.each([
    ["PT59S", "minimum"],
    ["P31DT1S", "maximum"],
    ["P5W", "maximum"],
    ["P1M", "pattern"],
    ["10 hours", "pattern"],
  ])("statistics refuse the duration %s", async (duration, rule) => {
    const office = await api.signIn("getStatistics");
    const fault = await office.getActiveToursStatistics({ duration }).catch((error: unknown) => error);
    expect(fault).toMatchObject({
      status: 400,
      code: "REQUEST_PARAMETER_INVALID",
      args: [{ value: "duration" }, { value: rule }],
    });
  });

  it.each([
    ["active_tours", "REQUEST_PARAMETER_MISSING"],
    ["unassigned_cases", "REQUEST_PARAMETER_MISSING"],
    ["unassigned_cases?due_to=soon", "REQUEST_PARAMETER_INVALID"],
    ["top_source_addresses?period=DAY", "REQUEST_PARAMETER_MISSING"],
    ["top_source_addresses?period=DECADE&limit=1", "REQUEST_PARAMETER_INVALID"],
    ["top_destination_addresses?period=DAY&limit=101", "REQUEST_PARAMETER_INVALID"],
    ["delivered_cases?cases_age_threshold_in_hours=0", "REQUEST_PARAMETER_INVALID"],
    ["delivered_cases?cases_age_threshold_in_hours=8761", "REQUEST_PARAMETER_INVALID"],
  ])("statistics refuse the query %s", async (path, code) => {
    const { session } = await api.signIn("getStatistics");
    const answer = await fetch(`${api.url}/api/v1/statistics-dashboard/${path}`, {
      headers: { authorization: `Bearer ${session.token}` },
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code }]);
  });

  it("statistics include a change that is made while its month is being counted", async () => {
    const office = await api.signIn(...grants);
    const { tenant } = office.session;
    const ids = await repeatTimes(4, async () => (await office.createCase(funeralCaseRequest())).id);
    await api.db.system.run(sql`
      update cases set created_at = now() - interval '70 days' where tenant_id = ${tenant.id}`);
    const cemetery = async () =>
      places(await office.getTopDestinationAddressesStatistics({ period: "YEAR", limit: 5 }));
    await recountStaleMonths(api.db);
    const counted = sql`select count(*)::int as months from month_builds where counted = 'PLACES' and tenant_id = ${tenant.id} and not dirty`;
    expect(await api.db.system.one(counted)).toEqual({ months: 1 });
    // The change is written, and not yet committed, while the month is requested and would be counted again.
    await api.db.transaction(tenant.id, async (tx) => {
      await tx.run(sql`
        update cases set funeral_data = jsonb_set(funeral_data, '{target_address,name}', '"Waldfriedhof"')
        where tenant_id = ${tenant.id} and id = ${ids[0]}`);
      await recountStaleMonths(api.db);
      expect(await cemetery()).toEqual([["Zentralfriedhof", 4]]);
    });
    expect(await cemetery()).toEqual([["Zentralfriedhof", 3]]);
    await recountStaleMonths(api.db);
    expect([await cemetery(), await api.db.system.one(counted)]).toEqual([[["Zentralfriedhof", 3]], { months: 1 }]);
  });
});
