/** Bodies with every field set, for the operation that updates the object, unlike its sample. */
import { randomUUID } from "node:crypto";
import { funeralCaseRequest } from "../cases";
import { uniqueName, type AccessMatrixFixture } from "../authorization/scene";
import { nextPhoneNumber } from "../fixtures";

type FilledBodyMaker = (world: AccessMatrixFixture) => Promise<object> | object;

const timeOfDay = (hour: number) => `2026-12-01T${String(hour).padStart(2, "0")}:00:00+00:00`;
const filledAddress = {
  name: "Klinikum",
  street: "Mannerheimintie",
  house_number: "1 a",
  addition: "Tor 2",
  floor: "UG",
  zip_code: "00100",
  city: "Helsinki",
  country: "FI",
  lat: 60.17,
  lon: 24.94,
  contact_name: "Portier",
  phone_number: "+4331638500",
  notes: "Schranke: läuten",
  elevator: true,
  public_place: true,
  home: true,
  elderly_home: true,
  cold_storage: true,
};
const ringCorners = [15, 16].flatMap((lon) => [47, 48].map((lat) => [lon, lat]));
const areaPolygon = {
  type: "Polygon",
  coordinates: [[ringCorners[0], ringCorners[2], ringCorners[3], ringCorners[1], ringCorners[0]]],
};

const filledFuneralCase: FilledBodyMaker = async ({ admin, home }) => ({
  approved: true,
  data_type: "FUNERAL",
  branch_id: home,
  parent_id: (await admin.createCase(funeralCaseRequest())).id,
  external_id: randomUUID(),
  display_name: "Muster M.",
  description: "Zweiter Eingang",
  contact: { name: "Anna", phone_number: "+43664000000", email: "a@example.org", relation: "Tochter", notes: "abends" },
  not_before: timeOfDay(8),
  due_at: timeOfDay(12),
  required_skill_ids: [(await admin.createSkill({ name: uniqueName("skill"), skill_type: "USER" })).id],
  funeral_data: {
    cargo_type: "PERSON",
    transport_type: "Durchführung 1",
    cargo_deceased: {
      first_name: "Maria",
      last_name: "Muster",
      date_of_death: "2026-11-01",
      birthday: "1941-07-19",
      height_cm: 168,
      weight_kg: 71.5,
      cultus: true,
      clothed: false,
      autopsy: true,
      police: false,
      infectious: true,
      anatomy: false,
      container_type: "COFFIN",
      coffin_type: 2,
      belongings: { watch: "STAYS", ring: "RELOCATED", location: "Familie", description: "Gold", confirmation: true },
    },
    source_address: { ...filledAddress, timeframe: { from: timeOfDay(8), to: timeOfDay(9) } },
    target_address: {
      ...filledAddress,
      zip_code: "01067",
      country: "DE",
      timeframe: { from: timeOfDay(10), to: null },
    },
    police_address: { ...filledAddress, zip_code: "1011 AB", country: "NL" },
  },
});

const filledDevice: FilledBodyMaker = ({ away }) => ({
  phone_number: nextPhoneNumber(),
  device_type: "TABLET",
  name: "Graz 1",
  external_id: randomUUID(),
  active_states: [{ branch_id: away, active: false }],
});
const filledTenant: FilledBodyMaker = () => ({
  name: uniqueName("Company"),
  contact_mail: "dispo@example.org",
  language: "en",
  timezone: "Europe/Berlin",
  cool_down_time: 90,
  phone_number_signin: true,
  frontend: { colors: { primary: "#112233" }, favicon: "/f.svg", page_title: "Huber" },
  email: { sender_name: "Huber" },
  geocoding: { countries: ["DE"] },
  firebase: { project_id: "huber" },
  settings: { alarm_timeout_seconds: 90, driver_may_forward: false },
});
const filledTimeWindow = {
  not_before: timeOfDay(7),
  due_at: timeOfDay(15),
  source_timeframe: { from: timeOfDay(7), to: timeOfDay(9) },
  target_timeframe: { from: timeOfDay(10), to: timeOfDay(15) },
};

