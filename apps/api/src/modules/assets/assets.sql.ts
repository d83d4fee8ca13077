import type { Asset } from "@leitstand/contract/cases/asset";
import type { CaseType } from "@leitstand/contract/cases/case-rules";
import type { QueryRunner, Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { type CrewCaseAccess, caseInScopeCondition, vehicleInScopeCondition } from "#modules/visibility/index";
import { sql } from "#platform/database/sql";

const assetColumns = sql`id, created_at, updated_at, case_id, tour_id, kind, '/api/v1/assets/' || id as path, mime_type, file_name,
  size_bytes, sha256, width, height, corner, superseded, user_id, device_id`;

/** Sender of a file, also used to find files that were uploaded before their case existed. */
export interface UploaderIdentity {
  readonly user_id: string | null;
  readonly device_id: string | null;
}

export interface CaseUploadTarget {
  readonly case_id: string;
  readonly tour_id: string | null;
  /** Id that the sender gave the file. */
  readonly client_id: string | null;
}

/**
 * Whether the caller may add a file to the case (longest for a photo that an action has announced), and whether the
 * case is or was on the tour.
 */
export const selectCaseUploadPermission = (
  tx: Tx,
  scope: Scope,
  { case_id, tour_id, client_id, ...sender }: CaseUploadTarget & UploaderIdentity,
) =>
  tx.maybe<{ data_type: CaseType; tour_found: boolean }>(sql`
    select c.data_type, ${tour_id}::uuid is null or exists (select 1 from case_links link
      where link.tenant_id = c.tenant_id and link.case_id = c.id and link.tour_id = ${tour_id}::uuid) as tour_found
    from cases c where c.tenant_id = ${tx.tenantId} and c.id = ${case_id} and (${caseInScopeCondition(scope, sql`c`, "redacted")}
      or (${caseInScopeCondition(scope, sql`c`, "late")} and exists (select 1 from case_photos a
        where a.tenant_id = ${tx.tenantId} and a.photo_id = ${client_id}::uuid and a.case_id = c.id and a.history_id is not null and ${isUploader(sender)})))`);

export interface AssetDraft extends Omit<Asset, "id" | "created_at" | "updated_at" | "superseded"> {
  /** Set for a file that arrives after the action that announced it was undone. */
  readonly superseded?: boolean;
}

export const insertAsset = (tx: Tx, draft: AssetDraft) =>
  tx.one<Asset>(sql`
    insert into assets (case_id, tour_id, kind, path, mime_type, file_name, size_bytes, sha256, width, height, corner, superseded, user_id, device_id)
    values (${draft.case_id}, ${draft.tour_id}, ${draft.kind}, ${draft.path}, ${draft.mime_type}, ${draft.file_name},
      ${draft.size_bytes}, ${draft.sha256}, ${draft.width}, ${draft.height}, ${draft.corner}, ${draft.superseded ?? false}, ${draft.user_id}, ${draft.device_id})
    returning ${assetColumns}`);

const isUploader = ({ user_id, device_id }: UploaderIdentity) =>
  sql`(a.user_id = ${user_id}::uuid or a.device_id = ${device_id}::uuid)`;

/**
 * Condition for files that the caller may see. A file of a case: callers who see the whole case see it, a crew that has
 * finished the case sees those that it uploaded itself. A file without a case: the caller who uploaded it sees it,
 * callers who see everything, and those who see the vehicle if it is a photo of a vehicle check.
 */
const assetVisibleCondition = (tx: Tx, scope: Scope, uploader: UploaderIdentity) => sql`case
  when a.case_id is not null then ${isAssetOfReachableCase(tx, scope, "whole")} or (${isUploader(uploader)} and ${isAssetOfReachableCase(tx, scope, "redacted")})
  else ${scope.all} or ${isUploader(uploader)} or ${isAssetOfReachableVehicle(tx, scope)} end`;

const assetRemovableCondition = (tx: Tx, scope: Scope, uploader: UploaderIdentity) => sql`case
  when a.case_id is not null then ${isAssetOfReachableCase(tx, scope, "whole")} else ${scope.all} or ${isUploader(uploader)} end`;

const isAssetOfReachableCase = (tx: Tx, scope: Scope, access: CrewCaseAccess) => sql`exists (select 1 from cases c
  where c.tenant_id = ${tx.tenantId} and c.id = a.case_id and ${caseInScopeCondition(scope, sql`c`, access)})`;

const isAssetOfReachableVehicle = (tx: Tx, scope: Scope) => sql`exists (select 1 from vehicle_check_photos photo
  join vehicle_checks "check" on "check".tenant_id = photo.tenant_id and "check".id = photo.check_id
  join vehicles vehicle on vehicle.tenant_id = "check".tenant_id and vehicle.id = "check".vehicle_id
  where photo.tenant_id = ${tx.tenantId} and photo.asset_id = a.id and ${vehicleInScopeCondition(scope, sql`vehicle`)})`;

export interface StoredAsset extends Pick<Asset, "mime_type" | "file_name" | "size_bytes" | "sha256"> {
  /** Path on the disk; it is never sent to a client. */
  readonly path: string;
}

export const selectStoredAsset = (tx: Tx, scope: Scope, { id, ...uploader }: UploaderIdentity & { id: string }) =>
  tx.maybe<StoredAsset>(sql`
    select a.path, a.mime_type, a.file_name, a.size_bytes, a.sha256 from assets a
    where a.tenant_id = ${tx.tenantId} and a.id = ${id} and ${assetVisibleCondition(tx, scope, uploader)}`);

/** Locks the case that the file belongs to, like `shareLockCaseBeforeEvent` of the cases module. */
export const lockCaseOfAsset = (tx: Tx, id: string) =>
  tx.runBeforeNext(sql`
    select 1 from cases where tenant_id = ${tx.tenantId}
      and id = (select case_id from assets where tenant_id = ${tx.tenantId} and id = ${id}) for share`);

export const removeAsset = (tx: Tx, scope: Scope, { id, ...uploader }: UploaderIdentity & { id: string }) =>
  tx.maybe<{ case_id: string | null }>(sql`
    delete from assets a where a.tenant_id = ${tx.tenantId} and a.id = ${id} and ${assetRemovableCondition(tx, scope, uploader)} returning a.case_id`);

export const selectAsset = (tx: Tx, id: string) =>
  tx.one<Asset>(sql`select ${assetColumns} from assets where tenant_id = ${tx.tenantId} and id = ${id}`);

export const selectAssetPaths = (tx: Tx, ids: readonly string[]) =>
  tx.many<{ id: string; path: string }>(sql`
    select id, path from assets where tenant_id = ${tx.tenantId} and id = any(${ids}::uuid[])`);

/** Paths among these that a row of any tenant names. */
export const selectAssetPathsInUse = (rows: QueryRunner, paths: readonly string[]) =>
  rows.many<{ path: string }>(sql`select path from assets where path = any(${paths}::text[])`);
