export { changesWhoSignsIn, compareRoleAssociations } from "./user";
export { selectUsersByImportKeys } from "./user-keys.sql";
export { changeUser, checkHasEmailOrPhone, createUser, getUser, lockReachedUser } from "./users.service";
export { addRolesOfInvite, findInvitee } from "./user-roles.service";
