export {
  countUserChange,
  eraseUser,
  insertServiceAccount,
  insertUser,
  insertUserWithRole,
  unblockUser,
  updateServiceAccount,
  updateUser,
} from "./accounts.sql";
export {
  claimPinAttempt,
  clearPinFailures,
  insertPin,
  type Person,
  releasePin,
  selectPerson,
  selectPersonByEmail,
  selectPersonByNumber,
  selectPinWait,
  updatePassword,
  voidPin,
} from "./credentials.sql";
export { insertAssociations, removeAssociations, upsertActiveState } from "./role-associations.sql";
export { blockUsers, insertSyncedUsers, updateSyncedUsers } from "./synced-users.sql";
