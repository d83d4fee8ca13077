import { finalCaseStates, findTransition, isCaseLevelAction } from "@leitstand/contract/cases/case-rules";
import {
  type ActorKind,
  type CaseAction,
  caseActions,
  caseTransitionTables,
  type TransitionCell,
  type TransitionTableName,
  transitionTableNames,
} from "@leitstand/contract/cases/case-transitions";
import { describe, expect, it } from "vitest";
import { availableActionsFor } from "./available-actions";
import { dispatcherActor, createTestDriverActor, serviceActor, timerActor, SingleCaseTestWorld } from "./case-testkit";
import type { Actor } from "./facts/case-snapshot";

const [a, b] = [createTestDriverActor("A"), createTestDriverActor("B")];
const actorKinds = ["D", "V", "S", "X"] as const;

/** Actions that lead to a position, with the crew that has the case then and the one that could take it back. */
interface CaseScenario {
  readonly world: SingleCaseTestWorld;
  readonly tour: string;
  readonly forwarder?: string;
}
type ScenariosByState = Readonly<Record<string, () => CaseScenario[]>>;
type ScenarioStep = readonly [CaseAction, Actor, tour?: string];

function playFuneralScenario(...moves: readonly ScenarioStep[]): CaseScenario {
  const world = new SingleCaseTestWorld();
  for (const [action, actor, tour = "A"] of moves)
    world.must(action, actor, { tour_id: tour, payload: { to_tour_id: "B" } });
  return { world, tour: "A", forwarder: "A" };
}
const assignToTourA: ScenarioStep = ["ASSIGN", dispatcherActor];
const startedSteps: ScenarioStep[] = [assignToTourA, ["START", a]];
const loadedSteps: ScenarioStep[] = [...startedSteps, ["LOAD", a]];
const funeralScenarios = {
  "-": () => [playFuneralScenario()],
  ASSIGNED: () => [playFuneralScenario(assignToTourA)],
  ACCEPTED: () => [playFuneralScenario(assignToTourA, ["ACCEPT", a])],
  STARTED: () => [playFuneralScenario(...startedSteps)],
  ARRIVED: () => [playFuneralScenario(...startedSteps, ["ARRIVE", a])],
  LOADED: () => [playFuneralScenario(...loadedSteps)],
  POSTPONED: () => [playFuneralScenario(assignToTourA, ["POSTPONE", a])],
  DELIVERED: () => [playFuneralScenario(...loadedSteps, ["DELIVER", a])],
  DONE: () => [playFuneralScenario(...loadedSteps, ["DELIVER", a], ["DONE", a])],
  FINISHED: () => [playFuneralScenario(...startedSteps, ["FINISH", a])],
  CANCELLED: () => [playFuneralScenario(assignToTourA, ["CANCEL", dispatcherActor])],
  "~unassigned": () => [playFuneralScenario(assignToTourA, ["UNASSIGN", dispatcherActor])],
  "~forwarded": () => [playFuneralScenario(assignToTourA, ["FORWARD", a])],
} satisfies ScenariosByState;

