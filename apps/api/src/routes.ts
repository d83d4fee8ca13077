import { addressRoutes } from "#modules/addresses/addresses.routes";
import { areaRoutes } from "#modules/areas/areas.routes";
import type { FileInspector } from "#modules/assets/index";
import { createAssetRoutes } from "#modules/assets/assets.routes";
import { createAuthRoutes } from "#modules/auth/auth.routes";
import { branchRoutes } from "#modules/branches/branches.routes";
import { announceEventsOfDeletedUser } from "#modules/calendars/index";
import { createCalendarRoutes } from "#modules/calendars/calendars.routes";
import { caseNoteRoutes } from "#modules/case-notes/case-notes.routes";
import { caseSearchRoutes } from "#modules/case-search/case-search.routes";
import { caseApprovalRoutes, caseRoutes, linkReceiptRoutes } from "#modules/cases/cases.routes";
import type { PdfPrinter } from "#modules/documents/index";
import { createConnectorRoutes } from "#modules/connectors/connectors.routes";
import { createDashboardRoutes } from "#modules/dashboard/dashboard.routes";
import { createDeviceRoutes } from "#modules/devices/devices.routes";
import { removePushToken } from "#modules/devices/index";
import {
  caseActionRoutes,
  caseChangeRoutes,
  caseAssignmentRoutes,
  rsaDispatchRoutes,
} from "#modules/dispatch/dispatch.routes";
import { caseReactionsToTourChanges } from "#modules/dispatch/index";
import { createExportRoutes, createExportTemplateRoutes } from "#modules/exports/exports.routes";
import { createHandoverLinkRoutes } from "#modules/handover-links/handover-links.routes";
import { createImportRoutes } from "#modules/imports/imports.routes";
import type { LocationReaderServices } from "#modules/location-readers/index";
import { createLocationRoutes } from "#modules/location/location.routes";
import { criticalMessageRoutes } from "#modules/messages/messages.routes";
import { oeamtcRoutes } from "#modules/oeamtc/oeamtc.routes";
import { deleteQueuedEventsOfConnector } from "#modules/queued-events/index";
import { queuedEventRoutes } from "#modules/queued-events/queued-events.routes";
import { responsibilityClaimRoutes } from "#modules/responsibility-claims/responsibility-claims.routes";
import type { GeoDataLoader } from "#modules/geo-data/index";
import { geoDataRoutes } from "#modules/geo-data/geo-data.routes";
import { createGeocodingRoutes } from "#modules/geocoding/geocoding.routes";
import { grantRoutes } from "#modules/roles/grants.routes";
import { roleRoutes } from "#modules/roles/roles.routes";
import { createPlanningRoutes } from "#modules/planning/planning.routes";
import { createRouterLookup } from "#modules/roads/index";
import { createRoutingRoutes } from "#modules/routing/routing.routes";
import { rsaDeviceRoutes } from "#modules/devices/rsa-devices.routes";
import { serviceAccountRoutes } from "#modules/service-accounts/service-accounts.routes";
import { createSessionRoutes } from "#modules/sessions/sessions.routes";
import { skillRoutes } from "#modules/skills/skills.routes";
import { statisticsRoutes } from "#modules/statistics/statistics.routes";
import { syncRoutes } from "#modules/sync/sync.routes";
import { createTenantRoutes } from "#modules/tenants/tenants.routes";
import { todoTemplateRoutes } from "#modules/todo-templates/todo-templates.routes";
import { roadsideTourRoutes } from "#modules/tours/rsa-tours.routes";
import { createTourPlanRoutes } from "#modules/tour-timing/tour-plans.routes";
import { removeDeletedUserFromTours } from "#modules/tours/index";
import { createTourRoutes } from "#modules/tours/tours.routes";
import { createUserInviteRoutes } from "#modules/user-invites/user-invites.routes";
import { createOwnAccountRoutes } from "#modules/users/own-account.routes";
import { createUserRoutes } from "#modules/users/users.routes";
import { vehicleCheckRoutes } from "#modules/vehicle-checks/vehicle-checks.routes";
import { vehicleTypeRoutes } from "#modules/vehicles/vehicle-types.routes";
import { createVehicleRoutes } from "#modules/vehicles/vehicles.routes";
import { createWebhookRoutes } from "#modules/webhooks/webhooks.routes";
import type { OperationRoute, SharedServices } from "#platform/http/handler";

/** Services that the routes of one node are built from. */
export interface NodeServices extends SharedServices, LocationReaderServices {
  readonly geoData: GeoDataLoader;
  readonly fileInspection: FileInspector;
  readonly press: PdfPrinter;
}

/** Creates the routes of all modules, which are all that the product serves. */
export function createRoutes(services: NodeServices): readonly OperationRoute[] {
  const routers = createRouterLookup(services.providers, services.geoData);
  return [
    ...addressRoutes,
    ...areaRoutes,
    ...createAssetRoutes(services, services.fileInspection),
    ...createAuthRoutes({ ...services, removePushToken }),
    ...branchRoutes,
    ...createCalendarRoutes(services),
    ...caseActionRoutes,
    ...caseApprovalRoutes,
    ...caseChangeRoutes,
    ...caseAssignmentRoutes,
    ...caseNoteRoutes,
    ...caseSearchRoutes,
    ...caseRoutes,
    ...createConnectorRoutes(services, deleteQueuedEventsOfConnector),
    ...createDashboardRoutes(services),
    ...createDeviceRoutes(services),
    ...linkReceiptRoutes,
    ...createHandoverLinkRoutes(services, services.press),
    ...createExportRoutes(services, services.press),
    ...createExportTemplateRoutes(services, services.press),
    ...geoDataRoutes,
    ...createGeocodingRoutes(services, services.geoData),
    ...grantRoutes,
    ...createImportRoutes(services),
    ...createLocationRoutes(services),
    ...criticalMessageRoutes,
    ...oeamtcRoutes,
    ...queuedEventRoutes,
    ...responsibilityClaimRoutes,
    ...roleRoutes,
    ...createRoutingRoutes(services, routers),
    ...createPlanningRoutes(services, routers),
    ...rsaDeviceRoutes,
    ...rsaDispatchRoutes,
    ...roadsideTourRoutes,
    ...serviceAccountRoutes,
    ...createSessionRoutes(services),
    ...skillRoutes,
    ...statisticsRoutes,
    ...syncRoutes,
    ...createTenantRoutes(services, services.fileInspection),
    ...todoTemplateRoutes,
    ...createTourRoutes(caseReactionsToTourChanges),
    ...createTourPlanRoutes(services, routers),
    ...createUserInviteRoutes(services),
    ...createOwnAccountRoutes(services),
    ...createUserRoutes(services, async (tx, id) => {
      await removeDeletedUserFromTours(tx, id);
      await announceEventsOfDeletedUser(tx, id);
    }),
    ...createVehicleRoutes(services),
    ...vehicleCheckRoutes,
    ...vehicleTypeRoutes,
    ...createWebhookRoutes(services),
  ];
}
