import { ApiProblem } from "@leitstand/client/problem";
import type { Case } from "@leitstand/contract/cases/case";
import { createCrewActionInput } from "../day/action-payloads";
import type { RememberedCaseFacts } from "../day/case-memory";
import { addCaseCommentAndRecord } from "../day/comment";
import type { SimulatedCrew } from "./crews";
import {
  believedCaseViewAfter,
  type CrewCaseView,
  type NextDriverAction,
  chooseNextDriverAction,
} from "./driver-behaviour";
import { driveTo } from "./driving";
import type { PhonePositions } from "./phone-positions";
import { runAsBusy, DAY_END_CHECK_MINUTES, type SharedDayState } from "../day/scene";
import { type ActionCall, sendAndRecordAction } from "../day/send-action";

export interface SimulatedCrewShift {
  readonly crew: SimulatedCrew;
  readonly positions: PhonePositions;
  /** Cases of the tour that need an action. */
  readonly inbox: Set<string>;
}

/** Lets a crew work through its cases one after the other until the day is over. */
export async function workThroughTourCases(scene: SharedDayState, shift: SimulatedCrewShift) {
  for (let idle = 0; !scene.isOver; ) {
    const [case_id] = shift.inbox;
    if (case_id !== undefined) {
      idle = 0;
      await runAsBusy(scene, () => workOnCase(scene, shift, case_id));
      continue;
    }
    await scene.clock.pass(DAY_END_CHECK_MINUTES);
    if (++idle % 15 === 0) await refreshCaseList(scene, shift);
    if (idle === 5 && scene.chance.percent(10)) await takeBreak(scene, shift);
  }
  await shift.positions.send();
}

/** Reads the list of cases again, as pulling it down does: finds changes that no message announced. */
async function refreshCaseList({ cases }: SharedDayState, { crew, inbox }: SimulatedCrewShift) {
  const tour = await crew.person.client.getTour({ id: crew.tour_id });
  for (const { id } of tour.open_cases) if (cases.has(id)) inbox.add(id);
}

async function workOnCase(scene: SharedDayState, shift: SimulatedCrewShift, case_id: string) {
  const { crew, inbox } = shift;
  const memory = scene.cases.get(case_id);
  // The crew goes on with a case as long as it stays the first in the inbox.
  const state = memory && (await crew.person.client.getCase({ id: case_id }));
  const job = state && crewViewOf(state, memory, crew);
  const move = job && chooseNextDriverAction(job);
  if (!memory || !state || !move || isPostponed(state, crew)) {
    inbox.delete(case_id);
    return;
  }
  if (shouldGoOffline(scene, memory, job)) return workOffline(scene, shift, { state, memory, job });
  await spendTimeOfMove(scene, shift, { memory, move });
  await pressButton(scene, shift, { state, memory, move });
}

const linkOfCrew = (state: Case, { tour_id }: SimulatedCrew) =>
  state.tour_case_states?.find((link) => link.tour_id === tour_id);
const isPostponed = (state: Case, crew: SimulatedCrew) =>
  Date.parse(linkOfCrew(state, crew)?.postponed_until ?? "") > Date.now();

function crewViewOf(
  state: Case,
  { plan, crewDone }: RememberedCaseFacts,
  crew: SimulatedCrew,
): CrewCaseView | undefined {
  const link = linkOfCrew(state, crew);
  if (!link || (link.bucket !== "open" && link.bucket !== "finished")) return undefined;
  const others = (state.tour_case_states ?? []).filter(
    ({ bucket, tour_id }) => bucket === "open" && tour_id !== crew.tour_id,
  );
  return {
    data_type: state.data_type,
    story: plan.story,
    state: link.state,
    accepted: link.accepted_at !== null,
    offered: link.actions,
    done: crewDone,
    tow: plan.tow,
    helper: others.some(({ assigned_at }) => assigned_at < link.assigned_at),
  };
}

interface CaseWork {
  readonly state: Case;
  readonly memory: RememberedCaseFacts;
  readonly move: NextDriverAction;
}

