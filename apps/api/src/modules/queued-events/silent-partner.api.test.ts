import { describe, expect, it } from "vitest";
import type { Database } from "#platform/database/database";
import { sql } from "#platform/database/sql";
import { SecretSealer } from "#platform/process/sealing";
import type { TenantFixture } from "../../testing/fixtures";
import { insertConnector } from "../../testing/partners/connectors";
import { startApi } from "../../testing/start-api";
import { PartnerEventDelivery } from "./delivery.service";

const sealingKeys = [{ number: 1, secret: "a sealing key for tests" }];

describe("a partner that has not answered for ten minutes", () => {
  const api = startApi();
  const aSilentPartnerSince = async (opened_at: Date): Promise<TenantFixture> => {
    const tenant = await api.aTenant("ROADSIDE_ASSISTANCE");
    await insertConnector(api.db, tenant.id);
    await api.db.system.run(sql`
      insert into partner_breakers (tenant_id, connector_id, connector_version, failures, open_until, opened_at)
      select tenant_id, id, lock_version, 5, ${api.clock.now()}::timestamptz + interval '1 hour', ${opened_at}
      from tenant_connectors where tenant_id = ${tenant.id}`);
    return tenant;
  };
  const minutesAgo = (minutes: number) => new Date(api.clock.now().getTime() - minutes * 60_000);
  const toldOf = ({ id }: TenantFixture) =>
    api.db.system.many<{ title: string; body: string }>(
      sql`select title, body from critical_messages where tenant_id = ${id} and kind = 'PARTNER_SILENT'`,
    );
  /** Delivery of a node; `failing` names the tenant whose transactions end without a commit. */
  const aNode = (failing: () => string | undefined = () => undefined) => {
    const errors: Error[] = [];
    const systemTransaction: Database["systemTransaction"] = (tenantId, work) =>
      api.db.systemTransaction(tenantId, async (tx) => {
        const done = await work(tx);
        if (tenantId === failing()) throw new Error("The database went away.");
        return done;
      });
    const db: Database = Object.create(api.db, { systemTransaction: { value: systemTransaction } });
    const delivery = new PartnerEventDelivery({
      db,
      clock: api.clock,
      egress: { send: () => Promise.reject(new Error("There is nothing to send.")) },
      sealing: new SecretSealer(sealingKeys, api.dataDir),
      onError: (error) => void errors.push(error),
    });
    return { delivery, errors };
  };

  it("dispatchers hear of a silent partner once, also where the message to them failed at first, which delays no other company's", async () => {
    const [first, second] = [await aSilentPartnerSince(minutesAgo(20)), await aSilentPartnerSince(minutesAgo(11))];
    const recent = await aSilentPartnerSince(minutesAgo(9));
    let failing: string | undefined = first.id;
    const { delivery, errors } = aNode(() => failing);
    await delivery.runDue();
    expect(await toldOf(first)).toEqual([]);
    expect(await toldOf(second)).toHaveLength(1);
    expect(errors).toEqual([new Error("The database went away.")]);
    failing = undefined;
    await Promise.all([delivery.runDue(), aNode().delivery.runDue()]);
    for (const told of [first, second]) expect(await toldOf(told)).toHaveLength(1);
    expect(await toldOf(recent)).toEqual([]);
    expect(errors).toHaveLength(1);
  });

  it("the message about a silent partner says since when in the company's language and local time", async () => {
    const since = new Date("2026-11-17T08:15:00.123Z");
    const [vienna, london] = [await aSilentPartnerSince(since), await aSilentPartnerSince(since)];
    await api.db.system.run(
      sql`update tenants set language = 'en', timezone = 'Europe/London' where id = ${london.id}`,
    );
    await aNode().delivery.runDue();
    expect((await toldOf(vienna))[0]?.body).toContain("Seit 17.11.2026 09:15 kann nichts gemeldet werden.");
    expect((await toldOf(london))[0]?.body).toContain("Since 2026-11-17 08:15 nothing can be told.");
  });
});
