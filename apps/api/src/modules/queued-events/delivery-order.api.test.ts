import { SeededChance } from "@leitstand/scenario/chance";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { toJsonParameter, sql } from "#platform/database/sql";
import { EgressClient } from "#platform/egress/egress";
import { SecretSealer } from "#platform/process/sealing";
import { roadsideCaseRequest } from "../../testing/cases";
import { dispatchGrants } from "../../testing/dispatch";
import type { TenantFixture } from "../../testing/fixtures";
import { FakePartner } from "../../demonstration/partner/fake-partner";
import { createTenantWithPartner, partnerSecret as secret } from "../../testing/partners/connectors";
import { type ApiSession, startApi } from "../../testing/start-api";
import { PartnerEventDelivery } from "./delivery.service";

const grants = [...dispatchGrants, "getQueuedEvents", "updateQueuedEvent", "deleteQueuedEvent", "updateTenant"];
const sealingKeys = [{ number: 1, secret: "a sealing key for tests" }];

describe("delivery order of a case's queued events", () => {
  const api = startApi({ app: { egressAllow: [{ host: "127.0.0.1", port: undefined }], sealingKeys } });
  let partner: FakePartner;
  let tenant: TenantFixture;
  let office: ApiSession;
  beforeAll(async () => {
    partner = await FakePartner.start();
  });
  afterAll(() => partner.stop());
  beforeEach(async () => {
    ({ tenant, office } = await createTenantWithPartner(api, partner, grants));
  });
  const aCase = async () => (await office.createCase(roadsideCaseRequest())).id;
  const queue = (caseId: string, count: number) =>
    api.db.system.run(sql`
      insert into queued_events (tenant_id, connector_id, type, order_key, case_id, payload, due_at)
      select ${tenant.id}, connector.id, 'case_updated', ${caseId}::uuid, ${caseId}::uuid, ${toJsonParameter({})}::jsonb, ${api.clock.now()}
      from tenant_connectors connector, generate_series(1, ${count}::int) where connector.tenant_id = ${tenant.id}`);
  /** Number of waiting events, and of those that nodes still read. */
  const counts = () =>
    api.db.system.one<{ waiting: number; looked_at: number }>(sql`
      select count(*)::int as waiting, (count(*) filter (where not stands_behind))::int as looked_at
      from queued_events where tenant_id = ${tenant.id} and status = 'CREATED'`);
  const sequencesOf = (id: string) =>
    partner.told.filter(({ body }) => body.case_id === id).map(({ body }) => body.sequence);

  it("queued events after a failed one of the same case are not read until it has ended, and are then delivered in order", async () => {
    const [blocked, other] = [await aCase(), await aCase()];
    await queue(blocked, 600);
    partner.mood = ({ body }) => (body.case_id === blocked ? 503 : 204);
    await api.app.partners.runDue();
    expect(await counts()).toEqual({ waiting: 601, looked_at: 1 });
    await queue(other, 1);
    await api.app.partners.runDue();
    expect(sequencesOf(other)).toHaveLength(2);
    await api.db.system.run(sql`
      delete from queued_events where tenant_id = ${tenant.id} and id in (
        select id from queued_events where tenant_id = ${tenant.id} and order_key = ${blocked} order by seq offset 30)`);
    partner.mood = () => 204;
    api.clock.advance({ seconds: 11 });
    await api.app.partners.runDue();
    expect(await counts()).toEqual({ waiting: 0, looked_at: 0 });
    const told = sequencesOf(blocked);
    expect(told).toHaveLength(30);
    expect(told).toEqual(told.toSorted((one, next) => one - next));
  });

  it("a refused event that is decided by no one is deleted 30 days after it was made, and what follows is then delivered", async () => {
    const id = await aCase();
    await queue(id, 2);
    partner.mood = () => 422;
    await api.app.partners.runDue();
    partner.mood = () => 204;
    const madeBefore = (days: number) =>
      api.db.system.run(sql`
        update queued_events set created_at = ${api.clock.now()}::timestamptz - make_interval(days => ${days}::int, mins => 1)
        where tenant_id = ${tenant.id} and type = 'case_created'`);
    await madeBefore(29);
    await api.app.tidyUp();
    await api.app.partners.runDue();
    expect(await counts()).toEqual({ waiting: 2, looked_at: 0 });
    await madeBefore(30);
    await api.app.tidyUp();
    await api.app.partners.runDue();
    expect(partner.told.map(({ body }) => body.type)).toEqual(["case_updated", "case_updated"]);
    expect(await counts()).toEqual({ waiting: 0, looked_at: 0 });
  });

  it("a queued event is not delivered before an earlier one of its case, even while a dispatcher decides about that one", async () => {
    const id = await aCase();
    await queue(id, 2);
    await api.db.systemTransaction(tenant.id, async (tx) => {
      await tx.many(sql`
        select id from queued_events where tenant_id = ${tenant.id} and type = 'case_created' for update`);
      await api.app.partners.runDue();
    });
    expect(sequencesOf(id)).toEqual([]);
    await api.app.partners.runDue();
    expect(partner.told.map(({ body }) => body.type)).toEqual(["case_created", "case_updated", "case_updated"]);
  });

  it("queued events are never lost or stuck, whatever dispatchers decide about earlier ones of their cases", async () => {
    const chance = new SeededChance(7);
    const cases = [await aCase(), await aCase(), await aCase()];
    partner.mood = () => (chance.percent(15) ? chance.pick([503, 422, "BREAKS"] as const) : 204);
    const decide = async () => {
      const { queued_events: waiting } = await office.getQueuedEvents({ size: 100 });
      if (waiting.length === 0) return;
      const { id, lock_version } = chance.pick(waiting);
      const kind = chance.pick(["SKIPPED", "CREATED", "deleted"] as const);
      // The event is under way, changed or gone since it was listed, so there is nothing to decide.
      await (kind === "deleted"
        ? office.deleteQueuedEvent({ id })
        : office.updateQueuedEvent({ id, status: kind, lock_version })
      ).catch(() => undefined);
    };
    for (let round = 0; round < 25; round++) {
      for (const id of cases) await queue(id, 3);
      await Promise.all([api.app.partners.runDue(), decide(), decide(), decide()]);
      api.clock.advance({ seconds: 61 });
    }
    partner.mood = () => 204;
    const { queued_events: refused } = await office.getQueuedEvents({ status: "FAILED_UPDATE_CASE_IN_TF", size: 100 });
    for (const { id } of refused) await office.deleteQueuedEvent({ id });
    api.clock.advance({ hours: 1 });
    await api.app.partners.runDue();
    expect(await counts()).toEqual({ waiting: 0, looked_at: 0 });
    expect(new Set(partner.told.map(({ key }) => key)).size).toBeGreaterThan(100);
  });

  /** Delivery that waits a minute for a partner that does not respond. */
  const patientDelivery = (atOnce?: number) => {
    const egress = new EgressClient({ allow: [{ host: "127.0.0.1", port: undefined }] });
    return new PartnerEventDelivery({
      db: api.db,
      clock: api.clock,
      sealing: new SecretSealer(sealingKeys, "unused"),
      egress: { send: (request) => egress.send({ ...request, timeoutMs: 60_000 }) },
      onError: () => undefined,
      ...(atOnce === undefined ? {} : { atOnce }),
    });
  };
  const createTenantOfPartner = async ({ url }: FakePartner, cases: number) => {
    const other = await api.aTenant("ROADSIDE_ASSISTANCE");
    const there = await api.bearer({ tenant: other, grants, roleType: "ADMINISTRATOR" });
    await there.updateConnector({ id: other.id, kind: "PARTNER", base_url: url, auth: "BEARER", secret });
    for (let count = 0; count < cases; count++) await there.createCase(roadsideCaseRequest());
  };

  it("events of other tenants are delivered while the partners of several tenants do not respond", async () => {
    const silent = await FakePartner.start();
    silent.mood = () => "SILENT";
    for (let company = 0; company < 3; company++) await createTenantOfPartner(silent, 8);
    const delivery = patientDelivery();
    delivery.start();
    await vi.waitFor(() => expect(silent.requests).toBe(24), { timeout: 30_000 });
    const id = await aCase();
    await vi.waitFor(() => expect(sequencesOf(id)).toHaveLength(1), { timeout: 30_000 });
    await silent.stop();
    await delivery.stop();
  });

  it("a partner that does not respond takes eight calls of a node, however many cases wait for it and others are told meanwhile", async () => {
    const silent = await FakePartner.start();
    silent.mood = () => "SILENT";
    await createTenantOfPartner(silent, 40);
    const delivery = patientDelivery(20);
    delivery.start();
    await vi.waitFor(() => expect(silent.requests).toBe(8), { timeout: 30_000 });
    for (let count = 0; count < 3; count++) {
      const id = await aCase();
      await vi.waitFor(() => expect(sequencesOf(id)).toHaveLength(1), { timeout: 30_000 });
    }
    expect(silent.requests).toBe(8);
    await silent.stop();
    await delivery.stop();
  });

  it("events of other cases are delivered while the partner does not respond to the events of one case", async () => {
    const [silent, other] = [await aCase(), await aCase()];
    await queue(other, 5);
    partner.mood = ({ body }) => (body.case_id === silent ? "SILENT" : 204);
    const egress = new EgressClient({ allow: [{ host: "127.0.0.1", port: undefined }] });
    const impatient = new PartnerEventDelivery({
      db: api.db,
      clock: api.clock,
      sealing: new SecretSealer(sealingKeys, "unused"),
      egress: { send: (request) => egress.send({ ...request, timeoutMs: 3_000 }) },
      onError: () => undefined,
    });
    await impatient.runDue();
    expect(sequencesOf(other)).toHaveLength(6);
    const { queued_events } = await office.getQueuedEvents({ case_id: silent });
    expect(queued_events).toMatchObject([{ status: "CREATED", attempts: 1, last_status: null, last_error: "TIMEOUT" }]);
  });
});
