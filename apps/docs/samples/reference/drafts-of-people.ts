import type { OperationSampleOverrides } from "./draft";
import { createTextVariable } from "./values";

type PeopleDrafts = Readonly<Record<string, OperationSampleOverrides>>;

const examplePhoneNumber = { phone_number: createTextVariable("PHONE_NUMBER") };
const exampleEmail = { email: createTextVariable("EMAIL") };
const examplePassword = { password: createTextVariable("PASSWORD") };

/** Requests of sign-ins; passwords, codes and links come from variables and never stand in a program. */
const signInDrafts: PeopleDrafts = {
  authDevice: { body: examplePhoneNumber, scene: "registeredPhone" },
  verifyDevice: {
    body: { ...examplePhoneNumber, one_time_code: createTextVariable("ONE_TIME_CODE") },
    scene: "codeToPhone",
  },
  authUser: { body: { ...exampleEmail, ...examplePassword }, scene: "person" },
  requestPasswordReset: { body: exampleEmail, scene: "personWithoutLink" },
  setPassword: { body: { token: createTextVariable("RESET_TOKEN"), ...examplePassword }, scene: "resetLink" },
  validatePasswordResetToken: { body: { token: createTextVariable("RESET_TOKEN") }, scene: "resetLink" },
  authUserPhoneNumber: { body: examplePhoneNumber, scene: "driver" },
  verifyUserPhoneNumber: {
    body: { ...examplePhoneNumber, code: createTextVariable("ONE_TIME_CODE") },
    scene: "codeToDriver",
  },
  authUserPin: {
    body: {
      pin_token: createTextVariable("PIN_TOKEN"),
      pin: createTextVariable("PIN"),
      device_token: createTextVariable("DEVICE_TOKEN"),
    },
    scene: "pinToken",
  },
};

const ownAccountDrafts: PeopleDrafts = {
  changeOwnPassword: {
    body: { old_password: createTextVariable("PASSWORD"), new_password: createTextVariable("NEW_PASSWORD") },
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

export const peopleSampleOverrides: PeopleDrafts = { ...signInDrafts, ...ownAccountDrafts, ...userDrafts };