function playRoadsideScenario(soon: boolean, ...moves: readonly ScenarioStep[]): CaseScenario {
  const not_before = soon ? null : "2026-03-02T09:00:00.000Z";
  const world = new SingleCaseTestWorld({ data_type: "ROADSIDE", not_before });
  for (const [action, actor, tour = "A"] of moves)
    world.must(action, actor, { tour_id: tour, payload: { to_tour_id: "B" } });
  return { world, tour: "A" };
}
const onTheWaySteps: ScenarioStep[] = [assignToTourA, ["ON_THE_WAY", a]];
const arrivedSteps: ScenarioStep[] = [...onTheWaySteps, ["ARRIVE", a]];
const towingSteps: ScenarioStep[] = [...arrivedSteps, ["TO_TOWING_DESTINATION", a]];
const atGarageSteps: ScenarioStep[] = [...towingSteps, ["AT_TOWING_DESTINATION", a]];
const finishedSteps: ScenarioStep[] = [...arrivedSteps, ["FINISH", a]];
const forwardedScenario = (soon: boolean): CaseScenario => ({
  ...playRoadsideScenario(soon, assignToTourA, ["FORWARD", a]),
  tour: "B",
  forwarder: "A",
});
const rejectedScenario = (): CaseScenario => {
  const { world } = forwardedScenario(true);
  world.must("REJECT", b, { tour_id: "B" });
  return { world, tour: "B", forwarder: "A" };
};
const oneHourLater = (way: CaseScenario): CaseScenario => {
  way.world.pass(3600);
  return way;
};
const incompleteScenario = (): CaseScenario => {
  const way = playRoadsideScenario(true, ...arrivedSteps);
  way.world.must("FINISH", a, { tour_id: "A", payload: { needs_backoffice: true } });
  return way;
};
const draftScenario = (): CaseScenario => ({
  world: new SingleCaseTestWorld({ data_type: "ROADSIDE", state: "create", approved: false }),
  tour: "A",
  forwarder: "A",
});
const roadsideScenarios: ScenariosByState = {
  create: () => [draftScenario()],
  open: () => [playRoadsideScenario(true), rejectedScenario()],
  reserved: () => [
    playRoadsideScenario(false, assignToTourA),
    playRoadsideScenario(false, assignToTourA, ["ACCEPT", a]),
    oneHourLater(playRoadsideScenario(false, assignToTourA)),
    forwardedScenario(false),
  ],
  alarmed: () => [
    playRoadsideScenario(true, assignToTourA),
    playRoadsideScenario(true, assignToTourA, ["ACCEPT", a]),
    forwardedScenario(true),
  ],
  onTheWay: () => [playRoadsideScenario(true, ...onTheWaySteps)],
  arrived: () => [playRoadsideScenario(true, ...arrivedSteps)],
  toDestination: () => [playRoadsideScenario(true, ...towingSteps)],
  atDestination: () => [playRoadsideScenario(true, ...atGarageSteps)],
  finished: () => [playRoadsideScenario(true, ...finishedSteps)],
  backoffice: () => [incompleteScenario()],
  adActa: () => [playRoadsideScenario(true, ...finishedSteps, ["DONE", dispatcherActor])],
  cancelled: () => [playRoadsideScenario(true, assignToTourA, ["CANCEL", dispatcherActor])],
};

const caseScenarios: ScenariosByState = {
  OPEN: () => [playFuneralScenario()],
  POSTPONED: funeralScenarios.POSTPONED,
  ASSIGNED: funeralScenarios.ASSIGNED,
  STARTED: funeralScenarios.STARTED,
  LOADED: funeralScenarios.LOADED,
  DELIVERED: funeralScenarios.DELIVERED,
  CANCELLED: funeralScenarios.CANCELLED,
};

const scenariosByTable: Readonly<Record<TransitionTableName, ScenariosByState>> = {
  FUNERAL_TOUR_CASE: funeralScenarios,
  FUNERAL_CASE: caseScenarios,
  ROADSIDE_ASSISTANCE: roadsideScenarios,
};
function listScenarios(table: TransitionTableName, from: string): CaseScenario[] {
  const list = scenariosByTable[table][from];
  if (list === undefined) throw new Error(`No way to ${from} of ${table}`);
  return list();
}

const transitionTestRows = transitionTableNames.flatMap((table) =>
  Object.keys(caseTransitionTables[table].cells).flatMap((from) =>
    caseTransitionTables[table].actions.flatMap((action) => actorKinds.map((kind) => ({ table, from, action, kind }))),
  ),
);

/** Outcome that the table alone requires. */
function expectedOutcomeOf(cell: TransitionCell | undefined, kind: ActorKind) {
  if (cell === undefined) return "409";
  return cell.who.includes(kind) ? "2xx" : "403";
}

interface ActionTestCase {
  readonly table: TransitionTableName;
  readonly action: CaseAction;
  readonly kind: ActorKind;
}

