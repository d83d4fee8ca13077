import { NewOutboxEntrySignal } from "../../apps/driver/src/outbox/new-entry-signal.ts";
import { OutboxChainPauses, drainOutbox } from "../../apps/driver/src/outbox/drain.ts";
import { writeOutboxEntry } from "../../apps/driver/src/outbox/write.ts";
import { sendPhotos } from "../../apps/driver/src/photos/send-photos.ts";
import { storePhoto } from "../../apps/driver/src/photos/write-photo.ts";
import { DriverDatabase } from "../../apps/driver/src/storage/database.ts";
import { createDeviceKey } from "../../apps/driver/src/vault/cache-key.ts";
import { createPicture } from "./a-picture.ts";

/**
 * Page in which two requests are under way, and the second one ends while the queue, having read one table for what to
 * send next, still reads the other. Each call returns how often each was sent, and its result.
 */
export interface SentOnceTestPage {
  steps(): Promise<SentRowCount[]>;
  photos(): Promise<SentRowCount[]>;
  /** A photo is taken while another one is being sent, which is answered only when both are under way. */
  takenMeanwhile(): Promise<SentRowCount[]>;
}
export interface SentRowCount {
  readonly times: number;
  readonly status: string;
}

const driverId = "8f0a2f64-90f5-4b7c-8f34-0c2f1f6c9002";
const exampleTourId = "5f0c2c1e-5a53-4b8e-9a36-1f6f6a1f8f10";
const twoCaseIds = ["5f0c2c1e-5a53-4b8e-9a36-1f6f6a1f8f11", "5f0c2c1e-5a53-4b8e-9a36-1f6f6a1f8f12"] as const;

class OneTimeSignal {
  give: () => void = () => undefined;
  readonly given = new Promise<void>((resolve) => {
    this.give = resolve;
  });
}

type QueueName = "outbox" | "photos";

/**
 * Answers the first of two requests when both are under way, and the second while the queue waits for the other table.
 */
class ConcurrentRequests {
  readonly asked: string[] = [];
  private readonly bothAsked = new OneTimeSignal();
  private readonly reading = new OneTimeSignal();
  private readonly bothKept = new OneTimeSignal();
  private isFirstAnswered = false;

  constructor(
    db: DriverDatabase,
    private readonly queue: QueueName,
  ) {
    const readLast: QueueName = queue === "outbox" ? "photos" : "outbox";
    db.use({
      stack: "dbcore",
      name: "late",
      create: (core) => ({
        ...core,
        table: (name) => {
          const table = core.table(name);
          if (name !== readLast) return table;
          const late = async <T>(answer: Promise<T>) => {
            const read = await answer;
            await this.letTheSecondEnd();
            return read;
          };
          return {
            ...table,
            query: (request) => late(table.query(request)),
            count: (request) => late(table.count(request)),
            openCursor: (request) => late(table.openCursor(request)),
          };
        },
      }),
    });
  }

  async answer(id: string) {
    const place = this.asked.push(id);
    if (place === 1) {
      await this.bothAsked.given;
      this.isFirstAnswered = true;
    } else if (place === 2) {
      this.bothAsked.give();
      await this.reading.given;
      void this.watch();
    }
  }

  private async letTheSecondEnd() {
    if (!this.isFirstAnswered) return;
    this.reading.give();
    await this.bothKept.given;
  }

  /** Code that waits for the stored rows runs first. */
  private async watch() {
    const table = new DriverDatabase().table<{ readonly status: string }>(this.queue);
    while ((await table.filter(({ status }) => status === "sent").count()) < 2);
    setTimeout(this.bothKept.give);
  }

  timesOf = (id: string) => this.asked.filter((one) => one === id).length;
}

const createSendOptions = async () => ({
  db: new DriverDatabase(),
  deviceKey: await createDeviceKey(),
  clockOffset: () => 0,
  pauses: new OutboxChainPauses(),
});

