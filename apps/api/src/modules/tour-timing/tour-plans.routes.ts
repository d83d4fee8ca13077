import { tourPlanOperations } from "@leitstand/contract/board/tour-plans";
import { implementOperations, defineMultiStepHandler, type SharedServices } from "#platform/http/handler";
import type { RouterLookup } from "#modules/roads/index";
import { changeTourStopSequence, getTourPlan, listTourPlans } from "./tour-plans.service";

/** The order is answered with its times, which are computed after it is written: in transactions of their own. */
export const createTourPlanRoutes = ({ db, clock, providers }: SharedServices, routers: RouterLookup) =>
  implementOperations(tourPlanOperations, {
    getTourPlan: (call) => getTourPlan(call.tx, call.scope, call.params.id),
    getTourPlans: (call) => listTourPlans(call.tx, call.scope, call.body.tour_ids),
    updateTourSequence: defineMultiStepHandler((call) =>
      changeTourStopSequence({ db, clock, providers, routers }, call, { ...call.body, id: call.params.id }),
    ),
  });