function decideInScenario({ world, tour, forwarder }: CaseScenario, { table, action, kind }: ActionTestCase) {
  const rollsBack = action === "FORWARD_ROLLBACK";
  const newTour = table === "FUNERAL_CASE" && action === "ASSIGN" ? "C" : undefined;
  const driver = createTestDriverActor(newTour ?? (rollsBack ? (forwarder ?? tour) : tour));
  const actor: Actor = { D: dispatcherActor, V: driver, S: serviceActor, X: timerActor }[kind];
  const whole = table === "FUNERAL_CASE" || isActionOnWholeCase(table, world, action);
  const tour_id = newTour ?? (whole ? undefined : tour);
  const payload = {
    force: true,
    to_tour_id: "C",
    ...(rollsBack && forwarder !== undefined ? { from_tour_id: forwarder } : {}),
  };
  const offered = availableActionsFor(world.snapshot(actor), { actor, now: world.now });
  const decision = world.act(action, actor, { tour_id, payload });
  return {
    decision,
    offered: (whole ? offered.case : offered.links.find((link) => link.tour_id === tour)?.actions) ?? offered.case,
  };
}

// In the roadside table a case without a tour is a state among those with one; actions on it are requested without a
// tour.
const isActionOnWholeCase = (table: TransitionTableName, world: SingleCaseTestWorld, action: CaseAction) =>
  table === "ROADSIDE_ASSISTANCE" &&
  (action === "CANCEL" || action === "DELIVER") &&
  (world.case.state === "open" || world.case.state === "create");

/** Codes with which a move without a cell may be refused. */
const expectedRefusalCodes = (world: SingleCaseTestWorld) =>
  finalCaseStates.has(world.case.state) ? ["CASE_FINALIZED"] : ["CASE_ACTION_NOT_ALLOWED", "CASE_CARGO_LOADED"];

/** Scenarios in which an action was accepted although the table, or the list of offered actions, did not allow it. */
function listUnexpectedOutcomes(
  { table, action, kind }: ActionTestCase,
  cell: TransitionCell | undefined,
  answers: ReturnType<typeof decideInAllScenarios>,
) {
  return answers.flatMap(({ decision, way, offered }) => {
    if (decision.kind !== "changed") return [];
    const reached = table === "FUNERAL_TOUR_CASE" ? decision.history[0]?.new_state : decision.case.state;
    const isKnown = cell?.to.includes("PREV") || cell?.to.includes(reached ?? "");
    const isOffered = kind === "X" || way.tour !== "A" || table === "FUNERAL_CASE" || offered.includes(action);
    return isKnown && isOffered ? [] : [{ reached, offered }];
  });
}
const decideInAllScenarios = (from: string, asked: ActionTestCase) =>
  listScenarios(asked.table, from).map((way) => ({ ...decideInScenario(way, asked), way }));

describe("cells of the table for every kind of caller", () => {
  it.each(transitionTestRows)(
    "the transition table $table decides $action from $from by $kind",
    ({ from, ...asked }) => {
      const cell = findTransition(asked.table, from, asked.action);
      const expected = expectedOutcomeOf(cell, asked.kind);
      const answers = decideInAllScenarios(from, asked);
      const codes = answers.map(({ decision }) => (decision.kind === "refused" ? decision.code : "2xx"));
      // Of several scenarios with one state a guard may refuse some; a missing cell or a wrong caller refuses all.
      const allowed = {
        "2xx": () => codes.includes("2xx"),
        "403": () => codes.every((code) => code === "AUTH_TOKEN_KIND_NOT_ALLOWED"),
        "409": () => answers.every(({ way }, index) => expectedRefusalCodes(way.world).includes(codes[index] ?? "")),
      }[expected];
      expect([expected, codes, allowed()]).toEqual([expected, codes, true]);
      expect(listUnexpectedOutcomes(asked, cell, answers)).toEqual([]);
    },
  );

  it("an action on a case without a tour is refused unless the specification allows it", () => {
    const world = new SingleCaseTestWorld();
    for (const action of caseActions.filter((name) => !isCaseLevelAction(name))) {
      const code =
        action.endsWith("_DESTINATION") || action === "ON_THE_WAY" ? "ACTION_NOT_AVAILABLE" : "CASE_ACTION_NOT_ALLOWED";
      expect(world.act(action, dispatcherActor)).toMatchObject({ kind: "refused", code });
    }
  });
});
