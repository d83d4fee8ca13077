import { randomUUID } from "node:crypto";
import type { Scene } from "./scene";
import type { Company, Stage, Variables } from "./stage";
import { productNow } from "../runner/product-clock";

const versioned = (name: string, { id, lock_version }: { id: string; lock_version: number }): Variables => ({
  [name]: id,
  LOCK_VERSION: String(lock_version),
});
const apiOf = ({ administrator }: Company) => administrator.api;

export const aVehicle = (company: Company, stage: Stage) =>
  apiOf(company).createVehicle({
    license_plate: `G ${stage.next()} LS`,
    description: "Hearse",
    active: true,
    capacity: 2,
  });

/** A user who may drive on a tour. */
export async function driverOf(company: Company, stage: Stage) {
  const roles = await apiOf(company).getRoles();
  const role = roles.find(({ role_type }) => role_type === "DRIVER");
  const [group] = await apiOf(company).getBranchGroups();
  return apiOf(company).createUser({
    firstname: "Max",
    lastname: `Muster ${stage.next()}`,
    email: `driver${stage.next()}@example.org`,
    role_associations: role && group ? [{ role_id: role.id, branch_group_id: group.id }] : [],
  });
}

export const aPhoneNumber = (stage: Stage) => `+4366477${String(stage.next()).padStart(6, "0")}`;

const vehicleTemplateOf = async (company: Company, stage: Stage) => {
  const draft = { title: `Lights ${stage.next()}`, type: "VEHICLE_TEMPLATE" } as const;
  return (await apiOf(company).createTodoTemplate(draft)).id;
};

const unitOf = (company: Company, stage: Stage) =>
  apiOf(company).createRsaDevice({ name: `Unit ${stage.next()}`, phone_number: aPhoneNumber(stage) });

const fleet = {
  VEHICLE_ID: async (company, stage) => versioned("VEHICLE_ID", await aVehicle(company, stage)),
  DEVICE_ID: async (company, stage) => {
    const branch = await branchOf(company);
    const active_states = [{ branch_id: branch, active: true }];
    const device = await apiOf(company).createDevice({ phone_number: aPhoneNumber(stage), active_states });
    return { ...versioned("DEVICE_ID", device), BRANCH_ID: branch };
  },
  unit: async (company, stage) => ({
    ...versioned("DEVICE_ID", await unitOf(company, stage)),
    BRANCH_ID: await branchOf(company),
  }),
  VEHICLE_TYPE_ID: async (company, stage) => {
    const draft = { name: `Type ${stage.next()}`, short_key: `T${stage.next()}` };
    return { VEHICLE_TYPE_ID: (await apiOf(company).createVehicleType(draft)).id };
  },
  SKILL_ID: async (company, stage) =>
    versioned("SKILL_ID", await apiOf(company).createSkill({ name: `Skill ${stage.next()}`, skill_type: "VEHICLE" })),
  VEHICLE_TEMPLATE_ID: async (company, stage) => ({ VEHICLE_TEMPLATE_ID: await vehicleTemplateOf(company, stage) }),
  checkedVehicle: async (company, stage) => {
    const { id } = await aVehicle(company, stage);
    const [client_id, photo] = [randomUUID(), randomUUID()];
    const template_id = await vehicleTemplateOf(company, stage);
    const check = { occurred_at: productNow().toISOString(), phase: "START", mileage_km: 84_210 } as const;
    const items = [{ template_id, result: "DEFECT" as const, note: "Left dipped beam is out", photo_ids: [photo] }];
    await apiOf(company).createVehicleCheck({ id, client_id, ...check, items });
    return { VEHICLE_ID: id, CLIENT_ID: photo };
  },
  CLIENT_ID: async () => ({ CLIENT_ID: randomUUID() }),
  now: async () => ({ FIXED_AT: productNow().toISOString() }),
} satisfies Record<string, Scene>;

const branchOf = async (company: Company) => {
  const branches = await apiOf(company).getBranches();
  return (branches.find(({ name }) => name === "Graz") ?? branches[0])?.id ?? "";
};

