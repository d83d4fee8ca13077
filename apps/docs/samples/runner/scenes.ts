import { productNow } from "./product-clock";
import { mondayAhead } from "./shown-days";
import { PASSWORD, PIN } from "./test-sign-ins";

/** Objects that a sample needs, created through the public API and passed as variables. */
export type Variables = Readonly<Record<string, string>>;

export interface Stage {
  readonly base: string;
  /** Public key of the demonstration's funeral company. */
  readonly tenantKey: string;
  readonly serviceToken: string;
  readonly dispatcherToken: string;
  readonly adminToken: string;
  /** Token of the platform's operator, which sees no company's cases. */
  readonly platformToken: string;
  /** Tokens of the roadside company. */
  readonly roadside: { readonly dispatcherToken: string; readonly adminToken: string };
}

/** Signs in to the demonstration once for all samples; the service token is in the output of the product's start. */
export async function setStage(url: string, output: string): Promise<Stage> {
  const base = `${url}/api/v1`;
  const serviceToken = /Bearer (dsp_s_\S+)/.exec(output)?.[1];
  if (serviceToken === undefined) throw new Error(`No service token in what the product said:\n${output}`);
  const keyOf = async (code: string) => {
    const { tenant_key } = await ask<{ tenant_key: string }>(`${base}/tenants/config/${code}/key`, {});
    return tenant_key;
  };
  const signIn = async (company: string, who: string) => {
    const headers = { "x-tenant-key": await keyOf(company) };
    const body = { email: `${who}@${company}.example`, password: PASSWORD };
    const { token } = await ask<{ token: string }>(`${base}/auth/user`, { headers, body });
    return token;
  };
  return {
    base,
    tenantKey: await keyOf("bestattung"),
    serviceToken,
    dispatcherToken: await signIn("bestattung", "dispo1"),
    adminToken: await signIn("bestattung", "admin"),
    platformToken: await signIn("plattform", "admin"),
    roadside: {
      dispatcherToken: await signIn("pannenhilfe", "dispo1"),
      adminToken: await signIn("pannenhilfe", "admin"),
    },
  };
}

export const everyScene = (stage: Stage): Variables => ({
  BASE: stage.base,
  TENANT_KEY: stage.tenantKey,
  TOKEN: stage.serviceToken,
  DISPATCHER_TOKEN: stage.dispatcherToken,
  ADMIN_TOKEN: stage.adminToken,
  PLATFORM_TOKEN: stage.platformToken,
  ROADSIDE_DISPATCHER_TOKEN: stage.roadside.dispatcherToken,
  ORDER_NUMBER: aNumber(),
  DEMONSTRATION_PASSWORD: PASSWORD,
  DEMONSTRATION_PIN: PIN,
});

const aNumber = () => `HOS-${crypto.randomUUID().slice(0, 8)}`;

