export { addRoles, findInvitee } from "./user-roles.service";
