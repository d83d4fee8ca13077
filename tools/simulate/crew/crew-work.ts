import { ApiProblem } from "@leitstand/client/problem";
import type { Case } from "@leitstand/contract/cases/case";
import { crewInput } from "../day/action-payloads";
import type { CaseMemory } from "../day/case-memory";
import { comment } from "../day/comment";
import type { Crew } from "./crews";
import { believe, type Job, type Move, nextMove } from "./driver-behaviour";
import { drive } from "./driving";
import type { PhonePositions } from "./phone-positions";
import { attended, LOOK_UP_MINUTES, type Scene } from "../day/scene";
import { type ActionCall, sendAction } from "../day/send-action";

export interface Shift {
  readonly crew: Crew;
  readonly positions: PhonePositions;
  /** Cases of the tour that need an action. */
  readonly inbox: Set<string>;
}

/** Lets a crew work through its cases one after the other until the day is over. */
export async function workOnTour(scene: Scene, shift: Shift) {
  for (let idle = 0; !scene.isOver; ) {
    const [case_id] = shift.inbox;
    if (case_id !== undefined) {
      idle = 0;
      await attended(scene, () => workOn(scene, shift, case_id));
      continue;
    }
    await scene.clock.pass(LOOK_UP_MINUTES);
    if (++idle % 15 === 0) await refresh(scene, shift);
    if (idle === 5 && scene.chance.percent(10)) await takeBreak(scene, shift);
  }
  await shift.positions.send();
}

/** Reads the list of cases again, like pulling it down: finds changes that no message told. */
async function refresh({ cases }: Scene, { crew, inbox }: Shift) {
  const tour = await crew.person.client.getTour({ id: crew.tour_id });
  for (const { id } of tour.open_cases) if (cases.has(id)) inbox.add(id);
}

async function workOn(scene: Scene, shift: Shift, case_id: string) {
  const { crew, inbox } = shift;
  const memory = scene.cases.get(case_id);
  // The crew goes on with a case as long as it stays the first in the inbox.
  const state = memory && (await crew.person.client.getCase({ id: case_id }));
  const job = state && jobOf(state, memory, crew);
  const move = job && nextMove(job);
  if (!memory || !state || !move || waits(state, crew)) {
    inbox.delete(case_id);
    return;
  }
  if (goesOffline(scene, memory, job)) return workOffline(scene, shift, { state, memory, job });
  await takeTime(scene, shift, { memory, move });
  await press(scene, shift, { state, memory, move });
}

const linkOf = (state: Case, { tour_id }: Crew) => state.tour_case_states?.find((link) => link.tour_id === tour_id);
const waits = (state: Case, crew: Crew) => Date.parse(linkOf(state, crew)?.postponed_until ?? "") > Date.now();

