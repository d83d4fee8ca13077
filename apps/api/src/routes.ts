import type { Route } from "#platform/module";
import { areaRoutes } from "#modules/areas/areas.routes";
import type { Services } from "#platform/module";

/** Every module of the product, put together: the one list of what is served. */
export const createRoutes = (_services: Services): readonly Route[] => [...areaRoutes];
