import type { ReferenceDraft } from "./draft";
import { text } from "./values";

type Drafts = Readonly<Record<string, ReferenceDraft>>;

const phone = { phone_number: text("PHONE_NUMBER") };
const email = { email: text("EMAIL") };
const password = { password: text("PASSWORD") };

/** Requests of sign-ins; passwords, codes and links come from variables and never stand in a program. */
const signIn: Drafts = {
  authDevice: { body: phone, scene: "registeredPhone" },
  verifyDevice: { body: { ...phone, one_time_code: text("ONE_TIME_CODE") }, scene: "codeToPhone" },
  authUser: { body: { ...email, ...password }, scene: "person" },
  requestPasswordReset: { body: email, scene: "personWithoutLink" },
  setPassword: { body: { token: text("RESET_TOKEN"), ...password }, scene: "resetLink" },
  validatePasswordResetToken: { body: { token: text("RESET_TOKEN") }, scene: "resetLink" },
  authUserPhoneNumber: { body: phone, scene: "driver" },
  verifyUserPhoneNumber: { body: { ...phone, code: text("ONE_TIME_CODE") }, scene: "codeToDriver" },
  authUserPin: {
    body: { pin_token: text("PIN_TOKEN"), pin: text("PIN"), device_token: text("DEVICE_TOKEN") },
    scene: "pinToken",
  },
};

const own: Drafts = {
  changeOwnPassword: {
    body: { old_password: text("PASSWORD"), new_password: text("NEW_PASSWORD") },
    scene: "ownSession",
  },
  requestPasswordChange: { scene: "ownSession" },
  reauthenticate: { body: password, scene: "ownSession" },
  getOwnSessions: {},
  deleteOwnSessions: { scene: "ownSession" },
  deleteOwnSession: { scene: "secondSession" },
  signOut: { scene: "ownSession" },
};

const users: Drafts = {
  createUser: { scene: "assignableRole" },
  updateUser: { scene: "userOfGroup" },
  updateUserActiveState: { scene: "userOfGroup" },
  deleteInactiveUser: { scene: "inactiveUser" },
  deleteUserRoleBranchAllAssociations: { scene: "userOfEverything" },
  deleteUserRoleBranchGroupAssociations: { scene: "userOfGroup" },
  createUserInvite: { body: email, scene: "uninvitedUser" },
  answerUserInvite: { scene: "ownInvite" },
  updateRole: { scene: "ownRole" },
  deleteRole: { scene: "ownRole" },
};

export const draftsOfPeople: Drafts = { ...signIn, ...own, ...users };
