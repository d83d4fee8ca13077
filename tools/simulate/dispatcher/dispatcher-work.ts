import { caseFactsSeenOf } from "@leitstand/client/case-sight";
import type { Case } from "@leitstand/contract/cases/case";
import { createDispatcherActionInput } from "../day/action-payloads";
import type { RememberedCaseFacts } from "../day/case-memory";
import { addCaseCommentAndRecord } from "../day/comment";
import { type NextDispatcherAction, chooseNextDispatcherAction } from "./dispatcher-behaviour";
import type { SignedInPerson } from "../day/people";
import { runAsBusy, DAY_END_CHECK_MINUTES, type SharedDayState, type TourOnDuty } from "../day/scene";
import { type SentActionOutcome, sendAndRecordAction } from "../day/send-action";

/** Plays a dispatcher: works on one case after the other that needs a decision, until the day is over. */
export async function workAsDispatcher(scene: SharedDayState, person: SignedInPerson) {
  while (!scene.isOver) {
    const case_id = takeCase(scene, person);
    if (case_id === undefined) await scene.clock.pass(DAY_END_CHECK_MINUTES);
    else await runAsBusy(scene, () => decideOnCase(scene, person, case_id));
  }
}

/** Takes the first case of the branches that this dispatcher works for. */
function takeCase({ attention, cases }: SharedDayState, { viewer }: SignedInPerson): string | undefined {
  for (const case_id of attention) {
    const branch = cases.get(case_id)?.branch_id ?? "";
    if (!viewer.all && !viewer.branch_ids.includes(branch)) continue;
    attention.delete(case_id);
    return case_id;
  }
  return undefined;
}

async function decideOnCase(scene: SharedDayState, person: SignedInPerson, case_id: string) {
  const memory = scene.cases.get(case_id);
  if (!memory) return;
  const state = await person.client.getCase({ id: case_id });
  memory.finalized = state.finalized;
  const move = chooseNextDispatcherAction(dispatcherViewOf(state, memory));
  if (move === undefined) return;
  await scene.clock.pass(move.minutes * (0.5 + scene.chance.next()));
  const sent = await carryOutMove(scene, person, { state, memory, move });
  // Looked at later again: the data was out of date, or the action leads to the next one.
  if (sent === undefined || sent.outcome !== "acknowledged") returnToQueueLater(scene, case_id);
  else scene.attention.add(case_id);
  if (scene.chance.percent(6)) await addCaseCommentAndRecord(scene, person, { case_id });
}

function returnToQueueLater({ attention, clock }: SharedDayState, case_id: string) {
  void clock.pass(3).then(() => attention.add(case_id));
}

const dispatcherViewOf = (state: Case, { plan, dispatcherDone }: RememberedCaseFacts) => ({
  story: plan.story,
  state: state.state.current,
  finalized: state.finalized,
  offered: state.state.actions,
  links: (state.tour_case_states ?? []).map(({ tour_id, state: link, bucket, actions }) => ({
    tour_id,
    state: link,
    bucket,
    offered: actions,
  })),
  done: dispatcherDone,
  wants_helper: plan.wants_helper,
});

interface DispatcherTask {
  readonly state: Case;
  readonly memory: RememberedCaseFacts;
  readonly move: NextDispatcherAction;
}

/** Facts of the board that a dispatcher's action is decided on. */
const decidedFactsOf = (state: Case) => ({
  case_id: state.id,
  lock_version: state.lock_version,
  seen: caseFactsSeenOf(state),
});

async function carryOutMove(
  scene: SharedDayState,
  person: SignedInPerson,
  task: DispatcherTask,
): Promise<SentActionOutcome | undefined> {
  const { state, memory, move } = task;
  if (move.action === "EDIT") return completeCaseData(scene, person, task);
  const { action } = move;
  const call = { ...decidedFactsOf(state), action, tour_id: move.tour_id };
  const input = createDispatcherActionInput(action, state);
  if (action === "ASSIGN" && move.tour_id === undefined) {
    const [tour, other] = chooseTours(scene, person, state);
    if (!tour) return undefined;
    const placed = await assignWithoutForce(scene, person, { state, story: memory.plan.story, best: tour });
    if (placed) {
      memory.dispatcherDone.push("ASSIGN");
      return placed;
    }
    const force = { payload: { force: true } };
    const first = sendAndRecordAction(
      person,
      { ...call, ...force, tour_id: tour.tour_id, action_id: crypto.randomUUID() },
      scene,
    );
    if (memory.plan.story === "rivals" && other && !memory.dispatcherDone.includes("ASSIGN"))
      await contendForCase(scene, { ...task, other, first });
    const sent = await first;
    if (sent.outcome === "acknowledged") memory.dispatcherDone.push("ASSIGN");
    return sent;
  }
  const target = action === "FORWARD" ? chooseTours(scene, person, state)[0] : undefined;
  if (action === "FORWARD" && !target) return undefined;
  const payload = target ? { to_tour_id: target.tour_id, force: true } : { ...input.payload };
  const extra = action === "FORWARD_ROLLBACK" ? { from_tour_id: move.tour_id as string } : {};
  memory.dispatcherDone.push(action);
  const sent = await sendAndRecordAction(
    person,
    { ...call, ...input, payload: { ...payload, ...extra }, action_id: crypto.randomUUID() },
    scene,
  );
  if (sent.outcome !== "acknowledged") {
    memory.dispatcherDone.splice(memory.dispatcherDone.indexOf(action), 1);
    judgeRefusal(scene, task, sent.code);
  }
  return sent;
}

