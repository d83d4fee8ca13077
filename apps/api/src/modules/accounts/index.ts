export {
  incrementUserLockVersion,
  eraseUserPersonalData,
  giveRoleAndUnblock,
  insertServiceAccount,
  insertUser,
  insertUserWithRole,
  unblockUser,
  updateServiceAccount,
  updateUser,
} from "./accounts.sql";
export {
  recordPinAttempt,
  lockPersonWithPassword,
  clearPinFailures,
  storePinUnlessSet,
  type PersonCredentials,
  allowNewPinUntil,
  selectCredentialsByUserId,
  selectCredentialsByEmail,
  selectCredentialsByPhoneNumber,
  selectPinLockSeconds,
  updatePassword,
  deletePinAfterFailures,
} from "./credentials.sql";
export { insertRoleAssociations, removeRoleAssociations, upsertUserActiveState } from "./role-associations.sql";
export { blockUsers, insertSyncedUsers, updateSyncedUsers } from "./synced-users.sql";
