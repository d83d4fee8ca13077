import { randomUUID } from "node:crypto";
import type { SampleSceneSetup } from "./scene";
import type { DemonstrationCompany, OperationSampleRunContext, SampleVariables } from "./stage";
import { productNow } from "../runner/product-clock";

const idAndVersion = (name: string, { id, lock_version }: { id: string; lock_version: number }): SampleVariables => ({
  [name]: id,
  LOCK_VERSION: String(lock_version),
});
const administratorApi = ({ administrator }: DemonstrationCompany) => administrator.api;

export const createVehicle = (company: DemonstrationCompany, stage: OperationSampleRunContext) =>
  administratorApi(company).createVehicle({
    license_plate: `G ${stage.next()} LS`,
    description: "Hearse",
    active: true,
    capacity: 2,
  });

/** A user who may drive on a tour. */
export async function createDriver(company: DemonstrationCompany, stage: OperationSampleRunContext) {
  const roles = await administratorApi(company).getRoles();
  const role = roles.find(({ role_type }) => role_type === "DRIVER");
  const [group] = await administratorApi(company).getBranchGroups();
  return administratorApi(company).createUser({
    firstname: "Max",
    lastname: `Muster ${stage.next()}`,
    email: `driver${stage.next()}@example.org`,
    role_associations: role && group ? [{ role_id: role.id, branch_group_id: group.id }] : [],
  });
}

export const nextUniquePhoneNumber = (stage: OperationSampleRunContext) =>
  `+4366477${String(stage.next()).padStart(6, "0")}`;

const createVehicleTemplate = async (company: DemonstrationCompany, stage: OperationSampleRunContext) => {
  const draft = { title: `Lights ${stage.next()}`, type: "VEHICLE_TEMPLATE" } as const;
  return (await administratorApi(company).createTodoTemplate(draft)).id;
};

const createUnit = (company: DemonstrationCompany, stage: OperationSampleRunContext) =>
  administratorApi(company).createRsaDevice({
    name: `Unit ${stage.next()}`,
    phone_number: nextUniquePhoneNumber(stage),
  });

const fleetScenes = {
  VEHICLE_ID: async (company, stage) => idAndVersion("VEHICLE_ID", await createVehicle(company, stage)),
  DEVICE_ID: async (company, stage) => {
    const branch = await createBranch(company);
    const active_states = [{ branch_id: branch, active: true }];
    const device = await administratorApi(company).createDevice({
      phone_number: nextUniquePhoneNumber(stage),
      active_states,
    });
    return { ...idAndVersion("DEVICE_ID", device), BRANCH_ID: branch };
  },
  unit: async (company, stage) => ({
    ...idAndVersion("DEVICE_ID", await createUnit(company, stage)),
    BRANCH_ID: await createBranch(company),
  }),
  VEHICLE_TYPE_ID: async (company, stage) => {
    const draft = { name: `Type ${stage.next()}`, short_key: `T${stage.next()}` };
    return { VEHICLE_TYPE_ID: (await administratorApi(company).createVehicleType(draft)).id };
  },
  SKILL_ID: async (company, stage) =>
    idAndVersion(
      "SKILL_ID",
      await administratorApi(company).createSkill({ name: `Skill ${stage.next()}`, skill_type: "VEHICLE" }),
    ),
  VEHICLE_TEMPLATE_ID: async (company, stage) => ({ VEHICLE_TEMPLATE_ID: await createVehicleTemplate(company, stage) }),
  checkedVehicle: async (company, stage) => {
    const { id } = await createVehicle(company, stage);
    const [client_id, photo] = [randomUUID(), randomUUID()];
    const template_id = await createVehicleTemplate(company, stage);
    const check = { occurred_at: productNow().toISOString(), phase: "START", mileage_km: 84_210 } as const;
    const items = [{ template_id, result: "DEFECT" as const, note: "Left dipped beam is out", photo_ids: [photo] }];
    await administratorApi(company).createVehicleCheck({ id, client_id, ...check, items });
    return { VEHICLE_ID: id, CLIENT_ID: photo };
  },
  CLIENT_ID: async () => ({ CLIENT_ID: randomUUID() }),
  now: async () => ({ FIXED_AT: productNow().toISOString() }),
} satisfies Record<string, SampleSceneSetup>;

const createBranch = async (company: DemonstrationCompany) => {
  const branches = await administratorApi(company).getBranches();
  return (branches.find(({ name }) => name === "Graz") ?? branches[0])?.id ?? "";
};

