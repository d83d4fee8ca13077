import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { insertBranch } from "../../testing/fixtures";
import { type ApiSession, startApi } from "../../testing/start-api";

const missingGrant = { status: 403, code: "AUTH_GRANT_MISSING" };
const branchDenied = { status: 403, code: "BRANCH_ACCESS_DENIED" };

const ownerGrants = ["readCalendars", "writeCalendars", "createVehicle"];

describe("who makes and ends feeds of calendars", () => {
  const api = startApi();

  async function aCompany() {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const owner = await api.bearer({ tenant, grants: ownerGrants });
    const reader = await api.bearer({ tenant, roleType: "READER", grants: ["readCalendars"] });
    const planner = (branchIds: readonly string[]) =>
      api.bearer({ tenant, grants: ["readCalendars", "writeCalendars"], branchIds });
    const aVehicle = async (branch_id: string | null) =>
      (
        await owner.createVehicle({
          license_plate: crypto.randomUUID().slice(0, 8),
          description: "Car",
          active: true,
          capacity: 2,
          branch_id,
        })
      ).id;
    return { tenant, north, south, owner, reader, planner, aVehicle };
  }
  const ofUser = ({ session }: ApiSession) => ({
    resource_type: "USER" as const,
    resource_id: session.user_id as string,
  });
  const ofVehicle = (resource_id: string) => ({ resource_type: "VEHICLE" as const, resource_id });
  const statusOf = async (url: string) => (await fetch(`${api.url}${new URL(url).pathname}`)).status;

  it("a person who may only read calendars makes and ends feeds of the own calendar, and of no other", async () => {
    const { owner, reader, north, aVehicle } = await aCompany();
    const own = await reader.createCalendarFeed(ofUser(reader));
    await reader.deleteCalendarFeed({ id: own.id });
    expect(await statusOf(own.url)).toBe(404);
    for (const resource of [ofUser(owner), ofVehicle(await aVehicle(north))]) {
      await expect(reader.createCalendarFeed(resource)).rejects.toMatchObject(missingGrant);
      const { id, url } = await owner.createCalendarFeed(resource);
      await expect(reader.deleteCalendarFeed({ id })).rejects.toMatchObject(missingGrant);
      expect(await statusOf(url)).toBe(200);
      await owner.deleteCalendarFeed({ id });
      expect(await statusOf(url)).toBe(404);
    }
  });

  it("a feed of another person or of a vehicle is made and ended where the caller may change its events", async () => {
    const { tenant, owner, planner, north, south, aVehicle } = await aCompany();
    const northern = await planner([north]);
    const colleague = await api.bearer({ tenant, grants: ["getTours"], branchIds: [north] });
    for (const resource of [ofVehicle(await aVehicle(north)), ofUser(colleague)]) {
      const { id } = await northern.createCalendarFeed(resource);
      await northern.deleteCalendarFeed({ id });
    }
    const common = ofVehicle(await aVehicle(null));
    await expect(northern.createCalendarFeed(common)).rejects.toMatchObject(branchDenied);
    const { id: commonFeed } = await owner.createCalendarFeed(common);
    await expect(northern.deleteCalendarFeed({ id: commonFeed })).rejects.toMatchObject(branchDenied);
    const distant = ofVehicle(await aVehicle(south));
    await expect(northern.createCalendarFeed(distant)).rejects.toMatchObject({ code: "REFERENCE_NOT_FOUND" });
    const { id: distantFeed } = await owner.createCalendarFeed(distant);
    await expect(northern.deleteCalendarFeed({ id: distantFeed })).rejects.toMatchObject({ status: 404 });
  });

  it("a planner who reads the calendars of the company changes feeds only in the branches that the grant to write reaches", async () => {
    const { tenant, owner, planner, north, south, aVehicle } = await aCompany();
    const northern = await planner([north]);
    await api.db.system.run(sql`
      with wide as (
        insert into roles (tenant_id, name, role_type, branch_access, grants)
        values (${tenant.id}, 'wide', 'READER', 'ALL', '{readCalendars}') returning id)
      insert into role_associations (tenant_id, user_id, role_id) select ${tenant.id}, ${northern.session.user_id}, id from wide`);
    api.app.principals.forget();
    const distant = ofVehicle(await aVehicle(south));
    await expect(northern.createCalendarFeed(distant)).rejects.toMatchObject(branchDenied);
    const { id } = await owner.createCalendarFeed(distant);
    await expect(northern.deleteCalendarFeed({ id })).rejects.toMatchObject(branchDenied);
  });

  it("the list of calendar feeds says who made each, and null for those of an earlier release", async () => {
    const { owner, reader } = await aCompany();
    const { id } = await owner.createCalendarFeed(ofUser(reader));
    const maker = { id: owner.session.user_id, name: "Test Person" };
    expect(await reader.getCalendarFeeds()).toMatchObject([{ id, created_by: maker }]);
    await api.db.system.run(sql`update calendar_feeds set created_by = null where id = ${id}`);
    expect(await reader.getCalendarFeeds()).toMatchObject([{ id, created_by: null }]);
  });

  it.each([
    ["is blocked", (id: string) => sql`update users set blocked = true where id = ${id}`],
    [
      "loses the grant to write calendars",
      (id: string) => sql`update roles set grants = '{readCalendars}' where id in (
        select role_id from role_associations where user_id = ${id})`,
    ],
    ["loses the last role", (id: string) => sql`delete from role_associations where user_id = ${id}`],
    [
      "moves to another branch",
      (id: string) => sql`
        with far as (insert into branches (tenant_id, name) select tenant_id, 'far' from users where id = ${id} returning tenant_id, id)
        update branch_group_branches member set branch_id = far.id from far where member.branch_group_id in (
          select branch_group_id from role_associations where user_id = ${id})`,
    ],
  ])("a feed of another person or of a vehicle is not found once its maker %s", async (_what, losing) => {
    const { tenant, reader, planner, north, aVehicle } = await aCompany();
    const northern = await planner([north]);
    const colleague = await api.bearer({ tenant, grants: ["readCalendars"], branchIds: [north] });
    const made = await Promise.all(
      [ofVehicle(await aVehicle(north)), ofUser(colleague)].map((resource) => northern.createCalendarFeed(resource)),
    );
    const own = [
      await colleague.createCalendarFeed(ofUser(colleague)),
      await reader.createCalendarFeed(ofUser(reader)),
    ];
    const ofEarlierRelease = await northern.createCalendarFeed(ofVehicle(await aVehicle(north)));
    await api.db.system.run(sql`update calendar_feeds set created_by = null where id = ${ofEarlierRelease.id}`);
    const kept = [...own, ofEarlierRelease];
    const statusesOf = (feeds: readonly { url: string }[]) => Promise.all(feeds.map(({ url }) => statusOf(url)));
    expect(await statusesOf([...made, ...kept])).toEqual([200, 200, 200, 200, 200]);
    await api.db.system.run(losing(northern.session.user_id as string));
    expect(await statusesOf(made)).toEqual([404, 404]);
    expect(await statusesOf(kept)).toEqual([200, 200, 200]);
  });

  it("the feeds that a deleted user has made are deleted with the account", async () => {
    const { tenant, reader, planner, north, aVehicle } = await aCompany();
    const northern = await planner([north]);
    const { url } = await northern.createCalendarFeed(ofVehicle(await aVehicle(north)));
    const kept = await reader.createCalendarFeed(ofUser(reader));
    const boss = await api.bearer({ tenant, roleType: "ADMINISTRATOR", grants: [...ownerGrants, "deleteUser"] });
    await api.db.system.run(sql`delete from role_associations where user_id = ${northern.session.user_id}`);
    await boss.deleteInactiveUser({ id: northern.session.user_id as string });
    expect(await statusOf(url)).toBe(404);
    expect((await boss.getCalendarFeeds()).map(({ id }) => id)).toEqual([kept.id]);
  });
});