export const scenes = {
  /** A vehicle without a tour: each run uses one up, and how many the demonstration has depends on the day. */
  async freeVehicle(stage: Stage): Promise<Variables> {
    await createVehicle(stage);
    return {};
  },
  /** A case that waits for a tour. */
  async openCase(stage: Stage): Promise<Variables> {
    const { id, lock_version } = await createCase(stage);
    return { CASE_ID: id, LOCK_VERSION: String(lock_version) };
  },
  /** A case on a tour. */
  async assignedCase(stage: Stage): Promise<Variables> {
    return assigned(stage);
  },
  /** A case whose crew has done all steps up to the loading. */
  async loadedCase(stage: Stage): Promise<Variables> {
    const variables = await assigned(stage);
    const { CASE_ID: id = "", TOUR_ID: tour_id } = variables;
    const { todos } = await ask<Case>(`${stage.base}/cases/${id}`, as(stage.dispatcherToken));
    await act(stage, id, { action: "START", tour_id });
    const payload = {
      identity_confirmed: true,
      belongings_confirmed: true,
      todos: todos.pickup.map((todo) => todo.id),
    };
    const { lock_version } = await act(stage, id, { action: "LOAD", tour_id, payload });
    return { ...variables, LOCK_VERSION: String(lock_version) };
  },
  /** A case on a tour, and another tour that could take it over. */
  async assignedCaseAndSecondTour(stage: Stage): Promise<Variables> {
    const { TOUR_ID: SECOND_TOUR_ID = "" } = await startTour(stage);
    return { ...(await assigned(stage)), SECOND_TOUR_ID };
  },
  /** A crew of the roadside company that waits for work. */
  async roadsideTour({ base, roadside }: Stage): Promise<Variables> {
    const company = { base, adminToken: roadside.adminToken, dispatcherToken: roadside.dispatcherToken };
    const { TOUR_ID = "" } = await startTour(company, "Stützpunkt Graz");
    return { ROADSIDE_TOUR_ID: TOUR_ID };
  },
  /** The administrator of the roadside company, whose logos no other page shows. */
  roadsideAdministrator: async ({ roadside }: Stage): Promise<Variables> => ({ ADMIN_TOKEN: roadside.adminToken }),
  /** A case that a hospital has ordered under a number of its own, due on a day in summer. */
  async orderedCase(stage: Stage): Promise<Variables> {
    const ORDER_NUMBER = aNumber();
    const DUE_AT = "2027-06-01T14:00:00+02:00";
    const { id } = await createCase(stage, { external_id: ORDER_NUMBER, due_at: DUE_AT });
    return { ORDER_NUMBER, DUE_AT, CASE_ID: id };
  },
  /** A service account of the company, and a token to revoke. */
  async serviceAccount(stage: Stage): Promise<Variables> {
    const roles = await ask<{ id: string; name: string }[]>(`${stage.base}/roles`, as(stage.adminToken));
    const role_id = roles.find(({ name }) => name === "Schnittstelle")?.id;
    const draft = { name: "Hospital order system", role_associations: [{ role_id }] };
    const account = await ask<Versioned>(`${stage.base}/service_account_users`, as(stage.adminToken, draft));
    const tokens = `${stage.base}/service_account_users/${account.id}/tokens`;
    const token = await ask<Versioned>(tokens, as(stage.adminToken, { name: "Production" }));
    return { ACCOUNT_ID: account.id, TOKEN_ID: token.id };
  },
  /** A vehicle on the road, and a telematics box that reports its position with a token of its own. */
  async telematics(stage: Stage): Promise<Variables> {
    const { base, adminToken } = stage;
    const grants = ["updateLocation", "getLocations", "getVehicles"];
    const role = { name: aNumber(), role_type: "INTEGRATION", branch_access: "ALL", grants };
    const { id: role_id } = await ask<Versioned>(`${base}/roles`, as(adminToken, role));
    const draft = { name: "Telematics", role_associations: [{ role_id }] };
    const { id } = await ask<Versioned>(`${base}/service_account_users`, as(adminToken, draft));
    const { token } = await ask<{ token: string }>(`${base}/service_account_users/${id}/tokens`, as(adminToken, {}));
    return { ...(await startTour(stage)), TELEMATICS_TOKEN: token };
  },
  /** A vehicle on a tour, far from all others of the company, wherever the demonstration has them at present. */
  async vehicleInKlagenfurt(stage: Stage): Promise<Variables> {
    const variables = await scenes.telematics(stage);
    const { TELEMATICS_TOKEN = "", VEHICLE_ID: vehicle_id } = variables;
    const position = { vehicle_id, lat: 46.6247, lon: 14.3053, time: productNow().toISOString() };
    await ask(`${stage.base}/location`, { ...as(TELEMATICS_TOKEN, { locations: [position] }), method: "PUT" });
    return variables;
  },
  /** A vehicle of its own, and a future Monday. */
  vehicleAndMonday: async (stage: Stage): Promise<Variables> => ({
    ...(await scenes.vehicle(stage)),
    MONDAY: mondayAhead(productNow()),
  }),
  /** Year whose holidays are requested. */
  thisYear: async (): Promise<Variables> => ({ YEAR: String(productNow().getUTCFullYear()) }),
  /** A vehicle of its own, in Graz. */
  async vehicle(stage: Stage): Promise<Variables> {
    const { id, lock_version, license_plate } = await createVehicle(stage);
    return { VEHICLE_ID: id, LICENSE_PLATE: license_plate, LOCK_VERSION: String(lock_version) };
  },
} as const;