const placeScenes = {
  BRANCH_ID: async (company) => ({ BRANCH_ID: await createBranch(company) }),
  ownBranch: async (company, stage) =>
    idAndVersion("BRANCH_ID", await administratorApi(company).createBranch({ name: `Branch ${stage.next()}` })),
  BRANCH_GROUP_ID: async (company, stage) => {
    const draft = { type: "COLLECTION" as const, branch_ids: [await createBranch(company)] };
    return idAndVersion(
      "BRANCH_GROUP_ID",
      await administratorApi(company).createBranchGroup({ name: `Group ${stage.next()}`, ...draft }),
    );
  },
  AREA_ID: async (company, stage) => {
    const draft = { title: `Area ${stage.next()}`, zip_ranges: [{ from: "80100", to: "80109" }] };
    return idAndVersion("AREA_ID", await administratorApi(company).createArea(draft));
  },
  ADDRESS_ID: async (company, stage) =>
    idAndVersion("ADDRESS_ID", await administratorApi(company).createAddress({ name: `Hospital ${stage.next()}` })),
  STORED_ADDRESS_TYPE_ID: async (company) => {
    const [type] = await administratorApi(company).getAddressTypes();
    return { STORED_ADDRESS_TYPE_ID: type?.id ?? "" };
  },
  TODO_TEMPLATE_ID: async (company, stage) => {
    const draft = { title: `Todo ${stage.next()}`, type: "CASE_TEMPLATE", phase: "PICKUP", active: false } as const;
    return idAndVersion("TODO_TEMPLATE_ID", await administratorApi(company).createTodoTemplate(draft));
  },
  EXPORT_TEMPLATE_ID: async (company, stage) => {
    const draft = { kind: "CASE", name: `Sheet ${stage.next()}`, content: "{{case.natural_id}}" } as const;
    return { EXPORT_TEMPLATE_ID: (await administratorApi(company).putExportTemplate(draft)).id };
  },
  IMPORT_ID: async (company, stage) => {
    const table = `license_plate;description;active;capacity\nG ${stage.next()} IM;Car;true;2`;
    const draft = { kind: "VEHICLES", file: new File([table], "vehicles.csv") } as const;
    return { IMPORT_ID: (await administratorApi(company).checkImport(draft)).id };
  },
} satisfies Record<string, SampleSceneSetup>;

const DAY_MS = 86_400_000;
function timesOfTomorrow() {
  const start = productNow().getTime() + DAY_MS;
  return { start_at: new Date(start).toISOString(), end_at: new Date(start + DAY_MS / 3).toISOString() };
}

async function createShift(company: DemonstrationCompany, stage: OperationSampleRunContext) {
  const { id: resource_id } = await createVehicle(company, stage);
  return administratorApi(company).createDefaultCalendarEvent({
    ...timesOfTomorrow(),
    event_type: "SCHEDULED_SHIFT",
    resource_type: "VEHICLE",
    resource_id,
    recurrence: "FREQ=DAILY",
  });
}

const calendarScenes = {
  CALENDAR_GROUP_ID: async (company, stage) =>
    idAndVersion(
      "CALENDAR_GROUP_ID",
      await administratorApi(company).createCalendarGroup({ name: `Region ${stage.next()}` }),
    ),
  CALENDAR_ID: async (company, stage) =>
    idAndVersion("CALENDAR_ID", await administratorApi(company).createCalendar({ name: `Leave ${stage.next()}` })),
  shiftOfTomorrow: async () => {
    const { start_at, end_at } = timesOfTomorrow();
    return { START_AT: start_at, END_AT: end_at };
  },
  EVENT_ID: async (company, stage) => {
    const shift = await createShift(company, stage);
    return { ...idAndVersion("EVENT_ID", shift), DATE: shift.occurrences[0]?.date ?? "" };
  },
  EXCLUSION_ID: async (company, stage) => {
    const { id: eventId, occurrences } = await createShift(company, stage);
    const date = occurrences[0]?.date ?? "";
    const { id } = await administratorApi(company).createCalendarEventExclusion({ eventId, date });
    return { EVENT_ID: eventId, EXCLUSION_ID: id };
  },
  FEED_ID: async (company, stage) => {
    const { id: resource_id } = await createVehicle(company, stage);
    const { id } = await administratorApi(company).createCalendarFeed({ resource_type: "VEHICLE", resource_id });
    return { FEED_ID: id };
  },
  FEED_FILE: async (company, stage) => {
    const { id: resource_id } = await createVehicle(company, stage);
    const { url } = await administratorApi(company).createCalendarFeed({ resource_type: "VEHICLE", resource_id });
    return { FEED_FILE: new URL(url).pathname.split("/").at(-1) ?? "" };
  },
} satisfies Record<string, SampleSceneSetup>;

export const fleetSceneSetups = { ...fleetScenes, ...placeScenes, ...calendarScenes } satisfies Record<
  string,
  SampleSceneSetup
>;
