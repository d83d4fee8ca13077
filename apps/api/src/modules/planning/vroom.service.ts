/**
 * VROOM's JSON over HTTP, as vroom-express serves it: https://github.com/VROOM-Project/vroom/blob/master/docs/API.md
 */
import { violationsOfStop } from "@leitstand/optimiser/answer/violations";
import { widenLimitsOfRunningTours } from "@leitstand/optimiser/problem/live";
import type { Job, Problem as PlanningProblem, MatrixRows, Vehicle } from "@leitstand/optimiser/problem/problem";
import { type Static, Type } from "typebox";
import { problem } from "#platform/problem";
import type { ProviderClient } from "#platform/providers/provider";
import type { SolverAnswer, SolverStep } from "./plan-answer";

const IntegerSchema = Type.Integer();
const VroomStep = Type.Object({
  type: Type.Union([
    Type.Literal("start"),
    Type.Literal("job"),
    Type.Literal("pickup"),
    Type.Literal("delivery"),
    Type.Literal("break"),
    Type.Literal("end"),
  ]),
  id: Type.Optional(IntegerSchema),
  location_index: Type.Optional(Type.Integer({ minimum: 0 })),
  arrival: IntegerSchema,
  waiting_time: Type.Optional(IntegerSchema),
  setup: Type.Optional(IntegerSchema),
  service: Type.Optional(IntegerSchema),
  load: Type.Optional(Type.Array(IntegerSchema)),
});
const VroomAnswer = Type.Object({
  code: Type.Literal(0),
  summary: Type.Object({ cost: Type.Number(), duration: IntegerSchema, distance: Type.Optional(IntegerSchema) }),
  unassigned: Type.Array(Type.Object({ id: IntegerSchema, type: Type.String() })),
  routes: Type.Array(
    Type.Object({
      vehicle: IntegerSchema,
      cost: Type.Number(),
      duration: IntegerSchema,
      distance: Type.Optional(IntegerSchema),
      steps: Type.Array(VroomStep, { minItems: 1 }),
    }),
  ),
});
type VroomAnswerData = Static<typeof VroomAnswer>;
type VroomAnswerStep = VroomAnswerData["routes"][number]["steps"][number];

/**
 * Solves a problem by a VROOM server in place of our own solver. It has no soft limits: deadlines and shift ends are
 * left out of the request, and missed ones are reported as in our own plans. Cases that have begun stay on their
 * vehicle, but need not come first.
 */
export async function solveByVroom(provider: ProviderClient, asked: PlanningProblem): Promise<SolverAnswer> {
  const { body } = await provider.ask({ path: "/", body: toVroomProblem(asked) }, { 200: VroomAnswer });
  if (!isAnswerToProblem(asked, body)) throw problem("UPSTREAM_FAILED", { provider: provider.name });
  const fleet = new Map(asked.vehicles.map((vehicle) => [vehicle.id, vehicle]));
  return {
    summary: { distance: body.summary.distance ?? 0, duration: body.summary.duration },
    routes: body.routes.map(({ vehicle, distance = 0, duration, steps }) => ({
      vehicle,
      distance,
      duration,
      steps: steps.map((step) => withViolations(asked, fleet.get(vehicle) as Vehicle, step)),
    })),
    unassigned: body.unassigned.map(({ id }) => ({ id, level: "SEVERE" })),
  };
}

/** Skills for rules that VROOM has no term for; apart from those of the problem, which count from 1. */
const VEHICLE_SKILL_BASE = 1_000_000;
const NOT_OF_TYPE_SKILL_BASE = 2_000_000;
/** Seconds that mean no route: longer than any plan, and still a number that VROOM can add up. */
const NO_WAY_SECONDS = 10_000_000;
/**
 * Units of a vehicle without a capacity, more than all stops of a plan together, because VROOM requires a capacity
 * where something is loaded.
 */
const UNLIMITED_CAPACITY = 1_000_000_000;