async function spendTimeOfMove(
  scene: SharedDayState,
  { positions }: SimulatedCrewShift,
  { move, memory }: Pick<CaseWork, "move" | "memory">,
) {
  const minutes = move.minutes * (0.6 + 0.8 * scene.chance.next());
  if (move.drive === undefined) return scene.clock.pass(minutes);
  const { funeral_data, rsa_data } = memory.plan.request;
  const target = (funeral_data ?? rsa_data)?.[move.drive === "source" ? "source_address" : "target_address"];
  return driveTo({ clock: scene.clock, positions, minutes }, { lat: target?.lat ?? 0, lon: target?.lon ?? 0 });
}

async function pressButton(scene: SharedDayState, shift: SimulatedCrewShift, { state, memory, move }: CaseWork) {
  const { crew } = shift;
  const { action } = move;
  if (action === "LOAD" || action === "DELIVER") await completeTodo(scene, shift, state);
  const call = actionCallOf(state, { crew, memory, move, from: linkOfCrew(state, crew)?.state ?? "" });
  const sent = await sendAndRecordAction(crew.person, call, scene);
  if (sent.outcome === "acknowledged") memory.crewDone.push(action);
  // Whatever stood in the way is seen at the next look, unless nothing changes any more.
  else if (sent.code !== "LOCK_VERSION_CONFLICT") shift.inbox.delete(state.id);
  const isOpen = sent.outcome === "acknowledged" && linkOfCrew(sent.answer, crew)?.bucket === "open";
  if (!isOpen || !scene.chance.percent(4)) return;
  await addCaseCommentAndRecord(scene, crew.person, {
    case_id: state.id,
    refused: (error, what) => recordRefusalOrLoss(scene, crew, { error, case_id: state.id, what }),
  });
}

interface ButtonPress {
  readonly crew: SimulatedCrew;
  readonly memory: RememberedCaseFacts;
  readonly move: NextDriverAction;
  /** State that the crew believes its part of the case to be in. */
  readonly from: string;
}
const actionCallOf = (state: Case, { crew, memory, move, from }: ButtonPress): ActionCall => ({
  case_id: state.id,
  action: move.action,
  tour_id: crew.tour_id,
  lock_version: state.lock_version,
  action_id: crypto.randomUUID(),
  occurred_at: new Date().toISOString(),
  ...createCrewActionInput(move.action, state, { plan: memory.plan, from }),
});

const OFFLINE_PERCENT = 6;
function shouldGoOffline({ chance }: SharedDayState, { plan }: RememberedCaseFacts, job: CrewCaseView) {
  if (!job.accepted) return false;
  const first = job.state === "ACCEPTED" || job.state === "alarmed";
  return (plan.story === "taken_while_offline" && first) || chance.percent(OFFLINE_PERCENT);
}

const OFFLINE_MOVES_MAX = 4;
/**
 * Works without reception: the crew goes on by its own view of the case; the phone keeps the entries and sends them
 * later, in order.
 */
async function workOffline(
  scene: SharedDayState,
  shift: SimulatedCrewShift,
  { state, memory, job }: Omit<CaseWork, "move"> & { job: CrewCaseView },
) {
  const { crew } = shift;
  const { book } = scene;
  crew.network.isOnline = false;
  const queue: ActionCall[] = [];
  for (let known: CrewCaseView | undefined = job; known !== undefined && queue.length < OFFLINE_MOVES_MAX; ) {
    const move = chooseNextDriverAction(queue.length === 0 ? known : { ...known, offered: undefined });
    const next: CrewCaseView | undefined = move && believedCaseViewAfter(known, move.action);
    if (!move || !next) break;
    await spendTimeOfMove(scene, shift, { memory, move });
    queue.push(actionCallOf(state, { crew, memory, move, from: known.state }));
    known = next;
  }
  await scene.clock.pass(2);
  crew.network.isOnline = true;
  if (queue.length === 0) return putCaseAside(scene, shift, state.id);
  book.offlineQueues++;
  book.offlineEntries += queue.length;
  await sendKeptEntries(scene, shift, { queue, memory });
  await shift.positions.send();
}

