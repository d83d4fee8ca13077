import { productNow } from "./product-clock";
import { mondayAtLeastAWeekAhead } from "./shown-days";
import { DEMONSTRATION_PASSWORD, DEMONSTRATION_PIN } from "./test-sign-ins";

/** Objects that a sample needs, created through the public API and passed as variables. */
export type SampleVariables = Readonly<Record<string, string>>;

export interface SampleSceneContext {
  readonly base: string;
  /** Public key of the demonstration's funeral company. */
  readonly tenantKey: string;
  readonly serviceToken: string;
  readonly dispatcherToken: string;
  readonly adminToken: string;
  /** Token of the platform's operator, which sees no company's cases. */
  readonly platformToken: string;
  /** Tokens of the roadside company. */
  readonly roadside: {
    readonly serviceToken: string;
    readonly dispatcherToken: string;
    readonly adminToken: string;
  };
}

/** Signs in to the demonstration once for all samples; service tokens are in the output of the product's start. */
export async function openSampleSceneContext(url: string, output: string): Promise<SampleSceneContext> {
  const base = `${url}/api/v1`;
  const serviceTokenOf = (company: string) => {
    const token = new RegExp(`\\(${company},[^]*?Bearer (dsp_s_\\S+)`).exec(output)?.[1];
    if (token === undefined) throw new Error(`No service token of ${company} in what the product said:\n${output}`);
    return token;
  };
  const keyOf = async (code: string) => {
    const { tenant_key } = await callApi<{ tenant_key: string }>(`${base}/tenants/config/${code}/key`, {});
    return tenant_key;
  };
  const signIn = async (company: string, who: string) => {
    const headers = { "x-tenant-key": await keyOf(company) };
    const body = { email: `${who}@${company}.example`, password: DEMONSTRATION_PASSWORD };
    const { token } = await callApi<{ token: string }>(`${base}/auth/user`, { headers, body });
    return token;
  };
  return {
    base,
    tenantKey: await keyOf("bestattung"),
    serviceToken: serviceTokenOf("bestattung"),
    dispatcherToken: await signIn("bestattung", "dispo1"),
    adminToken: await signIn("bestattung", "admin"),
    platformToken: await signIn("plattform", "admin"),
    roadside: {
      serviceToken: serviceTokenOf("pannenhilfe"),
      dispatcherToken: await signIn("pannenhilfe", "dispo1"),
      adminToken: await signIn("pannenhilfe", "admin"),
    },
  };
}

/** Variables that the introduction gives every sample: scenes may use them and add others, but not redefine them. */
export const commonSampleVariables = (stage: SampleSceneContext): SampleVariables => ({
  BASE: stage.base,
  TENANT_KEY: stage.tenantKey,
  TOKEN: stage.serviceToken,
  DISPATCHER_TOKEN: stage.dispatcherToken,
  ADMIN_TOKEN: stage.adminToken,
  PLATFORM_TOKEN: stage.platformToken,
  ROADSIDE_TOKEN: stage.roadside.serviceToken,
  ROADSIDE_DISPATCHER_TOKEN: stage.roadside.dispatcherToken,
  ORDER_NUMBER: randomOrderNumber(),
  DEMONSTRATION_PASSWORD: DEMONSTRATION_PASSWORD,
  DEMONSTRATION_PIN: DEMONSTRATION_PIN,
});

const randomOrderNumber = () => `HOS-${crypto.randomUUID().slice(0, 8)}`;
const SUMMER_DUE_AT = "2027-06-01T14:00:00+02:00";

