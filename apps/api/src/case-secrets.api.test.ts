import { beforeAll, describe, expect, it } from "vitest";
import type { CaseCreateRequest } from "@leitstand/contract/cases/case";
import { allOperations } from "@leitstand/contract/operations";
import type { Operation, OperationTag } from "@leitstand/contract/operation/operation";
import { sql } from "#platform/database/sql";
import { funeralCaseRequest, roadsideCaseRequest, funeralDataExample } from "./testing/cases";
import { createTestTourCrew } from "./testing/dispatch";
import { insertBranch, type TenantFixture } from "./testing/fixtures";
import { sendRequestOfCaller } from "./testing/authorization/matrix";
import type { SampleRequest } from "./testing/authorization/scene";
import { type ApiSession, startApi } from "./testing/start-api";

/** Words and numbers that occur in one field of one case and nowhere else. */
const secretWords: string[] = [];
/** Secret word with digits, because a search also finds misspelt forms of words without digits. */
const secretWord = () => rememberSecret(`kanarie${100 + secretWords.length}`);
const secretPhoneNumber = () => rememberSecret(`+4366477${String(10_000 + secretWords.length)}`);
function rememberSecret(text: string) {
  secretWords.push(text);
  return text;
}
const placeWithSecrets = () => ({
  name: secretWord(),
  street: secretWord(),
  city: secretWord(),
  zip_code: "8010",
  country: "AT",
  contact_name: secretWord(),
  phone_number: secretPhoneNumber(),
  notes: secretWord(),
});
const contactWithSecrets = () => ({
  name: secretWord(),
  phone_number: secretPhoneNumber(),
  email: `${secretWord()}@example.org`,
  notes: secretWord(),
});

/** Requests with every field that users fill with text. */
const requestsWithSecrets: Readonly<Record<string, () => CaseCreateRequest>> = {
  FUNERAL: () =>
    funeralCaseRequest({
      external_id: secretWord(),
      description: secretWord(),
      contact: contactWithSecrets(),
      funeral_data: {
        ...funeralDataExample,
        cargo_deceased: {
          first_name: secretWord(),
          last_name: secretWord(),
          date_of_death: "2026-03-01",
          belongings: { ring: "RELOCATED", description: secretWord() },
        },
        source_address: { ...placeWithSecrets(), lat: 47.05, lon: 15.43 },
        target_address: placeWithSecrets(),
        police_address: placeWithSecrets(),
      },
    }),
  ROADSIDE_ASSISTANCE: () => {
    const { rsa_data } = roadsideCaseRequest();
    return roadsideCaseRequest({
      external_id: secretWord(),
      description: secretWord(),
      contact: contactWithSecrets(),
      rsa_data: {
        ...rsa_data,
        vehicle: { license_plate: "G 77 XQ", brand: secretWord(), model: secretWord(), vin: "WVWZZZ1JZXW000077" },
        customer: {
          first_name: secretWord(),
          last_name: secretWord(),
          company: secretWord(),
          phone_number: secretPhoneNumber(),
          email: `${secretWord()}@example.org`,
        },
        member: { number: secretWord() },
        source_address: { ...rsa_data?.source_address, ...placeWithSecrets() },
        target_address: placeWithSecrets(),
      },
    });
  },
};

/** A case, its branch, and a tour that knows it: the objects that operations are asked about. */
interface CaseSurroundings {
  readonly case_id: string;
  readonly branch_id: string;
  readonly tour_id: string;
  readonly vehicle_id: string;
}
type OperationInput = Pick<SampleRequest, "params" | "query" | "body">;
/** A template that names every text of a case. */
const templateOfEveryText = `{{case.display_name}} {{case.external_id}} {{case.description}} {{case.contact.name}} {{case.contact.phone_number}}
  {{case.contact.email}} {{case.contact.notes}} {{#each history}} {{this.reason}} {{/each}}
  {{case.funeral_data.cargo_deceased.first_name}} {{case.funeral_data.cargo_deceased.last_name}}
  {{case.funeral_data.source_address.name}} {{case.funeral_data.target_address.notes}} {{case.funeral_data.police_address.street}}
  {{case.rsa_data.vehicle.vin}} {{case.rsa_data.customer.last_name}} {{case.rsa_data.customer.phone_number}}
  {{case.rsa_data.member.number}} {{case.rsa_data.source_address.name}} {{case.rsa_data.target_address.notes}}`;