const SUGGESTED_PERCENT = 15;
const WITHOUT_FORCE_PERCENT = 35;
const ABSENT_PERCENT = 50;
interface CasePlacing {
  readonly state: Case;
  readonly story: string;
  readonly best: TourOnDuty;
}
/**
 * Asks now and then for suggestions, and tries to assign the case to the best tour without force, even when a crew
 * member is away; undefined when only force would assign it.
 */
async function assignWithoutForce(scene: SharedDayState, person: SignedInPerson, { state, story, best }: CasePlacing) {
  const { chance, absent } = scene;
  if (story === "rivals") return undefined;
  if (chance.percent(SUGGESTED_PERCENT)) await askForSuggestions(scene, person, state.id);
  if (!chance.percent(WITHOUT_FORCE_PERCENT)) return undefined;
  const away = chooseTours(scene, person, state).find(({ tour_id }) => absent.has(tour_id));
  const { tour_id } = away && chance.percent(ABSENT_PERCENT) ? away : best;
  const asked = performance.now();
  const call = { ...decidedFactsOf(state), action: "ASSIGN" as const, tour_id };
  const sent = await sendAndRecordAction(person, { ...call, action_id: crypto.randomUUID() }, scene);
  if (sent.outcome !== "acknowledged") return undefined;
  scene.book.placements.push({ how: "assigned", case_id: state.id, tour_id, asked, answered: performance.now() });
  return sent;
}

async function askForSuggestions({ book }: SharedDayState, person: SignedInPerson, case_id: string) {
  const asked = performance.now();
  try {
    const { suggestions } = await person.client.getSuggestions({ case_id, size: 20 });
    book.count(book.actions, "(suggestions)");
    const placement = { how: "suggested" as const, case_id, asked, answered: performance.now() };
    for (const { tour_id, violations } of suggestions)
      if (!violations.some(({ constraint }) => ABSENCE_CONSTRAINTS.has(constraint)))
        book.placements.push({ ...placement, tour_id });
  } catch (error) {
    book.refused(error, `suggestions for case ${case_id}`);
  }
}
/** Violations by absence, which a suggestion may report, too. */
const ABSENCE_CONSTRAINTS: ReadonlySet<string> = new Set(["ABSENCE", "AVAILABILITY_USER", "AVAILABILITY_VEHICLE"]);

/**
 * Judges a refusal: a version that still holds means that the data was right, and an offered action must be possible.
 */
function judgeRefusal({ book }: SharedDayState, { state, move }: DispatcherTask, code: string) {
  if ((code === "CASE_ACTION_NOT_ALLOWED" && move.action !== "FORWARD") || code === "CASE_FINALIZED")
    book.fault("offered but refused", `${move.action} on case ${state.id} at version ${state.lock_version}: ${code}`);
}

/** Lets another dispatcher take the same case by the same board; one of the two has to lose. */
async function contendForCase(
  scene: SharedDayState,
  { state, other, first }: DispatcherTask & { other: TourOnDuty; first: Promise<SentActionOutcome> },
) {
  const [rival] = scene.company.dispatchers.filter(({ viewer }) => viewer.all).slice(-1);
  if (!rival) return;
  const call = { ...decidedFactsOf(state), action: "ASSIGN" as const, payload: { force: true } };
  const sent = await sendAndRecordAction(
    rival,
    { ...call, tour_id: other.tour_id, action_id: crypto.randomUUID() },
    scene,
  );
  const both = (await first).outcome === "acknowledged" && sent.outcome === "acknowledged";
  if (both) scene.book.fault("two wrote on one version", `case ${state.id}, version ${state.lock_version}`);
}

/**
 * Chooses the tours with the least to do, of the branch if there are any; one that had the case before only where no
 * other is left.
 */
function chooseTours({ tours, cases }: SharedDayState, { viewer }: SignedInPerson, state: Case): readonly TourOnDuty[] {
  const tried = new Set((state.tour_case_states ?? []).map(({ tour_id }) => tour_id));
  const work = new Map<string, number>();
  for (const { openTours } of cases.values()) for (const id of openTours) work.set(id, (work.get(id) ?? 0) + 1);
  const cost = ({ tour_id, branch_id }: TourOnDuty) =>
    (work.get(tour_id) ?? 0) + (branch_id === state.branch_id ? 0 : 100) + (tried.has(tour_id) ? 10_000 : 0);
  const reachable = tours.filter(({ branch_id }) => viewer.all || viewer.branch_ids.includes(branch_id ?? ""));
  return reachable.toSorted((a, b) => cost(a) - cost(b));
}

/** Completes a case whose missing data has come by telephone. */
async function completeCaseData(
  scene: SharedDayState,
  person: SignedInPerson,
  { state, memory }: DispatcherTask,
): Promise<undefined> {
  const { book } = scene;
  const entry = { kind: "edit" as const, tenant: person.viewer.tenant, by: person.viewer.name, case_id: state.id };
  try {
    const request = { ...memory.plan.request, approved: true, lock_version: state.lock_version };
    const answer = await person.client.updateCase({ id: state.id, ...request });
    book.count(book.actions, "(edit)");
    book.ledger.push({ ...entry, outcome: "acknowledged", lock_version: answer.lock_version });
  } catch (error) {
    book.ledger.push({ ...entry, outcome: book.refused(error, `edit of case ${state.id}`), lock_version: undefined });
  }
}
