import { createClient } from "@leitstand/client/client";
import { OutboxChainPauses, drainOutbox } from "../../apps/driver/src/outbox/drain.ts";
import { writeOutboxEntry } from "../../apps/driver/src/outbox/write.ts";
import { sendPhotos } from "../../apps/driver/src/photos/send-photos.ts";
import { storePhoto } from "../../apps/driver/src/photos/write-photo.ts";
import { storePosition, sendPositions } from "../../apps/driver/src/positions/send-positions.ts";
import { DriverDatabase } from "../../apps/driver/src/storage/database.ts";
import { createDeviceKey } from "../../apps/driver/src/vault/cache-key.ts";
import { createPicture } from "./a-picture.ts";

interface CaseOnTour {
  readonly case_id: string;
  readonly tour_id: string;
}
export interface PhoneQueuesStep extends CaseOnTour {
  readonly action: "ACCEPT" | "ON_THE_WAY" | "ARRIVE" | "FINISH";
  readonly seen: number;
  /** Time of the step. */
  readonly at: number;
  readonly payload?: { readonly finish_reason: string; readonly outcome: "SUCCESS"; readonly photo_ids: string[] };
}

/** Calls of tests in a page that holds all that a phone has to send, without the app around it. Its clock is right. */
export interface PhoneQueuesTestPage {
  act(step: PhoneQueuesStep): Promise<string>;
  photograph(place: CaseOnTour, at: number): Promise<string>;
  /** Stores the given number of fixes, at regular intervals. */
  drive(count: number, from: number, every: number): Promise<void>;
  /** Sends all waiting entries, in spite of earlier failures: steps, then photos, then fixes. */
  send(): Promise<void>;
  /** Entries that have not arrived at the server, described in words. */
  left(): Promise<string[]>;
}

/** Number of fixes that are sealed at a time. */
const FIXES_SEALED_AT_ONCE = 500;
const driverId = "8f0a2f64-90f5-4b7c-8f34-0c2f1f6c9002";

async function createAwayPage(): Promise<PhoneQueuesTestPage> {
  const db = new DriverDatabase();
  const deviceKey = await createDeviceKey();
  const pauses = new OutboxChainPauses();
  const token = () => sessionStorage.getItem("token") ?? undefined;
  const client = createClient({ baseUrl: location.origin, attempts: 1, token });
  const options = { db, deviceKey, client, clockOffset: () => 0 };
  return {
    act: ({ case_id: id, tour_id, action, seen, at, payload }) =>
      writeOutboxEntry(
        { op: "receiveAction", body: { id, tour_id, action, ...(payload && { payload }) } },
        { db, deviceKey, user_id: driverId, at, offset: 0, seen, photos: { announced: payload?.photo_ids ?? [] } },
      ),
    photograph: async (place, taken_at) => {
      const facts = { ...place, subject: "other" as const, user_id: driverId, taken_at, offset: 0 };
      return storePhoto(await createPicture(), facts, { db, deviceKey, instead: undefined });
    },
    drive: async (count, from, every) => {
      const keep = (index: number) =>
        storePosition(fixOnRoad(index, from + index * every), 0, { db, deviceKey, user_id: driverId });
      for (let first = 0; first < count; first += FIXES_SEALED_AT_ONCE)
        await Promise.all(
          Array.from({ length: Math.min(FIXES_SEALED_AT_ONCE, count - first) }, (_, index) => keep(first + index)),
        );
    },
    send: async () => {
      pauses.endAll();
      await drainOutbox({ ...options, pauses });
      await sendPhotos({ ...options, pauses, onChange: () => undefined });
      await sendPositions({ ...options, user_id: driverId });
    },
    left: async () => {
      const rows = await db.outbox.filter(({ status }) => status !== "sent").toArray();
      const photos = await db.photos.filter(({ status }) => status !== "sent").toArray();
      const fixes = await db.positions.count();
      return [
        ...rows.map(({ status, refusal }) => `step: ${refusal ?? status}`),
        ...photos.map(({ status, refusal }) => `photo: ${refusal ?? status}`),
        ...(fixes === 0 ? [] : [`${fixes} fixes`]),
      ];
    },
  };
}

/** Fix on a road that leads north-east without end. */
const fixOnRoad = (index: number, at: number) => ({
  at,
  lat: 46.5 + index * 0.00004,
  lon: 14 + index * 0.00004,
  accuracy_meters: 8,
  speed_meters_per_second: 14,
  heading_degrees: 45,
});

Object.assign(window, { awayPage: createAwayPage() });
