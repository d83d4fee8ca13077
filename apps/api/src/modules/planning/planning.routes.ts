import { planningOperations } from "@leitstand/contract/board/planning";
import { solverOperations } from "@leitstand/contract/board/solver";
import { implementOperations, type SharedServices } from "#platform/http/handler";
import type { RouterLookup } from "#modules/roads/index";
import type { LocationReaderServices } from "#modules/location-readers/index";
import { solveRouting } from "./solver.service";
import { SolverRateLimiter } from "./solver-gate";
import { suggestTours } from "./suggestions.service";

export function createPlanningRoutes(
  { providers, rateLimitFactor, locationReaders }: SharedServices & LocationReaderServices,
  routers: RouterLookup,
) {
  const parts = { providers, routers, gate: new SolverRateLimiter(rateLimitFactor) };
  return [
    ...implementOperations(planningOperations, {
      getSuggestions: async (call) => {
        const answer = await suggestTours(call, parts, call.body);
        const tour_ids = answer.suggestions.map(({ tour_id }) => tour_id);
        locationReaders.note({ principal: call.principal, purpose: "SUGGESTION", shown: { tour_ids } });
        return answer;
      },
    }),
    ...implementOperations(solverOperations, {
      solveRouting: async (call) => {
        const plan = await solveRouting(call, parts, call.body);
        const tour_ids = plan.routes.flatMap(({ tour_id, stops }) => (stops[0]?.location && tour_id ? [tour_id] : []));
        locationReaders.note({ principal: call.principal, purpose: "SUGGESTION", shown: { tour_ids } });
        return plan;
      },
    }),
  ];
}