const wholeYearQuery = { from: "2026-01-01", to: "2026-12-31" };
const dueSoonQuery = { due_to: "2027-12-31T00:00:00Z" };
const yearlyQuery = { period: "YEAR", limit: "100" };
const caseIdInput = ({ case_id }: CaseSurroundings): OperationInput => ({ params: { id: case_id } });
const tourIdInput = ({ tour_id }: CaseSurroundings): OperationInput => ({ params: { id: tour_id } });
const emptyInput = (): OperationInput => ({});
const inputsByOperation: Readonly<Record<string, (around: CaseSurroundings) => OperationInput>> = {
  getCase: caseIdInput,
  getCases: ({ case_id }) => ({ body: { ids: [case_id] } }),
  getCaseComments: caseIdInput,
  getCaseStateHistory: caseIdInput,
  getBranchesAssociatedCases: ({ branch_id }) => ({ body: { branch_ids: [branch_id] } }),
  getDashboard: emptyInput,
  getCriticalMessages: emptyInput,
  getResponsibilityClaims: emptyInput,
  getQueuedEvents: emptyInput,
  getSuggestions: ({ case_id }) => ({ body: { case_id, size: 20 } }),
  getTours: emptyInput,
  getTour: tourIdInput,
  getScheduledTour: tourIdInput,
  getStartedTourOfVehicle: ({ vehicle_id }) => ({ params: { id: vehicle_id } }),
  getTourPlan: tourIdInput,
  getTourPlans: ({ tour_id }) => ({ body: { tour_ids: [tour_id] } }),
  getToursAssociatedCases: ({ tour_id }) => ({ body: { tour_ids: [tour_id] } }),
  getRsaTours: emptyInput,
  getActiveToursStatistics: () => ({ query: { duration: "PT1M" } }),
  getCasesWithoutAddressesStatistics: emptyInput,
  getDeliveredCasesStatistics: () => ({ query: { cases_age_threshold_in_hours: "8760" } }),
  getTopDestinationAddressesStatistics: () => ({ query: yearlyQuery }),
  getTopSourceAddressesStatistics: () => ({ query: yearlyQuery }),
  getUnassignedCasesStatistics: () => ({ query: dueSoonQuery }),
  getUnassignedCasesEarlyPickupStatistics: emptyInput,
  exportTour: ({ tour_id }) => ({ params: { id: tour_id }, body: { format: "CSV" } }),
  exportTime: () => ({ body: { ...wholeYearQuery, rows: "TOURS", format: "CSV" } }),
  exportTemplate: ({ case_id }) => ({ body: { case_id, format: "TXT", content: templateOfEveryText } }),
};
/** Operations that have no place for the data of a case: those of whole tags, and single ones of other tags. */
const tagsWithoutCases: ReadonlySet<OperationTag> = new Set([
  "addresses",
  "areas",
  "assets",
  "calendars",
  "devices",
  "geocoding",
  "grants",
  "imports",
  "location",
  "roles",
  "service_accounts",
  "skills",
  "sync",
  "tenants",
  "todo_templates",
  "users",
  "vehicle_types",
  "vehicles",
  "webhooks",
]);
const operationsWithoutCases: ReadonlySet<string> = new Set([
  "getBranch",
  "getBranches",
  "getBranchGroups",
  "getDirections",
  "getExportTemplate",
  "getExportTemplates",
  "getImportedGeoData",
  "getNearestActiveVehicles",
  "getRsaDevice",
  "getRsaDevices",
  "getRsaDevicesOfBranchGroup",
  "solveRouting",
  // Reads a tour by its number, which getTour does by its id.
  "getTourByNaturalId",
  // A drawn document cannot be searched; it is made from the same data of a case as a filled template.
  "exportCase",
]);
const operationsToProbe = allOperations.filter(
  ({ id, tag, safe, auth }) =>
    safe && auth === "bearer" && !tagsWithoutCases.has(tag) && !operationsWithoutCases.has(id),
);
const viewerGrants = [
  "createCase",
  "createCaseComment",
  "exportCase",
  ...new Set(operationsToProbe.flatMap(({ grant }) => grant ?? [])),
];

