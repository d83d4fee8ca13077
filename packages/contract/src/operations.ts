import { addressOperations } from "./company/addresses";
import { areaOperations } from "./company/areas";
import { assetOperations, caseAssetOperations, rsaFileOperations } from "./cases/assets";
import { branchCaseOperations } from "./cases/branch-cases";
import { authOperations } from "./people/auth";
import { branchOperations } from "./company/branches";
import { caseNoteOperations } from "./cases/case-notes";
import { caseSearchOperations } from "./cases/case-search";
import { calendarEventOperations } from "./board/calendar-events";
import { calendarFeedOperations, tourFromShiftOperations } from "./board/calendar-feeds";
import { calendarImportOperations } from "./board/calendar-imports";
import { calendarOperations } from "./board/calendars";
import { publicHolidayOperations } from "./board/public-holidays";
import { linkReceiptOperations } from "./cases/link-receipts";
import { caseActionOperations } from "./cases/case-actions";
import { caseAssignmentOperations } from "./cases/case-assignments";
import { caseApprovalOperations, caseChangeOperations } from "./cases/case-changes";
import { caseOperations } from "./cases/cases";
import { dashboardOperations } from "./board/dashboard";
import { deviceOperations } from "./fleet/devices";
import { exportOperations } from "./board/exports";
import { emailOperations } from "./board/emails";
import { exportTemplateOperations } from "./board/export-templates";
import { geoDataOperations } from "./routing/geo-data";
import { geocodingOperations } from "./routing/geocoding";
import { grantOperations } from "./operation/grants";
import { importOperations } from "./company/imports";
import { locationOperations } from "./fleet/location";
import { messageOperations } from "./board/messages";
import { connectorOperations } from "./partners/connectors";
import { oeamtcOperations } from "./partners/oeamtc";
import { queuedEventOperations } from "./partners/queued-events";
import { syncOperations } from "./partners/sync";
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
import { statisticsOperations } from "./board/statistics";
import { tenantOperations } from "./company/tenants";
import { todoTemplateOperations } from "./cases/todo-templates";
import { tourPlanOperations } from "./board/tour-plans";
import { tourOperations } from "./tours/tours";
import { userInviteOperations } from "./people/user-invites";
import { userOperations } from "./people/users";
import { vehicleCheckOperations, vehicleFileOperations } from "./fleet/vehicle-checks";
import { vehicleTypeOperations } from "./fleet/vehicle-types";
import { vehicleOperations } from "./fleet/vehicles";
import { webhookOperations } from "./board/webhooks";

/**
 * Every operation of the API, by its id. Routes, client, `openapi.yaml` and the authorization matrix are made from
 * this.
 */
export const operations = {
  ...addressOperations,
  ...areaOperations,
  ...assetOperations,
  ...caseAssetOperations,
  ...rsaFileOperations,
  ...branchCaseOperations,
  ...authOperations,
  ...branchOperations,
  ...calendarOperations,
  ...calendarEventOperations,
  ...calendarFeedOperations,
  ...calendarImportOperations,
  ...tourFromShiftOperations,
  ...publicHolidayOperations,
  ...caseNoteOperations,
  ...caseSearchOperations,
  ...caseActionOperations,
  ...caseAssignmentOperations,
  ...caseApprovalOperations,
  ...caseChangeOperations,
  ...caseOperations,
  ...connectorOperations,
  ...dashboardOperations,
  ...deviceOperations,
  ...linkReceiptOperations,
  ...emailOperations,
  ...exportOperations,
  ...exportTemplateOperations,
  ...geoDataOperations,
  ...geocodingOperations,
  ...grantOperations,
  ...importOperations,
  ...locationOperations,
  ...messageOperations,
  ...oeamtcOperations,
  ...ownAccountOperations,
  ...planningOperations,
  ...queuedEventOperations,
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
  ...statisticsOperations,
  ...syncOperations,
  ...tenantOperations,
  ...todoTemplateOperations,
  ...tourOperations,
  ...tourPlanOperations,
  ...userInviteOperations,
  ...userOperations,
  ...vehicleOperations,
  ...vehicleCheckOperations,
  ...vehicleFileOperations,
  ...webhookOperations,
  ...vehicleTypeOperations,
} as const;

export type Operations = typeof operations;
export type OperationId = keyof Operations;
export const allOperations = Object.values(operations) as readonly Operation[];
