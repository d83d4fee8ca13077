import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { funeralCaseRequest } from "../../testing/cases";
import { dispatchGrants } from "../../testing/dispatch";
import { type ApiSession, startApi } from "../../testing/start-api";
import { insertTour } from "../../testing/fleet";

describe("receipts of a phone", () => {
  const api = startApi();
  let office: ApiSession;
  beforeAll(async () => {
    office = await api.signIn(...dispatchGrants);
  });
  async function aCrew() {
    const { tenant } = office.session;
    const phone = await api.bearer({ tenant, kind: "DEVICE", grants: ["confirmReceipt", "receiveAction", "getCases"] });
    return {
      phone,
      tour_id: await insertTour(api.db, tenant.id, { deviceId: phone.session.device_id, capacity: 50 }),
    };
  }
  async function assigned(tour_id: string) {
    const { id } = await office.createCase(funeralCaseRequest());
    await office.receiveAction({ id, action: "ASSIGN", tour_id, lock_version: 0 });
    return id;
  }
  const receivedAt = async (id: string) => (await office.getCase({ id })).tour_case_states?.[0]?.device_received_at;
  const updatesOf = async (id: string) =>
    (
      await api.db.system.many<{ version: number }>(sql`
        select (payload ->> 'lock_version')::int as version from events
        where type = 'case update' and payload ->> 'case_id' = ${id} and payload ->> 'change' = 'updated'`)
    ).map(({ version }) => version);
  const minutesAgo = (minutes: number) => new Date(api.clock.now().getTime() - minutes * 60_000).toISOString();
  const aReceipt = (case_id: string, tour_id: string, received_at = minutesAgo(1)) => ({
    case_id,
    tour_id,
    received_at,
  });

  it("a receipt stores once when a case reached the phone, and notifies dispatchers without raising the lock version", async () => {
    const { phone, tour_id } = await aCrew();
    const [id, received_at] = [await assigned(tour_id), minutesAgo(3)];
    expect(await phone.confirmReceipt({ receipts: [aReceipt(id, tour_id, received_at)] })).toEqual({
      accepted: 1,
      ignored: 0,
    });
    expect(Date.parse((await receivedAt(id)) as string)).toBe(Date.parse(received_at));
    expect(await phone.confirmReceipt({ receipts: [aReceipt(id, tour_id)] })).toEqual({ accepted: 0, ignored: 1 });
    expect(Date.parse((await receivedAt(id)) as string)).toBe(Date.parse(received_at));
    expect(await updatesOf(id)).toEqual([1]);
    const accepted = await phone.receiveAction({ id, action: "ACCEPT", tour_id, lock_version: 1 });
    expect(Date.parse(accepted.tour_case_states?.[0]?.device_received_at as string)).toBe(Date.parse(received_at));
  });

  it("receipts of a whole day without network are accepted at once, except for cases that were unassigned meanwhile", async () => {
    const { phone, tour_id } = await aCrew();
    const [kept, gone] = [await assigned(tour_id), await assigned(tour_id)];
    await office.receiveAction({ id: gone, action: "UNASSIGN", tour_id, lock_version: 1, reason: "Other crew" });
    const receipts = [
      aReceipt(kept, tour_id, minutesAgo(1440)),
      aReceipt(gone, tour_id),
      aReceipt(kept, tour_id, minutesAgo(1441)),
    ];
    expect(await phone.confirmReceipt({ receipts })).toEqual({ accepted: 1, ignored: 2 });
    expect(api.clock.now().getTime() - Date.parse((await receivedAt(kept)) as string)).toBeGreaterThan(1440.5 * 60_000);
    expect(await receivedAt(gone)).toBeNull();
  });

  it("a new assignment of a case needs a new receipt", async () => {
    const { phone, tour_id } = await aCrew();
    const id = await assigned(tour_id);
    await phone.confirmReceipt({ receipts: [aReceipt(id, tour_id)] });
    await office.receiveAction({ id, action: "UNASSIGN", tour_id, lock_version: 1, reason: "Other crew" });
    await office.receiveAction({ id, action: "ASSIGN", tour_id, lock_version: 2 });
    expect(await receivedAt(id)).toBeNull();
    expect(await phone.confirmReceipt({ receipts: [aReceipt(id, tour_id)] })).toMatchObject({ accepted: 1 });
  });

  it("receipts for a tour of another crew are ignored, and the answer does not reveal that its cases exist", async () => {
    const [own, other] = [await aCrew(), await aCrew()];
    const id = await assigned(other.tour_id);
    const receipts = [aReceipt(id, other.tour_id), aReceipt(id, own.tour_id), aReceipt(randomUUID(), own.tour_id)];
    expect(await own.phone.confirmReceipt({ receipts })).toEqual({ accepted: 0, ignored: 3 });
    expect(await receivedAt(id)).toBeNull();
    expect(await updatesOf(id)).toEqual([]);
  });

  it("a receipt and an action at the same moment both take effect", async () => {
    const { phone, tour_id } = await aCrew();
    for (let round = 0; round < 8; round++) {
      const [id, received_at] = [await assigned(tour_id), minutesAgo(5)];
      const [{ accepted }] = await Promise.all([
        phone.confirmReceipt({ receipts: [aReceipt(id, tour_id, received_at)] }),
        phone.receiveAction({ id, action: "ACCEPT", tour_id, lock_version: 1 }),
      ]);
      // The later of the two changes nothing: the stored time is that of the receipt or that of the action.
      expect(Date.parse((await receivedAt(id)) as string) === Date.parse(received_at)).toBe(accepted === 1);
    }
  });

  it("a receipt whose time is ten minutes ahead is refused", async () => {
    const { phone, tour_id } = await aCrew();
    const ahead = phone.confirmReceipt({ receipts: [aReceipt(await assigned(tour_id), tour_id, minutesAgo(-10))] });
    await expect(ahead).rejects.toMatchObject({ status: 422, code: "TIME_OUT_OF_RANGE" });
  });
});
