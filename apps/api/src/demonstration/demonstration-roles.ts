import { grantNames } from "@leitstand/contract/operation/grants";
import { type RecommendedRole, recommendedRoles } from "@leitstand/contract/people/recommended-roles";
import type { EmployeePost } from "@leitstand/scenario/staff";

export interface DemonstrationRole extends Omit<RecommendedRole, "purpose"> {
  /** Post in the company whose holders get the role. */
  readonly post: EmployeePost;
}

/** Role that is recommended to every company, under its German name and for a post of the demonstration. */
function roleForPost(
  post: EmployeePost,
  name: string,
  { role_type, branch_access, grants }: RecommendedRole,
): DemonstrationRole {
  return { post, name, role_type, branch_access, grants };
}

/** Roles of a company, from the administrator's to the reader's. */
export const listDemonstrationRoles = (): readonly DemonstrationRole[] => [
  {
    post: "administrator",
    name: "Administration",
    role_type: "ADMINISTRATOR",
    branch_access: "ALL",
    grants: grantNames.filter((grant) => grant !== "createTenant"),
  },
  roleForPost("dispatcher", "Disposition gesamt", recommendedRoles.dispatcher),
  roleForPost("branch dispatcher", "Disposition Niederlassung", recommendedRoles.branchDispatcher),
  roleForPost("driver", "Fahrdienst", recommendedRoles.driver),
  roleForPost("integration", "Schnittstelle", recommendedRoles.integration),
  roleForPost("reader", "Nur lesen", recommendedRoles.reader),
];
