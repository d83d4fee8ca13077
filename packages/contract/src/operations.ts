import { addressOperations } from "./company/addresses";
import { areaOperations } from "./company/areas";
import { assetOperations, caseAssetOperations, rsaFileOperations } from "./cases/assets";
import { branchCaseOperations } from "./cases/branch-cases";
import { authOperations } from "./people/auth";
import { branchOperations } from "./company/branches";
import { caseNoteOperations } from "./cases/case-notes";
import { caseSearchOperations } from "./cases/case-search";
import { caseActionOperations } from "./cases/case-actions";
import { caseAssignmentOperations } from "./cases/case-assignments";
import { caseOperations } from "./cases/cases";
import { dashboardOperations } from "./board/dashboard";
import { deviceOperations } from "./fleet/devices";
import { geoDataOperations } from "./routing/geo-data";
import { geocodingOperations } from "./routing/geocoding";
import { grantOperations } from "./operation/grants";
import { locationOperations } from "./fleet/location";
import { messageOperations } from "./board/messages";
import type { Operation } from "./operation/operation";
import { ownAccountOperations } from "./people/own-account";
import { planningOperations } from "./board/planning";
import { responsibilityClaimOperations } from "./company/responsibility-claims";
import { roleOperations } from "./people/roles";
import { routingOperations } from "./routing/routing";
import { rsaDeviceOperations } from "./fleet/rsa-devices";
import { rsaDispatchOperations } from "./tours/rsa-dispatch";
import { rsaTourOperations } from "./tours/rsa-tours";
import { serviceAccountOperations } from "./people/service-accounts";
import { sessionOperations, signOutOperations } from "./people/sessions";
import { skillOperations } from "./people/skills";
import { solverOperations } from "./board/solver";
import { tenantOperations } from "./company/tenants";
import { todoTemplateOperations } from "./cases/todo-templates";
import { tourOperations } from "./tours/tours";
import { userInviteOperations } from "./people/user-invites";
import { userOperations } from "./people/users";
import { vehicleTypeOperations } from "./fleet/vehicle-types";
import { vehicleOperations } from "./fleet/vehicles";

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
