import { describe, expect, it } from "vitest";
import type { QueryRunner } from "#platform/database/database";
import { sql } from "#platform/database/sql";
import { insertTour, insertVehicle, timeSecondsFromNow } from "../../testing/fleet";
import { createApp } from "../../app";
import { cancelBlockedStatements, startBlockedWork } from "../../testing/races/blocked-work";
import { openApiSession, startApi } from "../../testing/start-api";
import { testNodeOptions } from "../../testing/start-node";
import { LocationReaderRecorder } from "./index";

describe("the record of who looked at drivers' positions", () => {
  const api = startApi();

  /** A driver on a tour whose position is known, and a dispatcher who may look at it. */
  async function aDriverOnTour() {
    const tenant = await api.aTenant();
    const driver = await api.bearer({
      tenant,
      roleType: "DRIVER",
      grants: ["updateLocation", "getOwnLocationReaders"],
    });
    const dispatcher = await api.bearer({ tenant, grants: ["getLocations"] });
    const vehicle = await insertVehicle(api.db, tenant.id);
    const tour = await insertTour(api.db, tenant.id, { vehicleIds: [vehicle], userId: driver.session.user_id });
    await driver.updateLocation({ locations: [{ lat: 47, lon: 15, time: timeSecondsFromNow(api, -10) }] });
    return { tenant, driver, dispatcher, tour };
  }

  it("a look that could not be recorded is recorded the next time, with the moment when it began", async () => {
    api.clock.freeze();
    const { driver, dispatcher, tour } = await aDriverOnTour();
    const principal = await api.app.principals.authenticate(dispatcher.session.token);
    let fails = true;
    const rows: QueryRunner = {
      ...api.db.system,
      run: (query) => (fails ? Promise.reject(new Error("The database is away.")) : api.db.system.run(query)),
    };
    const recorder = new LocationReaderRecorder(rows, api.clock);
    const look = () => recorder.note({ principal, purpose: "MAP", shown: { tour_ids: [tour] } });
    look();
    await expect(recorder.record([])).rejects.toThrow("cannot be recorded");
    // The tour ends between the two looks: only the first of them concerns its driver.
    await api.db.system.run(sql`
      update tours set status = 'FINISHED', started_sub_state = null, ended_at = ${api.clock.now()} where id = ${tour}`);
    api.clock.advance({ seconds: 1 });
    look();
    fails = false;
    await recorder.record([]);
    expect(await driver.getOwnLocationReaders()).toMatchObject([{ purpose: "MAP" }]);
  });

  it("a node that stops records the looks even if it cannot record which tokens were used", async () => {
    const { tenant, driver } = await aDriverOnTour();
    const node = await createApp({ ...testNodeOptions(api.db), dataDir: api.dataDir });
    const url = await node.server.listen({ host: "127.0.0.1", port: 0 });
    const dispatcher = await openApiSession(api.db, url, { tenant, grants: ["getLocations"] });
    await dispatcher.getLocations({});
    const { outcome } = await api.db.systemTransaction(tenant.id, async (tx) => {
      await tx.many(sql`select id from tokens where tenant_id = ${tenant.id} for update`);
      const blocked = await startBlockedWork({ tx, db: api.db.system }, () =>
        node.stop().catch((error: unknown) => error),
      );
      await cancelBlockedStatements(tx, api.databaseUrl);
      return blocked;
    });
    expect(await outcome).toBeInstanceOf(Error);
    expect(await driver.getOwnLocationReaders()).toHaveLength(1);
  });
});
