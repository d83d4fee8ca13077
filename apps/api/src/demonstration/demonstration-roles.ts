import type { Static } from "@leitstand/contract/core/schema";
import { type GrantName, grantNames } from "@leitstand/contract/operation/grants";
import type { RoleType } from "@leitstand/contract/people/roles";
import type { EmployeePost } from "@leitstand/scenario/staff";

export interface DemonstrationRole {
  /** Post in the company whose holders get the role. */
  readonly post: EmployeePost;
  readonly name: string;
  readonly role_type: Static<typeof RoleType>;
  readonly branch_access: "ALL" | "BRANCH_COLLECTION" | "BRANCH_SINGLE";
  readonly grants: readonly GrantName[];
}

const readingGrants = (): readonly GrantName[] =>
  grantNames.filter(
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

/** Roles of a company, from the administrator's to the reader's. */
export const listDemonstrationRoles = (): readonly DemonstrationRole[] => [
  {
    post: "administrator",
    name: "Administration",
    role_type: "ADMINISTRATOR",
    branch_access: "ALL",
    grants: grantNames.filter((grant) => grant !== "createTenant"),
  },
  {
    post: "dispatcher",
    name: "Disposition gesamt",
    role_type: "DISPATCHER",
    branch_access: "ALL",
    grants: [...readingGrants(), ...DISPATCHER_GRANTS, ...ADDRESS_BOOK_GRANTS],
  },
  {
    post: "branch dispatcher",
    name: "Disposition Niederlassung",
    role_type: "DISPATCHER",
    branch_access: "BRANCH_COLLECTION",
    grants: [...readingGrants(), ...DISPATCHER_GRANTS],
  },
  { post: "driver", name: "Fahrdienst", role_type: "DRIVER", branch_access: "BRANCH_SINGLE", grants: DRIVER_GRANTS },
  {
    post: "integration",
    name: "Schnittstelle",
    role_type: "INTEGRATION",
    branch_access: "ALL",
    grants: [...readingGrants(), ...INTEGRATION_GRANTS],
  },
  { post: "reader", name: "Nur lesen", role_type: "READER", branch_access: "ALL", grants: readingGrants() },
];
