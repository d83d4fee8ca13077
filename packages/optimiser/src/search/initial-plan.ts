import type { CompiledProblem } from "../model/compile";
import { createTaskNumberFinder } from "../model/compile-tasks";
import { DriverSimulation } from "../model/driver";
import { listCommittedSteps } from "../problem/live";
import type { Problem } from "../problem/problem";
import { SearchRoute } from "../model/route";

/**
 * First tours of the search: the steps that each vehicle does in any case. Breaks for which they leave no room are
 * given up; the answer says which.
 */
export function buildInitialTours(problem: Problem, { model, sourceTasks }: CompiledProblem): Int32Array[] {
  const numberOf = createTaskNumberFinder(sourceTasks);
  const route = new SearchRoute(model, new DriverSimulation(model));
  return problem.vehicles.map((source, vehicle) => {
    const order = Int32Array.from(
      listCommittedSteps(problem, source)
        .map(numberOf)
        .filter((task) => task !== undefined),
    );
    route.vehicle = vehicle;
    route.setOrder(order);
    if (!route.schedule()) model.fleet.breaks[vehicle] = [];
    return order;
  });
}
