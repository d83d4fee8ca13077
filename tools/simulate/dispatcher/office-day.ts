import { addCaseCommentAndRecord } from "../day/comment";
import type { PlannedCase } from "../day/day-plan";
import type { SignedInPerson } from "../day/people";
import type { SharedDayState } from "../day/scene";
import { requestPartnerCallback, sendNewerPartnerCaseVersions, sendNewPartnerCase } from "./partner-jobs";
import { sendAndRecordAction } from "../day/send-action";

/** Takes calls when the plan says so, as a dispatcher or from the other system. */
export async function takePlannedCalls(scene: SharedDayState, plan: readonly PlannedCase[], onTaken: () => void) {
  const { clock, chance, company } = scene;
  const taken: Promise<void>[] = [];
  for (const planned of plan) {
    await clock.passUntil(planned.at);
    const branch = planned.request.branch_id ?? "";
    const dispatchers = company.dispatchers.filter(({ viewer }) => viewer.all || viewer.branch_ids.includes(branch));
    taken.push(
      takeCall(scene, planned.by_partner ? company.integration : chance.pick(dispatchers), planned).then(onTaken),
    );
  }
  await Promise.all(taken);
}

async function takeCall(scene: SharedDayState, person: SignedInPerson, plan: PlannedCase) {
  const isJob = plan.by_partner && scene.company.type === "ROADSIDE";
  const found = isJob ? await sendNewPartnerCase(scene, plan) : await createCaseOfCall(scene, person, plan);
  if (!found) return;
  const { id, branch_id } = found;
  scene.cases.set(id, { plan, branch_id, crewDone: [], dispatcherDone: [], finalized: false, openTours: [] });
  scene.attention.add(id);
  if (scene.chance.percent(10)) await addCaseCommentAndRecord(scene, person, { case_id: id });
  if (!isJob) return;
  await sendNewerPartnerCaseVersions(scene, plan, id);
  if (scene.chance.percent(10)) await requestPartnerCallback(scene, id);
}

async function createCaseOfCall({ book }: SharedDayState, person: SignedInPerson, plan: PlannedCase) {
  const external_id = plan.request.external_id ?? undefined;
  const entry = { kind: "case" as const, tenant: person.viewer.tenant, by: person.viewer.name, external_id };
  try {
    const answer = await person.client.createCase(plan.request);
    book.count(book.actions, "(create)");
    book.ledger.push({ ...entry, outcome: "acknowledged", case_id: answer.id });
    return answer;
  } catch (error) {
    book.ledger.push({ ...entry, outcome: book.refused(error, `case ${plan.number}`), case_id: undefined });
    return undefined;
  }
}

/**
 * Ends a partner's cases that its own crews have solved on the way: as a partner's program, or by any other one's
 * action.
 */
export async function finishPartnerCase(scene: SharedDayState, case_id: string) {
  const { company, book, cases } = scene;
  const { integration } = company;
  const state = await integration.client.getCase({ id: case_id });
  const link = state.tour_case_states?.find(({ bucket, actions }) => bucket === "open" && actions.includes("FINISH"));
  if (!link) return;
  const reason = "Vom Partnerclub gelöst";
  const action_id = crypto.randomUUID();
  const { lock_version } = state;
  const outcome =
    company.type === "ROADSIDE"
      ? await finishCase(scene, { case_id, lock_version, action_id, reason })
      : (
          await sendAndRecordAction(
            integration,
            {
              case_id,
              action: "FINISH",
              tour_id: link.tour_id,
              lock_version,
              action_id,
              payload: { finish_reason: reason },
            },
            scene,
          )
        ).outcome;
  const memory = cases.get(case_id);
  if (outcome === "acknowledged" && memory) memory.crewDone.push("FINISH");
  else book.count(book.refusals, "partner too late");
}

interface FinishRequest {
  readonly case_id: string;
  readonly lock_version: number;
  readonly action_id: string;
  readonly reason: string;
}
/**
 * Finishes a case. Only the version tells whether this call ended it: one that is over already is answered as it is.
 */
async function finishCase(
  { company, book }: SharedDayState,
  { case_id, lock_version, action_id, reason }: FinishRequest,
) {
  const { client, viewer } = company.integration;
  const entry = {
    kind: "action" as const,
    tenant: viewer.tenant,
    by: viewer.name,
    case_id,
    action: "FINISH",
    action_id,
  };
  try {
    const answer = await client.finishOeamtcCase({ id: case_id, reason, outcome: "SUCCESS", action_id });
    book.count(book.actions, "(job finished)");
    const outcome = answer.lock_version === lock_version + 1 ? "acknowledged" : "unknown";
    book.ledger.push({ ...entry, outcome, lock_version: answer.lock_version });
    return outcome;
  } catch (error) {
    const outcome = book.refused(error, `finish of job ${case_id}`);
    book.ledger.push({ ...entry, outcome, lock_version: undefined });
    return outcome;
  }
}

const WAITING_TIME_INTERVAL_MINUTES = 45;
/** Sets waiting times of areas through the day; returns the last one, which every stream has to receive. */
export async function updateWaitingTimes(scene: SharedDayState) {
  while (!scene.isOver) {
    await setRandomWaitingTime(scene, scene.chance.pick(scene.company.dispatchers));
    for (let passed = 0; passed < WAITING_TIME_INTERVAL_MINUTES && !scene.isOver; passed += 5)
      await scene.clock.pass(5);
  }
}

export async function setRandomWaitingTime(scene: SharedDayState, person: SignedInPerson) {
  const { book, chance } = scene;
  const areas = await person.client.getAreas();
  const area = chance.pick(areas);
  const entry = { kind: "waiting" as const, tenant: person.viewer.tenant, by: person.viewer.name, area_id: area.id };
  try {
    const answer = await person.client.updateAreaWaitingTime({ id: area.id, waiting_minutes: chance.between(15, 120) });
    const waiting_updated_at = answer.waiting_updated_at ?? undefined;
    book.count(book.actions, "(waiting time)");
    book.ledger.push({ ...entry, outcome: "acknowledged", waiting_updated_at });
    return { ...entry, waiting_updated_at: waiting_updated_at ?? "" };
  } catch (error) {
    book.ledger.push({ ...entry, outcome: book.refused(error, "waiting time"), waiting_updated_at: undefined });
    return undefined;
  }
}
