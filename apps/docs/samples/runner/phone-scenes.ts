import {
  carryOutActionAsDispatcher,
  apiRequestWithToken,
  callApi,
  findBranchIdByName,
  createCase,
  createVehicle,
  type SampleSceneContext,
  type SampleVariables,
} from "./scenes";
import { DEMONSTRATION_PASSWORD } from "./test-sign-ins";

interface IdentifiedObject {
  readonly id: string;
}

/** Scenes for an app that signs in: a phone that the company knows, and the codes sent to it. */
export const phoneSampleScenes = {
  /** A phone that has not signed in yet. */
  async newPhone(stage: SampleSceneContext): Promise<SampleVariables> {
    return { PHONE_NUMBER: (await createPhone(stage)).phone_number };
  },
  /** A phone that has requested its code. */
  async askedPhone(stage: SampleSceneContext): Promise<SampleVariables> {
    const { phone_number } = await createPhone(stage);
    await callAuthOperation(stage, "device", { phone_number });
    return { PHONE_NUMBER: phone_number, CODE: await readCodeFor(stage, phone_number) };
  },
  /** A phone that is signed in, and whose driver has requested a code. */
  async askedDriver(stage: SampleSceneContext): Promise<SampleVariables> {
    const { DEVICE_TOKEN = "" } = await signInPhone(stage);
    const phone_number = randomPhoneNumber();
    await createDriver(stage, phone_number);
    await callAuthOperation(stage, "user/phone_number", { phone_number });
    return { DEVICE_TOKEN, DRIVER_NUMBER: phone_number, DRIVER_CODE: await readCodeFor(stage, phone_number) };
  },
  /** A phone in the vehicle of a started tour with a case. */
  async phoneOnTour(stage: SampleSceneContext): Promise<SampleVariables> {
    const { DEVICE_TOKEN = "", DEVICE_ID: device_id } = await signInPhone(stage);
    const branch_id = await findBranchIdByName(stage);
    const { id: vehicle_id } = await createVehicle(stage);
    const shift = { name: "Early shift", branch_id, vehicles: [{ vehicle_id, device_id }] };
    const tour = await callApi<IdentifiedObject>(
      `${stage.base}/tours/start`,
      apiRequestWithToken(stage.dispatcherToken, shift),
    );
    const { id } = await createCase(stage);
    const { lock_version } = await carryOutActionAsDispatcher(stage, id, { action: "ASSIGN", tour_id: tour.id });
    return {
      DEVICE_TOKEN,
      TOUR_ID: tour.id,
      VEHICLE_ID: vehicle_id,
      CASE_ID: id,
      LOCK_VERSION: String(lock_version),
    };
  },
} as const;

async function signInPhone(stage: SampleSceneContext): Promise<SampleVariables> {
  const { id, phone_number } = await createPhone(stage);
  await callAuthOperation(stage, "device", { phone_number });
  const one_time_code = await readCodeFor(stage, phone_number);
  const { token } = await callAuthOperation<{ token: string }>(stage, "device/verify", { phone_number, one_time_code });
  return { DEVICE_ID: id, DEVICE_TOKEN: token };
}

async function createPhone(stage: SampleSceneContext): Promise<IdentifiedObject & { readonly phone_number: string }> {
  const active_states = [{ branch_id: await findBranchIdByName(stage), active: true }];
  const draft = { phone_number: randomPhoneNumber(), device_type: "SMARTPHONE", name: "Graz 1", active_states };
  return callApi(`${stage.base}/devices`, apiRequestWithToken(stage.adminToken, draft));
}

async function createDriver({ base, adminToken }: SampleSceneContext, phone_number: string): Promise<void> {
  const roles = await callApi<(IdentifiedObject & { role_type: string })[]>(
    `${base}/roles`,
    apiRequestWithToken(adminToken),
  );
  const groups = await callApi<IdentifiedObject[]>(`${base}/branches/groups`, apiRequestWithToken(adminToken));
  const role_associations = [
    { role_id: roles.find(({ role_type }) => role_type === "DRIVER")?.id, branch_group_id: groups[0]?.id },
  ];
  const email = `driver${phone_number.slice(1)}@bestattung.example`;
  await callApi(
    `${base}/users`,
    apiRequestWithToken(adminToken, { firstname: "Anna", lastname: "Muster", email, phone_number, role_associations }),
  );
}

const callAuthOperation = <T>({ base, tenantKey }: SampleSceneContext, path: string, body: object) =>
  callApi<T>(`${base}/auth/${path}`, { headers: { "x-tenant-key": tenantKey }, body });

/** Phone number from a range that is not assigned to real users. */
const randomPhoneNumber = () => `+43664555${String(Math.floor(Math.random() * 1e7)).padStart(7, "0")}`;

/** Reads a code from the page of the demonstration that shows the messages it would send. */
async function readCodeFor({ base }: SampleSceneContext, phone_number: string): Promise<string> {
  const origin = new URL(base).origin;
  const body = new URLSearchParams({ email: "admin@bestattung.example", password: DEMONSTRATION_PASSWORD });
  const signIn = await fetch(`${origin}/outbox/sign-in`, { method: "POST", body, redirect: "manual" });
  const cookie = signIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  for (const until = Date.now() + 20_000; Date.now() < until; ) {
    const shown = await (await fetch(`${origin}/outbox/messages?after=0`, { headers: { cookie } })).text();
    const own = shown.split("<li ").find((item) => item.includes(phone_number));
    const code = /<p class="body">(?:[^<]*?\b)?(\d{6})\b/.exec(own ?? "")?.[1];
    if (code !== undefined) return code;
  }
  throw new Error(`No code came to ${phone_number}.`);
}
