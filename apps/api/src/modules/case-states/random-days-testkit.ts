/** Random days of a case: after any sequence of actions, the invariants of the states hold. */
import {
  bucketOfLinkState,
  isKnownCaseHistoryStep,
  loadedLinkStates,
  undoableActions,
} from "@leitstand/contract/cases/case-rules";
import { type CaseAction, caseActions } from "@leitstand/contract/cases/case-transitions";
import fc from "fast-check";
import { expect } from "vitest";
import { listAllowedActions } from "./available-actions";
import type { AcceptedCaseAction, CaseCommand } from "./facts/case-decision";
import { resolveActionRequest } from "./facts/case-request";
import type { Actor, LinkColumns } from "./facts/case-snapshot";
import type { decideCaseAction } from "./decide";
import { dispatcherActor, createTestDriverActor, serviceActor, timerActor, SingleCaseTestWorld } from "./case-testkit";

export type DecideFunction = typeof decideCaseAction;
const testActors = [
  dispatcherActor,
  createTestDriverActor("A"),
  createTestDriverActor("B"),
  dispatcherActor,
  serviceActor,
  timerActor,
  createTestDriverActor("A"),
] as const satisfies readonly Actor[];
const testTourIds = ["A", "B", "C"];

/** One move of a random day: a legal action, or any action at all. */
interface RandomMove {
  readonly actor: number;
  readonly pick: number;
  readonly seconds: number;
  readonly wild: boolean;
  /** Whether the day moves towards its end, instead of taking back, forwarding or cancelling. */
  readonly eager: boolean;
  readonly needs_backoffice: boolean;
  readonly to_pool: boolean;
}
const arbitraryMove = fc.record({
  actor: fc.nat(testActors.length - 1),
  pick: fc.nat(999),
  seconds: fc.constantFrom(0, 5, 5, 60, 4000),
  wild: fc.constantFrom(false, false, false, false, false, true),
  eager: fc.constantFrom(true, true, false),
  needs_backoffice: fc.constantFrom(false, false, true),
  to_pool: fc.boolean(),
});
export const arbitraryDispatchDay = fc.record({
  data_type: fc.constantFrom("FUNERAL" as const, "ROADSIDE" as const),
  draft: fc.constantFrom(false, false, false, false, true),
  not_before: fc.constantFrom(null, null, "2026-03-02T08:30:00.000Z"),
  draws: fc.array(arbitraryMove, { minLength: 5, maxLength: 30 }),
});
type RandomDay = typeof arbitraryDispatchDay extends fc.Arbitrary<infer T> ? T : never;

interface AttemptedAction {
  readonly action: CaseAction;
  readonly tour_id: string | undefined;
}

function listAttempts(world: SingleCaseTestWorld, actor: Actor): AttemptedAction[] {
  const places = [undefined, ...testTourIds];
  return places.flatMap((tour_id) =>
    listAllowedActions(world.snapshot(actor), tour_id, { actor, now: world.now })
      // For a case as a whole ASSIGN is only offered; it is carried out on a tour.
      .filter((action) => tour_id !== undefined || action !== "ASSIGN")
      .map((action) => ({ action, tour_id })),
  );
}

const progressingActions: readonly CaseAction[] = caseActions.filter(
  (action) =>
    !["CANCEL", "UNASSIGN", "REJECT", "FORWARD", "FORWARD_ROLLBACK", "UNDO", "POSTPONE", "FINISH"].includes(action),
);

/** Guide of a day that prefers moves that no day made before, so that every cell of the table is reached. */
interface CoverageGuide {
  readonly reached: Set<string>;
  readonly leads: boolean;
}
interface CommandOfActor {
  readonly command: CaseCommand;
  readonly actor: Actor;
}

/** Picks an item by any number. */
const pickFrom = <T>(items: readonly [T, ...T[]], index: number): T => items[index % items.length] ?? items[0];

