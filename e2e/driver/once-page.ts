import { Asking } from "../../apps/driver/src/outbox/asking.ts";
import { ChainPauses, drain } from "../../apps/driver/src/outbox/drain.ts";
import { writeDown } from "../../apps/driver/src/outbox/write.ts";
import { sendPhotos } from "../../apps/driver/src/photos/send-photos.ts";
import { keepPhoto } from "../../apps/driver/src/photos/write-photo.ts";
import { DriverDatabase } from "../../apps/driver/src/storage/database.ts";
import { createDeviceKey } from "../../apps/driver/src/vault/cache-key.ts";
import { aPicture } from "./a-picture.ts";

/**
 * Page in which two requests are under way, and the second one ends while the queue, having read one table for what to
 * send next, still reads the other. Each call returns how often each was sent, and its result.
 */
export interface OncePage {
  steps(): Promise<SentRow[]>;
  photos(): Promise<SentRow[]>;
  /** A photo is taken while another one is being sent, which is answered only when both are under way. */
  takenMeanwhile(): Promise<SentRow[]>;
}
export interface SentRow {
  readonly times: number;
  readonly status: string;
}

const user_id = "8f0a2f64-90f5-4b7c-8f34-0c2f1f6c9002";
const tour_id = "5f0c2c1e-5a53-4b8e-9a36-1f6f6a1f8f10";
const cases = ["5f0c2c1e-5a53-4b8e-9a36-1f6f6a1f8f11", "5f0c2c1e-5a53-4b8e-9a36-1f6f6a1f8f12"] as const;

class Signal {
  give: () => void = () => undefined;
  readonly given = new Promise<void>((resolve) => {
    this.give = resolve;
  });
}

type Queue = "outbox" | "photos";

/** Answers the first request when both are under way, and the second while the queue waits for the other table. */
class TwoAtOnce {
  readonly asked: string[] = [];
  private readonly bothAsked = new Signal();
  private readonly reading = new Signal();
  private readonly bothKept = new Signal();
  private isFirstAnswered = false;

  constructor(
    db: DriverDatabase,
    private readonly queue: Queue,
  ) {
    const readLast: Queue = queue === "outbox" ? "photos" : "outbox";
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

const common = async () => ({
  db: new DriverDatabase(),
  deviceKey: await createDeviceKey(),
  clockOffset: () => 0,
  pauses: new ChainPauses(),
});

async function steps(): Promise<SentRow[]> {
  const { db, deviceKey, ...options } = await common();
  const two = new TwoAtOnce(db, "outbox");
  const ids: string[] = [];
  for (const id of cases) {
    const written = { db, deviceKey, user_id, at: Date.now(), offset: 0, seen: 0 };
    ids.push(await writeDown({ op: "receiveAction", body: { id, tour_id, action: "ACCEPT" } }, written));
  }
  const receiveAction = async (_input: object, { idempotencyKey }: { readonly idempotencyKey: string }) => {
    await two.answer(idempotencyKey);
    return { lock_version: 1 };
  };
  await drain({ db, deviceKey, ...options, client: { receiveAction } as never });
  const rows = await db.outbox.toArray();
  return ids.map((id) => ({ times: two.timesOf(id), ...became(rows.find(({ action_id }) => action_id === id)) }));
}

type Storage = Pick<Awaited<ReturnType<typeof common>>, "db" | "deviceKey">;

async function takePhoto(case_id: string, { db, deviceKey }: Storage): Promise<string> {
  const facts = { case_id, tour_id, subject: "other" as const, user_id, taken_at: Date.now(), offset: 0 };
  return keepPhoto(await aPicture(), facts, { db, deviceKey, instead: undefined });
}

async function photos(): Promise<SentRow[]> {
  const { db, deviceKey, ...options } = await common();
  const two = new TwoAtOnce(db, "photos");
  const ids: string[] = [];
  for (const case_id of cases) ids.push(await takePhoto(case_id, { db, deviceKey }));
  const uploadCaseAssets = ({ client_id }: { readonly client_id: string }) => two.answer(client_id);
  const client = { uploadCaseAssets } as never;
  await sendPhotos({ db, deviceKey, ...options, client, onChange: () => undefined });
  const rows = await db.photos.toArray();
  return ids.map((id) => ({ times: two.timesOf(id), ...became(rows.find((row) => row.id === id)) }));
}

async function takenMeanwhile(): Promise<SentRow[]> {
  const { db, deviceKey, ...options } = await common();
  const [first, second] = cases;
  const [isAsked, areBothAsked] = [new Signal(), new Signal()];
  const asked: string[] = [];
  const uploadCaseAssets = ({ client_id }: { readonly client_id: string }) => {
    (asked.push(client_id) === 1 ? isAsked : areBothAsked).give();
    return areBothAsked.given;
  };
  const ids = [await takePhoto(first, { db, deviceKey })];
  const asking = new Asking();
  const client = { uploadCaseAssets } as never;
  const isSent = sendPhotos({ db, deviceKey, ...options, client, asking, onChange: () => undefined });
  await isAsked.given;
  ids.push(await takePhoto(second, { db, deviceKey }));
  asking.again();
  await isSent;
  const rows = await db.photos.toArray();
  const timesOf = (id: string) => asked.filter((one) => one === id).length;
  return ids.map((id) => ({ times: timesOf(id), ...became(rows.find((row) => row.id === id)) }));
}

const became = (row: { readonly status: string; readonly refusal: string | null } | undefined) => ({
  status: row?.refusal ?? row?.status ?? "gone",
});

Object.assign(window, { oncePage: Promise.resolve({ steps, photos, takenMeanwhile } satisfies OncePage) });
