/** Sequences of messages by which a roadside partner passes its cases on, repeated, late and in many streams. */
import { isDeepStrictEqual } from "node:util";
import { SeededChance } from "@leitstand/scenario/chance";
import type { OeamtcCaseRequest, OeamtcCaseUpdateRequest } from "@leitstand/contract/partners/oeamtc";
import type { Case } from "@leitstand/contract/cases/case";
import { expect } from "vitest";
import { sql } from "#platform/database/sql";
import { roadsideCaseRequest } from "../cases";
import { createTestTourCrew, dispatchGrants } from "../dispatch";
import type { TenantFixture } from "../fixtures";
import type { ApiSession, TestApi } from "../start-api";

const VERSIONS_PER_CASE = 10;
const PARALLEL_STREAMS = 8;

interface RoadsideTenant {
  readonly tenant: TenantFixture;
  readonly partner: ApiSession;
  readonly dispatcher: ApiSession;
}
export async function createRoadsideTenant(api: TestApi): Promise<RoadsideTenant> {
  const tenant = await api.aTenant("ROADSIDE_ASSISTANCE");
  const partner = await api.bearer({ tenant, kind: "SERVICE", grants: ["createOeamtcCase", "updateOeamtcCase"] });
  return { tenant, partner, dispatcher: await api.bearer({ tenant, grants: dispatchGrants }) };
}

/** Sends each case in ten versions, by eight streams; returns those that do not end in their newest version. */
export async function sendCaseVersionsConcurrently(
  api: TestApi,
  { tenant, partner }: RoadsideTenant,
  given: { seed: number; jobs: number },
) {
  const chance = new SeededChance(given.seed);
  const waiting = shuffleVersions(chance, given.jobs);
  const made = new Map<string, string>();
  const stream = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      // Once the partner knows the id it may use it.
      const id = made.get(next.external_id);
      if (id !== undefined && chance.percent(50)) {
        await partner.updateOeamtcCase({ id, ...next });
        continue;
      }
      const passed = await partner.createOeamtcCase(next);
      expect(passed.created && made.has(next.external_id)).toBe(false);
      made.set(next.external_id, passed.case.id);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_STREAMS }, stream));
  expect([...made.keys()].toSorted()).toEqual(
    Array.from({ length: given.jobs }, (_, job) => externalIdOf(job)).toSorted(),
  );
  const stored = await api.db.system.many<StoredCase>(sql`
    select passed.external_id, passed.partner_version, c.rsa_data -> 'member' ->> 'number' as number
    from partner_cases passed join cases c on c.tenant_id = passed.tenant_id and c.id = passed.case_id
    where passed.tenant_id = ${tenant.id} and passed.external_id like 'upsert %'`);
  expect(stored).toHaveLength(given.jobs);
  return stored.filter((job) => job.partner_version !== VERSIONS_PER_CASE || job.number !== `${VERSIONS_PER_CASE}`);
}
interface StoredCase {
  readonly external_id: string;
  readonly number: string;
  readonly partner_version: number;
}

/** Finds the steps of a random case that changed a field which the partner does not own. */
export async function findUnauthorizedPartnerChanges(api: TestApi, roadside: RoadsideTenant, seed: number) {
  const { tenant, partner, dispatcher } = roadside;
  const chance = new SeededChance(seed);
  const { rsa_data } = roadsideCaseRequest();
  const job = { external_id: `sequence ${seed}`, ...partnerFieldsOf(rsa_data) };
  const { case: made } = await partner.createOeamtcCase(job);
  const { tour_id, driver } = await createTestTourCrew(api, tenant);
  const actors = [
    () => editOwnFields(dispatcher, made.id, chance),
    ...caseActionsInOrder.map((move) => () => takeNextAction(made.id, { dispatcher, tour_id, driver, move })),
  ];
  const steps = chance.between(4, 10);
  const changes: object[] = [];
  for (let step = 0; step < steps; step++) {
    await chance.pick(actors)();
    const before = await dispatcher.getCase({ id: made.id });
    await partner.updateOeamtcCase({ id: made.id, ...randomPartnerUpdate(chance) });
    const after = await dispatcher.getCase({ id: made.id });
    if (!isDeepStrictEqual(ownFieldsOf(after), ownFieldsOf(before))) changes.push({ step, before, after });
  }
  return changes;
}

/** A dispatcher changes fields of their own. */
async function editOwnFields(dispatcher: ApiSession, id: string, chance: SeededChance) {
  const { approved, data_type, lock_version, finalized, ...known } = await dispatcher.getCase({ id });
  const { external_id, not_before, due_at, rsa_data, finish_reason } = known;
  if (finalized) return;
  const own = { description: `note ${chance.below(100)}`, display_name: `named ${chance.below(100)}` };
  await dispatcher.updateCase({
    id,
    approved,
    data_type,
    lock_version,
    external_id,
    not_before,
    due_at,
    rsa_data,
    finish_reason,
    ...own,
  });
}

