import { tourPlanOperations } from "@leitstand/contract/board/tour-plans";
import { implementOperations, multiStepHandler, type Services } from "#platform/http/handler";
import type { RouterLookup } from "#modules/roads/index";
import { changeStopSequence, getTourPlan, listTourPlans } from "./tour-plans.service";

/** The order is answered with its times, which are computed after it is written: in transactions of their own. */
export const createTourPlanRoutes = ({ db, clock, providers }: Services, routers: RouterLookup) =>
  implementOperations(tourPlanOperations, {
    getTourPlan: (call) => getTourPlan(call.tx, call.scope, call.params.id),
    getTourPlans: (call) => listTourPlans(call.tx, call.scope, call.body.tour_ids),
    updateTourSequence: multiStepHandler((call) =>
      changeStopSequence({ db, clock, providers, routers }, call, { ...call.body, id: call.params.id }),
    ),
  });