const places = {
  BRANCH_ID: async (company) => ({ BRANCH_ID: await branchOf(company) }),
  ownBranch: async (company, stage) =>
    versioned("BRANCH_ID", await apiOf(company).createBranch({ name: `Branch ${stage.next()}` })),
  BRANCH_GROUP_ID: async (company, stage) => {
    const draft = { type: "COLLECTION" as const, branch_ids: [await branchOf(company)] };
    return versioned(
      "BRANCH_GROUP_ID",
      await apiOf(company).createBranchGroup({ name: `Group ${stage.next()}`, ...draft }),
    );
  },
  AREA_ID: async (company, stage) => {
    const draft = { title: `Area ${stage.next()}`, zip_ranges: [{ from: "80100", to: "80109" }] };
    return versioned("AREA_ID", await apiOf(company).createArea(draft));
  },
  ADDRESS_ID: async (company, stage) =>
    versioned("ADDRESS_ID", await apiOf(company).createAddress({ name: `Hospital ${stage.next()}` })),
  STORED_ADDRESS_TYPE_ID: async (company) => {
    const [type] = await apiOf(company).getAddressTypes();
    return { STORED_ADDRESS_TYPE_ID: type?.id ?? "" };
  },
  TODO_TEMPLATE_ID: async (company, stage) => {
    const draft = { title: `Todo ${stage.next()}`, type: "CASE_TEMPLATE", phase: "PICKUP", active: false } as const;
    return versioned("TODO_TEMPLATE_ID", await apiOf(company).createTodoTemplate(draft));
  },
  EXPORT_TEMPLATE_ID: async (company, stage) => {
    const draft = { kind: "CASE", name: `Sheet ${stage.next()}`, content: "{{case.natural_id}}" } as const;
    return { EXPORT_TEMPLATE_ID: (await apiOf(company).putExportTemplate(draft)).id };
  },
  IMPORT_ID: async (company, stage) => {
    const table = `license_plate;description;active;capacity\nG ${stage.next()} IM;Car;true;2`;
    const draft = { kind: "VEHICLES", file: new File([table], "vehicles.csv") } as const;
    return { IMPORT_ID: (await apiOf(company).checkImport(draft)).id };
  },
} satisfies Record<string, Scene>;

const DAY_MS = 86_400_000;
function timesOfTomorrow() {
  const start = productNow().getTime() + DAY_MS;
  return { start_at: new Date(start).toISOString(), end_at: new Date(start + DAY_MS / 3).toISOString() };
}

async function shiftOf(company: Company, stage: Stage) {
  const { id: resource_id } = await aVehicle(company, stage);
  return apiOf(company).createDefaultCalendarEvent({
    ...timesOfTomorrow(),
    event_type: "SCHEDULED_SHIFT",
    resource_type: "VEHICLE",
    resource_id,
    recurrence: "FREQ=DAILY",
  });
}

const calendars = {
  CALENDAR_GROUP_ID: async (company, stage) =>
    versioned("CALENDAR_GROUP_ID", await apiOf(company).createCalendarGroup({ name: `Region ${stage.next()}` })),
  CALENDAR_ID: async (company, stage) =>
    versioned("CALENDAR_ID", await apiOf(company).createCalendar({ name: `Leave ${stage.next()}` })),
  shiftOfTomorrow: async () => {
    const { start_at, end_at } = timesOfTomorrow();
    return { START_AT: start_at, END_AT: end_at };
  },
  EVENT_ID: async (company, stage) => {
    const shift = await shiftOf(company, stage);
    return { ...versioned("EVENT_ID", shift), DATE: shift.occurrences[0]?.date ?? "" };
  },
  EXCLUSION_ID: async (company, stage) => {
    const { id: eventId, occurrences } = await shiftOf(company, stage);
    const date = occurrences[0]?.date ?? "";
    const { id } = await apiOf(company).createCalendarEventExclusion({ eventId, date });
    return { EVENT_ID: eventId, EXCLUSION_ID: id };
  },
  FEED_ID: async (company, stage) => {
    const { id: resource_id } = await aVehicle(company, stage);
    const { id } = await apiOf(company).createCalendarFeed({ resource_type: "VEHICLE", resource_id });
    return { FEED_ID: id };
  },
  FEED_FILE: async (company, stage) => {
    const { id: resource_id } = await aVehicle(company, stage);
    const { url } = await apiOf(company).createCalendarFeed({ resource_type: "VEHICLE", resource_id });
    return { FEED_FILE: new URL(url).pathname.split("/").at(-1) ?? "" };
  },
} satisfies Record<string, Scene>;

export const scenesOfFleet = { ...fleet, ...places, ...calendars } satisfies Record<string, Scene>;
