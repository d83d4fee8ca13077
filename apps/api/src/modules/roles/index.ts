export {
  checkCallerHoldsGrantsOfBranchGroup,
  checkCallerHoldsGrantsOfUser,
  checkRoleAssignments,
} from "./role-assignments.service";
export { listRoles } from "./roles.service";
export type { RoleAssignmentRequest } from "./role-assignments.service";
export { insertAdministratorRole } from "./roles.sql";
