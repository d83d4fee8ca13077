export { checkAssignments, checkHoldsAllOf } from "./role-assignments.service";
export { listRoles } from "./roles.service";
export type { Assignment } from "./role-assignments.service";
export { insertAdministratorRole } from "./roles.sql";