function chooseAction(
  world: SingleCaseTestWorld,
  { actor: index, wild, pick, eager }: RandomMove,
  { reached, leads }: CoverageGuide,
): AttemptedAction | undefined {
  const actor = pickFrom(testActors, index);
  const all = listAttempts(world, actor);
  const fresh = leads ? all.filter((attempt) => !reached.has(transitionCellOf(world, actor, attempt))) : [];
  if (fresh.length > 0) return fresh[pick % fresh.length];
  const ahead = eager
    ? all.filter(({ action, tour_id }) => tour_id !== undefined && progressingActions.includes(action))
    : [];
  const legal = ahead.length > 0 ? ahead : all;
  if (!wild && legal.length > 0) return legal[pick % legal.length];
  return {
    action: pickFrom(caseActions, pick),
    tour_id: [...testTourIds, undefined][(pick >> 3) % 4],
  };
}

function transitionCellOf(
  world: SingleCaseTestWorld,
  actor: Actor,
  { action, tour_id }: Pick<CaseCommand, "action" | "tour_id">,
) {
  const { from } = resolveActionRequest(world.snapshot(actor), { action, tour_id }, { actor, now: world.now });
  const funeral = tour_id === undefined ? "FUNERAL_CASE" : "FUNERAL_TOUR_CASE";
  return `${world.case.data_type === "FUNERAL" ? funeral : "ROADSIDE_ASSISTANCE"} ${from} ${action}`;
}

const isTourFreeForCase = (world: SingleCaseTestWorld, tour_id: string) => {
  const link = world.links.find((row) => row.tour_id === tour_id);
  return link === undefined || link.bucket === "unassigned" || link.bucket === "forwarded";
};

/** Plays a day and throws at the first violated invariant. */
export function simulateRandomDispatchDay(
  { data_type, draft, not_before, draws }: RandomDay,
  decideWith: DecideFunction,
  guide: CoverageGuide,
) {
  const created = draft && data_type === "ROADSIDE" ? { state: "create" as const, approved: false } : {};
  const world = new SingleCaseTestWorld(
    { data_type, ...created, not_before: data_type === "ROADSIDE" ? not_before : null },
    {},
    decideWith,
  );
  const sent: CommandOfActor[] = [];
  for (const [index, one] of draws.entries()) {
    world.pass(one.seconds);
    const actor = pickFrom(testActors, one.actor);
    const attempt = chooseAction(world, one, guide);
    if (attempt === undefined) continue;
    const free = testTourIds.find((id) => id !== attempt.tour_id && isTourFreeForCase(world, id));
    const target = one.to_pool || free === undefined ? { to_branch_id: "branch-2" } : { to_tour_id: free };
    const payload = {
      force: true,
      needs_backoffice: one.needs_backoffice,
      destination: { city: `Ort ${index}` },
      ...target,
    };
    const command = world.command(attempt.action, { tour_id: attempt.tour_id, action_id: `action-${index}`, payload });
    const change = decideAndCheck(world, { command, actor }, guide);
    if (change !== undefined) sent.push({ command, actor });
  }
  // A phone that sends its whole day once more changes nothing.
  const end = JSON.stringify(world);
  for (const { command, actor } of sent) world.act(command.action, actor, command);
  expect(JSON.stringify(world)).toBe(end);
}

function decideAndCheck(
  world: SingleCaseTestWorld,
  { command, actor }: CommandOfActor,
  { reached }: CoverageGuide,
): AcceptedCaseAction | undefined {
  const context = { actor, now: world.now };
  const offered = listAllowedActions(world.snapshot(actor), command.tour_id, context).includes(command.action);
  const place = resolveActionRequest(
    world.snapshot(actor),
    { action: command.action, tour_id: command.tour_id, command },
    context,
  );
  const earlier = world.fork();
  const decision = world.decide(command, actor);
  const isWholeAssign = command.action === "ASSIGN" && command.tour_id === undefined;
  if (!isWholeAssign)
    expect([command.action, place.from, decision.kind === "changed"]).toEqual([command.action, place.from, offered]);
  if (decision.kind !== "changed") return undefined;
  world.write(decision, command, actor);
  checkChangeInvariants(earlier, world, decision);
  checkRepetitionInvariants(world, command, actor);
  checkUndoInvariants(earlier, world, decision);
  reached.add(transitionCellOf(earlier, actor, command));
  if (command.action === "ASSIGN") reached.add(`FUNERAL_CASE ${earlier.case.state} ASSIGN`);
  return decision;
}

