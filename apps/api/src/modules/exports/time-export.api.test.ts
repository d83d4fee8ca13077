import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { TimeExportRequest } from "@leitstand/contract/board/exports";
import { sql } from "#platform/database/sql";
import { insertBranch, type TenantFixture } from "../../testing/fixtures";
import { type ApiSession, startApi } from "../../testing/start-api";
import { createDepot, tourOfficeGrants } from "../../testing/tours";

type SubStateSpanDraft = readonly [subState: string, began_at: string, ended_at: string];

describe("the export of working time", () => {
  const api = startApi();

  async function anOffice(grants: readonly string[] = ["exportTime", ...tourOfficeGrants]) {
    const tenant = await api.aTenant();
    return { tenant, office: await api.bearer({ tenant, grants }), depot: await createDepot(api, tenant) };
  }

  const aPerson = async (tenant: TenantFixture, lastname: string) => {
    const id = randomUUID();
    await api.db.systemTransaction(tenant.id, (tx) =>
      tx.run(
        sql`insert into users (tenant_id, id, email, lastname) values (${tenant.id}, ${id}, ${`${id}@example.org`}, ${lastname})`,
      ),
    );
    return id;
  };

  interface TourDraft {
    readonly user: string;
    readonly from: string;
    readonly to: string;
    readonly branch?: string | null;
    readonly spans?: readonly SubStateSpanDraft[];
    readonly name?: string;
  }
  /** A tour that has ended, with its recorded sub-states. */
  const aTour = (tenant: TenantFixture, { user, from, to, branch = null, spans = [], name = "Tour" }: TourDraft) =>
    api.db.systemTransaction(tenant.id, async (tx) => {
      const id = randomUUID();
      await tx.run(sql`
        insert into tours (tenant_id, id, name, branch_id, status, started_at, ended_at)
        values (${tenant.id}, ${id}, ${name}, ${branch}, 'FINISHED', ${from}, ${to})`);
      await tx.run(sql`insert into tour_users (tenant_id, tour_id, user_id) values (${tenant.id}, ${id}, ${user})`);
      for (const [subState, began_at, ended_at] of spans)
        await tx.run(sql`
          insert into tour_sub_state_spans (tenant_id, tour_id, began_at, sub_state, ended_at)
          values (${tenant.id}, ${id}, ${began_at}, ${subState}, ${ended_at})`);
    });

  /** Rows without their heading, cells without their quotes. */
  async function rows(caller: ApiSession, request: Partial<TimeExportRequest>) {
    const answer = await caller.exportTime({
      from: "2026-03-01",
      to: "2026-03-31",
      rows: "DAYS",
      format: "CSV",
      ...request,
    });
    const lines = (await answer.text()).split("\r\n").slice(1, -1);
    return lines.map((line) => line.slice(1, -1).split('";"'));
  }

  const minutesOf = (cell: string) => cell.split(":").reduce((sum, part) => sum * 60 + Number(part), 0) / 60;
  /** Sum of a column in minutes; a shift around midnight has two rows. */
  const sumOf = (found: readonly (readonly string[])[], column: number) =>
    Math.round(found.reduce((sum, cells) => sum + minutesOf(cells[column] as string), 0));

  it("the working-time export splits a night shift at local midnight, with the breaks and time off duty of each day", async () => {
    const { tenant, office } = await anOffice();
    const user = await aPerson(tenant, "Gruber");
    await aTour(tenant, {
      user,
      from: "2026-03-10T20:00:00Z",
      to: "2026-03-11T04:00:00Z",
      spans: [
        ["ACTIVE", "2026-03-10T20:00:00Z", "2026-03-10T22:45:00Z"],
        ["ON_A_BREAK", "2026-03-10T22:45:00Z", "2026-03-10T23:15:00Z"],
        ["ACTIVE", "2026-03-10T23:15:00Z", "2026-03-11T02:00:00Z"],
        ["OFF_DUTY", "2026-03-11T02:00:00Z", "2026-03-11T03:00:00Z"],
        ["ACTIVE", "2026-03-11T03:00:00Z", "2026-03-11T04:00:00Z"],
      ],
    });
    const from = "2026-03-10 21:00:00 +01:00";
    expect(await rows(office, {})).toEqual([
      [
        "2026-03-10",
        "Gruber",
        "",
        "",
        "1",
        from,
        "2026-03-11 00:00:00 +01:00",
        "3:00:00",
        "0:15:00",
        "0:00:00",
        "2:45:00",
        "ja",
        "nein",
      ],
      [
        "2026-03-11",
        "Gruber",
        "",
        "",
        "1",
        "2026-03-11 00:00:00 +01:00",
        "2026-03-11 05:00:00 +01:00",
        "5:00:00",
        "0:15:00",
        "1:00:00",
        "3:45:00",
        "ja",
        "nein",
      ],
    ]);
    // The last day of a month takes its part of the shift, and the next month the rest.
    expect(await rows(office, { to: "2026-03-10" })).toHaveLength(1);
    expect(await rows(office, { from: "2026-03-11" })).toHaveLength(1);
  });

  it("the working-time export by day counts time in two tours of one person once", async () => {
    const { tenant, office } = await anOffice();
    const user = await aPerson(tenant, "Moser");
    await aTour(tenant, { user, from: "2026-03-10T06:00:00Z", to: "2026-03-10T15:00:00Z" });
    await aTour(tenant, { user, from: "2026-03-10T14:05:00Z", to: "2026-03-10T17:00:00Z" });
    await aTour(tenant, { user, from: "2026-03-10T16:00:00Z", to: "2026-03-10T16:30:00Z" });
    const [day] = await rows(office, {});
    expect([day?.[4], day?.[7], day?.[10]]).toEqual(["3", "11:00:00", "11:00:00"]);
  });

  it("the working-time export by day counts work in one tour as work while another one is off duty or on a break", async () => {
    const { tenant, office } = await anOffice();
    const user = await aPerson(tenant, "Pichler");
    await aTour(tenant, {
      user,
      from: "2026-03-10T06:00:00Z",
      to: "2026-03-10T15:00:00Z",
      spans: [
        ["ACTIVE", "2026-03-10T06:00:00Z", "2026-03-10T08:00:00Z"],
        ["ON_A_BREAK", "2026-03-10T08:00:00Z", "2026-03-10T09:00:00Z"],
        ["OFF_DUTY", "2026-03-10T13:00:00Z", "2026-03-10T15:00:00Z"],
      ],
    });
    await aTour(tenant, {
      user,
      from: "2026-03-10T13:30:00Z",
      to: "2026-03-10T16:00:00Z",
      spans: [
        ["ACTIVE", "2026-03-10T13:30:00Z", "2026-03-10T14:00:00Z"],
        ["ON_A_BREAK", "2026-03-10T14:00:00Z", "2026-03-10T14:15:00Z"],
      ],
    });
    const [day] = await rows(office, {});
    expect(day?.slice(7, 11)).toEqual(["10:00:00", "1:15:00", "0:30:00", "8:15:00"]);
  });

  it("the working-time export gives no negative time where all of a part was spent off duty", async () => {
    const { tenant, office } = await anOffice();
    const user = await aPerson(tenant, "Lang");
    const [from, began_at, ended_at, to] = ["06:00:00.000", "06:30:00.500", "08:15:11.000", "08:15:11.000"].map(
      (time) => `2026-03-10T${time}Z`,
    ) as [string, string, string, string];
    await aTour(tenant, {
      user,
      from,
      to,
      spans: [
        ["ON_A_BREAK", from, began_at],
        ["OFF_DUTY", began_at, ended_at],
      ],
    });
    const [day] = await rows(office, {});
    expect([day?.[8], day?.[9], day?.[10]]).toEqual(["0:30:01", "1:45:11", "0:00:00"]);
  });

  it("the working-time export counts 23 and 25 hours on days on which clocks change", async () => {
    const { tenant, office } = await anOffice();
    const user = await aPerson(tenant, "Huber");
    for (const day of ["2026-03-29", "2026-10-25"])
      await aTour(tenant, { user, from: `${day}T00:00:00+01:00`, to: `${day}T23:59:00Z` });
    const days = await rows(office, { from: "2026-03-29", to: "2026-10-25", rows: "TOURS" });
    expect(days.map((cells) => [cells[0], cells[9]])).toEqual([
      ["2026-03-29", "23:00:00"],
      ["2026-03-30", "1:59:00"],
      // The tour begins at 00:00+01:00, an hour after local midnight, which still was in summer time.
      ["2026-10-25", "24:00:00"],
    ]);
  });

  it("the working-time export begins a day at the first of two midnights, where clocks go back at midnight", async () => {
    const { tenant, office } = await anOffice();
    await api.db.system.run(sql`update tenants set timezone = 'America/Havana' where id = ${tenant.id}`);
    const user = await aPerson(tenant, "Gomez");
    await aTour(tenant, { user, from: "2026-11-01T03:30:00Z", to: "2026-11-02T06:00:00Z" });
    const days = await rows(office, { from: "2026-10-31", to: "2026-11-02", rows: "TOURS" });
    expect(days.map((cells) => [cells[0], cells[7], cells[9]])).toEqual([
      ["2026-10-31", "2026-10-31 23:30:00 -04:00", "0:30:00"],
      ["2026-11-01", "2026-11-01 00:00:00 -04:00", "25:00:00"],
      ["2026-11-02", "2026-11-02 00:00:00 -05:00", "1:00:00"],
    ]);
  });

  it("the working-time export subtracts a break that is still going on", async () => {
    const { office, depot } = await anOffice();
    const tour = await office.createAndStartTour({
      user_ids: [await depot.aUser()],
      vehicles: [{ vehicle_id: await depot.aVehicle() }],
    });
    api.clock.advance({ minutes: 40 });
    await office.updateTourStartedSubState({ id: tour.id, started_sub_state: "ON_A_BREAK" });
    api.clock.advance({ minutes: 20 });
    const day = (days: number) => new Date(api.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
    const found = await rows(office, { from: day(-2), to: day(2), rows: "TOURS" });
    expect(found.map((cells) => [sumOf(found, 9), sumOf(found, 10), sumOf(found, 12), cells[13], cells[14]])).toEqual(
      found.map(() => [60, 20, 40, "ja", "ja"]),
    );
  });

  it("the working-time export adds up the tours of a day, and marks days with a tour whose breaks are unknown", async () => {
    const { tenant, office } = await anOffice();
    const [zeller, auer] = [await aPerson(tenant, "Zeller"), await aPerson(tenant, "Auer")];
    const known: SubStateSpanDraft[] = [["ON_A_BREAK", "2026-03-10T06:00:00Z", "2026-03-10T07:00:00Z"]];
    await aTour(tenant, { user: zeller, from: "2026-03-10T06:00:00Z", to: "2026-03-10T07:00:00Z", spans: known });
    await aTour(tenant, { user: zeller, from: "2026-03-10T09:00:00Z", to: "2026-03-10T12:00:00Z" });
    await aTour(tenant, { user: auer, from: "2026-03-10T10:00:00Z", to: "2026-03-10T11:00:00Z" });
    const found = await rows(office, {});
    expect(
      found.map(([day, name, , , tours, , , shift, breaks, , net, isKnown]) => [
        day,
        name,
        tours,
        shift,
        breaks,
        net,
        isKnown,
      ]),
    ).toEqual([
      ["2026-03-10", "Auer", "1", "1:00:00", "0:00:00", "1:00:00", "nein"],
      ["2026-03-10", "Zeller", "2", "4:00:00", "1:00:00", "3:00:00", "nein"],
    ]);
  });

  it("the working-time export computes breaks from the sub-states that the crew has set", async () => {
    const { office, depot } = await anOffice();
    const tour = await office.createAndStartTour({
      user_ids: [await depot.aUser()],
      vehicles: [{ vehicle_id: await depot.aVehicle() }],
    });
    const change = (started_sub_state: "ON_A_BREAK" | "ACTIVE") =>
      office.updateTourStartedSubState({ id: tour.id, started_sub_state });
    api.clock.advance({ minutes: 60 });
    await change("ON_A_BREAK");
    api.clock.advance({ minutes: 30 });
    await change("ACTIVE");
    api.clock.advance({ minutes: 15 });
    const { lock_version } = await office.getTour({ id: tour.id });
    await office.finishTour({ id: tour.id, lock_version });
    const day = (days: number) => new Date(api.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
    const found = await rows(office, { from: day(-2), to: day(1), rows: "TOURS" });
    expect([sumOf(found, 9), sumOf(found, 10), sumOf(found, 12)]).toEqual([105, 30, 75]);
    expect(new Set(found.map((cells) => cells[13]))).toEqual(new Set(["ja"]));
  });

  it("the working-time export marks breaks as unknown for tours of an earlier release, which did not record them", async () => {
    const { office, depot } = await anOffice();
    const tour = await office.createAndStartTour({
      user_ids: [await depot.aUser()],
      vehicles: [{ vehicle_id: await depot.aVehicle() }],
    });
    await api.db.system.run(sql`update tours set started_sub_state = 'ON_A_BREAK' where id = ${tour.id}`);
    await office.updateTourStartedSubState({ id: tour.id, started_sub_state: "ACTIVE" });
    const day = (days: number) => new Date(api.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
    const found = await rows(office, { from: day(-2), to: day(2), rows: "TOURS" });
    expect(found.map((cells) => [cells[13], cells[14]])).toEqual([["nein", "ja"]]);
  });

  it("the working-time export reads further batches without omitting or repeating a person among shifts that began together", async () => {
    const { tenant, office } = await anOffice();
    const count = 2_501;
    await api.db.systemTransaction(tenant.id, async (tx) => {
      await tx.run(sql`
        insert into users (tenant_id, lastname, email)
        select ${tenant.id}, 'P' || n, ${tenant.id} || n || '@example.org' from generate_series(1, ${count}) n`);
      await tx.run(sql`
        insert into tours (tenant_id, name, status, started_at, ended_at)
        select ${tenant.id}, 'Tour', 'FINISHED', '2026-03-10T06:00:00Z', '2026-03-10T07:00:00Z' from generate_series(1, 7)`);
      await tx.run(sql`
        insert into tour_users (tenant_id, tour_id, user_id)
        select ${tenant.id}, tour.id, person.id from (select id, row_number() over () as n from users where tenant_id = ${tenant.id} and lastname like 'P%' and lastname <> 'Person') person
        join (select id, row_number() over () as n from tours where tenant_id = ${tenant.id}) tour on tour.n = person.n % 7 + 1`);
    });
    const names = (await rows(office, { rows: "TOURS" })).map((cells) => cells[1] as string);
    expect(names).toHaveLength(count);
    expect(new Set(names).size).toBe(count);
    expect(await rows(office, { rows: "DAYS" })).toHaveLength(count);
  });

  it("the working-time export can be limited to a branch or a person, and refuses those that do not exist or are out of scope", async () => {
    const { tenant, office } = await anOffice();
    const [home, away] = [await insertBranch(api.db, tenant.id, "home"), await insertBranch(api.db, tenant.id, "away")];
    const [gruber, huber] = [await aPerson(tenant, "Gruber"), await aPerson(tenant, "Huber")];
    const times = { from: "2026-03-10T06:00:00Z", to: "2026-03-10T07:00:00Z" };
    await aTour(tenant, { user: gruber, branch: home, ...times });
    await aTour(tenant, { user: huber, branch: away, ...times });
    const names = async (request: Partial<TimeExportRequest>, caller = office) =>
      (await rows(caller, request)).map((cells) => cells[1]);
    expect(await names({ branch_ids: [home] })).toEqual(["Gruber"]);
    expect(await names({ user_ids: [huber] })).toEqual(["Huber"]);
    const local = await api.bearer({ tenant, grants: ["exportTime"], branchIds: [home] });
    expect(await names({}, local)).toEqual(["Gruber"]);
    await expect(rows(local, { branch_ids: [away] })).rejects.toMatchObject({ code: "BRANCH_ACCESS_DENIED" });
    await expect(rows(office, { user_ids: [randomUUID()] })).rejects.toMatchObject({ code: "REFERENCE_NOT_FOUND" });
  });

  it("the working-time export shows drivers only their own time", async () => {
    const { tenant } = await anOffice();
    const driver = await api.bearer({ tenant, grants: ["exportTime"], roleType: "DRIVER" });
    const colleague = await aPerson(tenant, "Colleague");
    const times = { from: "2026-03-10T06:00:00Z", to: "2026-03-10T07:00:00Z" };
    await aTour(tenant, { user: driver.session.user_id as string, ...times });
    await aTour(tenant, { user: colleague, ...times });
    // Drivers with a role for the whole tenant reach only their own times.
    expect((await rows(driver, {})).map((cells) => cells[1])).toEqual(["Person"]);
  });

  it.each([
    [{ from: "2026-03-02", to: "2026-03-01" }, "TIME_RANGE_INVALID"],
    [{ from: "2025-01-01", to: "2026-01-02" }, "LIMIT_EXCEEDED"],
    [{ from: "2026-02-30" }, "VALIDATION_FAILED"],
    [{ format: "PDF" }, "VALIDATION_FAILED"],
  ] as const)("exportTime refuses %j with %s", async (request, code) => {
    const { office } = await anOffice();
    await expect(rows(office, request as Partial<TimeExportRequest>)).rejects.toMatchObject({ code });
  });

  it("exportTime accepts the first and last days that can be written", async () => {
    const { office } = await anOffice();
    for (const [from, to] of [
      ["0001-01-01", "0001-01-31"],
      ["9999-12-01", "9999-12-31"],
    ] as const)
      expect(await rows(office, { from, to })).toEqual([]);
  });

  it("exportTime returns a workbook, always as a download", async () => {
    const { office } = await anOffice();
    const answer = await office.exportTime({ from: "2026-03-01", to: "2026-03-31", rows: "DAYS", format: "XLSX" });
    expect(answer.headers.get("content-disposition")).toContain(
      'attachment; filename="Arbeitszeit 2026-03-01 2026-03-31.xlsx"',
    );
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe("PK");
  });
});
