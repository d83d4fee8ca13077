import { setTimeout as wait } from "node:timers/promises";
import type { SampleSceneSetup } from "./scene";
import { createVehicle, createDriver } from "./scenes-of-fleet";
import {
  type DemonstrationCompany,
  PASSWORD_LINK_SECRET_PATTERN,
  type OperationSampleRunContext,
  type SampleVariables,
} from "./stage";

const PLAN_WAIT_MS = 50;
const examplePlace = { zip_code: "8036", city: "Graz", country: "AT", lat: 47.0812, lon: 15.4661 } as const;
const caseDraftOf = ({ isRoadside }: DemonstrationCompany) =>
  isRoadside
    ? ({
        data_type: "ROADSIDE",
        rsa_data: {
          service: { key: "PH_Standard" },
          vehicle: { license_plate: "G 123 AB", brand: "Skoda", model: "Octavia" },
          customer: { last_name: "Gruber", phone_number: "+43 664 123 45 67" },
          source_address: examplePlace,
        },
      } as const)
    : ({
        data_type: "FUNERAL",
        funeral_data: {
          cargo_type: "PERSON",
          transport_type: "Transportauftrag",
          cargo_deceased: { first_name: "Maria", last_name: "Muster", date_of_death: "2026-03-01" },
          source_address: { name: "Landeskrankenhaus", ...examplePlace },
          target_address: { name: "Zentralfriedhof", ...examplePlace, zip_code: "8020" },
        },
      } as const);

const createOpenCase = (company: DemonstrationCompany, approved = true) =>
  company.dispatcher.api.createCase({ ...caseDraftOf(company), approved });

async function createStartedTour(company: DemonstrationCompany, stage: OperationSampleRunContext) {
  const { id: vehicle_id } = await createVehicle(company, stage);
  const tour = await company.dispatcher.api.createAndStartTour({ name: "Early shift", vehicles: [{ vehicle_id }] });
  return { ...tour, vehicle_id };
}

/** A tour with a crew that reads the messages sent to it. */
async function createTourWithCrew(company: DemonstrationCompany, stage: OperationSampleRunContext) {
  const [{ id: vehicle_id }, { id: driver }] = [
    await createVehicle(company, stage),
    await createDriver(company, stage),
  ];
  const crew = { user_ids: [driver], vehicles: [{ vehicle_id }] };
  return (await company.dispatcher.api.createAndStartTour({ name: "Early shift", ...crew })).id;
}

async function assignCase(company: DemonstrationCompany, id: string, tour_id: string) {
  const { api } = company.dispatcher;
  const { lock_version } = await api.getCase({ id });
  return api.receiveAction({ id, action: "ASSIGN", tour_id, lock_version });
}

async function createAssignedCase(
  company: DemonstrationCompany,
  stage: OperationSampleRunContext,
): Promise<SampleVariables> {
  const [{ id }, tour] = [await createOpenCase(company), await createStartedTour(company, stage)];
  const { lock_version } = await assignCase(company, id, tour.id);
  return { CASE_ID: id, TOUR_ID: tour.id, LOCK_VERSION: String(lock_version) };
}

const lockVersionOf = async ({ dispatcher }: DemonstrationCompany, id: string) =>
  String((await dispatcher.api.getCase({ id })).lock_version);

