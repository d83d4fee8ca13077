import type { ReferenceDraft } from "./draft";
import { variableText } from "./values";

type PeopleDrafts = Readonly<Record<string, ReferenceDraft>>;

const examplePhoneNumber = { phone_number: variableText("PHONE_NUMBER") };
const exampleEmail = { email: variableText("EMAIL") };
const examplePassword = { password: variableText("PASSWORD") };

/** Requests of sign-ins; passwords, codes and links come from variables and never stand in a program. */
const signInDrafts: PeopleDrafts = {
  authDevice: { body: examplePhoneNumber, scene: "registeredPhone" },
  verifyDevice: { body: { ...examplePhoneNumber, one_time_code: variableText("ONE_TIME_CODE") }, scene: "codeToPhone" },
  authUser: { body: { ...exampleEmail, ...examplePassword }, scene: "person" },
  requestPasswordReset: { body: exampleEmail, scene: "personWithoutLink" },
  setPassword: { body: { token: variableText("RESET_TOKEN"), ...examplePassword }, scene: "resetLink" },
  validatePasswordResetToken: { body: { token: variableText("RESET_TOKEN") }, scene: "resetLink" },
  authUserPhoneNumber: { body: examplePhoneNumber, scene: "driver" },
  verifyUserPhoneNumber: {
    body: { ...examplePhoneNumber, code: variableText("ONE_TIME_CODE") },
    scene: "codeToDriver",
  },
  authUserPin: {
    body: {
      pin_token: variableText("PIN_TOKEN"),
      pin: variableText("PIN"),
      device_token: variableText("DEVICE_TOKEN"),
    },
    scene: "pinToken",
  },
};

const ownAccountDrafts: PeopleDrafts = {
  changeOwnPassword: {
    body: { old_password: variableText("PASSWORD"), new_password: variableText("NEW_PASSWORD") },
    scene: "ownSession",
  },
  requestPasswordChange: { scene: "ownSession" },
  reauthenticate: { body: examplePassword, scene: "ownSession" },
  getOwnSessions: {},
  deleteOwnSessions: { scene: "ownSession" },
  deleteOwnSession: { scene: "secondSession" },
  signOut: { scene: "ownSession" },
};

const userDrafts: PeopleDrafts = {
  createUser: { scene: "assignableRole" },
  updateUser: { scene: "userOfGroup" },
  updateUserActiveState: { scene: "userOfGroup" },
  deleteInactiveUser: { scene: "inactiveUser" },
  deleteUserRoleBranchAllAssociations: { scene: "userOfEverything" },
  deleteUserRoleBranchGroupAssociations: { scene: "userOfGroup" },
  createUserInvite: { body: exampleEmail, scene: "uninvitedUser" },
  answerUserInvite: { scene: "ownInvite" },
  updateRole: { scene: "ownRole" },
  deleteRole: { scene: "ownRole" },
};

export const draftsOfPeople: PeopleDrafts = { ...signInDrafts, ...ownAccountDrafts, ...userDrafts };
