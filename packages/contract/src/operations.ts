import { addressOperations } from "./addresses";
import { areaOperations } from "./areas";
import { assetOperations, caseAssetOperations, rsaFileOperations } from "./assets";
import { branchCaseOperations } from "./branch-cases";
import { authOperations } from "./auth";
import { branchOperations } from "./branches";
import { caseNoteOperations } from "./case-notes";
import { caseSearchOperations } from "./case-search";
import { caseActionOperations } from "./case-actions";
import { caseAssignmentOperations } from "./case-assignments";
import { caseOperations } from "./cases";
import { dashboardOperations } from "./dashboard";
import { deviceOperations } from "./devices";
import { geoDataOperations } from "./geo-data";
import { geocodingOperations } from "./geocoding";
import { grantOperations } from "./grants";
import { locationOperations } from "./location";
import { messageOperations } from "./messages";
import type { Operation } from "./operation";
import { ownAccountOperations } from "./own-account";
import { planningOperations } from "./planning";
import { responsibilityClaimOperations } from "./responsibility-claims";
import { roleOperations } from "./roles";
import { routingOperations } from "./routing";
import { rsaDeviceOperations } from "./rsa-devices";
import { rsaDispatchOperations } from "./rsa-dispatch";
import { rsaTourOperations } from "./rsa-tours";
import { serviceAccountOperations } from "./service-accounts";
import { sessionOperations, signOutOperations } from "./sessions";
import { skillOperations } from "./skills";
import { solverOperations } from "./solver";
import { tenantOperations } from "./tenants";
import { todoTemplateOperations } from "./todo-templates";
import { tourOperations } from "./tours";
import { userInviteOperations } from "./user-invites";
import { userOperations } from "./users";
import { vehicleTypeOperations } from "./vehicle-types";
import { vehicleOperations } from "./vehicles";

/** Every operation there is, by its id. Routes, client, `openapi.yaml` and the authorization matrix are made from this. */
export const operations = {
  ...addressOperations,
  ...areaOperations,
  ...assetOperations,
  ...caseAssetOperations,
  ...rsaFileOperations,
  ...branchCaseOperations,
  ...authOperations,
  ...branchOperations,
  ...caseNoteOperations,
  ...caseSearchOperations,
  ...caseActionOperations,
  ...caseAssignmentOperations,
  ...caseOperations,
  ...dashboardOperations,
  ...deviceOperations,
  ...geoDataOperations,
  ...geocodingOperations,
  ...grantOperations,
  ...locationOperations,
  ...messageOperations,
  ...ownAccountOperations,
  ...planningOperations,
  ...responsibilityClaimOperations,
  ...roleOperations,
  ...routingOperations,
  ...rsaDeviceOperations,
  ...rsaDispatchOperations,
  ...rsaTourOperations,
  ...serviceAccountOperations,
  ...sessionOperations,
  ...signOutOperations,
  ...skillOperations,
  ...solverOperations,
  ...tenantOperations,
  ...todoTemplateOperations,
  ...tourOperations,
  ...userInviteOperations,
  ...userOperations,
  ...vehicleOperations,
  ...vehicleTypeOperations,
} as const;

export type Operations = typeof operations;
export type OperationId = keyof Operations;
export const allOperations = Object.values(operations) as readonly Operation[];
