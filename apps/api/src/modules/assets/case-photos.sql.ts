/** Photos of cases by the ids that phones gave them: announced by an action, sent, or both. */
import type { Asset } from "@leitstand/contract/cases/asset";
import type { Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";
import type { UploaderIdentity } from "./assets.sql";

export interface PhotoAnnouncement extends UploaderIdentity {
  readonly case_id: string;
  readonly history_id: string;
  readonly photo_ids: readonly string[];
}

/** Announces photos and answers how many of them belong to this case; an id of another case stays unchanged. */
export const upsertAnnouncedPhotos = (
  tx: Tx,
  { case_id, history_id, photo_ids, user_id, device_id }: PhotoAnnouncement,
) =>
  tx.run(sql`
    insert into case_photos (photo_id, case_id, history_id, user_id, device_id)
    select photo, ${case_id}, ${history_id}, ${user_id}::uuid, ${device_id}::uuid from unnest(${photo_ids}::uuid[]) photo
    on conflict (tenant_id, photo_id) do update set history_id = excluded.history_id where case_photos.case_id = excluded.case_id`);

/** Counts photos again that were taken for an undone action, when an action names them again. */
export const reinstatePhotos = (tx: Tx, { case_id, photo_ids }: Pick<PhotoAnnouncement, "case_id" | "photo_ids">) =>
  tx.runBeforeNext(sql`
    update assets set superseded = false, updated_at = now()
    where tenant_id = ${tx.tenantId} and case_id = ${case_id} and superseded and id in (
      select asset_id from case_photos where tenant_id = ${tx.tenantId} and photo_id = any(${photo_ids}::uuid[]))`);

/** History rows of a case that were undone just now. */
export interface UndoneSteps {
  readonly case_id: string;
  readonly history_ids: readonly string[];
}

/** Gives photos of undone steps back to the newest valid step that named them as well: they stay photos of that one. */
export const relinkPhotosOfUndoneSteps = (tx: Tx, { case_id, history_ids }: UndoneSteps) =>
  tx.runBeforeNext(sql`
    update case_photos photo set history_id = valid.history_id from (
      select distinct on (named.photo_id::uuid) named.photo_id::uuid as photo_id, step.id as history_id
      from case_history step cross join jsonb_array_elements_text(step.payload -> 'photo_ids') named (photo_id)
      where step.tenant_id = ${tx.tenantId} and step.case_id = ${case_id} and not step.undone
      order by named.photo_id::uuid, step.seq desc) valid
    where photo.tenant_id = ${tx.tenantId} and photo.case_id = ${case_id} and photo.history_id = any(${history_ids}::uuid[])
      and photo.photo_id = valid.photo_id`);

/**
 * Marks the files of undone steps as superseded. Announced photos belong to the step that announced them. Of the other
 * files, photos and signatures count as taken for a step of the same sender if they came after it; a FORWARD has none.
 */
export const supersedeFilesOfSteps = (tx: Tx, { case_id, history_ids }: UndoneSteps) =>
  tx.runBeforeNext(sql`
    update assets file set superseded = true, updated_at = now()
    where file.tenant_id = ${tx.tenantId} and file.case_id = ${case_id} and not file.superseded and coalesce(
      (select photo.history_id = any(${history_ids}::uuid[]) from case_photos photo
        where photo.tenant_id = file.tenant_id and photo.asset_id = file.id),
      file.kind = any('{IMAGE,SIGNATURE}'::text[]) and exists (select 1 from case_history step
        where step.tenant_id = file.tenant_id and step.case_id = file.case_id and step.id = any(${history_ids}::uuid[])
          and step.transition <> 'FORWARD' and step.received_at <= file.created_at
          and (step.user_id = file.user_id or step.device_id = file.device_id)))`);

/** Number of photos that a valid action announced and no phone has sent yet. */
export const countPhotosOfStepNotYetSent = (tx: Tx, history_id: string) =>
  tx.one<{ count: number }>(sql`
    select count(*)::int as count from case_photos photo join case_history named
      on named.tenant_id = photo.tenant_id and named.case_id = photo.case_id and named.id = photo.history_id
    where photo.tenant_id = ${tx.tenantId} and named.id = ${history_id} and not named.undone and photo.received_at is null`);

/** Locks the photo with this id, inserting it if needed; two senders at once wait here for each other. */
export function lockOrInsertCasePhoto(
  tx: Tx,
  photo_id: string,
  { case_id, user_id, device_id }: UploaderIdentity & Pick<Asset, "case_id">,
): Promise<CasePhoto> {
  tx.runBeforeNext(sql`
    insert into case_photos (photo_id, case_id, user_id, device_id)
    values (${photo_id}, ${case_id}, ${user_id}::uuid, ${device_id}::uuid) on conflict do nothing`);
  return tx.one<CasePhoto>(sql`
    select photo_id, case_id, asset_id, received_at is not null as received, exists (select 1 from case_history step
      where step.tenant_id = photo.tenant_id and step.case_id = photo.case_id and step.id = photo.history_id and step.undone) as superseded
    from case_photos photo where tenant_id = ${tx.tenantId} and photo_id = ${photo_id} for update of photo`);
}
export interface CasePhoto {
  readonly photo_id: string;
  readonly case_id: string;
  readonly asset_id: string | null;
  readonly received: boolean;
  /** Whether the step that announced it was undone. */
  readonly superseded: boolean;
}

export const markCasePhotoReceived = (
  tx: Tx,
  photo_id: string,
  sent: { asset_id: string; occurred_at?: string | undefined },
) =>
  tx.run(sql`
    update case_photos set asset_id = ${sent.asset_id}, occurred_at = ${sent.occurred_at ?? null}, received_at = now()
    where tenant_id = ${tx.tenantId} and photo_id = ${photo_id}`);