function jobOf(state: Case, { plan, crewDone }: CaseMemory, crew: Crew): Job | undefined {
  const link = linkOf(state, crew);
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

interface Work {
  readonly state: Case;
  readonly memory: CaseMemory;
  readonly move: Move;
}

async function takeTime(scene: Scene, { positions }: Shift, { move, memory }: Pick<Work, "move" | "memory">) {
  const minutes = move.minutes * (0.6 + 0.8 * scene.chance.next());
  if (move.drive === undefined) return scene.clock.pass(minutes);
  const { funeral_data, rsa_data } = memory.plan.request;
  const target = (funeral_data ?? rsa_data)?.[move.drive === "source" ? "source_address" : "target_address"];
  return drive({ clock: scene.clock, positions, minutes }, { lat: target?.lat ?? 0, lon: target?.lon ?? 0 });
}

async function press(scene: Scene, shift: Shift, { state, memory, move }: Work) {
  const { crew } = shift;
  const { action } = move;
  if (action === "LOAD" || action === "DELIVER") await tickTodo(scene, shift, state);
  const call = callOf(state, { crew, memory, move, from: linkOf(state, crew)?.state ?? "" });
  const sent = await sendAction(crew.person, call, scene);
  if (sent.outcome === "acknowledged") memory.crewDone.push(action);
  // Whatever stood in the way is seen at the next look, unless nothing changes any more.
  else if (sent.code !== "LOCK_VERSION_CONFLICT") shift.inbox.delete(state.id);
  const isOpen = sent.outcome === "acknowledged" && linkOf(sent.answer, crew)?.bucket === "open";
  if (!isOpen || !scene.chance.percent(4)) return;
  await comment(scene, crew.person, {
    case_id: state.id,
    refused: (error, what) => refusedOrTaken(scene, crew, { error, case_id: state.id, what }),
  });
}

interface Press {
  readonly crew: Crew;
  readonly memory: CaseMemory;
  readonly move: Move;
  /** State that the crew believes its part of the case to be in. */
  readonly from: string;
}
const callOf = (state: Case, { crew, memory, move, from }: Press): ActionCall => ({
  case_id: state.id,
  action: move.action,
  tour_id: crew.tour_id,
  lock_version: state.lock_version,
  action_id: crypto.randomUUID(),
  occurred_at: new Date().toISOString(),
  ...crewInput(move.action, state, { plan: memory.plan, from }),
});

const OFFLINE_PERCENT = 6;
function goesOffline({ chance }: Scene, { plan }: CaseMemory, job: Job) {
  if (!job.accepted) return false;
  const first = job.state === "ACCEPTED" || job.state === "alarmed";
  return (plan.story === "taken_while_offline" && first) || chance.percent(OFFLINE_PERCENT);
}

const OFFLINE_MOVES_MAX = 4;
/**
 * Works without reception: the crew goes on with what it knows; the phone keeps all of it and sends it later, in order.
 */
async function workOffline(scene: Scene, shift: Shift, { state, memory, job }: Omit<Work, "move"> & { job: Job }) {
  const { crew } = shift;
  const { book } = scene;
  crew.network.isOnline = false;
  const queue: ActionCall[] = [];
  for (let known: Job | undefined = job; known !== undefined && queue.length < OFFLINE_MOVES_MAX; ) {
    const move = nextMove(queue.length === 0 ? known : { ...known, offered: undefined });
    const next: Job | undefined = move && believe(known, move.action);
    if (!move || !next) break;
    await takeTime(scene, shift, { memory, move });
    queue.push(callOf(state, { crew, memory, move, from: known.state }));
    known = next;
  }
  await scene.clock.pass(2);
  crew.network.isOnline = true;
  if (queue.length === 0) return takeBreakFrom(scene, shift, state.id);
  book.offlineQueues++;
  book.offlineEntries += queue.length;
  await replay(scene, shift, { queue, memory });
  await shift.positions.send();
}

/** Puts a case aside that can get no action without reception; the next look may go better. */
async function takeBreakFrom(scene: Scene, { inbox }: Shift, case_id: string) {
  inbox.delete(case_id);
  await scene.clock.pass(LOOK_UP_MINUTES);
  inbox.add(case_id);
}

/**
 * Sends what the phone has kept; the first refusal stops the queue: later entries build on something that did not
 * happen.
 */
async function replay(
  scene: Scene,
  { crew, inbox }: Shift,
  { queue, memory }: { queue: readonly ActionCall[]; memory: CaseMemory },
) {
  let version = queue[0]?.lock_version ?? 0;
  for (const call of queue) {
    const sent = await sendAction(crew.person, { ...call, lock_version: version }, scene);
    if (sent.outcome !== "acknowledged") {
      scene.book.offlineStopped++;
      inbox.delete(call.case_id);
      return;
    }
    memory.crewDone.push(call.action);
    version = sent.answer.lock_version;
  }
}

async function tickTodo(scene: Scene, shift: Shift, state: Case) {
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
    const outcome = await refusedOrTaken(scene, crew, { error, case_id: state.id, what: `todo of case ${state.id}` });
    book.ledger.push({ ...entry, outcome });
  }
}

/**
 * Judges a refusal: a dispatcher may have given the case to another crew at that moment; then it and its todos are no
 * longer this crew's.
 */
export async function refusedOrTaken(
  scene: Scene,
  crew: Crew,
  { error, case_id, what }: { error: unknown; case_id: string | undefined; what: string },
) {
  const isMissing = error instanceof ApiProblem && error.status === 404;
  if (!isMissing || case_id === undefined || (await hasStill(scene, crew, case_id)))
    return scene.book.refused(error, what);
  scene.book.count(scene.book.refusals, "write on a case that was taken away");
  return "refused" as const;
}

const hasStill = async ({ company }: Scene, crew: Crew, id: string) =>
  linkOf(await company.admin.client.getCase({ id }), crew)?.bucket === "open";

async function takeBreak(scene: Scene, shift: Shift) {
  await setSubState(scene, shift, "ON_A_BREAK");
  await scene.clock.pass(10);
  await setSubState(scene, shift, "ACTIVE");
}

async function setSubState({ book }: Scene, { crew }: Shift, started_sub_state: "ON_A_BREAK" | "ACTIVE") {
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