export const officeSampleScenes = {
  /** A vehicle without a tour: each run uses one up, and how many the demonstration has depends on the day. */
  async freeVehicle(stage: SampleSceneContext): Promise<SampleVariables> {
    await createVehicle(stage);
    return {};
  },
  /** Creates a case that waits for a tour, with data that a sample which replaces it has to keep. */
  async openCase(stage: SampleSceneContext): Promise<SampleVariables> {
    const { id, lock_version } = await createCase(stage, {
      external_id: randomOrderNumber(),
      contact: { name: "Anna Muster", phone_number: "+43664000000", relation: "Daughter" },
      due_at: SUMMER_DUE_AT,
      required_skill_ids: [await findVehicleSkillId(stage)],
    });
    return { CASE_ID: id, LOCK_VERSION: String(lock_version) };
  },
  /** Creates a case on a tour. */
  async assignedCase(stage: SampleSceneContext): Promise<SampleVariables> {
    return createAssignedCase(stage);
  },
  /** A case whose crew has done all steps up to the loading. */
  async loadedCase(stage: SampleSceneContext): Promise<SampleVariables> {
    const variables = await createAssignedCase(stage);
    const { CASE_ID: id = "", TOUR_ID: tour_id } = variables;
    const { todos } = await callApi<SceneCase>(`${stage.base}/cases/${id}`, apiRequestWithToken(stage.dispatcherToken));
    await carryOutActionAsDispatcher(stage, id, { action: "START", tour_id });
    const payload = {
      identity_confirmed: true,
      belongings_confirmed: true,
      todos: todos.pickup.map((todo) => todo.id),
    };
    const { lock_version } = await carryOutActionAsDispatcher(stage, id, { action: "LOAD", tour_id, payload });
    return { ...variables, LOCK_VERSION: String(lock_version) };
  },
  /** A case on a tour, and another tour that could take it over. */
  async assignedCaseAndSecondTour(stage: SampleSceneContext): Promise<SampleVariables> {
    const { TOUR_ID: SECOND_TOUR_ID = "" } = await createStartedTour(stage);
    return { ...(await createAssignedCase(stage)), SECOND_TOUR_ID };
  },
  /** A crew of the roadside company that waits for work. */
  async roadsideTour({ base, roadside }: SampleSceneContext): Promise<SampleVariables> {
    const company = { base, adminToken: roadside.adminToken, dispatcherToken: roadside.dispatcherToken };
    const { TOUR_ID = "" } = await createStartedTour(company, "Stützpunkt Graz");
    return { ROADSIDE_TOUR_ID: TOUR_ID };
  },
  /** A case that a hospital has ordered under its number, due on a day in summer. */
  async orderedCase(stage: SampleSceneContext, { ORDER_NUMBER }: SampleVariables): Promise<SampleVariables> {
    const { id } = await createCase(stage, { external_id: ORDER_NUMBER, due_at: SUMMER_DUE_AT });
    return { DUE_AT: SUMMER_DUE_AT, CASE_ID: id };
  },
  /** A service account of the company, and a token to revoke. */
  async serviceAccount(stage: SampleSceneContext): Promise<SampleVariables> {
    const roles = await callApi<{ id: string; name: string }[]>(
      `${stage.base}/roles`,
      apiRequestWithToken(stage.adminToken),
    );
    const role_id = roles.find(({ name }) => name === "Schnittstelle")?.id;
    const draft = { name: "Hospital order system", role_associations: [{ role_id }] };
    const account = await callApi<VersionedObject>(
      `${stage.base}/service_account_users`,
      apiRequestWithToken(stage.adminToken, draft),
    );
    const tokens = `${stage.base}/service_account_users/${account.id}/tokens`;
    const token = await callApi<VersionedObject>(tokens, apiRequestWithToken(stage.adminToken, { name: "Production" }));
    return { ACCOUNT_ID: account.id, TOKEN_ID: token.id };
  },
  /** A vehicle on the road, and a telematics box that reports its position with a token of its own. */
  async telematics(stage: SampleSceneContext): Promise<SampleVariables> {
    const { base, adminToken } = stage;
    const grants = ["updateLocation", "getLocations", "getVehicles"];
    const role = { name: randomOrderNumber(), role_type: "INTEGRATION", branch_access: "ALL", grants };
    const { id: role_id } = await callApi<VersionedObject>(`${base}/roles`, apiRequestWithToken(adminToken, role));
    const draft = { name: "Telematics", role_associations: [{ role_id }] };
    const { id } = await callApi<VersionedObject>(
      `${base}/service_account_users`,
      apiRequestWithToken(adminToken, draft),
    );
    const { token } = await callApi<{ token: string }>(
      `${base}/service_account_users/${id}/tokens`,
      apiRequestWithToken(adminToken, {}),
    );
    return { ...(await createStartedTour(stage)), TELEMATICS_TOKEN: token };
  },
  /** A vehicle on a tour, far from all others of the company, wherever the demonstration has them at present. */
  async vehicleInKlagenfurt(stage: SampleSceneContext): Promise<SampleVariables> {
    const variables = await officeSampleScenes.telematics(stage);
    const { TELEMATICS_TOKEN = "", VEHICLE_ID: vehicle_id } = variables;
    const position = { vehicle_id, lat: 46.6247, lon: 14.3053, time: productNow().toISOString() };
    await callApi(`${stage.base}/location`, {
      ...apiRequestWithToken(TELEMATICS_TOKEN, { locations: [position] }),
      method: "PUT",
    });
    return variables;
  },
  /** A vehicle of its own, and a future Monday. */
  vehicleAndMonday: async (stage: SampleSceneContext): Promise<SampleVariables> => ({
    ...(await officeSampleScenes.vehicle(stage)),
    MONDAY: mondayAtLeastAWeekAhead(productNow()),
  }),
  /** Year whose holidays are requested. */
  thisYear: async (): Promise<SampleVariables> => ({ YEAR: String(productNow().getUTCFullYear()) }),
  /** Creates a vehicle for the sample alone, in Graz. */
  async vehicle(stage: SampleSceneContext): Promise<SampleVariables> {
    const { id, lock_version, license_plate } = await createVehicle(stage);
    return { VEHICLE_ID: id, LICENSE_PLATE: license_plate, LOCK_VERSION: String(lock_version) };
  },
} as const;

