import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { funeralCaseRequest } from "../../testing/cases";
import { insertBranch, type TenantFixture } from "../../testing/fixtures";
import { type ApiSession, startApi } from "../../testing/start-api";
import { insertTour, setLastVehiclePosition, type InsertTourOptions } from "../../testing/fleet";

const BASE_LATITUDE = 47;
const METERS_PER_DEGREE = 111_195;
const placeKilometersNorth = (kilometres: number) => ({
  lat: BASE_LATITUDE + (kilometres * 1000) / METERS_PER_DEGREE,
  lon: 15.44,
});
const grants = ["getSuggestions", "createCase", "getCases", "receiveAction", "assignCaseToTour", "getTours"];

describe("tours suggested for a case", () => {
  const api = startApi();

  interface TourOptions extends InsertTourOptions {
    /** Distance of the tour; absent when its position is unknown. */
    readonly kilometres?: number;
    readonly endsInMinutes?: number;
  }
  async function aTour(tenant: TenantFixture, options: TourOptions): Promise<string> {
    const id = await insertTour(api.db, tenant.id, options);
    if (options.endsInMinutes !== undefined)
      await api.db.system.run(sql`
        update tours set scheduled_end_at = ${new Date(api.clock.now().getTime() + options.endsInMinutes * 60_000)} where id = ${id}`);
    if (options.kilometres !== undefined)
      await setLastVehiclePosition(api.db, { tourId: id }, placeKilometersNorth(options.kilometres));
    return id;
  }
  const aCase = (dispatcher: ApiSession, [from, to]: readonly [number, number], options: object = {}) => {
    const draft = funeralCaseRequest(options);
    const data = draft.funeral_data as NonNullable<typeof draft.funeral_data>;
    return dispatcher.createCase({
      ...draft,
      funeral_data: {
        ...data,
        source_address: { city: "Graz", ...placeKilometersNorth(from) },
        target_address: { city: "Graz", ...placeKilometersNorth(to) },
      },
    });
  };
  const idsOf = ({ suggestions }: { suggestions: readonly { tour_id: string }[] }) =>
    suggestions.map(({ tour_id }) => tour_id);

  it("getSuggestions returns the best five tours, those with the shortest detour first", async () => {
    api.clock.freeze();
    const dispatcher = await api.signIn(...grants);
    const { tenant } = dispatcher.session;
    const tours: string[] = [];
    for (const kilometres of [30, 4, 12, 2, 20, 8, 25]) tours.push(await aTour(tenant, { kilometres }));
    const { id: case_id } = await aCase(dispatcher, [0, 1]);
    const answer = await dispatcher.getSuggestions({ case_id });
    expect(answer).toMatchObject({ source: "estimate", estimated: true });
    expect(idsOf(answer)).toEqual([tours[3], tours[1], tours[5], tours[2], tours[4]]);
    const [best] = answer.suggestions;
    expect(best).toMatchObject({ open_cases: 0, level: null, violations: [], added_meters: 1300 * 2 + 1300 });
    // The crew takes 60 s to set off, and drives 2.6 km by streets of a town.
    const arrival = Date.parse(best?.arrival_at ?? "") - api.clock.now().getTime();
    expect(arrival / 1000).toBeGreaterThan(350);
    expect(arrival / 1000).toBeLessThan(400);
    expect(Date.parse(best?.finished_at ?? "")).toBeGreaterThan(Date.parse(best?.arrival_at ?? "") + 50 * 60_000);
    expect((await dispatcher.getSuggestions({ case_id, size: 7 })).suggestions).toHaveLength(7);
  });

  it("the nearest of more than 500 running tours is suggested, although it was started last", async () => {
    api.clock.freeze();
    const dispatcher = await api.signIn(...grants);
    const { tenant } = dispatcher.session;
    const branch = await insertBranch(api.db, tenant.id);
    await api.db.systemTransaction(tenant.id, async (tx) => {
      await tx.run(
        sql`update branches set address = ${JSON.stringify(placeKilometersNorth(50))}::jsonb where id = ${branch}`,
      );
      await tx.run(sql`
        insert into tours (tenant_id, id, name, branch_id, status, started_sub_state, started_at)
        select ${tenant.id}, gen_random_uuid(), 'Crew', ${branch}, 'STARTED', 'ACTIVE', ${api.clock.now()}::timestamptz - interval '2 hours'
        from generate_series(1, 501)`);
    });
    const near = await aTour(tenant, { kilometres: 1 });
    const { id: case_id } = await aCase(dispatcher, [0, 1]);
    expect(idsOf(await dispatcher.getSuggestions({ case_id, size: 1 }))).toEqual([near]);
  });

  it("a suggestion places the case where it fits into the order of the stops", async () => {
    const dispatcher = await api.signIn(...grants);
    const { tenant } = dispatcher.session;
    const [onTheWay, elsewhere] = [await aTour(tenant, { kilometres: 0 }), await aTour(tenant, { kilometres: 6 })];
    const other = await aCase(dispatcher, [20, 22]);
    await dispatcher.receiveAction({
      id: other.id,
      action: "ASSIGN",
      tour_id: onTheWay,
      lock_version: other.lock_version,
    });
    const { id: case_id } = await aCase(dispatcher, [10, 12]);
    const { suggestions } = await dispatcher.getSuggestions({ case_id });
    expect(idsOf({ suggestions })).toEqual([onTheWay, elsewhere]);
    // The case is on the route of the tour, which gets no metre longer.
    expect(suggestions[0]).toMatchObject({ added_meters: 0, open_cases: 1 });
  });

  it("suggestions give the level of violated rules, and those without violations come first", async () => {
    const dispatcher = await api.signIn(...grants);
    const { tenant } = dispatcher.session;
    const small = await aTour(tenant, { kilometres: 1, capacity: 0 });
    const ending = await aTour(tenant, { kilometres: 2, endsInMinutes: 5 });
    const good = await aTour(tenant, { kilometres: 40 });
    const { id: case_id } = await aCase(dispatcher, [0, 1]);
    const { suggestions } = await dispatcher.getSuggestions({ case_id });
    expect(idsOf({ suggestions })).toEqual([good, ending, small].toSorted((one, other) => rank(one) - rank(other)));
    function rank(id: string) {
      const level = suggestions.find(({ tour_id }) => tour_id === id)?.level ?? null;
      return level === null ? 0 : 5 - ["CRITICAL", "SEVERE", "MODERATE", "MARGINAL", "ACCEPTABLE"].indexOf(level);
    }
    expect(suggestions[0]).toMatchObject({ tour_id: good, level: null });
    const of = (id: string) => suggestions.find(({ tour_id }) => tour_id === id);
    expect(of(small)?.violations).toMatchObject([{ constraint: "CAPACITY", level: "CRITICAL" }]);
    expect(of(ending)?.violations).toMatchObject([{ constraint: "SHIFT_END", delay_seconds: expect.any(Number) }]);
  });

  it("a shorter list of suggestions contains the first ones of the whole list", async () => {
    const dispatcher = await api.signIn(...grants);
    const { tenant } = dispatcher.session;
    const options = [
      {},
      { capacity: 0 },
      { endsInMinutes: 5 },
      { endsInMinutes: 45 },
      { capacity: 0, endsInMinutes: 1 },
    ];
    for (const [index, kilometres] of [9, 3, 14, 1, 30, 6, 2, 22, 5, 17, 11, 4, 26, 7, 19, 8].entries())
      await aTour(tenant, { ...options[index % options.length], kilometres });
    api.clock.freeze();
    const due_at = new Date(api.clock.now().getTime() + 25 * 60_000).toISOString();
    const { id: case_id } = await aCase(dispatcher, [0, 3], { due_at });
    const whole = idsOf(await dispatcher.getSuggestions({ case_id, size: 20 }));
    expect(whole).toHaveLength(16);
    for (const size of [1, 3, 5, 10])
      expect(idsOf(await dispatcher.getSuggestions({ case_id, size }))).toEqual(whole.slice(0, size));
  });

  it("suggestions give the delay of the case itself", async () => {
    api.clock.freeze();
    const dispatcher = await api.signIn(...grants);
    await aTour(dispatcher.session.tenant, { kilometres: 50 });
    const due_at = new Date(api.clock.now().getTime() + 10 * 60_000).toISOString();
    const { id: case_id } = await aCase(dispatcher, [0, 1], { due_at });
    const { suggestions } = await dispatcher.getSuggestions({ case_id });
    expect(suggestions[0]?.violations).toMatchObject([{ constraint: "DELAY", case_id }]);
    expect(suggestions[0]?.violations[0]?.delay_seconds).toBeGreaterThan(30 * 60);
  });

  it("suggestions omit tours that take no cases, already have the case, or have no known position", async () => {
    const dispatcher = await api.signIn(...grants);
    const { tenant } = dispatcher.session;
    const has = await aTour(tenant, { kilometres: 1 });
    for (const subState of ["OFF_DUTY", "NOT_TAKING_CASES"]) await aTour(tenant, { kilometres: 1, subState });
    await aTour(tenant, {});
    const free = await aTour(tenant, { kilometres: 3, subState: "ON_A_BREAK" });
    const { id: case_id, lock_version } = await aCase(dispatcher, [0, 1]);
    await dispatcher.receiveAction({ id: case_id, action: "ASSIGN", tour_id: has, lock_version });
    expect(idsOf(await dispatcher.getSuggestions({ case_id }))).toEqual([free]);
  });

  it("suggestions are limited to tours and cases in the caller's scope", async () => {
    const tenant = await api.aTenant();
    const [home, away] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const dispatcher = await api.bearer({ tenant, grants, branchIds: [home] });
    const everywhere = await api.bearer({ tenant, grants });
    const own = await aTour(tenant, { kilometres: 9, branchId: home });
    await aTour(tenant, { kilometres: 1, branchId: away });
    const mine = await aCase(everywhere, [0, 1], { branch_id: home });
    const theirs = await aCase(everywhere, [0, 1], { branch_id: away });
    expect(idsOf(await dispatcher.getSuggestions({ case_id: mine.id }))).toEqual([own]);
    const missing = { status: 404, code: "RESOURCE_NOT_FOUND" };
    await expect(dispatcher.getSuggestions({ case_id: theirs.id })).rejects.toMatchObject(missing);
    const stranger = await api.signIn(...grants);
    await expect(stranger.getSuggestions({ case_id: mine.id })).rejects.toMatchObject(missing);
  });

  it("suggestions are refused for a case without a known place", async () => {
    const dispatcher = await api.signIn(...grants);
    const { id: case_id } = await dispatcher.createCase(funeralCaseRequest());
    const nowhere = dispatcher.getSuggestions({ case_id });
    await expect(nowhere).rejects.toMatchObject({ status: 422, code: "GEOMETRY_INVALID" });
    expect(await nowhere.catch((refusal) => refusal.arg("reason"))).toBe("NO_POSITION");
  });
});
