import type { TenantType } from "@leitstand/contract/operation/operation";
import { tenantSettingSql } from "#platform/access/tenant-settings";
import type { QueryRunner } from "#platform/database/database";
import { shiftSessionLimits } from "@leitstand/contract/people/sign-in-limits";
import { sql } from "#platform/database/sql";

export interface SignInTenant {
  readonly name: string;
  readonly short_code: string;
  readonly type: TenantType;
  readonly language: string;
  readonly cool_down_time: number;
  readonly phone_number_signin: boolean;
  readonly pin_requires_device: boolean;
}

export const selectSignInTenant = (rows: QueryRunner, tenantId: string) =>
  rows.one<SignInTenant>(sql`
    select name, short_code, type, language, cool_down_time, phone_number_signin,
      ${tenantSettingSql(sql`tenants`, "pin_requires_device")} as pin_requires_device
    from tenants where id = ${tenantId}`);

export interface SignInDeviceRow {
  readonly id: string;
  readonly language: string | null;
  readonly disabled: boolean;
}

export const selectSignInDeviceByPhoneNumber = (rows: QueryRunner, tenantId: string, phoneNumber: string) =>
  rows.maybe<SignInDeviceRow>(sql`
    select id, language, disabled from devices where tenant_id = ${tenantId} and phone_number = ${phoneNumber}`);

export interface SignedInDeviceRow extends SignInDeviceRow {
  readonly token_id: string;
}
/** Phone that a live DEVICE token belongs to. */
export const selectSignedInDeviceByToken = (rows: QueryRunner, key: { tenant_id: string; hash: Buffer; now: Date }) =>
  rows.maybe<SignedInDeviceRow>(sql`
    select device.id, device.language, device.disabled, token.id as token_id from tokens token
    join devices device on device.tenant_id = token.tenant_id and device.id = token.device_id
    where token.token_hash = ${key.hash} and token.tenant_id = ${key.tenant_id} and token.kind = 'DEVICE'
      and token.revoked_at is null and not token.blacklisted and token.expires_at > ${key.now}::timestamptz
      and (token.idle_seconds is null or token.last_used_at + make_interval(secs => token.idle_seconds) > ${key.now}::timestamptz)`);

/** End of the shift that the person is on, or is planned for next; undefined when there is none, or it has no end. */
export const selectCurrentOrNextShiftEnd = async (
  rows: QueryRunner,
  { tenant_id, user_id, latest }: { tenant_id: string; user_id: string; latest: Date },
) =>
  (
    await rows.maybe<{ ends_at: string | null }>(sql`
      select tour.scheduled_end_at as ends_at from tour_users crew
      join tours tour on tour.tenant_id = crew.tenant_id and tour.id = crew.tour_id
      where crew.tenant_id = ${tenant_id} and crew.user_id = ${user_id} and (tour.status = 'STARTED'
        or (tour.status = 'SCHEDULED' and tour.scheduled_start_at < ${latest} and tour.scheduled_end_at > ${latest}::timestamptz - make_interval(secs => ${shiftSessionLimits.secondsMax}::int)))
      order by tour.status = 'STARTED' desc, tour.scheduled_start_at limit 1`)
  )?.ends_at;