const caseScenes = {
  CASE_ID: async (company) => {
    const { id, lock_version } = await createOpenCase(company);
    return { CASE_ID: id, LOCK_VERSION: String(lock_version) };
  },
  ASSET_ID: async (company) => {
    const { id } = await createOpenCase(company);
    const file = new File(["%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\nxref\nstartxref\n9\n%%EOF\n"], "order.pdf");
    return { ASSET_ID: (await company.dispatcher.api.uploadCaseAssets({ id, file })).id };
  },
  CRITICAL_MESSAGE_ID: async (company, stage) => {
    const tour_id = await createTourWithCrew(company, stage);
    const [message] = await company.dispatcher.api.createCriticalMessage({ tour_id, title: "A9 closed" });
    return { CRITICAL_MESSAGE_ID: message?.id ?? "" };
  },
  tourWithCrew: async (company, stage) => ({ TOUR_ID: await createTourWithCrew(company, stage) }),
  caseWithTodo: async (company) => {
    const { id, todos } = await createOpenCase(company);
    return { CASE_ID: id, TODO_ID: todos?.pickup[0]?.id ?? "" };
  },
  unapprovedCase: async (company) => {
    const { id, lock_version } = await createOpenCase(company, false);
    return { CASE_ID: id, LOCK_VERSION: String(lock_version) };
  },
  assignedCase: createAssignedCase,
  openCaseAndTour: async (company, stage) => {
    const { id, lock_version } = await createOpenCase(company);
    return { CASE_ID: id, LOCK_VERSION: String(lock_version), TOUR_ID: (await createStartedTour(company, stage)).id };
  },
  assignedCaseAndSecondTour: async (company, stage) => {
    const { TOUR_ID = "", ...rest } = await createAssignedCase(company, stage);
    return { ...rest, FROM_TOUR_ID: TOUR_ID, TO_TOUR_ID: (await createStartedTour(company, stage)).id };
  },
  deliveredCase: async (company, stage) => deliverCase(company, await createAssignedCase(company, stage)),
  HANDOVER_SECRET: async (company, stage) => {
    const { CASE_ID: id = "" } = await deliverCase(company, await createAssignedCase(company, stage));
    const recipient = `office${stage.next()}@example.org`;
    await company.administrator.api.sendCargoHandoverConfirmation({ id, recipients: [recipient] });
    return { HANDOVER_SECRET: await stage.outbox.find(recipient, PASSWORD_LINK_SECRET_PATTERN) };
  },
} satisfies Record<string, SampleSceneSetup>;

/** Carries out a case up to the handover, as its crew would. */
async function deliverCase(
  company: DemonstrationCompany,
  { CASE_ID: id = "", TOUR_ID: tour_id }: SampleVariables,
): Promise<SampleVariables> {
  const { api } = company.dispatcher;
  const act = async (action: "START" | "LOAD" | "DELIVER", payload: object = {}) => {
    const { lock_version } = await api.getCase({ id });
    await api.receiveAction({ id, action, tour_id, lock_version, payload });
  };
  const { todos } = await api.getCase({ id });
  const done = (list: readonly { id: string }[] = []) => ({
    belongings_confirmed: true,
    todos: list.map(({ id }) => id),
  });
  await act("START");
  await act("LOAD", { identity_confirmed: true, ...done(todos?.pickup) });
  await act("DELIVER", { received_by: "M. Huber", refusal_reason: "Signed on paper", ...done(todos?.delivery) });
  return { CASE_ID: id };
}

const createScheduledTour = async (company: DemonstrationCompany): Promise<SampleVariables> => {
  const { id, lock_version } = await company.dispatcher.api.createScheduledTour({
    scheduled_start_at: "2026-03-02T06:00:00+00:00",
  });
  return { TOUR_ID: id, LOCK_VERSION: String(lock_version) };
};