interface VersionedObject {
  readonly id: string;
  readonly lock_version: number;
}
interface SceneVehicle extends VersionedObject {
  readonly license_plate: string;
}
interface SceneCase extends VersionedObject {
  readonly todos: { readonly pickup: readonly { readonly id: string }[] };
}

interface SceneRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}
export const apiRequestWithToken = (token: string, body?: object): SceneRequest => ({
  headers: { authorization: `Bearer ${token}` },
  ...(body && { body }),
});

export async function callApi<T>(url: string, { headers = {}, body, method = "POST" }: SceneRequest): Promise<T> {
  const init = body && { method, body: JSON.stringify(body) };
  const answer = await fetch(url, {
    ...init,
    headers: { ...headers, ...(body && { "content-type": "application/json" }) },
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${text}`);
  return JSON.parse(text) as T;
}

type SceneOffice = Pick<SampleSceneContext, "base" | "adminToken" | "dispatcherToken">;

export const findBranchIdByName = async ({ base, adminToken }: SceneOffice, wanted = "Graz") => {
  const branches = await callApi<{ id: string; name: string }[]>(`${base}/branches`, apiRequestWithToken(adminToken));
  return branches.find(({ name }) => name === wanted)?.id as string;
};

async function findVehicleSkillId({ base, adminToken }: SceneOffice): Promise<string> {
  const [skill] = await callApi<{ id: string }[]>(`${base}/skills?skill_type=VEHICLE`, apiRequestWithToken(adminToken));
  if (skill === undefined) throw new Error("The demonstration has no skill of vehicles.");
  return skill.id;
}

export async function createCase(stage: SampleSceneContext, overrides: object = {}): Promise<SceneCase> {
  const body = {
    approved: true,
    data_type: "FUNERAL",
    ...overrides,
    branch_id: await findBranchIdByName(stage),
    funeral_data: {
      cargo_type: "PERSON",
      transport_type: "Transportauftrag",
      cargo_deceased: { first_name: "Maria", last_name: "Muster", date_of_death: "2026-03-01" },
      source_address: { name: "Landeskrankenhaus", zip_code: "8036", city: "Graz", country: "AT" },
      target_address: { name: "Zentralfriedhof", zip_code: "8020", city: "Graz", country: "AT" },
    },
  };
  return callApi<SceneCase>(`${stage.base}/cases`, apiRequestWithToken(stage.serviceToken, body));
}

export async function createVehicle(office: SceneOffice, branch?: string): Promise<SceneVehicle> {
  const license_plate = `G ${crypto.randomUUID().slice(0, 8).toUpperCase()}`;
  const branch_id = await findBranchIdByName(office, branch);
  const body = { license_plate, description: "Hearse", active: true, capacity: 2, branch_id };
  return callApi<SceneVehicle>(`${office.base}/vehicles`, apiRequestWithToken(office.adminToken, body));
}

async function createStartedTour(office: SceneOffice, branch?: string): Promise<SampleVariables> {
  const vehicle = await createVehicle(office, branch);
  const branch_id = await findBranchIdByName(office, branch);
  const body = { name: "Early shift", branch_id, vehicles: [{ vehicle_id: vehicle.id }] };
  const tour = await callApi<VersionedObject>(
    `${office.base}/tours/start`,
    apiRequestWithToken(office.dispatcherToken, body),
  );
  return { TOUR_ID: tour.id, VEHICLE_ID: vehicle.id, LICENSE_PLATE: vehicle.license_plate };
}

async function createAssignedCase(stage: SampleSceneContext): Promise<SampleVariables> {
  const { id } = await createCase(stage);
  const tour = await createStartedTour(stage);
  const { lock_version } = await carryOutActionAsDispatcher(stage, id, { action: "ASSIGN", tour_id: tour["TOUR_ID"] });
  return { ...tour, CASE_ID: id, LOCK_VERSION: String(lock_version) };
}

/** Carries out an action as the dispatcher. */
export const carryOutActionAsDispatcher = (stage: SampleSceneContext, id: string, action: object): Promise<SceneCase> =>
  carryOutActionAs({ base: stage.base, token: stage.dispatcherToken }, id, action);

export async function carryOutActionAs(
  { base, token }: { readonly base: string; readonly token: string },
  id: string,
  action: object,
): Promise<SceneCase> {
  const { lock_version } = await callApi<SceneCase>(`${base}/cases/${id}`, apiRequestWithToken(token));
  return callApi<SceneCase>(`${base}/cases/${id}/send_action`, apiRequestWithToken(token, { ...action, lock_version }));
}
