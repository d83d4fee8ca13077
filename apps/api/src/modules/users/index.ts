export { getUser } from "./users.service";
export { addRoles, findInvitee } from "./user-roles.service";