const openLinksOf = (links: readonly LinkColumns[]) => links.filter(({ bucket }) => bucket === "open");
const isLoadedLink = ({ state }: LinkColumns) => loadedLinkStates.has(state);

function checkChangeInvariants(earlier: SingleCaseTestWorld, world: SingleCaseTestWorld, change: AcceptedCaseAction) {
  const { data_type, state, finalized } = world.case;
  expect(world.case.lock_version).toBe(earlier.case.lock_version + 1);
  expect(change.history.length).toBeGreaterThan(0);
  for (const row of change.history) expect([row, isKnownCaseHistoryStep(data_type, row)]).toEqual([row, true]);
  expect(openLinksOf(world.links).filter(isLoadedLink).length).toBeLessThanOrEqual(1);
  // Cargo on board stays with its crew until it is delivered, stored, or the loading itself is taken back.
  for (const link of openLinksOf(earlier.links).filter(isLoadedLink)) {
    const now = world.link(link.tour_id);
    const ended = ["DELIVER", "FINISH", "UNDO"].includes(
      change.history.find((row) => row.tour_id === link.tour_id)?.transition ?? "",
    );
    expect(ended || (now.bucket === "open" && isLoadedLink(now))).toBe(true);
  }
  for (const link of world.links) if (link.bucket === "open") expect(bucketOfLinkState(link.state)).toBe("open");
  if (data_type === "FUNERAL") checkFuneralInvariants(world);
  else {
    expect(openLinksOf(world.links).length).toBeLessThanOrEqual(1);
    for (const link of openLinksOf(world.links)) expect(state).toBe(link.state);
    expect(change.case.rsa_status).toBe(finalized ? "finished" : "open");
  }
}

function checkFuneralInvariants({ case: { state, finalized }, links }: SingleCaseTestWorld) {
  const states = openLinksOf(links).map((link): string => link.state);
  expect(finalized).toBe(state === "DELIVERED" || state === "CANCELLED");
  if (finalized) return expect(states).toEqual([]);
  const has = (...names: string[]) => states.some((name) => names.includes(name));
  const told = has("LOADED")
    ? "LOADED"
    : has("STARTED", "ARRIVED")
      ? "STARTED"
      : has("ASSIGNED", "ACCEPTED")
        ? "ASSIGNED"
        : undefined;
  expect(state).toBe(told ?? (has("POSTPONED") ? "POSTPONED" : "OPEN"));
}

function checkRepetitionInvariants(world: SingleCaseTestWorld, command: CaseCommand, actor: Actor) {
  const before = JSON.stringify(world);
  const again = world.act(command.action, actor, command);
  expect(again.kind).toBe("repeated");
  expect(JSON.stringify(world)).toBe(before);
}

/** State of the world without its versions, which count changes. */
const stateWithoutVersions = ({ case: dispatchCase, links }: SingleCaseTestWorld) => {
  const { lock_version: _version, plan_lock_version: _plan, ...rest } = dispatchCase;
  const rows = links.map(({ last_actor: _actor, device_received_at: _received, ...link }) => link);
  return { rest, rows: rows.sort((one, two) => one.tour_id.localeCompare(two.tour_id)) };
};

function checkUndoInvariants(earlier: SingleCaseTestWorld, world: SingleCaseTestWorld, change: AcceptedCaseAction) {
  const row = change.history.find(({ tour_id, new_state }) => tour_id !== null && !new_state?.startsWith("~"));
  if (row === undefined || !undoableActions.has(row.transition)) return;
  const later = world.fork();
  const decision = later.act("UNDO", dispatcherActor, { tour_id: row.tour_id ?? undefined, payload: { force: true } });
  expect([row.transition, decision]).toMatchObject([row.transition, { kind: "changed" }]);
  expect([row.transition, stateWithoutVersions(later)]).toEqual([row.transition, stateWithoutVersions(earlier)]);
}

/** Whether one of a number of random days violated an invariant. */
export const checkInvariantsOnRandomDays = (
  decideWith: DecideFunction,
  { seed, days }: { seed: number; days: number },
) =>
  fc.check(
    fc.property(arbitraryDispatchDay, (one) =>
      simulateRandomDispatchDay(one, decideWith, { reached: new Set(), leads: false }),
    ),
    { numRuns: days, seed },
  );
