import { finalCaseStates, findCell, isCaseLevel } from "@leitstand/contract/cases/case-rules";
import {
  type ActorKind,
  type CaseAction,
  caseActions,
  caseTransitions,
  type Cell,
  type TableName,
  tableNames,
} from "@leitstand/contract/cases/case-transitions";
import { describe, expect, it } from "vitest";
import { actionsFor } from "./available-actions";
import { dispatcher, driverOf, service, timer, World } from "./case-testkit";
import type { Actor } from "./facts/case-snapshot";

const [a, b] = [driverOf("A"), driverOf("B")];
const kinds = ["D", "V", "S", "X"] as const;

/** Way to reach a position, with the crew that has the case then and the one that could take it back. */
interface Way {
  readonly world: World;
  readonly tour: string;
  readonly forwarder?: string;
}
type Ways = Readonly<Record<string, () => Way[]>>;
type Move = readonly [CaseAction, Actor, tour?: string];

function funeral(...moves: readonly Move[]): Way {
  const world = new World();
  for (const [action, actor, tour = "A"] of moves)
    world.must(action, actor, { tour_id: tour, payload: { to_tour_id: "B" } });
  return { world, tour: "A", forwarder: "A" };
}
const toA: Move = ["ASSIGN", dispatcher];
const started: Move[] = [toA, ["START", a]];
const loaded: Move[] = [...started, ["LOAD", a]];
const funeralWays = {
  "-": () => [funeral()],
  ASSIGNED: () => [funeral(toA)],
  ACCEPTED: () => [funeral(toA, ["ACCEPT", a])],
  STARTED: () => [funeral(...started)],
  ARRIVED: () => [funeral(...started, ["ARRIVE", a])],
  LOADED: () => [funeral(...loaded)],
  POSTPONED: () => [funeral(toA, ["POSTPONE", a])],
  DELIVERED: () => [funeral(...loaded, ["DELIVER", a])],
  DONE: () => [funeral(...loaded, ["DELIVER", a], ["DONE", a])],
  FINISHED: () => [funeral(...started, ["FINISH", a])],
  CANCELLED: () => [funeral(toA, ["CANCEL", dispatcher])],
  "~unassigned": () => [funeral(toA, ["UNASSIGN", dispatcher])],
  "~forwarded": () => [funeral(toA, ["FORWARD", a])],
} satisfies Ways;

function roadside(soon: boolean, ...moves: readonly Move[]): Way {
  const not_before = soon ? null : "2026-03-02T09:00:00.000Z";
  const world = new World({ data_type: "ROADSIDE", not_before });
  for (const [action, actor, tour = "A"] of moves)
    world.must(action, actor, { tour_id: tour, payload: { to_tour_id: "B" } });
  return { world, tour: "A" };
}
const onTheWay: Move[] = [toA, ["ON_THE_WAY", a]];
const arrived: Move[] = [...onTheWay, ["ARRIVE", a]];
const towing: Move[] = [...arrived, ["TO_TOWING_DESTINATION", a]];
const atGarage: Move[] = [...towing, ["AT_TOWING_DESTINATION", a]];
const finished: Move[] = [...arrived, ["FINISH", a]];
const forwarded = (soon: boolean): Way => ({ ...roadside(soon, toA, ["FORWARD", a]), tour: "B", forwarder: "A" });
const rejected = (): Way => {
  const { world } = forwarded(true);
  world.must("REJECT", b, { tour_id: "B" });
  return { world, tour: "B", forwarder: "A" };
};
const later = (way: Way): Way => {
  way.world.pass(3600);
  return way;
};
const incomplete = (): Way => {
  const way = roadside(true, ...arrived);
  way.world.must("FINISH", a, { tour_id: "A", payload: { needs_backoffice: true } });
  return way;
};
const draft = (): Way => ({
  world: new World({ data_type: "ROADSIDE", state: "create", approved: false }),
  tour: "A",
  forwarder: "A",
});
const roadsideWays: Ways = {
  create: () => [draft()],
  open: () => [roadside(true), rejected()],
  reserved: () => [
    roadside(false, toA),
    roadside(false, toA, ["ACCEPT", a]),
    later(roadside(false, toA)),
    forwarded(false),
  ],
  alarmed: () => [roadside(true, toA), roadside(true, toA, ["ACCEPT", a]), forwarded(true)],
  onTheWay: () => [roadside(true, ...onTheWay)],
  arrived: () => [roadside(true, ...arrived)],
  toDestination: () => [roadside(true, ...towing)],
  atDestination: () => [roadside(true, ...atGarage)],
  finished: () => [roadside(true, ...finished)],
  backoffice: () => [incomplete()],
  adActa: () => [roadside(true, ...finished, ["DONE", dispatcher])],
  cancelled: () => [roadside(true, toA, ["CANCEL", dispatcher])],
};

const caseWays: Ways = {
  OPEN: () => [funeral()],
  POSTPONED: funeralWays.POSTPONED,
  ASSIGNED: funeralWays.ASSIGNED,
  STARTED: funeralWays.STARTED,
  LOADED: funeralWays.LOADED,
  DELIVERED: funeralWays.DELIVERED,
  CANCELLED: funeralWays.CANCELLED,
};

