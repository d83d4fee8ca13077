export { checkAssignments, checkHoldsAllOf } from "./role-assignments.service";
export type { Assignment } from "./role-assignments.service";
export { insertAdministratorRole } from "./roles.sql";
