import type { Page } from "playwright-core";

/** Content of a phone's outbox: its steps in order, with the photos that they name, and the photos. */
export interface StoredOutboxContent {
  readonly steps: readonly {
    readonly action_id: string;
    readonly status: string;
    readonly photo_ids: readonly string[];
  }[];
  readonly photos: readonly { readonly id: string; readonly status: string; readonly announced_by: string | null }[];
  readonly pictures: readonly string[];
}

/** Reads the outbox as the phone itself would after a start. */
export const readStoredOutboxOfPage = (page: Page): Promise<StoredOutboxContent> =>
  page.evaluate(async () => {
    interface Sealed {
      readonly iv: BufferSource;
      readonly data: BufferSource;
    }
    interface Body {
      readonly body: { readonly payload?: { readonly photo_ids?: string[] } };
    }
    const answerOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error("The database does not answer."));
      });
    const db = await answerOf(indexedDB.open("leitstand-driver"));
    const stores = db.transaction(["keys", "outbox", "photos", "pictures"]);
    const [device, rows, photos, pictures] = await Promise.all([
      answerOf(stores.objectStore("keys").get("device")),
      answerOf(stores.objectStore("outbox").getAll()),
      answerOf(stores.objectStore("photos").getAll()),
      answerOf(stores.objectStore("pictures").getAllKeys()),
    ]);
    db.close();
    const { key } = device as { key: CryptoKey };
    const open = async ({ iv, data }: Sealed): Promise<Body> =>
      JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, data)));
    return {
      steps: await Promise.all(
        (rows as { action_id: string; status: string; content: Sealed }[]).map(
          async ({ action_id, status, content }) => ({
            action_id,
            status,
            photo_ids: (await open(content)).body.payload?.photo_ids ?? [],
          }),
        ),
      ),
      photos: (photos as { id: string; status: string; announced_by: string | null }[]).map(
        ({ id, status, announced_by }) => ({ id, status, announced_by }),
      ),
      pictures: pictures.map(String),
    };
  });