const tourScenes = {
  TOUR_ID: async (company, stage) => {
    const { id, lock_version } = await createStartedTour(company, stage);
    return { TOUR_ID: id, LOCK_VERSION: String(lock_version) };
  },
  startedTour: async (company, stage) => {
    const { id, natural_id, vehicle_id } = await createStartedTour(company, stage);
    return { TOUR_ID: id, TOUR_NATURAL_ID: natural_id, VEHICLE_ID: vehicle_id };
  },
  tourWithCase: async (company, stage) => {
    const { CASE_ID = "", TOUR_ID: id = "" } = await createAssignedCase(company, stage);
    // The plan gets another version when the stops of the case come into it, a moment after the assignment.
    const readPlan = () => company.dispatcher.api.getTourPlan({ id });
    let plan = await readPlan();
    for (; !plan.stops.some(({ case_id }) => case_id === CASE_ID); plan = await readPlan()) await wait(PLAN_WAIT_MS);
    return { CASE_ID, TOUR_ID: id, PLAN_VERSION: String(plan.version) };
  },
  scheduledTour: createScheduledTour,
  scheduledTourAndDriver: async (company, stage) => ({
    ...(await createScheduledTour(company)),
    USER_ID: (await createDriver(company, stage)).id,
  }),
  scheduledTourAndVehicle: async (company, stage) => ({
    ...(await createScheduledTour(company)),
    VEHICLE_ID: (await createVehicle(company, stage)).id,
  }),
  /** Crew and vehicle for a tour. */
  crew: async (company, stage) => {
    const [branch] = await company.administrator.api.getBranches();
    return {
      BRANCH_ID: branch?.id ?? "",
      USER_ID: (await createDriver(company, stage)).id,
      VEHICLE_ID: (await createVehicle(company, stage)).id,
    };
  },
} satisfies Record<string, SampleSceneSetup>;

async function createForwardedCase(
  company: DemonstrationCompany,
  stage: OperationSampleRunContext,
): Promise<SampleVariables> {
  const { CASE_ID: case_id = "", TOUR_ID: from_tour_id = "", LOCK_VERSION } = await createAssignedCase(company, stage);
  const { id } = await createStartedTour(company, stage);
  const lock_version = Number(LOCK_VERSION);
  const { api } = company.dispatcher;
  await api.forwardAssignCase({ id, case_id, lock_version, from_tour_id, reason: "Needs a tow truck" });
  return { CASE_ID: case_id, FROM_TOUR_ID: from_tour_id, LOCK_VERSION: await lockVersionOf(company, case_id) };
}

/** A case from the partner's own system. */
async function receiveCaseFromPartner(
  company: DemonstrationCompany,
  stage: OperationSampleRunContext,
): Promise<SampleVariables> {
  const external_id = `OE-${stage.next()}`;
  const { case: job } = await company.program.api.createOeamtcCase({
    external_id,
    service: { key: "PH_Standard" },
    vehicle: { license_plate: "G 123 AB", brand: "Skoda", model: "Octavia" },
    customer: { last_name: "Gruber", phone_number: "+436641234567" },
    source_address: examplePlace,
  });
  return { CASE_ID: job.id };
}

const roadsideScenes = {
  caseToForward: async (company, stage) => {
    const { TOUR_ID = "", ...rest } = await createAssignedCase(company, stage);
    return { ...rest, FROM_TOUR_ID: TOUR_ID, TOUR_ID: (await createStartedTour(company, stage)).id };
  },
  forwardedCase: createForwardedCase,
  passedCase: receiveCaseFromPartner,
  passedCaseUnderWay: async (company, stage) => {
    const { CASE_ID: id = "" } = await receiveCaseFromPartner(company, stage);
    const { id: tour_id } = await createStartedTour(company, stage);
    const { lock_version } = await assignCase(company, id, tour_id);
    await company.dispatcher.api.receiveAction({ id, action: "ON_THE_WAY", tour_id, lock_version });
    return { CASE_ID: id };
  },
  /** An event that waits behind another one, because the partner's system is down. */
  QUEUED_EVENT_ID: async (company, stage) => {
    const { CASE_ID: id = "" } = await receiveCaseFromPartner(company, stage);
    const { id: tour_id } = await createStartedTour(company, stage);
    const { lock_version } = await assignCase(company, id, tour_id);
    await company.dispatcher.api.receiveAction({ id, action: "ON_THE_WAY", tour_id, lock_version });
    const { queued_events } = await company.administrator.api.getQueuedEvents({ case_id: id });
    const event = queued_events.at(-1);
    return { QUEUED_EVENT_ID: event?.id ?? "", LOCK_VERSION: String(event?.lock_version) };
  },
} satisfies Record<string, SampleSceneSetup>;

export const dispatchSceneSetups = { ...caseScenes, ...tourScenes, ...roadsideScenes } satisfies Record<
  string,
  SampleSceneSetup
>;
