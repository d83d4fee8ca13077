import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Database } from "#platform/database/database";
import { type Sql, sql } from "#platform/database/sql";
import { SecretSealer } from "#platform/process/sealing";
import { roadsideCaseRequest } from "../../testing/cases";
import { createTestTourCrew, dispatchGrants } from "../../testing/dispatch";
import { insertBranch, type TenantFixture } from "../../testing/fixtures";
import { FakePartner } from "../../demonstration/partner/fake-partner";
import { createTenantWithPartner, partnerSecret as secret } from "../../testing/partners/connectors";
import { type ApiSession, startApi } from "../../testing/start-api";
import { testNodeOptions } from "../../testing/start-node";
import { PartnerEventDelivery } from "./delivery.service";
import { insertVehicle, setLastVehiclePosition } from "../../testing/fleet";

const dispatcherGrants = [
  "getQueuedEvents",
  "updateQueuedEvent",
  "deleteQueuedEvent",
  "getCriticalMessages",
  "updateTenant",
];

/** Gate whose promise `opened` resolves once it is opened. */
function createGate() {
  const gate = { opened: Promise.resolve(), open: () => undefined as void, close: () => undefined as void };
  gate.close = () => {
    gate.opened = new Promise((resolve) => (gate.open = resolve));
  };
  gate.close();
  return gate;
}