async function sendStepsTwice(): Promise<SentRowCount[]> {
  const { db, deviceKey, ...options } = await createSendOptions();
  const two = new ConcurrentRequests(db, "outbox");
  const ids: string[] = [];
  for (const id of twoCaseIds) {
    const written = { db, deviceKey, user_id: driverId, at: Date.now(), offset: 0, seen: 0 };
    ids.push(
      await writeOutboxEntry({ op: "receiveAction", body: { id, tour_id: exampleTourId, action: "ACCEPT" } }, written),
    );
  }
  const receiveAction = async (_input: object, { idempotencyKey }: { readonly idempotencyKey: string }) => {
    await two.answer(idempotencyKey);
    return { lock_version: 1 };
  };
  await drainOutbox({ db, deviceKey, ...options, client: { receiveAction } as never });
  const rows = await db.outbox.toArray();
  return ids.map((id) => ({
    times: two.timesOf(id),
    ...finalStatusOf(rows.find(({ action_id }) => action_id === id)),
  }));
}

type PhoneStorage = Pick<Awaited<ReturnType<typeof createSendOptions>>, "db" | "deviceKey">;

async function takePhotoOfCase(case_id: string, { db, deviceKey }: PhoneStorage): Promise<string> {
  const facts = {
    case_id,
    tour_id: exampleTourId,
    subject: "other" as const,
    user_id: driverId,
    taken_at: Date.now(),
    offset: 0,
  };
  return storePhoto(await createPicture(), facts, { db, deviceKey, instead: undefined });
}

async function sendPhotosTwice(): Promise<SentRowCount[]> {
  const { db, deviceKey, ...options } = await createSendOptions();
  const two = new ConcurrentRequests(db, "photos");
  const ids: string[] = [];
  for (const case_id of twoCaseIds) ids.push(await takePhotoOfCase(case_id, { db, deviceKey }));
  const uploadCaseAssets = ({ client_id }: { readonly client_id: string }) => two.answer(client_id);
  const client = { uploadCaseAssets } as never;
  await sendPhotos({ db, deviceKey, ...options, client, onChange: () => undefined });
  const rows = await db.photos.toArray();
  return ids.map((id) => ({ times: two.timesOf(id), ...finalStatusOf(rows.find((row) => row.id === id)) }));
}

async function sendPhotoTakenMeanwhile(): Promise<SentRowCount[]> {
  const { db, deviceKey, ...options } = await createSendOptions();
  const [first, second] = twoCaseIds;
  const [isAsked, areBothAsked] = [new OneTimeSignal(), new OneTimeSignal()];
  const asked: string[] = [];
  const uploadCaseAssets = ({ client_id }: { readonly client_id: string }) => {
    (asked.push(client_id) === 1 ? isAsked : areBothAsked).give();
    return areBothAsked.given;
  };
  const ids = [await takePhotoOfCase(first, { db, deviceKey })];
  const asking = new NewOutboxEntrySignal();
  const client = { uploadCaseAssets } as never;
  const isSent = sendPhotos({ db, deviceKey, ...options, client, asking, onChange: () => undefined });
  await isAsked.given;
  ids.push(await takePhotoOfCase(second, { db, deviceKey }));
  asking.again();
  await isSent;
  const rows = await db.photos.toArray();
  const timesOf = (id: string) => asked.filter((one) => one === id).length;
  return ids.map((id) => ({ times: timesOf(id), ...finalStatusOf(rows.find((row) => row.id === id)) }));
}

const finalStatusOf = (row: { readonly status: string; readonly refusal: string | null } | undefined) => ({
  status: row?.refusal ?? row?.status ?? "gone",
});

Object.assign(window, {
  oncePage: Promise.resolve({
    steps: sendStepsTwice,
    photos: sendPhotosTwice,
    takenMeanwhile: sendPhotoTakenMeanwhile,
  } satisfies SentOnceTestPage),
});
