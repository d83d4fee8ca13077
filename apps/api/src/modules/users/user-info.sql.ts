import type { Static } from "@leitstand/contract/core/schema";
import type { UserInfo } from "@leitstand/contract/people/user-info";
import { tenantSettingSql } from "#platform/access/tenant-settings";
import type { Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";

type UserInfoAnswer = Static<typeof UserInfo>;

export interface UserInfoRow extends Pick<UserInfoAnswer, "user" | "device" | "tenant"> {
  readonly roles: readonly Pick<
    UserInfoAnswer["roles"][number],
    "id" | "name" | "branch_access" | "roles_allowed_to_assign"
  >[];
}

/** Users, devices and roles behind a token, in one statement. */
export const selectUserInfo = (
  tx: Tx,
  { user_id, device_id, role_ids }: { user_id: string | null; device_id: string | null; role_ids: readonly string[] },
) =>
  tx.one<UserInfoRow>(sql`
    select json_build_object('id', tenant.id, 'short_code', tenant.short_code, 'name', tenant.name, 'type', tenant.type,
        'language', tenant.language, 'timezone', tenant.timezone,
        'handover_attachments', ${tenantSettingSql(sql`tenant`, "handover_attachments")}) as tenant,
      case when person.id is not null then json_build_object('id', person.id, 'firstname', person.firstname, 'lastname', person.lastname,
        'email', person.email, 'phone_number', person.phone_number, 'language', person.language) end as "user",
      case when device.id is not null then json_build_object('id', device.id, 'natural_id', device.natural_id, 'name', device.name,
        'phone_number', device.phone_number) end as device,
      coalesce((
        select json_agg(json_build_object('id', role.id, 'name', role.name, 'branch_access', role.branch_access,
          'roles_allowed_to_assign', role.roles_allowed_to_assign) order by role.name, role.id)
        from roles role where role.tenant_id = tenant.id and role.id = any(${role_ids}::uuid[])), '[]') as roles
    from tenants tenant
    left join users person on person.tenant_id = tenant.id and person.id = ${user_id}::uuid
    left join devices device on device.tenant_id = tenant.id and device.id = ${device_id}::uuid
    where tenant.id = ${tx.tenantId}`);
