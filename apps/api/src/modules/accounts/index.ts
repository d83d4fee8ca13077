export {
  incrementUserLockVersion,
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
  type PersonCredentials,
  allowNewPinUntil,
  selectCredentials,
  selectCredentialsByEmail,
  selectCredentialsByNumber,
  selectPinLockSeconds,
  updatePassword,
  deletePinAfterFailures,
} from "./credentials.sql";
export { insertAssociations, removeAssociations, upsertActiveState } from "./role-associations.sql";
export { blockUsers, insertSyncedUsers, updateSyncedUsers } from "./synced-users.sql";
