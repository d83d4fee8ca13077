import { planningOperations } from "@leitstand/contract/board/planning";
import { solverOperations } from "@leitstand/contract/board/solver";
import { implement, type Services } from "#platform/http/handler";
import type { Routers } from "#modules/roads/index";
import { solveRouting } from "./solver.service";
import { SolverGate } from "./solver-gate";
import { suggestTours } from "./suggestions.service";

export function createPlanningRoutes({ providers, rateLimitFactor }: Services, routers: Routers) {
  const parts = { providers, routers, gate: new SolverGate(rateLimitFactor) };
  return [
    ...implement(planningOperations, { getSuggestions: (call) => suggestTours(call, parts, call.body) }),
    ...implement(solverOperations, { solveRouting: (call) => solveRouting(call, parts, call.body) }),
  ];
}
