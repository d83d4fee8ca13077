import type { Chance } from "@leitstand/scenario/chance";
import { ApiProblem } from "@leitstand/client/problem";
import { type Company, viewerOf } from "../day/company";
import { aClient, type Entrance, type Person, typesOf } from "../day/people";
import { PhoneNetwork } from "./phone-network";
import type { SmsInbox } from "./sms-inbox";

/** Crew of a driver with a phone in a vehicle, on a tour that has started. */
export interface Crew {
  readonly person: Person;
  readonly network: PhoneNetwork;
  readonly tour_id: string;
  readonly branch_id: string | null;
  readonly vehicle_id: string;
  readonly user_ids: readonly string[];
  readonly device_ids: readonly string[];
}

export interface CrewParts {
  readonly entrance: Entrance;
  readonly inbox: SmsInbox;
  readonly chance: Chance;
}

/** Driver, the phone of the same number and the vehicle that belongs to it. */
export interface Berth {
  readonly user: Company["roster"]["users"][number];
  readonly device: Company["roster"]["devices"][number];
  readonly vehicle_id: string;
  readonly branch_id: string;
}
interface Shift extends Berth {
  readonly tour_id: string;
}

/**
 * Starts tours of crews: of free ones first, then of those whose running tour can be finished, then of those on a
 * running tour.
 */
export async function startCrews(company: Company, wanted: number, parts: CrewParts): Promise<Crew[]> {
  const shifts = await openShifts(company, wanted);
  const crews: Crew[] = [];
  for (const [index, shift] of shifts.entries())
    crews.push(await signInCrew(company, shift, { ...parts, byPin: index % 3 === 2 }));
  return crews;
}

async function openShifts(company: Company, wanted: number): Promise<Shift[]> {
  const { client } = company.admin;
  const { berths, running } = await findBerths(company);
  const busy = (berth: Berth) => running.get(berth.user.id)?.case_workload.open ?? -1;
  const shifts: Shift[] = [];
  for (const berth of berths.toSorted((a, b) => busy(a) - busy(b))) {
    if (shifts.length >= wanted) break;
    const tour = running.get(berth.user.id);
    const finished = tour === undefined || (await couldFinish(client, tour));
    shifts.push({ ...berth, tour_id: finished ? await startTour(client, berth) : tour.id });
  }
  return shifts;
}

/** Finds one more driver without a running tour, if possible of a branch that has crews, so that its work is shared. */
export async function findFreeBerth(company: Company, crews: readonly Crew[]): Promise<Berth | undefined> {
  const { berths, running } = await findBerths(company);
  const taken = new Set(crews.flatMap(({ user_ids }) => user_ids));
  const isAlone = (berth: Berth) => (crews.some(({ branch_id }) => branch_id === berth.branch_id) ? 0 : 1);
  for (const berth of berths.toSorted((a, b) => isAlone(a) - isAlone(b))) {
    if (taken.has(berth.user.id)) continue;
    const tour = running.get(berth.user.id);
    if (tour === undefined || (await couldFinish(company.admin.client, tour))) return berth;
  }
  return undefined;
}

async function findBerths({ admin, roster }: Company) {
  const { client } = admin;
  const { vehicles } = await client.getVehicles({ size: 1000 });
  const { tours } = await client.getTours({ statuses: ["STARTED"], size: 1000 });
  const running = new Map(tours.flatMap((tour) => tour.users.map(({ id }) => [id, tour] as const)));
  const berths = roster.users.flatMap((user): Berth[] => {
    const device = roster.devices.find(({ phone_number }) => phone_number === user.phone_number);
    const vehicle = vehicles.find(({ id }) => id === device?.active_vehicle_association?.vehicle_id);
    if (!device || device.disabled || !vehicle?.branch_id || vehicle.capacity < 1) return [];
    return [{ user, device, vehicle_id: vehicle.id, branch_id: vehicle.branch_id }];
  });
  return { berths, running };
}

/** Cases of other crews may still be under way on the tour. */
async function couldFinish(client: Person["client"], { id, lock_version }: { id: string; lock_version: number }) {
  try {
    await client.finishTour({ id, lock_version });
    return true;
  } catch (error) {
    if (error instanceof ApiProblem && error.code === "TOUR_HAS_ACTIVE_CASES") return false;
    throw error;
  }
}

async function startTour(client: Person["client"], { user, device, vehicle_id, branch_id }: Berth): Promise<string> {
  const tour = await client.createAndStartTour({
    name: `Simulation ${user.lastname}`,
    branch_id,
    user_ids: [user.id],
    vehicles: [{ vehicle_id, device_id: device.id }],
    started_sub_state: "ACTIVE",
  });
  return tour.id;
}

/** Signs in a crew. Two of three phones work as a device alone; the others are used by a driver with a PIN. */
async function signInCrew(company: Company, shift: Shift, parts: CrewParts & { byPin: boolean }): Promise<Crew> {
  const { entrance, chance, byPin } = parts;
  const { user, device, ...rest } = shift;
  const network = new PhoneNetwork(entrance.pool.fetchOf(), chance, 2);
  const token = byPin ? await signInByPin(company, shift, parts) : await signInPhone(company, shift, parts);
  const name = `${byPin ? "driver" : "phone of"} ${user.email ?? user.id}`;
  const viewer = viewerOf({ name, tenant: company.keys.short_code, roster: company.roster }, user);
  const phone = {
    ...viewer,
    types: typesOf(
      company.roster.roles.filter(({ role_type }) => role_type === "DRIVER").flatMap(({ grants }) => grants),
    ),
    user_id: null,
    device_id: device.id,
    driver_branch_ids: device.active_states.filter(({ active }) => active).map(({ branch_id }) => branch_id),
  };
  return {
    person: {
      viewer: byPin ? { ...viewer, device_id: device.id } : phone,
      token: () => token,
      fetch: network.fetch,
      client: aClient(entrance, { token: () => token, fetch: network.fetch }),
    },
    network,
    tour_id: rest.tour_id,
    branch_id: rest.branch_id,
    vehicle_id: rest.vehicle_id,
    user_ids: [user.id],
    device_ids: [device.id],
  };
}

async function signInPhone({ tenantKey }: Company, { device }: Shift, { entrance, inbox }: CrewParts) {
  const client = aClient(entrance, { tenantKey });
  const { phone_number } = device;
  const after = await inbox.newest();
  await client.authDevice({ phone_number });
  const one_time_code = await inbox.codeFor(phone_number, after);
  return (await client.verifyDevice({ phone_number, one_time_code })).token;
}

/** Signs in a driver by PIN on the phone of the vehicle, which signs in first. */
async function signInByPin(company: Company, shift: Shift, parts: CrewParts) {
  const { tenantKey, keys } = company;
  const { user } = shift;
  const { entrance, inbox } = parts;
  const device_token = await signInPhone(company, shift, parts);
  const client = aClient(entrance, { tenantKey });
  const phone_number = user.phone_number as string;
  const after = await inbox.newest();
  await client.authUserPhoneNumber({ phone_number });
  const code = await inbox.codeFor(phone_number, after);
  const { pin_token } = await client.verifyUserPhoneNumber({ phone_number, code });
  return (await client.authUserPin({ pin_token, pin: keys.pin, device_token })).token;
}
