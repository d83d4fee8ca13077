import type { Static } from "@leitstand/contract/core/schema";
import type { SkillUpdateRequest } from "@leitstand/contract/people/skills";
import type { Tx } from "#platform/database/database";
import { findMissingOrConflictProblem } from "#platform/database/lock";
import { notFound, problem } from "#platform/problem";
import { sql } from "#platform/database/sql";
import {
  countSkillUses,
  insertSkill,
  lockSkill,
  removeSkill,
  selectSkill,
  selectSkills,
  updateSkill,
} from "./skills.sql";

export const listSkills = selectSkills;
export const createSkill = insertSkill;

export async function getSkill(tx: Tx, id: string) {
  const skill = await selectSkill(tx, id);
  if (!skill) throw notFound("skill", id);
  return skill;
}

export async function changeSkill(tx: Tx, change: Static<typeof SkillUpdateRequest> & { id: string }) {
  const skill = await updateSkill(tx, change);
  if (!skill) throw await findMissingOrConflictProblem(tx, { ...change, table: sql`skills`, resource: "skill" });
  return skill;
}

/**
 * Deletes a skill. One that a user or vehicle has is refused: removing it unseen would change which crews may take a
 * case.
 */
export async function deleteSkill(tx: Tx, id: string) {
  if (!(await lockSkill(tx, id))) throw notFound("skill", id);
  const uses = await countSkillUses(tx, id);
  for (const by of ["user", "vehicle"] as const)
    if (uses[by] > 0) throw problem("RESOURCE_IN_USE", { by, count: uses[by] });
  await removeSkill(tx, id);
}