describe("a partner", () => {
  const api = startApi({ app: { egressAllow: [{ host: "127.0.0.1", port: undefined }] } });
  let partner: FakePartner;
  let tenant: TenantFixture;
  let office: ApiSession;

  beforeAll(async () => {
    partner = await FakePartner.start();
  });
  afterAll(() => partner.stop());
  beforeEach(async () => {
    ({ tenant, office } = await createTenantWithPartner(api, partner, [...dispatchGrants, ...dispatcherGrants]));
  });
  const aCase = async () => (await office.createCase(roadsideCaseRequest())).id;
  const edit = async (id: string, description: string) => {
    const { lock_version } = await office.getCase({ id });
    await office.updateCase({ ...roadsideCaseRequest({ description }), id, lock_version });
  };
  const listed = async () => (await office.getQueuedEvents({})).queued_events;
  const toldOf = (id: string) => partner.told.filter(({ body }) => body.case_id === id).map(({ body }) => body.type);
  const warned = async () => (await office.getCriticalMessages({})).map(({ kind }) => kind);

  it("a partner gets the events of a case in order, signed and with a key that identifies a repetition", async () => {
    const id = await aCase();
    await edit(id, "first");
    const { tour_id } = await createTestTourCrew(api, tenant);
    await office.assignCaseToTour({ id: tour_id, case_id: id, lock_version: 1 });
    expect((await listed()).map(({ blocked_by }) => blocked_by === null)).toEqual([true, false, false]);
    await api.app.partners.runDue();
    expect(toldOf(id)).toEqual(["case_created", "case_updated", "case_status_updated"]);
    for (const { key, headers, body } of partner.told) {
      expect(key).toBe(body.id);
      expect(headers.authorization).toBe(`Bearer ${secret}`);
    }
    expect(await listed()).toEqual([]);
  });

  it("a partner gets no events while its connector is off, and gets the waiting events when it is on again", async () => {
    const named = { id: tenant.id, kind: "PARTNER", base_url: partner.url, auth: "BEARER" } as const;
    const id = await aCase();
    await office.updateConnector({ ...named, active: false });
    await edit(id, "unheard");
    await api.app.partners.runDue();
    expect(partner.told).toEqual([]);
    await office.updateConnector(named);
    await api.app.partners.runDue();
    expect(toldOf(id)).toEqual(["case_created"]);
  });

  it("a failed event is sent again later, and delays only the events of its own case", async () => {
    const [slow, other] = [await aCase(), await aCase()];
    await edit(slow, "later");
    // The clock is frozen after that, so that times written by the database's clock are not in the future.
    api.clock.freeze();
    partner.mood = ({ body }) => (body.case_id === slow ? 503 : 204);
    await api.app.partners.runDue();
    expect([toldOf(slow), toldOf(other)]).toEqual([[], ["case_created"]]);
    expect(await listed()).toMatchObject([
      { status: "CREATED", attempts: 1, last_status: 503, last_error: "HTTP 503", blocked_by: null },
      { status: "CREATED", attempts: 0 },
    ]);
    partner.mood = () => 204;
    await api.app.partners.runDue();
    expect(toldOf(slow)).toEqual([]);
    api.clock.advance({ seconds: 11 });
    await api.app.partners.runDue();
    expect(toldOf(slow)).toEqual(["case_created", "case_updated"]);
  });

  it.each([
    ["in seconds", () => "120"],
    ["as a date", () => new Date(api.clock.now().getTime() + 120_000).toUTCString()],
  ])("a failed event is sent again no sooner than the partner asks for %s", async (_form, retryAfter) => {
    const id = await aCase();
    api.clock.freeze();
    [partner.mood, partner.headers] = [() => 503, { "retry-after": retryAfter() }];
    await api.app.partners.runDue();
    partner.mood = () => 204;
    api.clock.advance({ seconds: 110 });
    await api.app.partners.runDue();
    expect(toldOf(id)).toEqual([]);
    api.clock.advance({ seconds: 11 });
    await api.app.partners.runDue();
    expect(toldOf(id)).toEqual(["case_created"]);
  });

  it("an event that the partner refuses blocks later ones of its case until a dispatcher decides, who gets at most one message an hour", async () => {
    const id = await aCase();
    await edit(id, "one");
    partner.mood = () => 422;
    await api.app.partners.runDue();
    partner.mood = () => 204;
    api.clock.advance({ minutes: 5 });
    await api.app.partners.runDue();
    expect(toldOf(id)).toEqual([]);
    const [refused, waiting] = await listed();
    expect(refused).toMatchObject({ status: "FAILED_UPDATE_CASE_IN_TF", last_status: 422, case_id: id });
    expect(waiting).toMatchObject({ status: "CREATED", blocked_by: refused?.id });
    expect(await warned()).toEqual(["PARTNER_NOT_TOLD"]);
    const { id: event, lock_version } = refused as { id: string; lock_version: number };
    const stale = office.updateQueuedEvent({ id: event, status: "SKIPPED", lock_version: lock_version - 1 });
    await expect(stale).rejects.toMatchObject({ status: 409, code: "LOCK_VERSION_CONFLICT" });
    expect(await office.updateQueuedEvent({ id: event, status: "SKIPPED", lock_version })).toMatchObject({
      status: "SKIPPED",
    });
    partner.mood = () => 400;
    await api.app.partners.runDue();
    expect(await warned()).toEqual(["PARTNER_NOT_TOLD"]);
    partner.mood = () => 204;
    const again = (await listed()).find(({ status }) => status === "FAILED_UPDATE_CASE_IN_TF");
    expect(
      await office.updateQueuedEvent({
        id: again?.id as string,
        status: "CREATED",
        lock_version: again?.lock_version ?? 0,
      }),
    ).toMatchObject({
      status: "CREATED",
      attempts: 0,
    });
    await api.app.partners.runDue();
    expect(toldOf(id)).toEqual(["case_updated"]);
    await office.deleteQueuedEvent({ id: event });
    expect(await listed()).toEqual([]);
  });

  it("an event is given up after a day, and cannot be skipped or deleted while it is being sent", async () => {
    await aCase();
    api.clock.freeze();
    partner.mood = () => "BREAKS";
    await api.app.partners.runDue();
    const [tried] = await listed();
    expect(tried).toMatchObject({
      last_status: null,
      last_error: expect.stringContaining("CONNECTION_FAILED") as string,
    });
    await api.db.system.run(sql`
      update queued_events set first_tried_at = first_tried_at - interval '25 hours', due_at = first_tried_at, locked_until = ${new Date(api.clock.now().getTime() + 5_000)} where tenant_id = ${tenant.id}`);
    const { id, lock_version } = tried as { id: string; lock_version: number };
    const refused = { status: 409, code: "RESOURCE_IN_USE" };
    await expect(office.deleteQueuedEvent({ id })).rejects.toMatchObject(refused);
    const skipping = office.updateQueuedEvent({ id, status: "SKIPPED", lock_version });
    await expect(skipping).rejects.toMatchObject(refused);
    api.clock.advance({ seconds: 6 });
    await api.app.partners.runDue();
    expect(await listed()).toMatchObject([{ status: "FAILED", attempts: 2 }]);
  });

  it("a partner that fails five times is not called for a minute, then for longer, and the dispatchers get a message after ten minutes", async () => {
    for (let cases = 0; cases < 12; cases++) await aCase();
    api.clock.freeze();
    partner.mood = () => "HTML";
    const before = partner.requests;
    await api.app.partners.runDue();
    expect(partner.requests - before).toBeLessThanOrEqual(12);
    const attempts = (await listed()).map((event) => event.attempts);
    const { requests } = partner;
    api.clock.advance({ seconds: 50 });
    await api.app.partners.runDue();
    expect(partner.requests).toBe(requests);
    expect((await listed()).map((event) => event.attempts)).toEqual(attempts);
    api.clock.advance({ seconds: 11 });
    await api.app.partners.runDue();
    expect(partner.requests).toBe(requests + 1);
    const { failing_since, paused_until } = await office.getConnector({ id: tenant.id, kind: "PARTNER" });
    expect(Date.parse(paused_until ?? "") - api.clock.now().getTime()).toBeGreaterThan(100_000);
    expect(failing_since).not.toBeNull();
    expect(await warned()).toEqual([]);
    api.clock.advance({ minutes: 10 });
    partner.mood = () => 204;
    await api.app.partners.runDue();
    expect(await warned()).toEqual(["PARTNER_SILENT"]);
    expect(partner.told).toHaveLength(12);
    expect(await office.getConnector({ id: tenant.id, kind: "PARTNER" })).toMatchObject({ failing_since: null });
  });

  it("the failing partner of one tenant delays no other tenant, whose partner gets only its own events", async () => {
    const other = await api.aTenant("ROADSIDE_ASSISTANCE");
    const quick = await FakePartner.start();
    const there = await api.bearer({
      tenant: other,
      grants: [...dispatchGrants, ...dispatcherGrants],
      roleType: "ADMINISTRATOR",
    });
    await there.updateConnector({
      id: other.id,
      kind: "PARTNER",
      base_url: quick.url,
      auth: "BASIC",
      secret,
      settings: { username: "us" },
    });
    partner.mood = () => 500;
    await aCase();
    const { id } = await there.createCase(roadsideCaseRequest());
    await api.app.partners.runDue();
    expect(quick.told.map(({ body, headers }) => [body.case_id, headers.authorization])).toEqual([
      [id, `Basic ${Buffer.from(`us:${secret}`).toString("base64")}`],
    ]);
    await quick.stop();
  });

  it("a node never exceeds its limit of concurrent calls to partners, even when two searches for due events overlap", async () => {
    for (let cases = 0; cases < 5; cases++) await aCase();
    const [answers, rounds, searches] = [createGate(), createGate(), createGate()];
    const count = { underWay: 0, most: 0, settled: 0, rounds: 0, searching: 0 };
    const send = async () => {
      count.most = Math.max(count.most, ++count.underWay);
      await answers.opened;
      count.underWay--;
      return { status: 204, headers: {}, body: Buffer.alloc(0), isCut: false };
    };
    const { system } = api.db;
    const many = async <T>(query: Sql) => {
      const rows = await system.many<T>(query);
      if (count.most === 0 || !query.strings.join("").includes("with due as")) return rows;
      count.searching++;
      await searches.opened;
      count.searching--;
      return rows;
    };
    const run = async (query: Sql) => {
      const marked = await system.run(query);
      if (count.most === 0) return marked;
      await rounds.opened;
      count.rounds++;
      return marked;
    };
    const systemTransaction: Database["systemTransaction"] = async (tenantId, work) => {
      const done = await api.db.systemTransaction(tenantId, work);
      count.settled++;
      return done;
    };
    const db = { system: { ...system, many, run }, systemTransaction } as unknown as Database;
    const sealing = new SecretSealer(testNodeOptions(api.db).sealingKeys ?? [], api.dataDir);
    const errors: Error[] = [];
    const onError = (error: Error) => void errors.push(error);
    const delivery = new PartnerEventDelivery({ db, clock: api.clock, egress: { send }, sealing, onError, atOnce: 2 });
    const inTime = { timeout: 20_000 };
    delivery.start();
    await vi.waitFor(() => expect(count).toMatchObject({ underWay: 2 }), inTime);
    answers.open();
    // The search after the first call that ended waits for the database; meanwhile both calls end, and a round begins.
    await vi.waitFor(() => expect(count).toMatchObject({ settled: 2, searching: 1 }), inTime);
    answers.close();
    rounds.open();
    await vi.waitFor(() => expect(count.rounds).toBeGreaterThan(0), inTime);
    searches.open();
    await vi.waitFor(() => {
      expect(count.searching).toBe(0);
      expect(count.underWay).toBeGreaterThan(0);
    }, inTime);
    answers.open();
    await delivery.stop();
    // Other tests have the same partner.
    await api.app.partners.runDue();
    expect({ most: count.most, errors }).toEqual({ most: 2, errors: [] });
  });

  it("a partner that redirects or answers 10 MB affects only its own event", async () => {
    const [led, huge] = [await aCase(), await aCase()];
    partner.mood = ({ body }) => (body.case_id === led ? 302 : "ENDLESS");
    await api.app.partners.runDue();
    expect(toldOf(huge)).toEqual(["case_created"]);
    expect(await listed()).toMatchObject([{ case_id: led, status: "CREATED", last_status: 302 }]);
  });

  async function aVehicle() {
    const vehicle_id = await insertVehicle(api.db, tenant.id);
    const drive = (lat: number) => setLastVehiclePosition(api.db, { vehicleId: vehicle_id }, { lat, lon: 15 });
    return { vehicle_id, drive };
  }

  it("a queued position that was skipped cannot be sent again while a newer one waits", async () => {
    const { drive } = await aVehicle();
    partner.mood = () => 503;
    await drive(47.1);
    await api.app.partners.runDue();
    const [older] = await listed();
    const { id, lock_version } = older as { id: string; lock_version: number };
    await office.updateQueuedEvent({ id, status: "SKIPPED", lock_version });
    api.clock.advance({ seconds: 11 });
    await drive(47.2);
    await api.app.partners.runDue();
    const again = office.updateQueuedEvent({ id, status: "CREATED", lock_version: lock_version + 1 });
    await expect(again).rejects.toMatchObject({ status: 409, code: "RESOURCE_IN_USE" });
    await office.deleteQueuedEvent({ id });
    expect(await listed()).toMatchObject([{ status: "CREATED", type: "location_updated" }]);
  });

  it("a partner of an inactive tenant gets no events until the tenant is active again", async () => {
    const activate = (active: boolean) =>
      api.db.system.run(sql`update tenants set active = ${active} where id = ${tenant.id}`);
    const id = await aCase();
    await activate(false);
    await api.app.partners.runDue();
    expect(toldOf(id)).toEqual([]);
    await activate(true);
    await api.app.partners.runDue();
    expect(toldOf(id)).toEqual(["case_created"]);
  });

  it("a partner gets only the newest position of a vehicle", async () => {
    const { vehicle_id, drive } = await aVehicle();
    const positions = () =>
      partner.told.filter(({ body }) => body.vehicle_id === vehicle_id).map(({ body }) => body.data["lat"]);
    partner.mood = () => 500;
    await drive(47.1);
    await api.app.partners.runDue();
    api.clock.advance({ seconds: 11 });
    await drive(47.2);
    await api.app.partners.runDue();
    partner.mood = () => 204;
    api.clock.advance({ seconds: 11 });
    await drive(47.3);
    await api.app.partners.runDue();
    expect(positions()).toEqual([47.3]);
    partner.mood = () => 500;
    api.clock.advance({ seconds: 11 });
    await drive(47.4);
    await api.app.partners.runDue();
    api.clock.advance({ minutes: 11 });
    partner.mood = () => 204;
    await api.app.partners.runDue();
    expect(positions()).toEqual([47.3]);
    expect(await listed()).toEqual([]);
  });

  it("a position that replaces one which the partner may have got has a greater sequence", async () => {
    const { vehicle_id, drive } = await aVehicle();
    partner.mood = () => "BREAKS_AFTER";
    await drive(47.1);
    await api.app.partners.runDue();
    partner.mood = () => 204;
    api.clock.advance({ seconds: 11 });
    await drive(47.2);
    await api.app.partners.runDue();
    const told = partner.told.map(({ body }) => body).filter((body) => body.vehicle_id === vehicle_id);
    expect(told.map(({ data }) => data["lat"])).toEqual([47.1, 47.2]);
    expect(told[1]?.sequence).toBeGreaterThan(told[0]?.sequence as number);
  });

  it("deleting a connector deletes its queued events, which a later partner does not get", async () => {
    await aCase();
    await office.deleteConnector({ id: tenant.id, kind: "PARTNER" });
    await office.updateConnector({ id: tenant.id, kind: "PARTNER", base_url: partner.url, auth: "BEARER", secret });
    await api.app.partners.runDue();
    expect(partner.told).toEqual([]);
  });

  it("queued events are visible to callers who can see their cases", async () => {
    const [here, there] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const { id } = await office.createCase(roadsideCaseRequest({ branch_id: here }));
    const near = await api.bearer({ tenant, grants: dispatcherGrants, branchIds: [here] });
    const far = await api.bearer({ tenant, grants: dispatcherGrants, branchIds: [there] });
    expect(
      (await near.getQueuedEvents({ case_id: id, status: "CREATED", type: "case_created" })).queued_events,
    ).toHaveLength(1);
    expect((await far.getQueuedEvents({})).meta.total_elements).toBe(0);
    const [event] = await listed();
    await expect(far.deleteQueuedEvent({ id: event?.id as string })).rejects.toMatchObject({ status: 404 });
  });
});