function toVroomProblem(asked: PlanningProblem) {
  const { vehicles, jobs = [], shipments = [], matrices } = asked;
  // A vehicle that is overloaded needs room for what it carries.
  const rooms = widenLimitsOfRunningTours(asked).vehicles.map(({ capacity }) => capacity);
  const excluded = [
    ...new Set([...jobs, ...shipments].flatMap(({ excluded_vehicle_types = [] }) => excluded_vehicle_types)),
  ];
  const skillsOf = ({
    skills = [],
    pinned_to,
    excluded_vehicle_types = [],
  }: Pick<Job, "skills" | "pinned_to" | "excluded_vehicle_types">) => ({
    skills: [
      ...skills,
      ...(pinned_to === undefined ? [] : [VEHICLE_SKILL_BASE + pinned_to]),
      ...excluded_vehicle_types.map((type) => NOT_OF_TYPE_SKILL_BASE + excluded.indexOf(type)),
    ],
  });
  const offered = ({ id, type, skills = [] }: Vehicle) => [
    ...skills,
    VEHICLE_SKILL_BASE + id,
    ...excluded.flatMap((each, index) => (each === type ? [] : [NOT_OF_TYPE_SKILL_BASE + index])),
  ];
  const loads = [
    ...jobs.flatMap(({ pickup = [], delivery = [] }) => [pickup, delivery]),
    ...shipments.map(({ amount = [] }) => amount),
  ];
  const kinds = Math.max(0, ...loads.map(({ length }) => length));
  const unlimited = Array.from({ length: kinds }, () => UNLIMITED_CAPACITY);
  const whole = (rows: MatrixRows) =>
    rows.map((row) => Array.from(row, (value) => Math.round(value ?? NO_WAY_SECONDS)));
  return {
    vehicles: vehicles.map(({ steps: _, shift_end: _end, type: _type, ...vehicle }, index) => ({
      ...vehicle,
      capacity: rooms[index] ?? unlimited,
      skills: offered({ ...vehicle, ...(_type === undefined ? {} : { type: _type }) }),
    })),
    jobs: jobs.map(({ deadlines: _, is_on_board: _board, pinned_to, excluded_vehicle_types, ...job }) => ({
      ...job,
      ...skillsOf({ ...job, pinned_to, excluded_vehicle_types }),
    })),
    shipments: shipments.map(({ pickup, delivery, pinned_to, excluded_vehicle_types, ...shipment }) => {
      const [{ deadlines: _, ...from }, { deadlines: _to, ...to }] = [pickup, delivery];
      return {
        ...shipment,
        pickup: from,
        delivery: to,
        ...skillsOf({ ...shipment, pinned_to, excluded_vehicle_types }),
      };
    }),
    matrices: Object.fromEntries(
      Object.entries(matrices).map(([profile, { durations, distances }]) => [
        profile,
        { durations: whole(durations), ...(distances ? { distances: whole(distances) } : {}) },
      ]),
    ),
  };
}

/** Whether every requested stop is in the answer once, on a known vehicle or left out; and no other. */
function isAnswerToProblem(
  { vehicles, jobs = [], shipments = [] }: PlanningProblem,
  { routes, unassigned }: VroomAnswerData,
): boolean {
  const fleet = new Set(vehicles.map(({ id }) => id));
  const left = new Set([
    ...jobs.map(({ id }) => `job ${id}`),
    ...shipments.flatMap(({ pickup, delivery }) => [`pickup ${pickup.id}`, `delivery ${delivery.id}`]),
  ]);
  const take = ({ type, id }: { readonly type: string; readonly id?: number }) =>
    type === "start" || type === "end" || type === "break" || left.delete(`${type} ${id}`);
  const served = routes.every(({ vehicle, steps }) => fleet.has(vehicle) && steps.every(take));
  return served && unassigned.every(take) && left.size === 0;
}

/** Step with what it violates, judged by the limits that were asked for. */
function withViolations(
  asked: PlanningProblem,
  vehicle: Vehicle,
  { arrival, waiting_time = 0, setup = 0, service = 0, load = [], ...step }: VroomAnswerStep,
): SolverStep {
  const { type } = step;
  const begun = arrival + waiting_time;
  const violations =
    type === "start" || type === "break" ? [] : violationsOfStop(asked, { ...step, type, vehicle, begun, load });
  return { ...step, arrival, waiting_time, setup, service, violations };
}
