import { addressRoutes } from "#modules/addresses/addresses.routes";
import { areaRoutes } from "#modules/areas/areas.routes";
import type { FileInspection } from "#modules/assets/index";
import { createAssetRoutes } from "#modules/assets/assets.routes";
import { createAuthRoutes } from "#modules/auth/auth.routes";
import { branchRoutes } from "#modules/branches/branches.routes";
import { caseNoteRoutes } from "#modules/case-notes/case-notes.routes";
import { caseSearchRoutes } from "#modules/case-search/case-search.routes";
import { caseRoutes } from "#modules/cases/cases.routes";
import { createDashboardRoutes } from "#modules/dashboard/dashboard.routes";
import { createDeviceRoutes } from "#modules/devices/devices.routes";
import { caseActionRoutes, createCaseAssignmentRoutes, rsaDispatchRoutes } from "#modules/dispatch/dispatch.routes";
import { tourReactions } from "#modules/dispatch/index";
import { createLocationRoutes } from "#modules/location/location.routes";
import { messageRoutes } from "#modules/messages/messages.routes";
import { responsibilityClaimRoutes } from "#modules/responsibility-claims/responsibility-claims.routes";
import type { GeoData } from "#modules/geo-data/index";
import { geoDataRoutes } from "#modules/geo-data/geo-data.routes";
import { createGeocodingRoutes } from "#modules/geocoding/geocoding.routes";
import { grantRoutes } from "#modules/roles/grants.routes";
import { roleRoutes } from "#modules/roles/roles.routes";
import { createPlanningRoutes } from "#modules/planning/planning.routes";
import { createRouters } from "#modules/roads/index";
import { createRoutingRoutes } from "#modules/routing/routing.routes";
import { rsaDeviceRoutes } from "#modules/devices/rsa-devices.routes";
import { createServiceAccountRoutes } from "#modules/service-accounts/service-accounts.routes";
import { createSessionRoutes } from "#modules/sessions/sessions.routes";
import { skillRoutes } from "#modules/skills/skills.routes";
import { createTenantRoutes } from "#modules/tenants/tenants.routes";
import { todoTemplateRoutes } from "#modules/todo-templates/todo-templates.routes";
import { rsaTourRoutes } from "#modules/tours/rsa-tours.routes";
import { createTourRoutes } from "#modules/tours/tours.routes";
import { userInviteRoutes } from "#modules/user-invites/user-invites.routes";
import { createOwnAccountRoutes } from "#modules/users/own-account.routes";
import { createUserRoutes } from "#modules/users/users.routes";
import { vehicleTypeRoutes } from "#modules/vehicles/vehicle-types.routes";
import { vehicleRoutes } from "#modules/vehicles/vehicles.routes";
import type { Route, Services } from "#platform/http/handler";

/** What the routes of one node are put together of. */
export interface NodeServices extends Services {
  readonly geoData: GeoData;
  readonly fileInspection: FileInspection;
}

/** Every module of the product, put together: the one list of what is served. */
export function createRoutes(services: NodeServices): readonly Route[] {
  const routers = createRouters(services.providers, services.geoData);
  return [
    ...addressRoutes,
    ...areaRoutes,
    ...createAssetRoutes(services, services.fileInspection),
    ...createAuthRoutes(services),
    ...branchRoutes,
    ...caseActionRoutes,
    ...createCaseAssignmentRoutes(services),
    ...caseNoteRoutes,
    ...caseSearchRoutes,
    ...caseRoutes,
    ...createDashboardRoutes(services),
    ...createDeviceRoutes(services),
    ...geoDataRoutes,
    ...createGeocodingRoutes(services, services.geoData),
    ...grantRoutes,
    ...createLocationRoutes(services),
    ...messageRoutes,
    ...responsibilityClaimRoutes,
    ...roleRoutes,
    ...createRoutingRoutes(services, routers),
    ...createPlanningRoutes(services, routers),
    ...rsaDeviceRoutes,
    ...rsaDispatchRoutes,
    ...rsaTourRoutes,
    ...createServiceAccountRoutes(services),
    ...createSessionRoutes(services),
    ...skillRoutes,
    ...createTenantRoutes(services),
    ...todoTemplateRoutes,
    ...createTourRoutes(tourReactions),
    ...userInviteRoutes,
    ...createOwnAccountRoutes(services),
    ...createUserRoutes(services),
    ...vehicleRoutes,
    ...vehicleTypeRoutes,
  ];
}
