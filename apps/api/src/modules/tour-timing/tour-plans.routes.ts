import { tourPlanOperations } from "@leitstand/contract/board/tour-plans";
import { implement, inSteps, type Services } from "#platform/http/handler";
import type { Routers } from "#modules/roads/index";
import { changeSequence, getPlan, listPlans } from "./tour-plans.service";

/** The order is answered with its times, which are computed after it is written: in transactions of their own. */
export const createTourPlanRoutes = ({ db, clock, providers }: Services, routers: Routers) =>
  implement(tourPlanOperations, {
    getTourPlan: (call) => getPlan(call.tx, call.scope, call.params.id),
    getTourPlans: (call) => listPlans(call.tx, call.scope, call.body.tour_ids),
    updateTourSequence: inSteps((call) =>
      changeSequence({ db, clock, providers, routers }, call, { ...call.body, id: call.params.id }),
    ),
  });
