import { beforeAll, describe, expect, it } from "vitest";
import { issueToken } from "#platform/access/session";
import { sql } from "#platform/database/sql";
import { createClient } from "@leitstand/client/client";
import type { TenantFixture } from "../../testing/fixtures";
import { insertTour, insertVehicle } from "../../testing/fleet";
import { type ApiSession, startApi } from "../../testing/start-api";
import { createCriticalMessage } from "./index";

const grants = ["getCriticalMessages", "acknowledgeCriticalMessage", "getDashboard"];
const missing = { status: 404, code: "RESOURCE_NOT_FOUND" };

describe("critical messages to the phone of a crew", () => {
  const api = startApi();
  let tenant: TenantFixture;
  let phone: ApiSession;
  let deviceId: string;
  beforeAll(async () => {
    tenant = await api.aTenant();
    phone = await api.bearer({ tenant, kind: "DEVICE", roleType: "DRIVER", grants });
    deviceId = phone.session.device_id as string;
  });

  /** A driver signed in on the phone. */
  const aDriver = async () => {
    const { session } = await api.bearer({ tenant, roleType: "DRIVER", grants });
    const userId = session.user_id as string;
    const { token } = await api.db.systemTransaction(tenant.id, (tx) =>
      issueToken(tx, { kind: "USER", user_id: userId, device_id: deviceId, now: api.clock.now() }),
    );
    return { userId, client: createClient({ baseUrl: api.url, token: () => token, attempts: 1 }) };
  };
  const tellPhone = (tour_id: string) =>
    api.db.transaction(tenant.id, (tx) =>
      createCriticalMessage(tx, {
        kind: "CASE_TAKEN_BACK",
        title: "C-1 was taken back",
        body: "Muster",
        device_id: deviceId,
        tour_id,
      }),
    );
  const finish = (id: string, ago: string) =>
    api.db.systemTransaction(tenant.id, (tx) =>
      tx.run(sql`
        update tours set status = 'FINISHED', started_sub_state = null, ended_at = now() - ${ago}::interval where id = ${id}`),
    );
  const seenBy = async (reader: Pick<ApiSession, "getCriticalMessages" | "getDashboard">) => {
    const listed = (await reader.getCriticalMessages({})).map(({ id }) => id);
    const unread = (await reader.getDashboard()).critical_messages.map(({ message_id }) => message_id);
    expect(unread).toEqual(listed);
    return listed;
  };

  it("a message about a tour is shown to its crew until a day after the tour, and never to the phone's next crew", async () => {
    const [first, second] = [await aDriver(), await aDriver()];
    const tour = await insertTour(api.db, tenant.id, { deviceId, userId: first.userId });
    const id = await tellPhone(tour);
    expect([await seenBy(first.client), await seenBy(phone)]).toEqual([[id], [id]]);
    await finish(tour, "23 hours");
    const next = await insertTour(api.db, tenant.id, { deviceId, userId: second.userId });
    expect([await seenBy(first.client), await seenBy(second.client), await seenBy(phone)]).toEqual([[id], [], []]);
    await expect(second.client.acknowledgeCriticalMessage({ id })).rejects.toMatchObject(missing);
    await finish(tour, "25 hours");
    expect(await seenBy(first.client)).toEqual([]);
    await expect(first.client.acknowledgeCriticalMessage({ id })).rejects.toMatchObject(missing);
    await finish(next, "0 hours");
  });

  it("a message about a planned tour is shown to its crew and to its phone, and not to the crew that has the phone today", async () => {
    const [planned, present] = [await aDriver(), await aDriver()];
    const now = await insertTour(api.db, tenant.id, { deviceId, userId: present.userId });
    const id = await tellPhone(
      await insertTour(api.db, tenant.id, { deviceId, userId: planned.userId, status: "SCHEDULED" }),
    );
    expect([await seenBy(planned.client), await seenBy(phone), await seenBy(present.client)]).toEqual([[id], [id], []]);
    await finish(now, "0 hours");
  });

  it("a driver who stands in on the phone of a running tour is shown the messages of that tour", async () => {
    const standIn = await aDriver();
    const tour = await insertTour(api.db, tenant.id, { deviceId });
    const id = await tellPhone(tour);
    expect(await seenBy(standIn.client)).toEqual([id]);
    await finish(tour, "0 hours");
    expect(await seenBy(standIn.client)).toEqual([]);
  });

  it("a message that was read without network on a running tour is acknowledged, and answered again, after the tour has ended", async () => {
    const standIn = await aDriver();
    const tour = await insertTour(api.db, tenant.id, { deviceId });
    const id = await tellPhone(tour);
    await finish(tour, "1 second");
    const now = api.clock.now().getTime();
    const read = (secondsAgo: number) => {
      const occurred_at = new Date(now - secondsAgo * 1000).toISOString();
      return standIn.client.acknowledgeCriticalMessage({ id, occurred_at, client_id: deviceId });
    };
    await expect(read(0)).rejects.toMatchObject(missing);
    expect([await read(60), await read(60)]).toMatchObject([{ id }, { id }]);
  });

  it("a message to a vehicle whose tour names no phone is shown on the phone that lies in the vehicle", async () => {
    const vehicleId = await insertVehicle(api.db, tenant.id);
    const tour = await insertTour(api.db, tenant.id, { vehicleIds: [vehicleId] });
    await api.db.systemTransaction(tenant.id, (tx) =>
      tx.run(sql`
        insert into vehicle_device_associations (tenant_id, vehicle_id, device_id, started_at)
        values (${tenant.id}, ${vehicleId}, ${deviceId}, now())`),
    );
    const id = await tellPhone(tour);
    expect(await seenBy(phone)).toContain(id);
    expect(await seenBy((await aDriver()).client)).toEqual([id]);
  });
});
