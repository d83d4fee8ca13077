import { createClient } from "@leitstand/client/client";
import { storePosition, sendPositions } from "../../apps/driver/src/positions/send-positions.ts";
import { DriverDatabase } from "../../apps/driver/src/storage/database.ts";
import { createDeviceKey } from "../../apps/driver/src/vault/cache-key.ts";

/** Calls of tests in a page that holds the positions of a phone alone, without the app around them. */
export interface PositionsTestPage {
  /** Stores fixes of consecutive seconds, each at a longitude of its own. */
  keep(count: number): Promise<void>;
  send(): Promise<string>;
  /** Number of fixes on the phone. */
  count(): Promise<number>;
}

const driverId = "5f0c2c1e-5a53-4b8e-9a36-1f6f6a1f8f11";

async function createPositionsPage(): Promise<PositionsTestPage> {
  const db = new DriverDatabase();
  const deviceKey = await createDeviceKey();
  const client = createClient({ baseUrl: location.origin, attempts: 1 });
  const measures = { accuracy_meters: 8, speed_meters_per_second: null, heading_degrees: null };
  return {
    keep: async (count) => {
      const began = Date.now() - count * 1_000;
      for (let second = 0; second < count; second++)
        await storePosition({ at: began + second * 1_000, lat: 47, lon: second / 1_000, ...measures }, 0, {
          db,
          deviceKey,
          user_id: driverId,
        });
    },
    send: () => sendPositions({ db, deviceKey, user_id: driverId, client, clockOffset: () => 0 }),
    count: () => db.positions.count(),
  };
}

Object.assign(window, { positionsPage: createPositionsPage() });