const ways: Readonly<Record<TableName, Ways>> = {
  FUNERAL_TOUR_CASE: funeralWays,
  FUNERAL_CASE: caseWays,
  ROADSIDE_ASSISTANCE: roadsideWays,
};
function listWays(table: TableName, from: string): Way[] {
  const list = ways[table][from];
  if (list === undefined) throw new Error(`No way to ${from} of ${table}`);
  return list();
}

const rows = tableNames.flatMap((table) =>
  Object.keys(caseTransitions[table].cells).flatMap((from) =>
    caseTransitions[table].actions.flatMap((action) => kinds.map((kind) => ({ table, from, action, kind }))),
  ),
);

/** Expected answer by the table alone. */
function expectedOf(cell: Cell | undefined, kind: ActorKind) {
  if (cell === undefined) return "409";
  return cell.who.includes(kind) ? "2xx" : "403";
}

interface ActionQuestion {
  readonly table: TableName;
  readonly action: CaseAction;
  readonly kind: ActorKind;
}

function ask({ world, tour, forwarder }: Way, { table, action, kind }: ActionQuestion) {
  const rollsBack = action === "FORWARD_ROLLBACK";
  const newTour = table === "FUNERAL_CASE" && action === "ASSIGN" ? "C" : undefined;
  const driver = driverOf(newTour ?? (rollsBack ? (forwarder ?? tour) : tour));
  const actor: Actor = { D: dispatcher, V: driver, S: service, X: timer }[kind];
  const whole = table === "FUNERAL_CASE" || isWhole(table, world, action);
  const tour_id = newTour ?? (whole ? undefined : tour);
  const payload = {
    force: true,
    to_tour_id: "C",
    ...(rollsBack && forwarder !== undefined ? { from_tour_id: forwarder } : {}),
  };
  const offered = actionsFor(world.snapshot(actor), { actor, now: world.now });
  const decision = world.act(action, actor, { tour_id, payload });
  return {
    decision,
    offered: (whole ? offered.case : offered.links.find((link) => link.tour_id === tour)?.actions) ?? offered.case,
  };
}

// In the roadside table a case without a tour is a state among those with one; actions on it are requested without a
// tour.
const isWhole = (table: TableName, world: World, action: CaseAction) =>
  table === "ROADSIDE_ASSISTANCE" &&
  (action === "CANCEL" || action === "DELIVER") &&
  (world.case.state === "open" || world.case.state === "create");

/** Codes with which a move without a cell may be refused. */
const refusals = (world: World) =>
  finalCaseStates.has(world.case.state) ? ["CASE_FINALIZED"] : ["CASE_ACTION_NOT_ALLOWED", "CASE_CARGO_LOADED"];

/** Ways on which an action was accepted although the table, or the list of offered actions, did not allow it. */
function listSurprises(
  { table, action, kind }: ActionQuestion,
  cell: Cell | undefined,
  answers: ReturnType<typeof askAll>,
) {
  return answers.flatMap(({ decision, way, offered }) => {
    if (decision.kind !== "changed") return [];
    const reached = table === "FUNERAL_TOUR_CASE" ? decision.history[0]?.new_state : decision.case.state;
    const isKnown = cell?.to.includes("PREV") || cell?.to.includes(reached ?? "");
    const isOffered = kind === "X" || way.tour !== "A" || table === "FUNERAL_CASE" || offered.includes(action);
    return isKnown && isOffered ? [] : [{ reached, offered }];
  });
}
const askAll = (from: string, asked: ActionQuestion) =>
  listWays(asked.table, from).map((way) => ({ ...ask(way, asked), way }));

describe("cells of the table for every kind of caller", () => {
  it.each(rows)("the table $table decides $action from $from by $kind", ({ from, ...asked }) => {
    const cell = findCell(asked.table, from, asked.action);
    const expected = expectedOf(cell, asked.kind);
    const answers = askAll(from, asked);
    const codes = answers.map(({ decision }) => (decision.kind === "refused" ? decision.code : "2xx"));
    // Of several ways to one state a guard may close some; a missing cell or a wrong caller closes all.
    const allowed = {
      "2xx": () => codes.includes("2xx"),
      "403": () => codes.every((code) => code === "AUTH_TOKEN_KIND_NOT_ALLOWED"),
      "409": () => answers.every(({ way }, index) => refusals(way.world).includes(codes[index] ?? "")),
    }[expected];
    expect([expected, codes, allowed()]).toEqual([expected, codes, true]);
    expect(listSurprises(asked, cell, answers)).toEqual([]);
  });

  it("a case as a whole accepts only the actions that the specification names", () => {
    const world = new World();
    for (const action of caseActions.filter((name) => !isCaseLevel(name))) {
      const code =
        action.endsWith("_DESTINATION") || action === "ON_THE_WAY" ? "ACTION_NOT_AVAILABLE" : "CASE_ACTION_NOT_ALLOWED";
      expect(world.act(action, dispatcher)).toMatchObject({ kind: "refused", code });
    }
  });
});
