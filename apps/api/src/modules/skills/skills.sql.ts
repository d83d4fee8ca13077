import type { Static } from "@leitstand/contract/core/schema";
import type { Skill, SkillCreateRequest, SkillUpdateRequest } from "@leitstand/contract/people/skills";
import type { Tx } from "#platform/database/database";
import { alphabetically, sql } from "#platform/database/sql";

type SkillRow = Static<typeof Skill>;

const skillColumns = sql`id, name, short_key, description, skill_type, lock_version, created_at, updated_at`;

/** Skills of the tenant; not paged, because there are a few dozen. */
export const selectSkills = (tx: Tx, skillType: SkillRow["skill_type"] | undefined) =>
  tx.many<SkillRow>(sql`
    select ${skillColumns} from skills
    where tenant_id = ${tx.tenantId} and (${skillType ?? null}::text is null or skill_type = ${skillType ?? null}::text)
    order by ${alphabetically(sql`name`)}, id`);

export const selectSkill = (tx: Tx, id: string) =>
  tx.maybe<SkillRow>(sql`select ${skillColumns} from skills where tenant_id = ${tx.tenantId} and id = ${id}`);

export const insertSkill = (tx: Tx, draft: Static<typeof SkillCreateRequest>) =>
  tx.one<SkillRow>(sql`
    insert into skills (tenant_id, name, short_key, description, skill_type)
    values (${tx.tenantId}, ${draft.name}, ${draft.short_key}, ${draft.description}, ${draft.skill_type})
    returning ${skillColumns}`);

/** Updates a skill; undefined when the tenant has no such skill, or has it at another lock version. */
export const updateSkill = (tx: Tx, { id, ...change }: Static<typeof SkillUpdateRequest> & { id: string }) =>
  tx.maybe<SkillRow>(sql`
    update skills set name = ${change.name}, short_key = ${change.short_key}, description = ${change.description},
      lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id} and lock_version = ${change.lock_version}
    returning ${skillColumns}`);

/** Locks a skill, so that it does not come into use before the transaction ends. */
export const lockSkill = (tx: Tx, id: string) =>
  tx.maybe<{ id: string }>(sql`select id from skills where tenant_id = ${tx.tenantId} and id = ${id} for update`);

export const countSkillUses = (tx: Tx, id: string) =>
  tx.one<{ user: number; vehicle: number }>(sql`
    select (select count(*) from user_skills where tenant_id = ${tx.tenantId} and skill_id = ${id}) as user,
      (select count(distinct vehicle_id) from vehicle_skills where tenant_id = ${tx.tenantId} and skill_id = ${id}) as vehicle`);

export const removeSkill = (tx: Tx, id: string) =>
  tx.run(sql`delete from skills where tenant_id = ${tx.tenantId} and id = ${id}`);
