import type { OeamtcCaseRequest } from "@leitstand/contract/partners/oeamtc";
import { ApiProblem } from "@leitstand/client/problem";
import type { PlannedCase } from "../day/day-plan";
import type { SharedDayState } from "../day/scene";

/** Passes a new case on as the partner's system does; returns the case, or undefined when it was refused. */
export async function sendNewPartnerCase(scene: SharedDayState, plan: PlannedCase) {
  const { book, company } = scene;
  const { viewer, client } = company.integration;
  const entry = { kind: "case" as const, tenant: viewer.tenant, by: viewer.name, external_id: externalIdOf(plan) };
  try {
    const { case: found } = await client.createOeamtcCase(caseVersionOf(plan, 1));
    book.count(book.actions, "(passed on)");
    book.ledger.push({ ...entry, outcome: "acknowledged", case_id: found.id });
    return found;
  } catch (error) {
    book.ledger.push({ ...entry, outcome: book.refused(error, `job ${plan.number}`), case_id: undefined });
    return undefined;
  }
}

/** Sends newer versions of a partner's case, some of them doubled, some overtaken by a newer one. */
export async function sendNewerPartnerCaseVersions(scene: SharedDayState, plan: PlannedCase, case_id: string) {
  const { chance, clock } = scene;
  if (!chance.percent(60)) return;
  await clock.pass(chance.between(0, 3));
  const isOvertaken = chance.percent(35);
  for (const version of isOvertaken ? [3, 2] : [2, 3])
    await sendVersion(scene, plan, { case_id, version, isNewest: !(isOvertaken && version === 2) });
}

interface PartnerCaseVersion {
  readonly case_id: string;
  readonly version: number;
  /** Whether the version is the newest of those sent so far. */
  readonly isNewest: boolean;
}

async function sendVersion(
  scene: SharedDayState,
  plan: PlannedCase,
  { case_id, version, isNewest }: PartnerCaseVersion,
) {
  const { book, chance, company } = scene;
  const { client, viewer } = company.integration;
  const request = caseVersionOf(plan, version);
  const entry = { kind: "upsert" as const, tenant: viewer.tenant, by: viewer.name, case_id };
  const send = () => client.createOeamtcCase(request);
  try {
    const answers = await Promise.all(chance.percent(35) ? [send(), send()] : [send()]);
    book.count(book.actions, "(partner's version)");
    for (const { case: found, created } of answers)
      if (created || found.id !== case_id)
        book.fault("write carried out twice", `job ${request.external_id} has two cases`);
    if (!isNewest) return;
    const ignored = answers.flatMap(({ ignored_fields }) => ignored_fields);
    if (ignored.includes("damage"))
      book.fault("partner's newest version lost", `job ${request.external_id}: version ${version}`);
    const lock_version = Math.min(...answers.map((answer) => answer.case.lock_version));
    book.ledger.push({ ...entry, outcome: "acknowledged", lock_version, description: damageDescriptionOf(request) });
  } catch (error) {
    const outcome = book.refused(error, `version ${version} of job ${request.external_id}`);
    if (isNewest)
      book.ledger.push({ ...entry, outcome, lock_version: undefined, description: damageDescriptionOf(request) });
  }
}

/** Asks the partner, as a dispatcher, to call the customer. */
export async function requestPartnerCallback(scene: SharedDayState, case_id: string) {
  const { book, company } = scene;
  const { client, viewer } = company.admin;
  const entry = { kind: "callback" as const, tenant: viewer.tenant, by: viewer.name, case_id };
  try {
    await client.requestOeamtcCaseCallback({ id: case_id, reason: "Standort unklar" });
    book.count(book.actions, "(callback)");
    book.ledger.push({ ...entry, outcome: "acknowledged" });
  } catch (error) {
    if (error instanceof ApiProblem && error.code === "ACTION_NOT_AVAILABLE") return; // No connector is active.
    book.ledger.push({ ...entry, outcome: book.refused(error, `callback of case ${case_id}`) });
  }
}

const externalIdOf = (plan: PlannedCase) => plan.request.external_id ?? `SIM-${plan.number}`;

/** Version of the case as the partner knows it then: the damage names the number. */
function caseVersionOf(plan: PlannedCase, version: number): OeamtcCaseRequest & { external_id: string } {
  const { service, customer, member, vehicle, damage, source_address, target_address } = plan.request.rsa_data ?? {};
  const { due_at } = plan.request;
  return {
    external_id: externalIdOf(plan),
    partner_version: version,
    ...withoutUndefined({ service, customer, member, vehicle, source_address, target_address, due_at }),
    damage: { ...damage, description: `${damage?.description ?? "Panne"} (${version})` },
  };
}

const damageDescriptionOf = ({ damage }: OeamtcCaseRequest) => damage?.description ?? "";
const withoutUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