/** Puts a case aside that can get no action without reception; the next look may go better. */
async function putCaseAside(scene: SharedDayState, { inbox }: SimulatedCrewShift, case_id: string) {
  inbox.delete(case_id);
  await scene.clock.pass(DAY_END_CHECK_MINUTES);
  inbox.add(case_id);
}

/**
 * Sends what the phone has kept; the first refusal stops the queue: later entries build on something that did not
 * happen.
 */
async function sendKeptEntries(
  scene: SharedDayState,
  { crew, inbox }: SimulatedCrewShift,
  { queue, memory }: { queue: readonly ActionCall[]; memory: RememberedCaseFacts },
) {
  let version = queue[0]?.lock_version ?? 0;
  for (const call of queue) {
    const sent = await sendAndRecordAction(crew.person, { ...call, lock_version: version }, scene);
    if (sent.outcome !== "acknowledged") {
      scene.book.offlineStopped++;
      inbox.delete(call.case_id);
      return;
    }
    memory.crewDone.push(call.action);
    version = sent.answer.lock_version;
  }
}

async function completeTodo(scene: SharedDayState, shift: SimulatedCrewShift, state: Case) {
  const { crew } = shift;
  const { book, chance } = scene;
  const todo = state.todos?.pickup.find(({ completed }) => !completed);
  if (!todo || !chance.percent(50)) return;
  const entry = {
    kind: "todo" as const,
    tenant: crew.person.viewer.tenant,
    by: crew.person.viewer.name,
    case_id: state.id,
    todo_id: todo.id,
  };
  try {
    await crew.person.client.setTodoCompleted({ case_id: state.id, todo_id: todo.id, completed: true });
    book.count(book.actions, "(todo)");
    book.ledger.push({ ...entry, outcome: "acknowledged" });
  } catch (error) {
    const outcome = await recordRefusalOrLoss(scene, crew, {
      error,
      case_id: state.id,
      what: `todo of case ${state.id}`,
    });
    book.ledger.push({ ...entry, outcome });
  }
}

/**
 * Judges a refusal: a dispatcher may have given the case to another crew at that moment; then it and its todos are no
 * longer this crew's.
 */
export async function recordRefusalOrLoss(
  scene: SharedDayState,
  crew: SimulatedCrew,
  { error, case_id, what }: { error: unknown; case_id: string | undefined; what: string },
) {
  const isMissing = error instanceof ApiProblem && error.status === 404;
  if (!isMissing || case_id === undefined || (await stillHasCase(scene, crew, case_id)))
    return scene.book.refused(error, what);
  scene.book.count(scene.book.refusals, "write on a case that was taken away");
  return "refused" as const;
}

const stillHasCase = async ({ company }: SharedDayState, crew: SimulatedCrew, id: string) =>
  linkOfCrew(await company.admin.client.getCase({ id }), crew)?.bucket === "open";

async function takeBreak(scene: SharedDayState, shift: SimulatedCrewShift) {
  await setSubState(scene, shift, "ON_A_BREAK");
  await scene.clock.pass(10);
  await setSubState(scene, shift, "ACTIVE");
}

async function setSubState(
  { book }: SharedDayState,
  { crew }: SimulatedCrewShift,
  started_sub_state: "ON_A_BREAK" | "ACTIVE",
) {
  const { person, tour_id } = crew;
  const entry = {
    kind: "tour" as const,
    tenant: person.viewer.tenant,
    by: person.viewer.name,
    tour_id,
    change: "sub_state" as const,
  };
  try {
    const tour = await person.client.updateTourStartedSubState({ id: tour_id, started_sub_state });
    book.count(book.actions, `(tour ${started_sub_state})`);
    book.ledger.push({ ...entry, outcome: "acknowledged", lock_version: tour.lock_version });
  } catch (error) {
    book.ledger.push({ ...entry, outcome: book.refused(error, `break of tour ${tour_id}`), lock_version: undefined });
  }
}
