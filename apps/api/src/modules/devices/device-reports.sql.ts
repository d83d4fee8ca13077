import type { DeviceMetadataRequest, InstalledAppInfo } from "@leitstand/contract/fleet/device";
import type { Static } from "@leitstand/contract/core/schema";
import type { QueryRunner, Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { toJsonParameter, type Sql, sql } from "#platform/database/sql";
import { deviceChangeableCondition } from "./devices.sql";

/** Caller of a report by a device, and the time of the report. */
export interface DeviceReportCaller {
  readonly scope: Scope;
  /** Device that calls, if one does. */
  readonly device_id: string | null;
  readonly now: Date;
}

/**
 * Stores a report of a device. The lock version stays, so that a dispatcher's open form does not become stale by it.
 */
const updateReportedFields = (tx: Tx, reporter: DeviceReportCaller, { id, set }: { id: string; set: Sql }) =>
  tx.maybe<{ id: string }>(sql`
    update devices device set ${set}, updated_at = now(),
      last_seen_at = case when device.id = ${reporter.device_id}::uuid then ${reporter.now}::timestamptz else device.last_seen_at end
    where device.tenant_id = ${tx.tenantId} and device.id = ${id} and ${deviceChangeableCondition(reporter.scope)} returning device.id`);

export const updatePushToken = (
  tx: Tx,
  reporter: DeviceReportCaller,
  { id, push_token }: { id: string; push_token: string | null },
) => updateReportedFields(tx, reporter, { id, set: sql`push_token = ${push_token}` });

export const clearOtherDevicesPushToken = (tx: Tx, { id, push_token }: { id: string; push_token: string }) =>
  tx.run(sql`
    update devices set push_token = null where tenant_id = ${tx.tenantId} and push_token = ${push_token} and id <> ${id}`);

export const mergeInstalledAppInfo = (
  tx: Tx,
  reporter: DeviceReportCaller,
  { id, ...info }: Static<typeof InstalledAppInfo> & { id: string },
) =>
  updateReportedFields(tx, reporter, {
    id,
    set: sql`installed_app_info = coalesce(installed_app_info, '{}') || ${toJsonParameter(info)}::jsonb`,
  });

export const updateDeviceMetadata = (
  tx: Tx,
  reporter: DeviceReportCaller,
  { id, language, platform, metadata }: Static<typeof DeviceMetadataRequest> & { id: string },
) =>
  updateReportedFields(tx, reporter, {
    id,
    set: sql`language = ${language}, platform = ${platform}, metadata = ${toJsonParameter(metadata)}::jsonb`,
  });

/** Removes a push token that no longer works from the device that has it. */
export const clearInvalidPushToken = (rows: QueryRunner, tenantId: string, pushToken: string) =>
  rows.run(sql`
    update devices set push_token = null, updated_at = now() where tenant_id = ${tenantId} and push_token = ${pushToken}`);