export const changedUpdateBodyMakers: Readonly<Record<string, FilledBodyMaker>> = {
  updateAddress: async ({ admin }) => ({
    ...filledAddress,
    postal_code: filledAddress.zip_code,
    type: "OTHER",
    stored_address_type_id: (
      await admin.createAddressType({ name: uniqueName("kind"), short_key: uniqueName("K").slice(2, 10) })
    ).id,
    opening_hours: { d0: [{ from: "07:00", to: "24:00" }], d5: null, d6: [] },
    excluded_vehicle_type_ids: [
      (await admin.createVehicleType({ name: uniqueName("type"), short_key: uniqueName("T").slice(2, 10) })).id,
    ],
  }),
  updateArea: ({ away }) => ({
    title: uniqueName("area"),
    description: "Stadt",
    zip_ranges: [{ from: "00100", to: "00990" }],
    geo_json: areaPolygon,
    branch_id: away,
  }),
  updateAreaWaitingTime: () => ({ waiting_minutes: 45 }),
  updateBranch: () => ({
    name: uniqueName("branch"),
    type: "GARAGE",
    external_id: randomUUID(),
    address: { street: "Weg", house_number: "1", zip_code: "01067", city: "Dresden", country: "DE", lat: 51, lon: 13 },
    phone_number: "+43316123456",
    internal_dispatching_enabled: false,
    location_report_required: true,
    active: true,
  }),
  updateBranchGroup: () => ({ name: uniqueName("group") }),
  updateCalendar: async ({ admin }) => ({
    name: uniqueName("calendar"),
    groupId: (await admin.createCalendarGroup({ name: uniqueName("group") })).id,
    description: "Dienste",
    holiday_country: "DE",
    holiday_region: "BY-KATH",
  }),
  updateCalendarGroup: () => ({ name: uniqueName("group") }),
  updateCase: filledFuneralCase,
  updateCaseTimeWindow: () => filledTimeWindow,
  updateConnector: () => ({
    base_url: "https://93.184.216.35/other",
    auth: "BASIC",
    secret: "another long and random secret",
    settings: { username: "leitstand", missing_percent_max: 7 },
    active: false,
  }),
  updateDefaultCalendarEvent: () => ({
    start_at: timeOfDay(21),
    end_at: "2026-12-02T05:00:00+00:00",
    event_type: "UNAVAILABLE",
    recurrence: "FREQ=WEEKLY;BYDAY=TU",
    note: "Bereitschaft",
  }),
  updateDevice: filledDevice,
  updateDeviceMetadata: () => ({ language: "de", platform: "ANDROID", metadata: { model: "X" } }),
  updatePushToken: () => ({ push_token: uniqueName("push") }),
  updateRole: () => ({
    name: uniqueName("role"),
    role_type: "READER",
    branch_access: "BRANCH_COLLECTION",
    grants: ["getCases", "getTours"],
    roles_allowed_to_assign: [],
  }),
  updateRsaDevice: filledDevice,
  updateScheduledTour: ({ away }) => ({
    name: "Früh",
    description: "Zwei Fahrzeuge",
    branch_id: away,
    scheduled_start_at: timeOfDay(5),
    scheduled_end_at: timeOfDay(13),
    tour_lead_external_user_id: "L-1",
  }),
  updateServiceAccountUser: () => ({ name: uniqueName("Program"), active: false }),
  updateSkill: () => ({ name: uniqueName("skill"), short_key: uniqueName("K").slice(2, 10), description: "Hebt" }),
  updateTenant: filledTenant,
  patchTenant: filledTenant,
  updateTenantFrontendConfig: () => ({
    colors: { primary: "#112233" },
    favicon: "/f.svg",
    page_title: "Huber",
    imprint_url: "https://example.org/imprint",
    privacy_url: "https://example.org/privacy",
  }),
  updateTenantPhoneNumberSignin: () => ({ phone_number_signin: true }),
  updateTenantMasterData: () => ({ key: uniqueName("key"), value: { deep: [1, null] }, description: "Öffnungszeiten" }),
  updateTodoTemplate: () => ({
    title: uniqueName("todo"),
    type: "CASE_TEMPLATE",
    description: "Beim Portier",
    phase: "DELIVERY",
    required: false,
    position: 7,
    conditions: { infectious: true, service_keys: ["towing"] },
    active: false,
  }),
  updateUser: async ({ admin }) => ({
    firstname: "Đorđe",
    lastname: uniqueName("Body"),
    email: `${randomUUID()}@example.org`,
    phone_number: nextPhoneNumber(),
    external_id: randomUUID(),
    language: "de",
    skill_ids: [(await admin.createSkill({ name: uniqueName("skill"), skill_type: "USER" })).id],
  }),
  updateVehicle: async ({ admin, away }) => ({
    license_plate: uniqueName("G"),
    description: "Bus",
    active: true,
    capacity: 3,
    seats_total: 3,
    external_id: randomUUID(),
    fuel: "DIESEL",
    branch_id: away,
    vehicle_type_id: (
      await admin.createVehicleType({ name: uniqueName("type"), short_key: uniqueName("T").slice(2, 10) })
    ).id,
    skill_associations: [
      {
        skill_id: (await admin.createSkill({ name: uniqueName("skill"), skill_type: "VEHICLE" })).id,
        association_type: "OFFERING",
      },
    ],
  }),
  updateWebhook: () => ({
    url: "https://hooks.example.com/other",
    description: "Buchhaltung",
    event_types: ["case update", "case action"],
  }),
};
