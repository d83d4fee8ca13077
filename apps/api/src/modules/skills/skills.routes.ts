import { skillOperations } from "@leitstand/contract/people/skills";
import { implementOperations } from "#platform/http/handler";
import { changeSkill, createSkill, deleteSkill, getSkill, listSkills } from "./skills.service";

export const skillRoutes = implementOperations(skillOperations, {
  getSkills: ({ tx, query }) => listSkills(tx, query.skill_type),
  createSkill: ({ tx, body }) => createSkill(tx, body),
  getSkill: ({ tx, params }) => getSkill(tx, params.skill_id),
  updateSkill: ({ tx, params, body }) => changeSkill(tx, { ...body, id: params.skill_id }),
  deleteSkill: ({ tx, params }) => deleteSkill(tx, params.skill_id),
});
