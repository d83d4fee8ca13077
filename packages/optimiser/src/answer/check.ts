/** Checks an answer by the problem alone. It shares no code with the search, so that no mistake of that can hide. */
import { checkSolutionTour } from "./check-tour";
import { isNearlyEqual } from "../model/near";
import type { Problem } from "../problem/problem";
import type { Solution, SolutionTour } from "../problem/solution";

/** Fault of an answer: its place and reason. */
export interface SolutionFaultDetail {
  readonly path: string;
  readonly reason: string;
}

/** Lists all faults of an answer; an answer without faults may be returned. */
export function checkSolution(problem: Problem, solution: Solution): SolutionFaultDetail[] {
  const faults: SolutionFaultDetail[] = [];
  const fault = (path: string, reason: string) => faults.push({ path, reason });
  checkServedOnce(problem, solution, fault);
  const driven = new Set<number>();
  for (const [index, tour] of solution.routes.entries()) {
    const path = `routes[${index}]`;
    const vehicle = problem.vehicles.find(({ id }) => id === tour.vehicle);
    if (!vehicle) {
      fault(`${path}.vehicle`, "is no vehicle of the problem");
      continue;
    }
    if (driven.has(vehicle.id)) fault(`${path}.vehicle`, "has two tours");
    driven.add(vehicle.id);
    checkSolutionTour({ problem, vehicle, tour, fault: (where, reason) => fault(`${path}.${where}`, reason) });
  }
  for (const { id, steps = [] } of problem.vehicles) {
    const isBegun = steps.some(({ type }) => type === "job" || type === "pickup" || type === "delivery");
    if (isBegun && !driven.has(id)) fault("routes", `leave out the begun tour of vehicle ${id}`);
  }
  checkSummary(solution, fault);
  return faults;
}

type ReportFault = (path: string, reason: string) => void;

/** Checks that every stop is on exactly one tour or named as unassigned, and the halves of a shipment stay together. */
function checkServedOnce(
  { jobs = [], shipments = [] }: Problem,
  { routes, unassigned }: Solution,
  fault: ReportFault,
): void {
  const seen = new Map<string, number>();
  for (const { vehicle, steps } of routes) {
    for (const { type, id } of steps) {
      if (type === "start" || type === "end" || type === "break") continue;
      if (seen.has(`${type} ${id}`)) fault("routes", `serve ${type} ${id} twice`);
      seen.set(`${type} ${id}`, vehicle);
    }
  }
  const nowhere = -1;
  for (const { type, id } of unassigned) {
    if (seen.has(`${type} ${id}`)) fault("unassigned", `names ${type} ${id}, which is served or named twice`);
    seen.set(`${type} ${id}`, nowhere);
  }
  const wanted = [
    ...jobs.map(({ id }) => `job ${id}`),
    ...shipments.flatMap(({ pickup, delivery }) => [`pickup ${pickup.id}`, `delivery ${delivery.id}`]),
  ];
  for (const stop of wanted) if (!seen.has(stop)) fault("unassigned", `does not name ${stop}`);
  if (seen.size !== wanted.length) fault("routes", "serve what the problem does not know");
  for (const { pickup, delivery } of shipments) {
    if (seen.get(`pickup ${pickup.id}`) !== seen.get(`delivery ${delivery.id}`)) {
      fault("routes", `tear pickup ${pickup.id} and delivery ${delivery.id} apart`);
    }
  }
  for (const { id, is_on_board } of jobs) {
    if (is_on_board && seen.get(`job ${id}`) === nowhere) fault("unassigned", `names job ${id}, which is on board`);
  }
}

function checkSummary({ summary, routes, unassigned }: Solution, fault: ReportFault): void {
  const names = ["cost", "delay_cost", "setup", "service", "duration", "waiting_time", "priority", "distance"] as const;
  for (const name of names) {
    const sum = routes.reduce((total, route: SolutionTour) => total + route[name], 0);
    if (!isNearlyEqual(sum, summary[name]))
      fault(`summary.${name}`, `is ${summary[name]}, but the routes add up to ${sum}`);
  }
  if (summary.routes !== routes.length) fault("summary.routes", "does not count the routes");
  if (summary.unassigned !== unassigned.length) fault("summary.unassigned", "does not count the unassigned");
}
