import type { Client } from "@leitstand/client/client";
import { ApiProblem } from "@leitstand/client/problem";
import { serverTimeOfStamp } from "#outbox/clock-offset.ts";
import type { NewOutboxEntrySignal } from "#outbox/new-entry-signal.ts";
import type { OutboxChainPauses, QueueSendingResult } from "#outbox/drain.ts";
import { consequenceOfRefusal } from "#outbox/refusal.ts";
import type { DriverDatabase } from "#storage/database.ts";
import { unsealBytes } from "#vault/seal.ts";
import { ALL_PHOTOS_PAUSE_KEY, nextPhotoTime, photosReadyToSend, photoPauseKeyAfterFailure } from "./next-photos.ts";
import { vehicleCorners, isCasePhoto, type PhotoRow } from "./photo-row.ts";

export interface SendPhotosOptions {
  readonly db: DriverDatabase;
  readonly deviceKey: CryptoKey;
  /** API client of the user whose photos these are; it makes one attempt. */
  readonly client: Pick<Client, "uploadCaseAssets" | "uploadVehicleAsset">;
  /** Milliseconds to add to this phone's clock, as an answer has told; null while none has. */
  readonly clockOffset: () => number | null;
  readonly pauses: OutboxChainPauses;
  /** Tells that another photo was taken: it does not wait until the current upload has arrived. */
  readonly asking?: NewOutboxEntrySignal;
  /** Called when a photo has arrived, or was refused. */
  readonly onChange: () => void;
  readonly now?: () => number;
}

const PHOTOS_AT_ONCE = 2;

/** Sends photos that can be sent. They have a queue of their own: large ones never delay the crew's steps. */
export const sendPhotos = (options: SendPhotosOptions): Promise<QueueSendingResult> =>
  navigator.locks.request("photos", () => new PhotoQueue(options).run());

class PhotoQueue {
  private readonly busy = new Map<string, Promise<void>>();
  private stop: "sign_in" | "wipe" | undefined;

  constructor(private readonly options: SendPhotosOptions) {}

  async run(): Promise<QueueSendingResult> {
    const { db, pauses } = this.options;
    for (;;) {
      const asked = this.options.asking?.next();
      // A photo that is sent while the tables are read still counts as waiting here; the next round corrects that.
      const begun = new Set(this.busy.keys());
      const photos = await db.photos.where("status").equals("waiting").toArray();
      const steps = await db.outbox.where("status").notEqual("sent").toArray();
      const unsentSteps = new Set(steps.map(({ action_id }) => action_id));
      const state = { now: this.now(), pausedUntil: pauses.until, unsentSteps };
      const ready = this.stop === undefined ? photosReadyToSend(photos, state).filter(({ id }) => !begun.has(id)) : [];
      for (const photo of ready.slice(0, PHOTOS_AT_ONCE - this.busy.size)) this.begin(photo);
      if (this.busy.size > 0) await Promise.race([...this.busy.values(), ...(asked ? [asked] : [])]);
      else if (begun.size === 0)
        return this.stop === undefined ? { is: "idle", wakeAt: nextPhotoTime(photos, state) } : { is: this.stop };
    }
  }

  private now = () => (this.options.now ?? Date.now)();

  private begin(photo: PhotoRow) {
    this.busy.set(
      photo.id,
      this.send(photo).finally(() => this.busy.delete(photo.id)),
    );
  }

  private async send(photo: PhotoRow) {
    const { pauses } = this.options;
    const offset = this.options.clockOffset();
    if (offset === null) return pauses.wait(ALL_PHOTOS_PAUSE_KEY, this.now(), undefined);
    const file = await this.fileOf(photo);
    if (file === undefined) return this.refuse(photo, "GONE");
    try {
      await this.upload(photo, { file, offset });
      pauses.end(photo.id);
      pauses.end(ALL_PHOTOS_PAUSE_KEY);
      await this.keep(photo);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      await this.fail(photo, error);
    }
  }

  private upload(photo: PhotoRow, { file, offset }: { readonly file: File; readonly offset: number }) {
    const { client } = this.options;
    const named = { client_id: photo.id, file };
    if (!isCasePhoto(photo)) return client.uploadVehicleAsset({ id: photo.vehicle_id, ...named });
    const { case_id: id, tour_id, subject } = photo;
    const corner = vehicleCorners.find((name) => name === subject);
    const taken = { at: photo.taken_at, offset: photo.offset };
    const occurred_at = new Date(serverTimeOfStamp(taken, { now: this.now(), offset })).toISOString();
    return client.uploadCaseAssets({
      ...named,
      id,
      tour_id,
      kind: "IMAGE",
      occurred_at,
      ...(corner !== undefined && { corner }),
    });
  }

  private async fileOf({ id, subject }: PhotoRow): Promise<File | undefined> {
    const { db, deviceKey } = this.options;
    const picture = await db.pictures.get(id);
    if (picture === undefined) return undefined;
    return new File([await unsealBytes(deviceKey, picture.content)], `${subject}.jpg`, { type: "image/jpeg" });
  }

  /** Marks a photo as sent and deletes its picture; the thumbnail stays with the case. */
  private async keep({ id }: PhotoRow) {
    const { db, onChange } = this.options;
    await db.transaction("rw", [db.photos, db.pictures], async () => {
      await db.photos.update(id, { status: "sent", refusal: null });
      await db.pictures.delete(id);
    });
    onChange();
  }

  private async fail(photo: PhotoRow, problem: ApiProblem) {
    const { pauses } = this.options;
    const consequence = consequenceOfRefusal(problem);
    if (consequence === "again")
      pauses.wait(photoPauseKeyAfterFailure(problem, photo.id), this.now(), problem.arg("retry_after"));
    else if (consequence === "refused") await this.refuse(photo, problem.code);
    else this.stop = consequence;
  }

  /** Marks a photo as refused; its picture stays until the driver has taken another one, or has given it up. */
  private async refuse({ id }: PhotoRow, refusal: string) {
    await this.options.db.photos.update(id, { status: "refused", refusal });
    this.options.onChange();
  }
}