const caseActionsInOrder = [
  "ASSIGN",
  "ACCEPT",
  "ON_THE_WAY",
  "ARRIVE",
  "TO_TOWING_DESTINATION",
  "AT_TOWING_DESTINATION",
  "FINISH",
  "UNDO",
] as const;
/** Takes the next action, if the case allows it now. */
async function takeNextAction(
  id: string,
  {
    dispatcher,
    tour_id,
    driver,
    move,
  }: { dispatcher: ApiSession; tour_id: string; driver: ApiSession; move: (typeof caseActionsInOrder)[number] },
) {
  const { lock_version } = await dispatcher.getCase({ id });
  const payload = {
    ...(move === "TO_TOWING_DESTINATION" ? { destination: { name: "Werkstatt", city: "Graz" } } : {}),
    ...(move === "FINISH" ? { finish_reason: "Fertig", received_by: "Gruber", signature: "M0 0L4 4" } : {}),
  };
  const by = move === "ASSIGN" ? dispatcher : driver;
  await by.receiveAction({ id, action: move, tour_id, lock_version, payload }).catch(() => undefined);
}

const externalIdOf = (job: number) => `upsert ${String(job).padStart(4, "0")}`;

/** Versions of every case in order of arrival: 30 % of them twice, 20 % exchanged with a later one. */
function shuffleVersions(chance: SeededChance, jobs: number): OeamtcCaseRequest[] {
  const all: readonly OeamtcCaseRequest[] = Array.from({ length: VERSIONS_PER_CASE }, (_, version) =>
    Array.from({ length: jobs }, (_job, job) => ({
      external_id: externalIdOf(job),
      partner_version: version + 1,
      member: { number: `${version + 1}` },
    })),
  ).flat();
  const doubled = all.flatMap((request) => (chance.percent(30) ? [request, request] : [request]));
  for (let at = 0; at < doubled.length; at++) {
    if (!chance.percent(20)) continue;
    const other = Math.min(doubled.length - 1, at + chance.between(1, 3 * jobs));
    [doubled[at], doubled[other]] = [doubled[other] as OeamtcCaseRequest, doubled[at] as OeamtcCaseRequest];
  }
  return doubled;
}

/**
 * Fields of a case that the partner does not own. A case that becomes complete opens, so its state is left out while it
 * is `create`.
 */
function ownFieldsOf({
  rsa_data,
  updated_at: _at,
  lock_version: _version,
  not_before: _from,
  due_at: _to,
  ...kept
}: Case) {
  const { state, tour_case_states, ...rest } = kept;
  const links = tour_case_states?.map(({ tour_id, state: link, bucket }) => ({ tour_id, link, bucket }));
  const { handover, outcome, needs_backoffice, vehicle_data, vehicle_detail, vehicle_repair, status } = rsa_data ?? {};
  const papers = { handover, outcome, needs_backoffice, vehicle_data, vehicle_detail, vehicle_repair, status };
  const { service, target_address, source_address } = rsa_data ?? {};
  const accepted = tour_case_states?.some(({ accepted_at, bucket }) => bucket === "open" && accepted_at !== null);
  return {
    ...rest,
    state: state.current,
    links,
    papers,
    display_name: rest.display_name.startsWith("named ") ? rest.display_name : "made from the data",
    service: accepted || servicesBeyondRoad.has(state.current) ? service : "the partner's",
    places: servicesBeyondRoad.has(state.current) ? { target_address, source_address } : "the partner's",
  };
}
const servicesBeyondRoad = new Set([
  "arrived",
  "toDestination",
  "atDestination",
  "finished",
  "backoffice",
  "cancelled",
  "adActa",
]);

const partnerFieldsOf = (rsa_data: ReturnType<typeof roadsideCaseRequest>["rsa_data"]) => {
  const { service, vehicle, customer, source_address } = rsa_data ?? {};
  return { service, vehicle, customer, source_address };
};

/** Some of the fields, filled or emptied; never so empty that the case is no longer complete. */
function randomPartnerUpdate(chance: SeededChance): OeamtcCaseUpdateRequest {
  const place = () => ({ street: `Straße ${chance.below(9)}`, city: chance.pick(["Graz", "Wien"]), zip_code: "8010" });
  const fields: readonly [string, () => unknown][] = [
    ["service", () => ({ key: chance.pick(["PH_Standard", "AB_Schlepp"]) })],
    ["customer", () => ({ last_name: chance.pick(["Gruber", "Huber"]) })],
    ["vehicle", () => ({ license_plate: `G ${chance.below(99)}` })],
    ["member", () => chance.pick([null, { number: `${chance.below(9)}` }])],
    ["damage", () => chance.pick([null, { description: "Reifen" }])],
    ["insurance", () => ({ company: "Versicherung" })],
    ["arc", () => ({ reference: `A-${chance.below(9)}` })],
    ["trailer", () => chance.pick([null, { type: "Wohnwagen" }])],
    ["additional_persons", () => [{ first_name: "Eva" }]],
    ["source_address", place],
    ["target_address", () => chance.pick([null, place()])],
    ["due_at", () => chance.pick([null, "2027-01-01T10:00:00Z"])],
  ];
  return Object.fromEntries(fields.filter(() => chance.percent(40)).map(([name, make]) => [name, make()]));
}
