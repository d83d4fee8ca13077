export { changesSignIn, compareAssociations } from "./user";
export { selectUsersByKeys } from "./user-keys.sql";
export { changeUser, checkReachable, createUser, getUser } from "./users.service";
export { addRoles, findInvitee } from "./user-roles.service";
