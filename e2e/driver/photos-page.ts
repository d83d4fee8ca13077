import { createClient } from "@leitstand/client/client";
import { OutboxChainPauses } from "../../apps/driver/src/outbox/drain.ts";
import { sendPhotos } from "../../apps/driver/src/photos/send-photos.ts";
import { storePhoto } from "../../apps/driver/src/photos/write-photo.ts";
import { DriverDatabase } from "../../apps/driver/src/storage/database.ts";
import { createDeviceKey } from "../../apps/driver/src/vault/cache-key.ts";
import { createPicture } from "./a-picture.ts";

interface PhotoOnPhone {
  readonly id: string;
  readonly status: string;
  readonly hasPicture: boolean;
}

/** Calls of tests in a page that holds the photos of a phone alone, without the app around them. */
export interface PhotosTestPage {
  take(place: { readonly case_id: string; readonly tour_id: string }): Promise<string>;
  /** Sends waiting photos, in spite of earlier failures. */
  send(token: string): Promise<string>;
  photos(): Promise<PhotoOnPhone[]>;
}

async function createPhotosPage(): Promise<PhotosTestPage> {
  const db = new DriverDatabase();
  const deviceKey = await createDeviceKey();
  const pauses = new OutboxChainPauses();
  return {
    take: async (place) => {
      const facts = { ...place, subject: "other" as const, user_id: "", taken_at: Date.now(), offset: 0 };
      return storePhoto(await createPicture(), facts, { db, deviceKey, instead: undefined });
    },
    send: async (token) => {
      pauses.endAll();
      const client = createClient({ baseUrl: location.origin, attempts: 1, token: () => token });
      const end = await sendPhotos({ db, deviceKey, client, pauses, clockOffset: () => 0, onChange: () => undefined });
      return end.is;
    },
    photos: async () => {
      const pictures = new Set(await db.pictures.toCollection().primaryKeys());
      return (await db.photos.toArray()).map(({ id, status }) => ({ id, status, hasPicture: pictures.has(id) }));
    },
  };
}

Object.assign(window, { photosPage: createPhotosPage() });
