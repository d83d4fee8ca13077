import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { insertBranch, insertBranchGroup } from "../../testing/fixtures";
import { startBlockedWork } from "../../testing/races/blocked-work";
import { type ApiSession, startApi } from "../../testing/start-api";
import { createWebhookFixture } from "../../testing/webhooks/webhook-fixtures";
import { morningShiftTimes, readTourEvents, tourOfficeGrants } from "../../testing/tours";

const grants = ["getUsers", "createUser", "updateUser", "deleteUser", "createRole"] as const;
/** Answers kept to be repeated, which are deleted after a day. */
const tablesKeptForOneDay = ["idempotency_records"];

describe("deleting a user", () => {
  const api = startApi();

  async function atWork() {
    const tenant = await api.aTenant();
    const branch = await insertBranch(api.db, tenant.id);
    const branch_group_id = await insertBranchGroup(api.db, tenant.id, [branch]);
    const boss = await api.bearer({ tenant, grants, roleType: "ADMINISTRATOR" });
    const role = await boss.createRole({
      name: "Driver",
      role_type: "DRIVER",
      branch_access: "BRANCH_SINGLE",
      grants: ["getUsers"],
    });
    const user = await boss.createUser({
      firstname: "Canaria",
      lastname: "Canary",
      email: "canary@example.org",
      phone_number: "+4366400000001",
      external_id: "canary-7",
      role_associations: [{ role_id: role.id, branch_group_id }],
    });
    return { tenant, boss, user, branch, branch_group_id };
  }

  /** Tables that still hold a text of the person. */
  async function tablesWithTraces(tenantId: string) {
    const tables = await api.db.system.many<{ name: string }>(sql`
      select distinct table_name as name from information_schema.columns c
      join pg_class on pg_class.oid = to_regclass(quote_ident(c.table_name)) and relkind in ('r', 'p')
      where table_schema = 'public' and column_name = 'tenant_id' order by 1`);
    const found: string[] = [];
    for (const { name } of tables) {
      const { count } = await api.db.systemTransaction(tenantId, (tx) =>
        tx.one<{ count: number }>(sql`
          select count(*) as count from unnest(xpath('//row/text/text()', query_to_xml(
            format('select t::text as text from %I t where tenant_id = %L', ${name}::text, ${tenantId}::text), true, false, ''))::text[]) as trace
          where trace ~* 'canar|4366400000001'`),
      );
      if (count > 0) found.push(name);
    }
    return found.filter((name) => !tablesKeptForOneDay.includes(name));
  }

  const rest = (boss: ApiSession, id: string, branch_group_id: string) =>
    boss.updateUserActiveState({ id, branch_group_id, active: false });

  it("deleting a user is refused while the user is active in any branch group", async () => {
    const { boss, user, branch_group_id } = await atWork();
    const early = boss.deleteInactiveUser({ id: user.id });
    await expect(early).rejects.toMatchObject({ status: 409, code: "USER_NOT_INACTIVE" });
    await rest(boss, user.id, branch_group_id);
    await boss.deleteInactiveUser({ id: user.id });
    await expect(boss.getUser({ id: user.id })).rejects.toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
    expect((await boss.getUsers()).users.map(({ id }) => id)).toEqual([boss.session.user_id]);
  });

  it("deleting a user is refused to an administrator without access to all of the user's branches", async () => {
    const { tenant, boss, user, branch, branch_group_id } = await atWork();
    const second = await insertBranch(api.db, tenant.id);
    const both = await insertBranchGroup(api.db, tenant.id, [branch, second]);
    await api.db.system.run(sql`
      insert into role_associations (tenant_id, user_id, role_id, branch_group_id)
      select tenant_id, user_id, role_id, ${both} from role_associations where tenant_id = ${tenant.id} and user_id = ${user.id}`);
    for (const group of [branch_group_id, both]) await rest(boss, user.id, group);
    const local = await api.bearer({ tenant, grants, branchIds: [branch] });
    const tooFar = local.deleteInactiveUser({ id: user.id });
    await expect(tooFar).rejects.toMatchObject({ status: 403, code: "BRANCH_ACCESS_DENIED" });
  });

  it("deleting a user announces the end of the user's absences and shifts to the offices of their branches", async () => {
    const { tenant, boss, user, branch, branch_group_id } = await atWork();
    const planner = await api.bearer({ tenant, grants: ["readCalendars", "writeCalendars"] });
    const anEvent = (event_type: "UNAVAILABLE" | "SCHEDULED_SHIFT", resource_id: string) =>
      planner.createDefaultCalendarEvent({
        event_type,
        resource_type: "USER",
        resource_id,
        start_at: "2026-03-02T08:00:00Z",
        end_at: "2026-03-02T12:00:00Z",
      });
    const ended = [await anEvent("UNAVAILABLE", user.id), await anEvent("SCHEDULED_SHIFT", user.id)];
    await anEvent("UNAVAILABLE", boss.session.user_id as string);
    await rest(boss, user.id, branch_group_id);
    await boss.deleteInactiveUser({ id: user.id });
    const news = await api.db.system.many<{ event_id: string }>(sql`
      select payload ->> 'event_id' as event_id, audience -> 'branch_ids' as branch_ids from events
      where tenant_id = ${tenant.id} and type = 'calendar' and payload ->> 'change' = 'deleted' order by payload ->> 'event_id'`);
    const ids = ended.map(({ id }) => id).toSorted();
    expect(news).toEqual(ids.map((event_id) => ({ event_id, branch_ids: [branch] })));
  });

  const anOffice = (company: Awaited<ReturnType<typeof atWork>>) =>
    api.bearer({ tenant: company.tenant, grants: tourOfficeGrants, branchIds: [company.branch] });

  it("a driver on a running tour cannot be deleted, because the driver alone can finish it", async () => {
    const company = await atWork();
    const { boss, user, branch_group_id } = company;
    const office = await anOffice(company);
    const { id, lock_version } = await office.createAndStartTour({ user_ids: [user.id] });
    await rest(boss, user.id, branch_group_id);
    const early = boss.deleteInactiveUser({ id: user.id });
    await expect(early).rejects.toMatchObject({
      status: 409,
      code: "RESOURCE_IN_USE",
      args: [
        { key: "by", value: "tour" },
        { key: "count", value: "1" },
      ],
    });
    expect(await boss.getUser({ id: user.id })).toMatchObject({ firstname: "Canaria" });
    await office.finishTour({ id, lock_version });
    await boss.deleteInactiveUser({ id: user.id });
    expect((await office.getTour({ id })).users.map(({ id: member }) => member)).toEqual([user.id]);
  });

  it("deleting a driver takes the driver off planned tours, which is announced, and the crew can be changed", async () => {
    const company = await atWork();
    const { tenant, boss, user, branch, branch_group_id } = company;
    const office = await anOffice(company);
    const colleague = (await api.bearer({ tenant, grants: [], branchIds: [branch] })).session.user_id as string;
    const crew = { ...morningShiftTimes, user_ids: [user.id, colleague] };
    const { id } = await office.createScheduledTour(crew);
    await rest(boss, user.id, branch_group_id);
    await boss.deleteInactiveUser({ id: user.id });
    expect(await office.getTour({ id })).toMatchObject({ users: [{ id: colleague }], lock_version: 1 });
    expect((await readTourEvents(api, id)).at(-1)).toMatchObject({
      type: "tour update",
      payload: { change: "updated", lock_version: 1 },
      audience: { branch_ids: [branch], user_ids: expect.arrayContaining([user.id, colleague]) },
    });
    const third = (await api.bearer({ tenant, grants: [], branchIds: [branch] })).session.user_id as string;
    await office.setScheduledTourUsers({ id, user_ids: [colleague, third] });
  });

  it("the copy of a past tour has the people of its crew who were not deleted", async () => {
    const company = await atWork();
    const { tenant, boss, user, branch, branch_group_id } = company;
    const office = await anOffice(company);
    const colleague = (await api.bearer({ tenant, grants: [], branchIds: [branch] })).session.user_id as string;
    const { id: tour_id, lock_version } = await office.createAndStartTour({ user_ids: [user.id, colleague] });
    await office.finishTour({ id: tour_id, lock_version });
    await rest(boss, user.id, branch_group_id);
    await boss.deleteInactiveUser({ id: user.id });
    const { scheduled_start_at } = morningShiftTimes;
    const copy = await office.duplicateTour({ tour_id, scheduled_start_at });
    expect(copy.users.map(({ id }) => id)).toEqual([colleague]);
  });

  it("a driver who is put on a planned tour while being deleted is not found", async () => {
    const company = await atWork();
    const { tenant, user } = company;
    const office = await anOffice(company);
    const { id } = await office.createScheduledTour(morningShiftTimes);
    const joining = await api.db.systemTransaction(tenant.id, async (tx) => {
      await tx.run(sql`select 1 from users where id = ${user.id} for update`);
      const waiting = await startBlockedWork({ tx, db: api.db.system }, () =>
        office.setScheduledTourUsers({ id, user_ids: [user.id] }),
      );
      await tx.run(sql`select erase_user(${user.id})`);
      return waiting;
    });
    await expect(joining.outcome).rejects.toMatchObject({ status: 422, code: "REFERENCE_NOT_FOUND" });
  });

  it("deleting a user removes all personal data, and keeps the id to which histories refer", async () => {
    const { tenant, boss, user, branch_group_id } = await atWork();
    const { webhook } = await createWebhookFixture(api, "https://receiver.example.org", { tenant });
    const [case_id, tour_id, comment_id] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    await api.db.systemTransaction(tenant.id, async (tx) => {
      await tx.run(sql`
        insert into tours (tenant_id, id, status, started_at, ended_at, tour_lead_external_user_id)
        values (${tenant.id}, ${tour_id}, 'FINISHED', now(), now(), 'canary-7')`);
      await tx.run(
        sql`insert into tour_users (tenant_id, tour_id, user_id) values (${tenant.id}, ${tour_id}, ${user.id})`,
      );
      await tx.run(sql`
        insert into cases (tenant_id, id, data_type, display_name, state, approved, funeral_data) values (${tenant.id}, ${case_id}, 'FUNERAL', 'Transport', 'OPEN', true, '{}')`);
      await tx.run(sql`
        insert into case_comments (tenant_id, id, case_id, text, user_id, author_name)
        values (${tenant.id}, ${comment_id}, ${case_id}, 'On the way', ${user.id}, 'Canaria Canary')`);
      await tx.run(sql`
        with told as (
          insert into events (tenant_id, type, payload)
          values (${tenant.id}, 'case comment', jsonb_build_object('comment_id', ${comment_id}::text, 'author_name', 'Canaria Canary'))
          returning id, payload)
        insert into webhook_deliveries (tenant_id, webhook_id, event_id, type, occurred_at, data, status, ended_at)
        select ${tenant.id}, ${webhook.id}, id, 'case comment', now(), payload::text, 'HELD', now() from told`);
      await tx.run(sql`
        insert into sync_runs (tenant_id, job, status, faults)
        values (${tenant.id}, 'DRIVERS', 'DONE', '[{"row": 0, "external_id": "canary-7", "code": "NOT_A_DRIVER"}, {"row": 1, "external_id": "B1", "code": "NOT_A_DRIVER"}]')`);
      await tx.run(sql`
        insert into outbox_messages (tenant_id, channel, recipient, body, purpose) values (${tenant.id}, 'SMS', '+4366400000001', 'Code', 'SIGN_IN_CODE')`);
    });
    const planner = await api.bearer({ tenant, grants: ["readCalendars", "writeCalendars"] });
    await planner.createDefaultCalendarEvent({
      event_type: "UNAVAILABLE",
      resource_type: "USER",
      resource_id: user.id,
      start_at: "2026-03-02T08:00:00Z",
      end_at: "2026-03-02T12:00:00Z",
      note: "Canaria at the doctor",
    });
    await planner.createCalendarFeed({ resource_type: "USER", resource_id: user.id });
    await api.db.system.run(sql`
      insert into location_readers (tenant_id, user_id, hour, reader_id, purpose)
      values (${tenant.id}, ${user.id}, now(), ${boss.session.user_id}, 'MAP')`);
    expect(await tablesWithTraces(tenant.id)).toEqual(
      expect.arrayContaining([
        "calendar_events",
        "case_comments",
        "events",
        "outbox_messages",
        "sync_runs",
        "tours",
        "users",
        "webhook_deliveries",
      ]),
    );
    await rest(boss, user.id, branch_group_id);
    await boss.deleteInactiveUser({ id: user.id });
    expect(await tablesWithTraces(tenant.id)).toEqual([]);
    const { left } = await api.db.system.one<{ left: number }>(sql`
      select (select count(*) from calendar_feeds where tenant_id = ${tenant.id})
        + (select count(*) from location_readers where tenant_id = ${tenant.id}) as left`);
    expect(left).toBe(0);
    const { faults } = await api.db.system.one<{ faults: object[] }>(sql`
      select faults from sync_runs where tenant_id = ${tenant.id}`);
    expect(faults).toEqual([
      { row: 0, external_id: null, code: "NOT_A_DRIVER" },
      { row: 1, external_id: "B1", code: "NOT_A_DRIVER" },
    ]);
    const driven = await api.db.system.many(sql`
      select user_id from tour_users where tenant_id = ${tenant.id} and tour_id = ${tour_id}`);
    expect(driven).toEqual([{ user_id: user.id }]);
    const again = boss.createUser({ firstname: "Canaria", lastname: "Canary", email: "canary@example.org" });
    await expect(again).resolves.toMatchObject({ lock_version: 0 });
  });
});
