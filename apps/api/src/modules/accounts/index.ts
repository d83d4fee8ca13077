export {
  countUserChange,
  eraseUser,
  insertServiceAccount,
  insertUser,
  insertUserWithRole,
  unblockUser,
  updateUser,
} from "./accounts.sql";
export {
  claimPinAttempt,
  clearPinFailures,
  insertPin,
  type Person,
  selectPerson,
  selectPersonByEmail,
  selectPersonByNumber,
  selectPinWait,
  updatePassword,
  voidPin,
} from "./credentials.sql";
export { insertAssociations, removeAssociations, upsertActiveState } from "./role-associations.sql";