/** A link for each degree in which a crew can see a case; the rows are stored in the database unchanged. */
const crewLinkSamples = {
  "at work": { state: "ACCEPTED", bucket: "open" },
  "finished today": { state: "DONE", bucket: "finished" },
  "taken back today": { state: "ASSIGNED", bucket: "unassigned" },
} as const;

it("every reading operation declares whether its answer can contain data of a case", () => {
  expect(operationsToProbe.map(({ id }) => id).toSorted()).toEqual(Object.keys(inputsByOperation).toSorted());
});

const viewerNames = [
  "the office",
  "an office that reads alone",
  "a branch of others",
  "a crew at work",
  "a crew finished today",
  "a crew taken back today",
];

/** One API serves the companies of both types. */
const api = startApi();

describe.each(Object.keys(requestsWithSecrets))("secrets of a case at a company of type %s", (type) => {
  const callers = new Map<string, ApiSession>();
  const around = new Map<string, CaseSurroundings>();
  let id: string;
  let branch_id: string;

  async function aCrewThatIs(how: keyof typeof crewLinkSamples, tenant: TenantFixture) {
    const { driver, tour_id } = await createTestTourCrew(api, tenant, { grants: viewerGrants });
    const { state, bucket } = crewLinkSamples[how];
    await api.db.systemTransaction(tenant.id, (tx) =>
      tx.run(sql`
        insert into case_links (case_id, tour_id, state, bucket, last_actor, closed_at)
        values (${id}, ${tour_id}, ${state}, ${bucket}, 'V', ${bucket === "open" ? null : api.clock.now()})`),
    );
    callers.set(`a crew ${how}`, driver);
    const [vehicle] = (await driver.getTour({ id: tour_id })).vehicle_device_associations;
    around.set(`a crew ${how}`, { case_id: id, branch_id, tour_id, vehicle_id: vehicle?.vehicle.id ?? "" });
  }

  beforeAll(async () => {
    secretWords.length = 0;
    const tenant = await api.aTenant(type as "FUNERAL");
    branch_id = await insertBranch(api.db, tenant.id);
    const office = await api.bearer({ tenant, grants: viewerGrants });
    ({ id } = await office.createCase({ ...requestsWithSecrets[type]!(), branch_id }));
    callers.set("the office", office);
    callers.set("an office that reads alone", await api.bearer({ tenant, grants: ["getCases"] }));
    callers.set(
      "a branch of others",
      await api.bearer({ tenant, grants: viewerGrants, branchIds: [await insertBranch(api.db, tenant.id)] }),
    );
    for (const how of ["finished today", "taken back today", "at work"] as const) await aCrewThatIs(how, tenant);
    await office.createCaseComment({ id, text: secretWord() });
  });

  const readable = async (caller: ApiSession) => {
    const texts = await Promise.all([
      caller.getCase({ id }).then(JSON.stringify, () => ""),
      caller.getCases({ ids: [id] }).then(({ cases }) => JSON.stringify(cases)),
      caller.getCaseComments({ id }).then(JSON.stringify, () => ""),
    ]);
    return texts.join(" ");
  };
  const ask = (operation: Operation, { session }: ApiSession, sample: OperationInput) =>
    sendRequestOfCaller(api.url, operation, {
      sample,
      caller: { headers: { authorization: `Bearer ${session.token}` } },
    });
  /** The different requests of an operation about these tours: many name none. */
  const inputsAbout = (operation: Operation, tours: readonly CaseSurroundings[]) => {
    const inputs = tours.map((tour) => inputsByOperation[operation.id]!(tour));
    return new Map(inputs.map((input) => [JSON.stringify(input), input])).values();
  };
  const findSecrets = async (caller: ApiSession) => {
    const found: string[] = [];
    for (const text of secretWords) if ((await caller.getCases({ text })).meta.total_elements > 0) found.push(text);
    return found;
  };
  const foundSecrets = new Map<string, Promise<readonly string[]>>();
  /** Secrets by which a caller finds the case; searched for once, as no test changes the case. */
  const secretsFoundBy = (name: string) => {
    const found = foundSecrets.get(name) ?? findSecrets(callers.get(name) as ApiSession);
    foundSecrets.set(name, found);
    return found;
  };

  it.each(viewerNames)(
    "answers about %s contain secrets of a case only where the caller may read the case",
    async (name) => {
      const caller = callers.get(name) as ApiSession;
      const text = await readable(caller);
      const hidden = secretWords.filter((one) => !text.includes(one));
      const told: string[] = [];
      const tours = around.has(name) ? [around.get(name) as CaseSurroundings] : [...around.values()];
      for (const operation of operationsToProbe)
        for (const input of inputsAbout(operation, tours)) {
          const answer = await ask(operation, caller, input);
          told.push(...hidden.filter((one) => answer.text.includes(one)).map((one) => `${operation.id}: ${one}`));
        }
      expect(told).toEqual([]);
    },
  );

  it("the test of case secrets calls each operation with input that it accepts, so that no leak is missed", async () => {
    const refused = new Map<string, number>();
    for (const operation of operationsToProbe.filter(
      ({ tenantTypes }) => tenantTypes?.includes(type as "FUNERAL") ?? true,
    )) {
      const input = inputsByOperation[operation.id]!(around.get("a crew at work")!);
      const { status } = await ask(operation, callers.get("the office") as ApiSession, input);
      if (status !== 200) refused.set(operation.id, status);
    }
    // The scheduled tour is missing because all tours of this test have been started.
    expect([...refused]).toEqual([["getScheduledTour", 404]]);
  });

  it.each(viewerNames)("%s can find a case by its secrets only when they may read them", async (name) => {
    const caller = callers.get(name) as ApiSession;
    const [text, found] = [await readable(caller), await secretsFoundBy(name)];
    expect(found.filter((one) => !text.includes(one))).toEqual([]);
  });

  it("users who work on a case find it by nearly all of its secrets", async () => {
    for (const name of ["the office", "a crew at work"])
      expect((await secretsFoundBy(name)).length).toBeGreaterThan(10);
  });

  it("a tour from which a case was taken back still sees its number and what the tour itself did", async () => {
    const how = "a crew taken back today";
    const tour = await (callers.get(how) as ApiSession).getTour({ id: around.get(how)!.tour_id });
    const [left] = tour.unassigned_cases ?? [];
    expect(left).toMatchObject({
      id,
      display_name: left?.natural_id,
      state: "ASSIGNED",
      not_before: null,
      due_at: null,
      source_city: null,
      target_city: null,
    });
  });

  it("a crew that has finished its work does not find the case by a secret when it sorts by relevance", async () => {
    const crew = callers.get("a crew finished today") as ApiSession;
    expect((await crew.getCases({ ids: [id] })).meta.total_elements).toBe(1);
    const [first = ""] = secretWords.filter((text) => text.startsWith("+"));
    expect((await crew.getCases({ ids: [id], text: first, sort: ["relevance,desc"] })).meta.total_elements).toBe(0);
  });
});