interface Versioned {
  readonly id: string;
  readonly lock_version: number;
}
interface Vehicle extends Versioned {
  readonly license_plate: string;
}
interface Case extends Versioned {
  readonly todos: { readonly pickup: readonly { readonly id: string }[] };
}

interface Request {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}
export const as = (token: string, body?: object): Request => ({
  headers: { authorization: `Bearer ${token}` },
  ...(body && { body }),
});

export async function ask<T>(url: string, { headers = {}, body, method = "POST" }: Request): Promise<T> {
  const init = body && { method, body: JSON.stringify(body) };
  const answer = await fetch(url, {
    ...init,
    headers: { ...headers, ...(body && { "content-type": "application/json" }) },
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${text}`);
  return JSON.parse(text) as T;
}

type Office = Pick<Stage, "base" | "adminToken" | "dispatcherToken">;

export const branchNamed = async ({ base, adminToken }: Office, wanted = "Graz") => {
  const branches = await ask<{ id: string; name: string }[]>(`${base}/branches`, as(adminToken));
  return branches.find(({ name }) => name === wanted)?.id as string;
};

export async function createCase(stage: Stage, overrides: object = {}): Promise<Case> {
  const body = {
    approved: true,
    data_type: "FUNERAL",
    ...overrides,
    branch_id: await branchNamed(stage),
    funeral_data: {
      cargo_type: "PERSON",
      transport_type: "Transportauftrag",
      cargo_deceased: { first_name: "Maria", last_name: "Muster", date_of_death: "2026-03-01" },
      source_address: { name: "Landeskrankenhaus", zip_code: "8036", city: "Graz", country: "AT" },
      target_address: { name: "Zentralfriedhof", zip_code: "8020", city: "Graz", country: "AT" },
    },
  };
  return ask<Case>(`${stage.base}/cases`, as(stage.serviceToken, body));
}

export async function createVehicle(office: Office, branch?: string): Promise<Vehicle> {
  const license_plate = `G ${crypto.randomUUID().slice(0, 8).toUpperCase()}`;
  const branch_id = await branchNamed(office, branch);
  const body = { license_plate, description: "Hearse", active: true, capacity: 2, branch_id };
  return ask<Vehicle>(`${office.base}/vehicles`, as(office.adminToken, body));
}

async function startTour(office: Office, branch?: string): Promise<Variables> {
  const vehicle = await createVehicle(office, branch);
  const branch_id = await branchNamed(office, branch);
  const body = { name: "Early shift", branch_id, vehicles: [{ vehicle_id: vehicle.id }] };
  const tour = await ask<Versioned>(`${office.base}/tours/start`, as(office.dispatcherToken, body));
  return { TOUR_ID: tour.id, VEHICLE_ID: vehicle.id, LICENSE_PLATE: vehicle.license_plate };
}

async function assigned(stage: Stage): Promise<Variables> {
  const { id } = await createCase(stage);
  const tour = await startTour(stage);
  const { lock_version } = await act(stage, id, { action: "ASSIGN", tour_id: tour["TOUR_ID"] });
  return { ...tour, CASE_ID: id, LOCK_VERSION: String(lock_version) };
}

/** Carries out an action as the dispatcher. */
export const act = (stage: Stage, id: string, action: object): Promise<Case> =>
  actAs({ base: stage.base, token: stage.dispatcherToken }, id, action);

export async function actAs(
  { base, token }: { readonly base: string; readonly token: string },
  id: string,
  action: object,
): Promise<Case> {
  const { lock_version } = await ask<Case>(`${base}/cases/${id}`, as(token));
  return ask<Case>(`${base}/cases/${id}/send_action`, as(token, { ...action, lock_version }));
}
