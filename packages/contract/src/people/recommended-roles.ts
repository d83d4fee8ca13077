/**
 * Roles that are recommended to a new company, besides the administrator's, which it is created with. The demonstration
 * works with them, and the documentation shows them.
 */
import type { Static } from "typebox";
import { type GrantName, grantNames } from "../operation/grants";
import type { BranchAccess, RoleType } from "./roles";

export interface RecommendedRole {
  readonly name: string;
  /** Work of its holders, in a sentence. */
  readonly purpose: string;
  readonly role_type: Static<typeof RoleType>;
  readonly branch_access: Static<typeof BranchAccess>;
  readonly grants: readonly GrantName[];
}

const READING_GRANTS: readonly GrantName[] = grantNames.filter(
  (grant) => /^(get|read)/.test(grant) && !/Token|MasterData|Tenants|Invite|Webhooks|Own/.test(grant),
);
const DISPATCHER_GRANTS: readonly GrantName[] = [
  "createCase",
  "updateCase",
  "receiveAction",
  "assignCaseToTour",
  "forwardCase",
  "createCaseComment",
  "setTodoCompleted",
  "uploadCaseAssets",
  "deleteAsset",
  "createTour",
  "updateTour",
  "deleteTour",
  "finishTour",
  "updateAreaWaitingTime",
  "acknowledgeCriticalMessage",
  "createCriticalMessage",
  "createResponsibilityClaim",
  "searchAddresses",
  "solveRouting",
  "associateDevice",
  "associateVehicle",
  "sendSms",
  "sendRoboCall",
  "sendUpdateLocationMessage",
  "requestOneTimePassword",
  "releaseSignIn",
  "changeOwnPassword",
  "updateMyUser",
  "answerUserInvite",
  "writeCalendars",
  "requestOeamtcCallback",
  "updateQueuedEvent",
  "deleteQueuedEvent",
  "sendCargoHandoverConfirmation",
  "exportCase",
  "exportTour",
  "exportTime",
];
/** Grants for the address book, which belongs to the company as a whole. */
const ADDRESS_BOOK_GRANTS: readonly GrantName[] = ["createAddress", "updateAddress", "deleteAddress"];
const DRIVER_GRANTS: readonly GrantName[] = [
  "getTenants",
  "readCalendars",
  "getAddresses",
  "getDirections",
  "searchAddresses",
  "getCases",
  "receiveAction",
  "getCaseComments",
  "createCaseComment",
  "setTodoCompleted",
  "uploadCaseAssets",
  "getAssets",
  "getTours",
  "createTour",
  "updateTour",
  "finishTour",
  "getDashboard",
  "updateLocation",
  "getOwnLocations",
  "getOwnLocationReaders",
  "getCriticalMessages",
  "acknowledgeCriticalMessage",
  "updatePushToken",
  "updateInstalledAppInfo",
  "confirmReceipt",
  "updateDeviceMetadata",
  "getAreas",
  "getAreaWaitingTimes",
  "getVehicles",
  "createVehicleCheck",
  "getVehicleChecks",
  "uploadVehicleAsset",
  "getTodoTemplates",
  "forwardCase",
  "changeOwnPassword",
  "updateMyUser",
];
const INTEGRATION_GRANTS: readonly GrantName[] = [
  "createCase",
  "updateCase",
  "receiveAction",
  "assignCaseToTour",
  "createCaseComment",
  "uploadCaseAssets",
  "createOeamtcCase",
  "updateOeamtcCase",
  "finishOeamtcCase",
];

export const recommendedRoles = {
  dispatcher: {
    name: "Dispatcher",
    purpose: "Takes cases and plans tours in the whole company, and keeps its address book.",
    role_type: "DISPATCHER",
    branch_access: "ALL",
    grants: [...READING_GRANTS, ...DISPATCHER_GRANTS, ...ADDRESS_BOOK_GRANTS],
  },
  branchDispatcher: {
    name: "Branch dispatcher",
    purpose: "Does the same in some branches, and only reads the address book.",
    role_type: "DISPATCHER",
    branch_access: "BRANCH_COLLECTION",
    grants: [...READING_GRANTS, ...DISPATCHER_GRANTS],
  },
  driver: {
    name: "Driver",
    purpose: "Works through a tour with the driver app. Phones hold this role, too.",
    role_type: "DRIVER",
    branch_access: "BRANCH_SINGLE",
    grants: DRIVER_GRANTS,
  },
  integration: {
    name: "Integration",
    purpose: "A program that hands over orders, assigns them and follows them.",
    role_type: "INTEGRATION",
    branch_access: "ALL",
    grants: [...READING_GRANTS, ...INTEGRATION_GRANTS],
  },
  reader: {
    name: "Reader",
    purpose: "Sees what dispatchers see, and changes nothing.",
    role_type: "READER",
    branch_access: "ALL",
    grants: READING_GRANTS,
  },
} as const satisfies Readonly<Record<string, RecommendedRole>>;
