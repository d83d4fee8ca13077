import { areaRoutes } from "#modules/areas/areas.routes";
import { branchRoutes } from "#modules/branches/branches.routes";
import { responsibilityClaimRoutes } from "#modules/responsibility-claims/responsibility-claims.routes";
import { skillRoutes } from "#modules/skills/skills.routes";
import { todoTemplateRoutes } from "#modules/todo-templates/todo-templates.routes";
import { vehicleTypeRoutes } from "#modules/vehicles/vehicle-types.routes";
import { vehicleRoutes } from "#modules/vehicles/vehicles.routes";
import type { Route, Services } from "#platform/module";

/** Every module of the product, put together: the one list of what is served. */
export const createRoutes = (_services: Services): readonly Route[] => [
  ...areaRoutes,
  ...branchRoutes,
  ...responsibilityClaimRoutes,
  ...skillRoutes,
  ...todoTemplateRoutes,
  ...vehicleRoutes,
  ...vehicleTypeRoutes,
];
