export { changesSignInData, compareAssociations } from "./user";
export { selectUsersByKeys } from "./user-keys.sql";
export { changeUser, checkHasMailOrNumber, createUser, getUser } from "./users.service";
export { addRolesOfInvite, findInvitee } from "./user-roles.service";
